/** Kind of an EAP packet (RFC 3748 4). */
export const EapCode = { request: 1, response: 2, success: 3, failure: 4 } as const;

/** Methods that are used here (RFC 3748 5), with the numbers that IANA registered. */
export const EapType = {
  identity: 1,
  nak: 3,
  md5Challenge: 4,
  ttls: 21,
  peap: 25,
  msChapV2: 26,
  extensions: 33,
} as const;

/** A packet taken apart. */
export interface EapPacket {
  readonly code: number;
  readonly identifier: number;
  /** Of a request or a response; 0 of a success or a failure, which have none. */
  readonly type: number;
  /** The content behind the type. */
  readonly data: Uint8Array;
  /** The packet itself, without padding. */
  readonly octets: Uint8Array;
}

const HEADER = 4;

/** Takes a packet apart; undefined for what is none (RFC 3748 4: octets beyond its length are padding). */
export function parseEap(octets: Uint8Array): EapPacket | undefined {
  if (octets.length < HEADER) return undefined;
  const [code = 0, identifier = 0, high = 0, low = 0, type = 0] = octets;
  const length = (high << 8) | low;
  if (length < HEADER || length > octets.length) return undefined;
  const whole = octets.slice(0, length);
  if (code === EapCode.request || code === EapCode.response) {
    if (length === HEADER) return undefined;
    return { code, identifier, type, data: whole.slice(HEADER + 1), octets: whole };
  }
  const isOutcome = (code === EapCode.success || code === EapCode.failure) && length === HEADER;
  return isOutcome ? { code, identifier, type: 0, data: new Uint8Array(), octets: whole } : undefined;
}

/** A request or a response of a method. */
export function buildEap(
  code: number,
  identifier: number,
  type: number,
  data: Uint8Array = new Uint8Array(),
): Uint8Array {
  const length = HEADER + 1 + data.length;
  return Uint8Array.from([code, identifier, length >>> 8, length & 0xff, type, ...data]);
}

/** A success or a failure. */
export function buildEapOutcome(code: number, identifier: number): Uint8Array {
  return Uint8Array.from([code, identifier, 0, HEADER]);
}
