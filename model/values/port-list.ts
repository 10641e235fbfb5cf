/**
 * A set of physical ports as a bit set: bit n-1 is port n, n = 1..64 (docs/specification/product.md 3).
 *
 * A bigint compares with ===, needs no copying and prints as the hexadecimal mask that a datapath wants.
 */
export type PortList = bigint;

/** The largest port number that a port list can hold (docs/specification/product.md 9). */
export const PORT_LIST_MAXIMUM = 64;

/** The set without any port. */
export const NO_PORTS: PortList = 0n;

/** The sets of single ports, which are needed all the time, are made once. */
const bits: readonly PortList[] = Array.from({ length: PORT_LIST_MAXIMUM }, (_, index) => 1n << BigInt(index));

/** The set holding just `port` (1..64). */
export function portBit(port: number): PortList {
  return bits[port - 1] ?? 1n << BigInt(port - 1);
}

/** Whether `list` holds `port`. */
export function hasPort(list: PortList, port: number): boolean {
  return (list & portBit(port)) !== 0n;
}

/** The set of the given port numbers (1..64 each). */
export function portListOf(ports: Iterable<number>): PortList {
  let list = NO_PORTS;
  for (const port of ports) list |= portBit(port);
  return list;
}

/** Ports 1..`count`. */
export function firstPorts(count: number): PortList {
  return (1n << BigInt(count)) - 1n;
}

/** The port numbers of `list`, ascending. */
export function portsOf(list: PortList): number[] {
  const ports: number[] = [];
  // Word by word: every step of a bigint would make another one.
  for (let rest = list, first = 1; rest !== 0n; rest >>= 32n, first += 32) {
    let word = Number(BigInt.asUintN(32, rest));
    while (word !== 0) {
      const lowest = 31 - Math.clz32(word & -word);
      ports.push(first + lowest);
      word &= word - 1;
    }
  }
  return ports;
}

/** The largest port number in `list`, 0 for the empty set. */
export function largestPort(list: PortList): number {
  return list === 0n ? 0 : list.toString(2).length;
}

/** Port strings, and lists of ports, that are kept; at most as many as a switch has different ones in force. */
const KNOWN_AT_MOST = 512;

/**
 * Port strings read and written before. Thousands of VLANs have the same few members; converting the ports of each
 * again took most of the time of changing all of them.
 */
const known = new Map<string, PortList>();
const written = new Map<PortList, string>();

/** The port string of the specification, "1-3,5"; the empty set is "". */
export function formatPortList(list: PortList): string {
  const before = written.get(list);
  if (before !== undefined) return before;
  const text = formatNumberRanges(portsOf(list));
  if (written.size === KNOWN_AT_MOST) written.clear();
  written.set(list, text);
  return text;
}

/** Ascending numbers as a range string: [1,2,3,5] is "1-3,5". */
export function formatNumberRanges(numbers: readonly number[]): string {
  const runs: string[] = [];
  for (let start = 0; start < numbers.length; ) {
    let end = start;
    while (numbers[end + 1] === (numbers[end] ?? 0) + 1) end += 1;
    runs.push(start === end ? `${numbers[start]}` : `${numbers[start]}-${numbers[end]}`);
    start = end + 1;
  }
  return runs.join(',');
}

/** No list of numbers up to a maximum needs more text than this many characters a number; a longer one only repeats. */
const CHARACTERS_A_NUMBER = 6;

/**
 * Reads a comma-separated list of numbers and ranges a-b with a <= b, each within 1..`maximum`.
 * Returns the numbers ascending and without repeats, or undefined where the text is not such a list. "" is the empty list.
 */
export function parseNumberRanges(text: string, maximum: number): number[] | undefined {
  if (text === '') return [];
  if (text.length > CHARACTERS_A_NUMBER * maximum) return undefined;
  const chosen = new Uint8Array(maximum + 1);
  for (const item of text.split(',')) {
    const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(item);
    if (!match) return undefined;
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (from < 1 || to > maximum || from > to) return undefined;
    chosen.fill(1, from, to + 1);
  }
  const numbers: number[] = [];
  for (let number = chosen.indexOf(1); number !== -1; number = chosen.indexOf(1, number + 1)) numbers.push(number);
  return numbers;
}

/** Reads a port string ("1-3,5", "" for none); undefined where it is not one (docs/specification/product.md 5, "Port string"). */
export function parsePortList(text: string): PortList | undefined {
  const read = known.get(text);
  if (read !== undefined) return read;
  const ports = parseNumberRanges(text, PORT_LIST_MAXIMUM);
  if (!ports) return undefined;
  const list = portListOf(ports);
  if (known.size === KNOWN_AT_MOST) known.clear();
  known.set(text, list);
  return list;
}

/** The 64-character bit string: the first character is port 1. */
export function portListToBits(list: PortList): string {
  return [...list.toString(2).padStart(PORT_LIST_MAXIMUM, '0')].reverse().join('');
}

/** Reads a bit string of 64 characters, the first being port 1; undefined for anything else. */
export function portListFromBits(bits: string): PortList | undefined {
  return /^[01]{64}$/.test(bits) ? BigInt(`0b${[...bits].reverse().join('')}`) : undefined;
}

/** Eight octets, port 1 the most significant bit of the first (RFC 4363 PortList). */
export function portListToBytes(list: PortList): number[] {
  const bits = portListToBits(list);
  return Array.from({ length: 8 }, (_, octet) => Number.parseInt(bits.slice(octet * 8, octet * 8 + 8), 2));
}

/** Reads up to eight octets, port 1 the most significant bit of the first; missing octets hold no ports. */
export function portListFromBytes(bytes: readonly number[]): PortList | undefined {
  // A fraction or a negative number is spelt with more than 0 and 1, which is refused below.
  if (bytes.some((byte) => byte > 255)) return undefined;
  return portListFromBits(
    bytes
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('')
      .padEnd(64, '0'),
  );
}

/** Sixteen hexadecimal digits in octet order, with an optional separator between octets. */
export function portListToHex(list: PortList, separator = ''): string {
  return portListToBytes(list)
    .map((byte) => byte.toString(16).padStart(2, '0').toUpperCase())
    .join(separator);
}

/** Reads hexadecimal octets, unseparated or separated by one of `:`, `-` or a blank; undefined for anything else. */
export function portListFromHex(text: string): PortList | undefined {
  const digits = text.replaceAll(/[:\- ]/g, '');
  if (!/^(?:[0-9a-fA-F]{2}){1,8}$/.test(digits)) return undefined;
  return portListFromBytes((digits.match(/../g) ?? []).map((octet) => Number.parseInt(octet, 16)));
}
