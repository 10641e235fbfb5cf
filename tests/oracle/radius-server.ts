import { createHash, createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { PASSWORD, USERS } from './pools.ts';

/** Where a switch asks who a station is. */
export interface RadiusPlace {
  readonly address: string;
  readonly port: number;
  readonly key: string;
}

interface RadiusServer extends RadiusPlace {
  close(): Promise<void>;
}

const KEY = 'between-the-two';
const ACCEPT = 2;
const REJECT = 3;
const CHALLENGE = 11;
const STATE = 24;
const TUNNEL_TYPE = 64;
const TUNNEL_MEDIUM = 65;
const EAP_MESSAGE = 79;
const MESSAGE_AUTHENTICATOR = 80;
const TUNNEL_GROUP = 81;
const VLAN = 13;
const IEEE_802 = 6;
const IDENTITY = 1;
const MD5 = 4;
const SALT = 'sixteen octets !';

type Attribute = readonly [type: number, value: readonly number[]];

/**
 * A RADIUS server (RFC 2865, RFC 3579) that lets the users of the pool in by EAP-MD5, each into his VLAN (RFC 3580 3.31); undefined
 * where the host has no address but loopback ones, which no server of a switch has.
 */
export async function startRadiusServer(): Promise<RadiusServer | undefined> {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const address = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (address === undefined) return undefined;
  const socket = createSocket('udp4');
  socket.on('message', (request, from) => {
    const answer = answerTo(request);
    if (answer) socket.send(answer, from.port, from.address);
  });
  socket.bind(0, address);
  await once(socket, 'listening');
  const { port } = socket.address();
  return { address, port, key: KEY, close: () => new Promise((resolve) => socket.close(() => resolve())) };
}

function answerTo(request: Buffer): Buffer | undefined {
  const said = attributesOf(request);
  const eap = said.filter(([type]) => type === EAP_MESSAGE).flatMap(([, value]) => value);
  const [, identifier = 0, , , type] = eap;
  if (type === IDENTITY) {
    const user = Buffer.from(eap.slice(5)).toString();
    const challenge = [...Buffer.from(SALT)];
    const asked = eapOf(1, identifier + 1, [MD5, challenge.length, ...challenge]);
    return reply(request, CHALLENGE, [[STATE, [...Buffer.from(user)]], asked]);
  }
  const user = USERS.find((one) => one.user === stateOf(said));
  const right = createHash('md5').update(Uint8Array.of(identifier)).update(PASSWORD).update(SALT).digest();
  const isRight = type === MD5 && Buffer.compare(Buffer.from(eap.slice(6, 22)), right) === 0;
  if (!user || !isRight) return reply(request, REJECT, [eapOf(4, identifier, [])]);
  const tunnel: readonly Attribute[] = [
    [TUNNEL_TYPE, [1, 0, 0, VLAN]],
    [TUNNEL_MEDIUM, [1, 0, 0, IEEE_802]],
    [TUNNEL_GROUP, [1, ...Buffer.from(`${user.vlan}`)]],
  ];
  return reply(request, ACCEPT, [...(user.vlan === 0 ? [] : tunnel), eapOf(3, identifier, [])]);
}

const stateOf = (said: readonly Attribute[]) =>
  Buffer.from(said.find(([type]) => type === STATE)?.[1] ?? []).toString();

function eapOf(code: number, identifier: number, data: readonly number[]): Attribute {
  return [EAP_MESSAGE, [code, identifier & 255, 0, data.length + 4, ...data]];
}

function attributesOf(packet: Buffer): Attribute[] {
  const found: Attribute[] = [];
  for (let at = 20; at + 2 <= packet.length; at += packet[at + 1] || 2) {
    found.push([packet[at] ?? 0, [...packet.subarray(at + 2, at + (packet[at + 1] ?? 2))]]);
  }
  return found;
}

function reply(request: Buffer, code: number, attributes: readonly Attribute[]): Buffer {
  const signature: Attribute = [MESSAGE_AUTHENTICATOR, Array<number>(16).fill(0)];
  const body = [...attributes, signature].flatMap(([type, value]) => [type, value.length + 2, ...value]);
  const length = body.length + 20;
  const packet = Buffer.from([code, request[1] ?? 0, length >> 8, length & 255, ...request.subarray(4, 20), ...body]);
  packet.set(createHmac('md5', KEY).update(packet).digest(), length - 16);
  packet.set(createHash('md5').update(packet).update(KEY).digest(), 4);
  return packet;
}
