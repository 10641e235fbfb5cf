import { formatDateTime, parseDateTime } from '../values/date-time.ts';
import { formatIpv4, parseIpv4 } from '../values/ipv4.ts';
import { formatIpv6, parseIpv6 } from '../values/ipv6.ts';
import { parseMac } from '../values/mac.ts';
import { formatPortList, parsePortList } from '../values/port-list.ts';
import { formatVlanList, parseVlanList } from '../values/vlan-list.ts';
import type { Value } from '../wire/call.ts';

/** The base types of RFC 2578 that values travel as. */
type MibType =
  | 'Integer32'
  | 'Unsigned32'
  | 'Counter32'
  | 'Counter64'
  | 'TimeTicks'
  | 'OctetString'
  | 'IpAddress'
  | 'ObjectIdentifier';

/** A value of a MIB column: numbers, 64-bit numbers, object identifiers as "1.3.6.1", octets. */
export type MibValue = number | bigint | string | Uint8Array;

/** Representation of a kind of values in a MIB. */
export interface MibSyntax {
  readonly type: MibType;
  /** Octets of a fixed length: such a value is in an index without its length (RFC 2578 7.7). */
  readonly length?: number;
  /** The canonical value of a field. */
  encode(value: Value): MibValue;
  /** The value that the field reads then; undefined for one of another type or form. */
  decode(value: MibValue): Value | undefined;
}

const wholeNumber = (value: MibValue) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined);

/** Numbers, and enumerations by their number. A number that exceeds 32 bits is reported as the limit. */
export const integer32: MibSyntax = {
  type: 'Integer32',
  encode: (value) => Math.min(2 ** 31 - 1, Math.max(-(2 ** 31), Math.round(Number(value)))),
  decode: wholeNumber,
};

/** Numbers that are never negative: Gauge32, InterfaceIndex, VlanId. */
export const unsigned32: MibSyntax = {
  type: 'Unsigned32',
  encode: (value) => Math.min(2 ** 32 - 1, Math.max(0, Math.round(Number(value)))),
  decode: (value) => (typeof value === 'number' && value >= 0 ? wholeNumber(value) : undefined),
};

/** Hundredths of a second; they wrap after 497 days (RFC 2578 7.1.8). */
export const timeTicks: MibSyntax = { ...unsigned32, type: 'TimeTicks', encode: (value) => Number(value) % 2 ** 32 };

/** A counter that no number holds, as decimal text in the configuration. */
export const counter64: MibSyntax = {
  type: 'Counter64',
  encode: (value) => BigInt(value),
  decode: (value) => (typeof value === 'bigint' ? String(value) : undefined),
};

/** The low 32 bits of a 64-bit counter, for standards that have only those; read-only. */
export const counter32: MibSyntax = {
  type: 'Counter32',
  // Arithmetic of large numbers is slow, and 15 digits need none.
  encode: (value) => (String(value).length <= 15 ? Number(value) % 2 ** 32 : Number(BigInt(value) % 2n ** 32n)),
  decode: (value) => (typeof value === 'number' ? String(value) : undefined),
};

/**
 * A number that the standard counts in a unit so many times ours: watts of milliwatts. A fraction of ours is no value.
 */
export function scaled(times: number, base: MibSyntax = unsigned32): MibSyntax {
  return {
    ...base,
    encode: (value) => base.encode(Number(value) / times),
    decode(value) {
      const theirs = base.decode(value);
      if (theirs === undefined) return undefined;
      const ours = Number(theirs) * times;
      // Hundredths of a second as seconds: 2000 times 0.01 is not 20 to the last bit.
      const whole = Math.round(ours);
      return Math.abs(ours - whole) < 1e-6 ? whole : undefined;
    },
  };
}

/** Seconds where the standard counts hundredths of one (RFC 4188 Timeout). */
export const centiseconds = scaled(1 / 100, integer32);

/** Text as UTF-8 octets (SnmpAdminString, DisplayString). */
export const text: MibSyntax = {
  type: 'OctetString',
  encode: (value) => new TextEncoder().encode(String(value)),
  decode(value) {
    if (!(value instanceof Uint8Array)) return undefined;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
    } catch {
      return undefined;
    }
  },
};

/** Octets as hexadecimal digits. */
export const octets: MibSyntax = {
  type: 'OctetString',
  encode: (value) => Uint8Array.from(String(value).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
  decode: (value) => (value instanceof Uint8Array ? hexOf(value) : undefined),
};

/** Six octets (RFC 2579 MacAddress); none for "". */
export const macAddress: MibSyntax = {
  type: 'OctetString',
  length: 6,
  encode: (value) => octets.encode(String(value).replaceAll('-', '')),
  decode(value) {
    if (!(value instanceof Uint8Array)) return undefined;
    return value.length === 0 ? '' : parseMac(hexOf(value));
  },
};

/** The same of what always has six octets: zeros for "". */
export const macAddressOrZeros: MibSyntax = {
  ...macAddress,
  encode: (value) => (value === '' ? new Uint8Array(6) : macAddress.encode(value)),
};

/** Four octets (RFC 2578 IpAddress), as is 0.0.0.0 too. */
export const ipAddress: MibSyntax = {
  type: 'IpAddress',
  length: 4,
  encode(value) {
    const number = parseIpv4(String(value)) ?? 0;
    return Uint8Array.from([24, 16, 8, 0], (shift) => Math.floor(number / 2 ** shift) % 256);
  },
  decode: (value) =>
    value instanceof Uint8Array && value.length === 4
      ? formatIpv4(value.reduce((sum, octet) => sum * 256 + octet, 0))
      : undefined,
};

/** The same if "" means none: 0.0.0.0 in the MIB. */
export const optionalIpAddress: MibSyntax = {
  ...ipAddress,
  decode(value) {
    const address = ipAddress.decode(value);
    return address === '0.0.0.0' ? '' : address;
  },
};

/** Sixteen octets (RFC 4001 InetAddressIPv6); none for "". */
export const ipv6Address: MibSyntax = {
  type: 'OctetString',
  encode(value) {
    const number = parseIpv6(String(value));
    return number === undefined
      ? new Uint8Array(0)
      : Uint8Array.from({ length: 16 }, (_, at) => Number((number >> BigInt(8 * (15 - at))) & 255n));
  },
  decode(value) {
    if (!(value instanceof Uint8Array)) return undefined;
    if (value.length === 0) return '';
    return value.length === 16 ? formatIpv6(value.reduce((sum, octet) => sum * 256n + BigInt(octet), 0n)) : undefined;
  },
};

/** An address of either family as octets (RFC 4001 InetAddress): in an index they have their length before them. */
export const inetAddress: MibSyntax = {
  type: 'OctetString',
  encode: (value) => (String(value).includes(':') ? ipv6Address : ipAddress).encode(value),
  decode: (value) => ipAddress.decode(value) ?? ipv6Address.decode(value),
};

/** Eight named bits (RFC 2578 BITS), the lowest bit of the number being the first. */
export const namedBits: MibSyntax = {
  type: 'OctetString',
  length: 1,
  encode: (value) => bitmap(8, (bit) => ((Number(value) >> bit) & 1) === 1),
  decode: (value) =>
    value instanceof Uint8Array && value.length === 1
      ? bitsOf(value).reduce((sum, bit) => sum + 2 ** bit, 0)
      : undefined,
};

/** One bit a port, port 1 the first of the first octet (RFC 4363 PortList); 8 octets. */
export const portList: MibSyntax = {
  type: 'OctetString',
  encode(value) {
    const list = parsePortList(String(value)) ?? 0n;
    return bitmap(64, (bit) => ((list >> BigInt(bit)) & 1n) === 1n);
  },
  decode(value) {
    if (!(value instanceof Uint8Array)) return undefined;
    return formatPortList(bitsOf(value).reduce((list, bit) => list | (1n << BigInt(bit)), 0n));
  },
};

/** A port list of the one port that a number names; none for 0, which names no port. */
export const portListOfOne: MibSyntax = {
  type: 'OctetString',
  encode: portList.encode,
  decode(value) {
    const [bit, ...more] = value instanceof Uint8Array ? bitsOf(value) : [];
    if (!(value instanceof Uint8Array) || more.length > 0) return undefined;
    return bit === undefined ? 0 : bit + 1;
  },
};

/** One bit a VLAN, VLAN 0 the first of the first of 512 octets. */
export const vlanList: MibSyntax = {
  type: 'OctetString',
  encode(value) {
    const listed = new Set(parseVlanList(String(value), 4094) ?? []);
    return bitmap(4096, (bit) => listed.has(bit));
  },
  decode: (value) => (value instanceof Uint8Array ? formatVlanList(bitsOf(value)) : undefined),
};

/** An address of either family, or none: no octets for "". */
export const optionalInetAddress: MibSyntax = {
  type: 'OctetString',
  encode: (value) => (value === '' ? new Uint8Array(0) : inetAddress.encode(value)),
  decode: (value) => (value instanceof Uint8Array && value.length === 0 ? '' : inetAddress.decode(value)),
};

/** An object identifier; 0.0 for "". */
export const objectIdentifier: MibSyntax = {
  type: 'ObjectIdentifier',
  encode: (value) => (value === '' ? '0.0' : String(value)),
  decode: (value) => (typeof value === 'string' ? (value === '0.0' ? '' : value) : undefined),
};

/** Eight octets (RFC 2579 DateAndTime, without its zone); eight zeros for a moment that never was. */
export const dateAndTime: MibSyntax = {
  type: 'OctetString',
  encode(value) {
    const time = parseDateTime(String(value));
    if (!time) return new Uint8Array(8);
    const { year, month, day, hour, minute, second } = time;
    return Uint8Array.of(year >> 8, year & 255, month, day, hour, minute, second, 0);
  },
  decode(value) {
    if (!(value instanceof Uint8Array) || (value.length !== 8 && value.length !== 11)) return undefined;
    const [high = 0, low = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = value;
    if (value.every((octet) => octet === 0)) return '';
    return formatDateTime({ year: high * 256 + low, month, day, hour, minute, second });
  },
};

function hexOf(value: Uint8Array): string {
  return Array.from(value, (octet) => octet.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

/** Octets of so many bits, the first bit the highest of the first octet. */
function bitmap(bits: number, isSet: (bit: number) => boolean): Uint8Array {
  const map = new Uint8Array(bits / 8);
  for (let bit = 0; bit < bits; bit += 1) if (isSet(bit)) map[bit >> 3] = (map[bit >> 3] ?? 0) | (128 >> (bit & 7));
  return map;
}

/** The bits that are set, ascending. */
function bitsOf(map: Uint8Array): number[] {
  return [...map].flatMap((octet, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => octet & (128 >> bit)).map((bit) => at * 8 + bit),
  );
}
