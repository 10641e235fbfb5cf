import { uint16At } from '../frames/addresses.ts';

/** Octets of an SNTP message without authentication (RFC 4330 section 4). */
export const SNTP_LENGTH = 48;

/** Octets of the timestamp that a server copies from the request into its reply. */
export const COOKIE_LENGTH = 8;

/** Seconds from 1900, where NTP's era 0 begins, to 1970. */
const SECONDS_1900_TO_1970 = 2_208_988_800;

const ERA_SECONDS = 2 ** 32;

/** A server's reply, times in milliseconds since 1970. */
export interface SntpReply {
  /** 3: the server's own clock is not set. */
  readonly leap: number;
  readonly version: number;
  /** 4: a server's reply to one client. */
  readonly mode: number;
  /** 1 primary, 2..15 secondary, 0 a refusal ("kiss-o'-death"). */
  readonly stratum: number;
  /** The source of the server's time, or the code of a refusal ("RATE"), where it is text. */
  readonly reference: string;
  /** The transmit timestamp of the request. */
  readonly cookie: Uint8Array;
  readonly received: number;
  readonly transmitted: number;
}

/**
 * Writes a request of version 4. `cookie`, eight unpredictable octets, replaces the client's time: the server returns
 * it, which proves that it saw the request, and the network learns nothing of the client's clock.
 */
export function buildSntpRequest(cookie: Uint8Array): Uint8Array {
  const octets = new Uint8Array(SNTP_LENGTH);
  octets[0] = (4 << 3) | 3;
  octets.set(cookie.subarray(0, COOKIE_LENGTH), 40);
  return octets;
}

/** Reads a reply; undefined where the datagram is shorter than one. */
export function parseSntpReply(octets: Uint8Array): SntpReply | undefined {
  if (octets.length < SNTP_LENGTH) return undefined;
  const first = octets[0] ?? 0;
  return {
    leap: first >>> 6,
    version: (first >>> 3) & 7,
    mode: first & 7,
    stratum: octets[1] ?? 0,
    reference: Array.from(octets.subarray(12, 16), (octet) =>
      octet > 0x20 && octet < 0x7f ? String.fromCharCode(octet) : '',
    ).join(''),
    cookie: octets.slice(24, 32),
    received: millisecondsAt(octets, 32),
    transmitted: millisecondsAt(octets, 40),
  };
}

/**
 * A timestamp of 32 bits of seconds and 32 of fraction, as milliseconds since 1970. With the top bit set it counts from
 * 1900, else from 2036 (RFC 4330 section 3), which distinguishes the two eras until 2104.
 */
function millisecondsAt(octets: Uint8Array, offset: number): number {
  const seconds = uint32At(octets, offset);
  const era = seconds >= ERA_SECONDS / 2 ? 0 : ERA_SECONDS;
  return (seconds + era - SECONDS_1900_TO_1970) * 1000 + (uint32At(octets, offset + 4) * 1000) / ERA_SECONDS;
}

/** Writes milliseconds since 1970 as a timestamp at `offset`. */
export function putTimestamp(octets: Uint8Array, offset: number, milliseconds: number): void {
  const whole = Math.floor(milliseconds / 1000);
  const view = new DataView(octets.buffer, octets.byteOffset);
  view.setUint32(offset, (whole + SECONDS_1900_TO_1970) % ERA_SECONDS);
  view.setUint32(offset + 4, Math.floor(((milliseconds - whole * 1000) / 1000) * ERA_SECONDS));
}

function uint32At(octets: Uint8Array, offset: number): number {
  return uint16At(octets, offset) * 0x1_0000 + uint16At(octets, offset + 2);
}
