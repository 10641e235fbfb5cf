import { createHash } from 'node:crypto';
import type { Left, Subject } from './comparison.ts';
import { addressAt, numberAt } from './packet.ts';
import type { Login } from './port-access.ts';
import type { Sent } from './random-frames.ts';

const EAPOL = 0x888e;
const REQUEST = 1;
const RESPONSE = 2;
const IDENTITY = 1;
const NAK = 3;
const MD5 = 4;
/** The station is asked for its identity, offered at most three methods, and notified of the result. */
const ROUNDS = 6;

/**
 * Sends EAPOL-Start and answers for a user by EAP-MD5 until the switch has said how it ended; resolves to where the first frame left.
 * @param expected how many frames leave for one of the station's, copies among them.
 */
export async function authenticate(
  subject: Subject,
  { port, octets: start }: Sent,
  login: Login,
  expected: number,
): Promise<Left[]> {
  let say: Uint8Array | undefined = start;
  const others: Left[] = [];
  for (let round = 0; say && round < ROUNDS; round += 1) {
    const left = await subject.send({ port, octets: say }, expected);
    const own = (one: Left) => addressAt(one.octets, 6) === subject.chassis.own;
    others.push(...left.filter((one) => !own(one)));
    const asked = left.findLast((one) => own(one) && one.port === port && numberAt(one.octets, 12, 2) === EAPOL);
    const eap = asked?.octets.subarray(18, 18 + numberAt(asked.octets, 16, 2));
    say = eap?.[0] === REQUEST ? responseTo(eap, start, login) : undefined;
  }
  // Later messages of the station are no longer the oracle's matter, nor are copies of them.
  return others.filter(({ octets }) => Buffer.compare(octets, start) === 0);
}

function responseTo(request: Uint8Array, start: Uint8Array, { user, password }: Login): Uint8Array {
  const [, identifier = 0, , , type = 0] = request;
  const challenge = request.subarray(6, 6 + (request[5] ?? 0));
  const digest = () => createHash('md5').update(Uint8Array.of(identifier)).update(password).update(challenge).digest();
  const answers: Readonly<Record<number, () => readonly number[]>> = {
    [IDENTITY]: () => [IDENTITY, ...Buffer.from(user)],
    [MD5]: () => [MD5, 16, ...digest()],
  };
  const data = answers[type]?.() ?? [NAK, MD5];
  const eap = [RESPONSE, identifier, 0, 4 + data.length, ...data];
  const frame = [...start.subarray(0, 14), 2, 0, 0, eap.length, ...eap];
  while (frame.length < 60) frame.push(0);
  return Uint8Array.from(frame);
}
