import { createHash } from 'node:crypto';
import { sameOctets } from '../same-octets.ts';
import type { InnerEnd } from './inner-method.ts';
import { type LocalUser, userNamed } from './local-user.ts';

const DIGEST = 16;

/** The data of a challenge (RFC 3748 5.4). */
export function md5Challenge(random: Uint8Array): Uint8Array {
  return Uint8Array.from([random.length, ...random]);
}

/** Judges the data of a response to a challenge (RFC 3748 5.4, RFC 1994 4.1). */
export function judgeMd5(
  users: readonly LocalUser[],
  {
    name,
    identifier,
    challenge,
  }: { readonly name: string; readonly identifier: number; readonly challenge: Uint8Array },
  data: Uint8Array,
): InnerEnd {
  const user = userNamed(users, name);
  const expected = createHash('md5')
    .update(Uint8Array.of(identifier))
    .update(user?.password ?? '')
    .update(challenge)
    .digest();
  const isRight = data[0] === DIGEST && sameOctets(expected, data.subarray(1, 1 + DIGEST));
  return { kind: 'end', isProven: user !== undefined && isRight, name };
}
