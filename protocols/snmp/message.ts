import { BerError, BerReader, BerWriter, Tag } from './ber.ts';
import { type Pdu, PduKind, readPdu, type TrapV1, writePdu } from './pdu.ts';

/** The version numbers of messages (RFC 3411 snmpMessageProcessingModel). */
export const Version = { v1: 0, v2c: 1, v3: 3 } as const;

/** A message of version 1 or 2c (RFC 1157, RFC 1901). */
export interface CommunityMessage {
  readonly version: typeof Version.v1 | typeof Version.v2c;
  readonly community: Uint8Array;
  readonly pdu: Pdu | TrapV1;
}

/** A message of version 3 before its security is looked at (RFC 3412 section 6, RFC 3414 section 2.4). */
export interface SecureMessage {
  readonly version: typeof Version.v3;
  readonly messageId: number;
  /** Octets that the sender takes at most. */
  readonly maximumSize: number;
  readonly isAuthenticated: boolean;
  readonly isPrivate: boolean;
  /** Whether the sender wants to be notified why a message is not accepted. */
  readonly isReportable: boolean;
  readonly securityModel: number;
  readonly engineId: Uint8Array;
  readonly boots: number;
  readonly time: number;
  readonly user: Uint8Array;
  /** A slice of the message itself. */
  readonly authentication: Uint8Array;
  readonly privacy: Uint8Array;
  /** The scoped PDU in BER, or encrypted. */
  readonly scoped: Uint8Array;
}

/** Context of a version 3 PDU (RFC 3412 section 6.8). */
export interface ScopedPdu {
  readonly contextEngineId: Uint8Array;
  readonly contextName: Uint8Array;
  readonly pdu: Pdu;
}

/** The message was well formed but of another version. */
export class WrongVersion extends Error {}

/** The security model of RFC 3414. */
export const USM = 3;

/** Octets of a name or community at most. */
const NAME_MAXIMUM = 255;

/** Reads a message whole. Throws a `BerError` where it is none, a `WrongVersion` where it is of another version. */
export function readMessage(octets: Uint8Array): CommunityMessage | SecureMessage {
  const outer = new BerReader(octets);
  const message = outer.enter(Tag.sequence);
  outer.end();
  const version = message.integer();
  if (version === Version.v3) return readSecure(message);
  if (version !== Version.v1 && version !== Version.v2c) throw new WrongVersion();
  const community = short(message.content(Tag.octetString), NAME_MAXIMUM);
  const pdu = readPdu(message);
  message.end();
  const isOfVersion1: boolean = pdu.kind <= PduKind.trapV1;
  if (version === Version.v1 ? !isOfVersion1 : pdu.kind === PduKind.trapV1 || pdu.kind === PduKind.report) {
    throw new BerError('a PDU of another version');
  }
  return { version, community, pdu };
}

function readSecure(message: BerReader): SecureMessage {
  const header = message.enter(Tag.sequence);
  const messageId = notNegative(header.integer());
  const maximumSize = header.integer();
  if (maximumSize < 484) throw new BerError('a maximum size below 484');
  const flags = header.content(Tag.octetString);
  if (flags.length !== 1) throw new BerError('flags of a wrong length');
  const [bits = 0] = flags;
  const securityModel = header.integer();
  header.end();
  const parameters = message.content(Tag.octetString);
  const from = parameters.byteOffset - message.octets.byteOffset;
  const outer = new BerReader(message.octets, from, from + parameters.length);
  const security = outer.enter(Tag.sequence);
  outer.end();
  const engineId = short(security.content(Tag.octetString), 32);
  const boots = notNegative(security.integer());
  const time = notNegative(security.integer());
  const user = short(security.content(Tag.octetString), 32);
  const authentication = security.content(Tag.octetString);
  const privacy = security.content(Tag.octetString);
  security.end();
  const isPrivate = (bits & 2) !== 0;
  const start = message.position;
  const scoped = isPrivate ? message.content(Tag.octetString) : plainScope(message, start);
  message.end();
  return {
    version: Version.v3,
    messageId,
    maximumSize,
    isAuthenticated: (bits & 1) !== 0,
    isPrivate,
    isReportable: (bits & 4) !== 0,
    securityModel,
    engineId,
    boots,
    time,
    user,
    authentication,
    privacy,
    scoped,
  };
}

function plainScope(message: BerReader, start: number): Uint8Array {
  message.enter(Tag.sequence);
  return message.octets.subarray(start, message.position);
}

/** Reads a scoped PDU, decrypted. Padding of the encryption is ignored. Throws a `BerError`. */
export function readScoped(octets: Uint8Array): ScopedPdu {
  const scope = new BerReader(octets).enter(Tag.sequence);
  const contextEngineId = short(scope.content(Tag.octetString), 32);
  const contextName = short(scope.content(Tag.octetString), 32);
  const pdu = readPdu(scope);
  scope.end();
  if (pdu.kind === PduKind.trapV1) throw new BerError('a PDU of another version');
  return { contextEngineId, contextName, pdu };
}

/** A message of version 1 or 2c in BER. */
export function writeCommunityMessage({ version, community, pdu }: CommunityMessage): Uint8Array {
  const writer = new BerWriter();
  writePdu(writer, pdu);
  writer.octetString(community);
  writer.integer(version);
  writer.wrap(Tag.sequence, 0);
  return writer.finish();
}

/** A scoped PDU in BER. */
export function writeScoped({ contextEngineId, contextName, pdu }: ScopedPdu): Uint8Array {
  const writer = new BerWriter();
  writePdu(writer, pdu);
  writer.octetString(contextName);
  writer.octetString(contextEngineId);
  writer.wrap(Tag.sequence, 0);
  return writer.finish();
}

/** A version 3 message in BER, and the position of its authentication, which is filled in over the whole. */
export function writeSecureMessage(message: Omit<SecureMessage, 'version'>): {
  readonly octets: Uint8Array;
  readonly authenticationAt: number;
} {
  const writer = new BerWriter();
  if (message.isPrivate) writer.octetString(message.scoped);
  else writer.bytes(message.scoped);
  const behind = writer.size;
  writer.octetString(message.privacy);
  const beforePrivacy = writer.size;
  writer.octetString(message.authentication);
  writer.octetString(message.user);
  writer.integer(message.time);
  writer.integer(message.boots);
  writer.octetString(message.engineId);
  writer.wrap(Tag.sequence, behind);
  writer.wrap(Tag.octetString, behind);
  const beforeSecurity = writer.size;
  writer.integer(message.securityModel);
  const bits = (message.isAuthenticated ? 1 : 0) | (message.isPrivate ? 2 : 0) | (message.isReportable ? 4 : 0);
  writer.octetString(Uint8Array.of(bits));
  writer.integer(message.maximumSize);
  writer.integer(message.messageId);
  writer.wrap(Tag.sequence, beforeSecurity);
  writer.integer(Version.v3);
  writer.wrap(Tag.sequence, 0);
  const octets = writer.finish();
  return { octets, authenticationAt: octets.length - beforePrivacy - message.authentication.length };
}

function short(octets: Uint8Array, maximum: number): Uint8Array {
  if (octets.length > maximum) throw new BerError('a name that is too long');
  return octets;
}

function notNegative(number: number): number {
  if (number < 0) throw new BerError('a negative number');
  return number;
}
