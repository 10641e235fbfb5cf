import { createHash } from 'node:crypto';

/** TAC_PLUS_MAJOR_VER 12, with the minor version of PAP or of the default (RFC 8907 4.1). */
const VERSION_DEFAULT = 0xc0;
const VERSION_ONE = 0xc1;

/** Type of a packet (RFC 8907 4.1). */
export const PacketType = { authentication: 1, authorization: 2 } as const;
/** Of the flags: the body is not obfuscated; several sessions may share the connection. */
export const Flag = { unencrypted: 0x01, singleConnect: 0x04 } as const;

const HEADER = 12;
/** A body that is longer than this is none that a login needs. */
const BODY_MAXIMUM = 65_535;

/** A packet (RFC 8907 4.1), its body as it is once the obfuscation is off. */
export interface TacacsPacket {
  readonly type: number;
  readonly version: number;
  readonly sequence: number;
  readonly flags: number;
  readonly session: number;
  readonly body: Uint8Array;
}

/** Status of an authentication (RFC 8907 5.2). */
export const ReplyStatus = {
  pass: 1,
  fail: 2,
  getData: 3,
  getUser: 4,
  getPassword: 5,
  restart: 6,
  error: 7,
  follow: 0x21,
} as const;

/** A server's reply (RFC 8907 5.2). */
export interface TacacsReply {
  readonly status: number;
  readonly message: string;
}

/** Octets that the packet at the beginning of `octets` has; undefined where its header is not there yet, or is none. */
export function packetLength(octets: Uint8Array): number | 'tooShort' | 'malformed' {
  if (octets.length < HEADER) return 'tooShort';
  const length = new DataView(octets.buffer, octets.byteOffset).getUint32(8);
  return length > BODY_MAXIMUM ? 'malformed' : HEADER + length;
}

/** Reads a whole packet; undefined for what is of another type, or is not obfuscated (RFC 8907 4.5 forbids that). */
export function parseTacacs(octets: Uint8Array, key: string): TacacsPacket | undefined {
  const length = packetLength(octets);
  if (typeof length !== 'number' || octets.length !== length) return undefined;
  const view = new DataView(octets.buffer, octets.byteOffset);
  const [version = 0, type = 0, sequence = 0, flags = 0] = octets;
  const isKnown = type === PacketType.authentication || type === PacketType.authorization;
  if (version >> 4 !== VERSION_DEFAULT >> 4 || !isKnown || (flags & Flag.unencrypted) !== 0) return undefined;
  const session = view.getUint32(4);
  const body = obfuscated(octets.subarray(HEADER), { version, sequence, session }, key);
  return { type, version, sequence, flags, session, body };
}

/** Puts a packet together, its body obfuscated with the key that is shared (RFC 8907 4.5). */
export function buildTacacs({ type, version, sequence, flags, session, body }: TacacsPacket, key: string): Uint8Array {
  const octets = new Uint8Array(HEADER + body.length);
  octets.set([version, type, sequence, flags]);
  const view = new DataView(octets.buffer);
  view.setUint32(4, session);
  view.setUint32(8, body.length);
  octets.set(obfuscated(body, { version, sequence, session }, key), HEADER);
  return octets;
}

/** The next expected packet of a session. */
interface Expected {
  readonly type: number;
  readonly session: number;
  /** Of the last packet that was sent. */
  readonly sequence: number;
}

/** Takes the next packet of a session from what came so far; malformed is also what another key makes of one. */
export function nextPacket(
  received: Uint8Array,
  { type, session, sequence }: Expected,
  key: string,
): { readonly packet: TacacsPacket; readonly rest: Uint8Array } | 'tooShort' | 'malformed' {
  const length = packetLength(received);
  if (typeof length !== 'number') return length;
  if (received.length < length) return 'tooShort';
  const packet = parseTacacs(received.slice(0, length), key);
  const isExpected = packet?.type === type && packet.session === session && packet.sequence === sequence + 1;
  return isExpected ? { packet, rest: received.slice(length) } : 'malformed';
}

/** How somebody is asked to prove himself. */
export type LoginKind = 'pap' | 'ascii';

/** The version of the packets of a login (RFC 8907 5.4.1). */
export function versionOf(kind: LoginKind): number {
  return kind === 'pap' ? VERSION_ONE : VERSION_DEFAULT;
}

/** The user of a login, and the source. */
export interface TacacsUser {
  readonly name: string;
  readonly password: string;
  /** The line that he came by, and his address. */
  readonly port: string;
  readonly remoteAddress: string;
}

const LOGIN = 1;
/** The privilege of an administrator (RFC 8907 9). */
export const PRIVILEGE_MAXIMUM = 15;
const ASCII = 1;
const PAP = 2;
const SERVICE_LOGIN = 1;
const FIELD_MAXIMUM = 255;

/** The body of START (RFC 8907 5.1); undefined where a field is longer than its length can say. */
export function startBody(
  kind: LoginKind,
  { name, password, port, remoteAddress }: TacacsUser,
): Uint8Array | undefined {
  const encoder = new TextEncoder();
  const data = kind === 'pap' ? password : '';
  const fields = [name, port, remoteAddress, data].map((text) => encoder.encode(text));
  if (fields.some(({ length }) => length > FIELD_MAXIMUM)) return undefined;
  return Uint8Array.from([
    LOGIN,
    PRIVILEGE_MAXIMUM,
    authenticationType(kind),
    SERVICE_LOGIN,
    ...fields.map(({ length }) => length),
    ...fields.flatMap((field) => [...field]),
  ]);
}

/** The method that TACACS+ itself is, of authorization (RFC 8907 6.1). */
const METHOD_TACACS = 6;

/** The body of REQUEST (RFC 8907 6.1) for one who proved himself; undefined where a field is longer than its length can say. */
export function authorizationBody(
  kind: LoginKind,
  { name, port, remoteAddress }: TacacsUser,
  asked: readonly string[],
): Uint8Array | undefined {
  const encoder = new TextEncoder();
  const fields = [name, port, remoteAddress].map((text) => encoder.encode(text));
  const args = asked.map((text) => encoder.encode(text));
  if ([...fields, ...args].some(({ length }) => length > FIELD_MAXIMUM)) return undefined;
  return Uint8Array.from([
    METHOD_TACACS,
    PRIVILEGE_MAXIMUM,
    authenticationType(kind),
    SERVICE_LOGIN,
    ...fields.map(({ length }) => length),
    args.length,
    ...args.map(({ length }) => length),
    ...[...fields, ...args].flatMap((field) => [...field]),
  ]);
}

function authenticationType(kind: LoginKind): number {
  return kind === 'pap' ? PAP : ASCII;
}

/** The body of CONTINUE with what was asked for (RFC 8907 5.3). */
export function continueBody(text: string): Uint8Array {
  const message = new TextEncoder().encode(text);
  return Uint8Array.from([message.length >>> 8, message.length & 0xff, 0, 0, 0, ...message]);
}

/** Reads the body of REPLY (RFC 8907 5.2); undefined for what is none, which is what a wrong key makes of one. */
export function readReply(body: Uint8Array): TacacsReply | undefined {
  if (body.length < 6) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const messageLength = view.getUint16(2);
  if (6 + messageLength + view.getUint16(4) !== body.length) return undefined;
  const message = new TextDecoder().decode(body.subarray(6, 6 + messageLength));
  return { status: view.getUint8(0), message };
}

/** A server's decision on authorization (RFC 8907 6.2). */
export const AuthorizationStatus = { passAdd: 0x01, passReplace: 0x02, fail: 0x10, error: 0x11, follow: 0x21 } as const;

/** Reads the body of an authorization's reply (RFC 8907 6.2); undefined for what is none. */
export function readAuthorization(
  body: Uint8Array,
): { readonly status: number; readonly arguments: readonly string[] } | undefined {
  if (body.length < 6) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const count = view.getUint8(1);
  const lengths = body.subarray(6, 6 + count);
  let at = 6 + count + view.getUint16(2) + view.getUint16(4);
  if (lengths.length !== count || lengths.reduce((sum, length) => sum + length, at) !== body.length) return undefined;
  const decoder = new TextDecoder();
  const given = [...lengths].map((length) => {
    at += length;
    return decoder.decode(body.subarray(at - length, at));
  });
  return { status: view.getUint8(0), arguments: given };
}

/** Puts the pseudo-random pad on, or takes it off. */
function obfuscated(
  body: Uint8Array,
  { version, sequence, session }: Pick<TacacsPacket, 'version' | 'sequence' | 'session'>,
  key: string,
): Uint8Array {
  const id = new Uint8Array(4);
  new DataView(id.buffer).setUint32(0, session);
  const result = Uint8Array.from(body);
  let pad = new Uint8Array();
  for (let at = 0; at < body.length; at += pad.length) {
    const hash = createHash('md5').update(id).update(key).update(Uint8Array.of(version, sequence)).update(pad);
    pad = new Uint8Array(hash.digest());
    for (let index = 0; index < pad.length && at + index < body.length; index += 1) {
      result[at + index] = (result[at + index] ?? 0) ^ (pad[index] ?? 0);
    }
  }
  return result;
}
