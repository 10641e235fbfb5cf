import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Code of a packet (RFC 2865 3, RFC 2866 3). */
export const RadiusCode = {
  accessRequest: 1,
  accessAccept: 2,
  accessReject: 3,
  accountingRequest: 4,
  accountingResponse: 5,
  accessChallenge: 11,
} as const;

/** Attributes that are used here (RFC 2865 5, RFC 2866 5, RFC 2868 3, RFC 2869 5, RFC 3162 2). */
export const Attribute = {
  userName: 1,
  userPassword: 2,
  nasIpAddress: 4,
  nasPort: 5,
  serviceType: 6,
  framedMtu: 12,
  state: 24,
  class: 25,
  sessionTimeout: 27,
  terminationAction: 29,
  calledStationId: 30,
  callingStationId: 31,
  nasIdentifier: 32,
  acctStatusType: 40,
  acctDelayTime: 41,
  acctInputOctets: 42,
  acctOutputOctets: 43,
  acctSessionId: 44,
  acctAuthentic: 45,
  acctSessionTime: 46,
  acctInputPackets: 47,
  acctOutputPackets: 48,
  acctTerminateCause: 49,
  acctInputGigawords: 52,
  acctOutputGigawords: 53,
  nasPortType: 61,
  tunnelType: 64,
  tunnelMediumType: 65,
  eapMessage: 79,
  messageAuthenticator: 80,
  tunnelPrivateGroupId: 81,
  acctInterimInterval: 85,
  nasPortId: 87,
  nasIpv6Address: 95,
} as const;

/** One attribute: its type and up to 253 octets. */
export interface RadiusAttribute {
  readonly type: number;
  readonly value: Uint8Array;
}

/** A packet taken apart. */
export interface RadiusPacket {
  readonly code: number;
  readonly identifier: number;
  /** 16 octets. */
  readonly authenticator: Uint8Array;
  readonly attributes: readonly RadiusAttribute[];
}

const HEADER = 20;
const PACKET_MAXIMUM = 4096;
const VALUE_MAXIMUM = 253;
const DIGEST = 16;
const PASSWORD_MAXIMUM = 128;

/** Takes a packet apart; undefined for what is none (RFC 2865 3: octets beyond its length are padding). */
export function parseRadius(given: Uint8Array): RadiusPacket | undefined {
  if (given.length < HEADER) return undefined;
  // A Buffer's slices would share its memory.
  const octets = new Uint8Array(given);
  const view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
  const length = view.getUint16(2);
  if (length < HEADER || length > octets.length || length > PACKET_MAXIMUM) return undefined;
  const attributes: RadiusAttribute[] = [];
  for (let at = HEADER; at < length; ) {
    const size = at + 2 <= length ? view.getUint8(at + 1) : 0;
    if (size < 2 || at + size > length) return undefined;
    attributes.push({ type: view.getUint8(at), value: octets.slice(at + 2, at + size) });
    at += size;
  }
  return { code: view.getUint8(0), identifier: view.getUint8(1), authenticator: octets.slice(4, HEADER), attributes };
}

/** Puts a packet together as it is. Throws a `RangeError` where it is longer than 4096 octets. */
export function buildRadius({ code, identifier, authenticator, attributes }: RadiusPacket): Uint8Array {
  const length = attributes.reduce((sum, { value }) => sum + 2 + value.length, HEADER);
  if (length > PACKET_MAXIMUM) throw new RangeError('The packet is too long.');
  const octets = new Uint8Array(length);
  octets.set([code, identifier, length >>> 8, length & 0xff]);
  octets.set(authenticator, 4);
  let at = HEADER;
  for (const { type, value } of attributes) {
    octets.set([type, value.length + 2], at);
    octets.set(value, at + 2);
    at += value.length + 2;
  }
  return octets;
}

/** Whether attributes go into one request, of either kind. */
export function fitsRequest(attributes: readonly RadiusAttribute[]): boolean {
  const length = attributes.reduce((sum, { value }) => sum + 2 + value.length, HEADER + 2 + DIGEST);
  return length <= PACKET_MAXIMUM && attributes.every(({ value }) => value.length <= VALUE_MAXIMUM);
}

/**
 * An Access-Request. A Message-Authenticator comes first, whatever else it carries (RFC 3579 3.2): without one a forger
 * could turn a reject into an accept.
 * @param authenticator 16 unpredictable octets.
 */
export function buildAccessRequest(
  identifier: number,
  authenticator: Uint8Array,
  attributes: readonly RadiusAttribute[],
  secret: string,
): Uint8Array {
  const empty = { type: Attribute.messageAuthenticator, value: new Uint8Array(DIGEST) };
  const octets = buildRadius({
    code: RadiusCode.accessRequest,
    identifier,
    authenticator,
    attributes: [empty, ...attributes],
  });
  octets.set(createHmac('md5', secret).update(octets).digest(), HEADER + 2);
  return octets;
}

/** A record for accounting, signed as RFC 2866 3 says. */
export function buildAccountingRequest(
  identifier: number,
  attributes: readonly RadiusAttribute[],
  secret: string,
): Uint8Array {
  const code = RadiusCode.accountingRequest;
  const octets = buildRadius({ code, identifier, authenticator: new Uint8Array(DIGEST), attributes });
  octets.set(createHash('md5').update(octets).update(secret).digest(), 4);
  return octets;
}

/** Meaning of a datagram for the request. */
export type Verdict =
  | { readonly kind: 'answer'; readonly packet: RadiusPacket }
  /** No packet at all, or one whose attributes cannot be. */
  | { readonly kind: 'malformed' }
  /** Not signed by who has the secret. */
  | { readonly kind: 'badAuthenticator' }
  /** Of a kind that answers no such request. */
  | { readonly kind: 'unknownType' };

const answersTo: Readonly<Record<number, readonly number[]>> = {
  [RadiusCode.accessRequest]: [RadiusCode.accessAccept, RadiusCode.accessReject, RadiusCode.accessChallenge],
  [RadiusCode.accountingRequest]: [RadiusCode.accountingResponse],
};

/**
 * Judges a response to `request`. For an Access-Request only one with a valid Message-Authenticator counts: the
 * Response Authenticator by itself can be forged by a collision of MD5 (CVE-2024-3596).
 * @param octets with the identifier of the request.
 */
export function judgeAnswer(octets: Uint8Array, request: Uint8Array, secret: string): Verdict {
  const packet = parseRadius(octets);
  if (!packet) return { kind: 'malformed' };
  const asked = request[0] ?? 0;
  if (!answersTo[asked]?.includes(packet.code)) return { kind: 'unknownType' };
  const length = ((octets[2] ?? 0) << 8) | (octets[3] ?? 0);
  const signed = new Uint8Array(octets).slice(0, length);
  signed.set(request.subarray(4, HEADER), 4);
  const expected = createHash('md5').update(signed).update(secret).digest();
  if (!timingSafeEqual(expected, packet.authenticator)) return { kind: 'badAuthenticator' };
  const isSigned = signatureFits(signed, packet.attributes, secret);
  if (isSigned === 'malformed') return { kind: 'malformed' };
  const isNeeded = asked === RadiusCode.accessRequest;
  return isSigned || (isSigned === undefined && !isNeeded) ? { kind: 'answer', packet } : { kind: 'badAuthenticator' };
}

/** Whether the Message-Authenticator is right; undefined where there is none. `octets` have the request's authenticator. */
function signatureFits(
  octets: Uint8Array,
  attributes: readonly RadiusAttribute[],
  secret: string,
): boolean | undefined | 'malformed' {
  const present = attributes.filter(({ type }) => type === Attribute.messageAuthenticator);
  const [given] = present;
  if (!given) return undefined;
  if (present.length > 1 || given.value.length !== DIGEST) return 'malformed';
  const before = attributes.slice(0, attributes.indexOf(given));
  const at = before.reduce((sum, { value }) => sum + 2 + value.length, HEADER) + 2;
  const blank = octets.slice();
  blank.fill(0, at, at + DIGEST);
  return timingSafeEqual(createHmac('md5', secret).update(blank).digest(), given.value);
}

/** A text in UTF-8; one that is too long is cut short. */
export function textAttribute(type: number, text: string): RadiusAttribute {
  return { type, value: new TextEncoder().encode(text).slice(0, VALUE_MAXIMUM) };
}

/** A number of 32 bits. */
export function numberAttribute(type: number, value: number): RadiusAttribute {
  const octets = new Uint8Array(4);
  new DataView(octets.buffer).setUint32(0, value);
  return { type, value: octets };
}

/** As many attributes as `value` needs, in order (RFC 3579 3.1). */
export function longAttribute(type: number, value: Uint8Array): RadiusAttribute[] {
  const parts: RadiusAttribute[] = [];
  for (let at = 0; at < value.length; at += VALUE_MAXIMUM) {
    parts.push({ type, value: value.slice(at, at + VALUE_MAXIMUM) });
  }
  return parts;
}

/** A password as it goes over the wire (RFC 2865 5.2). Up to 128 octets; undefined for a longer one. */
export function hiddenPassword(
  password: string,
  authenticator: Uint8Array,
  secret: string,
): RadiusAttribute | undefined {
  const plain = new TextEncoder().encode(password);
  if (plain.length > PASSWORD_MAXIMUM) return undefined;
  const hidden = new Uint8Array(Math.max(DIGEST, Math.ceil(plain.length / DIGEST) * DIGEST));
  hidden.set(plain);
  let previous = authenticator;
  for (let at = 0; at < hidden.length; at += DIGEST) {
    const key = createHash('md5').update(secret).update(previous).digest();
    for (let index = 0; index < DIGEST; index += 1) hidden[at + index] = (hidden[at + index] ?? 0) ^ (key[index] ?? 0);
    previous = hidden.slice(at, at + DIGEST);
  }
  return { type: Attribute.userPassword, value: hidden };
}

/** The octets of all attributes of a type, one behind the other; undefined where there is none. */
export function octetsOf({ attributes }: RadiusPacket, type: number): Uint8Array | undefined {
  const parts = attributes.filter((one) => one.type === type).map(({ value }) => value);
  return parts.length === 0 ? undefined : Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The first attribute of a type as a number of 32 bits; undefined where there is none of that length. */
export function numberOf({ attributes }: RadiusPacket, type: number): number | undefined {
  const value = attributes.find((one) => one.type === type)?.value;
  return value?.length === 4 ? new DataView(value.buffer, value.byteOffset, 4).getUint32(0) : undefined;
}
