import { ipv4, ipv6 } from './access-list.ts';
import { sumOf } from './packet.ts';
import { IPV4_GROUPS, IPV6_GROUPS } from './pools.ts';
import type { Random } from './random.ts';

/** A message of IGMP or MLD, from the EtherType on, and where its frame goes. */
export interface GroupFrame {
  readonly octets: number[];
  readonly to: string;
}

/** A report, a leave or a general query; now and then one that breaks a rule. */
export function groupMessage(random: Random): GroupFrame {
  const kind = random.pick(['query', 'report', 'report', 'report', 'leave']);
  const isSpoiled = random.chance(0.06);
  const frame = random.chance(0.6) ? igmpMessage(random, kind) : mldMessage(random, kind);
  if (isSpoiled) frame.octets[frame.octets.length - 1] = (frame.octets.at(-1) ?? 0) ^ 1;
  return frame;
}

function igmpMessage(random: Random, kind: string): GroupFrame {
  const [first] = IPV4_GROUPS;
  const group = random.pick(IPV4_GROUPS) ?? first;
  const isOldest = random.chance(0.1);
  const type = { query: 0x11, leave: 0x17 }[kind] ?? (isOldest ? 0x12 : 0x16);
  const to = { query: '224.0.0.1', leave: '224.0.0.2' }[kind] ?? group;
  const body = [type, kind === 'query' ? 100 : 0, 0, 0, ...(kind === 'query' ? [0, 0, 0, 0] : numbers(ipv4(group), 4))];
  summed(body, body, 2);
  const source = kind === 'query' && random.chance(0.3) ? '0.0.0.0' : '10.0.0.2';
  const alert = random.chance(0.97) ? [0x94, 4, 0, 0] : [];
  const header = [
    0x40 + 5 + alert.length / 4,
    // As RFC 3376 4 has it: internetwork control.
    0xc0,
    0,
    28 + alert.length,
    0,
    0,
    0,
    0,
    random.chance(0.97) ? 1 : 64,
    2,
    0,
    0,
  ];
  header.push(...numbers(ipv4(source), 4), ...numbers(ipv4(to), 4), ...alert);
  summed(header, header, 10);
  const [, second = 0, third = 0, fourth = 0] = numbers(ipv4(to), 4);
  return { octets: [8, 0, ...header, ...body], to: macText([1, 0, 0x5e, second & 127, third, fourth]) };
}

function mldMessage(random: Random, kind: string): GroupFrame {
  const [first] = IPV6_GROUPS;
  const group = random.pick(IPV6_GROUPS) ?? first;
  const type = { query: 130, leave: 132 }[kind] ?? 131;
  const to = { query: 'ff02::1', leave: 'ff02::2' }[kind] ?? group;
  const source = random.chance(0.95) ? 'fe80::4' : '2001:db8::1';
  const delay = kind === 'query' ? [0x27, 0x10] : [0, 0];
  const body = [type, 0, 0, 0, ...delay, 0, 0, ...numbers(kind === 'query' ? 0n : ipv6(group), 16)];
  const addresses = [...numbers(ipv6(source), 16), ...numbers(ipv6(to), 16)];
  summed(body, [...addresses, 0, 0, 0, body.length, 0, 0, 0, 58, ...body], 2);
  const header = [0x60, 0, 0, 0, 0, 8 + body.length, 0, random.chance(0.97) ? 1 : 64, ...addresses];
  const alert = [58, 0, 5, 2, 0, 0, 1, 0];
  return {
    octets: [0x86, 0xdd, ...header, ...alert, ...body],
    to: macText([0x33, 0x33, ...numbers(ipv6(to), 16).slice(12)]),
  };
}

/** Puts the checksum over `all` into a header. */
function summed(header: number[], all: readonly number[], at: number): void {
  const sum = ~sumOf(Uint8Array.from(all)) & 0xffff;
  header[at] = sum >> 8;
  header[at + 1] = sum & 255;
}

function numbers(value: bigint, count: number): number[] {
  return Array.from({ length: count }, (_, at) => Number((value >> BigInt(8 * (count - 1 - at))) & 255n));
}

function macText(octets: readonly number[]): string {
  return octets
    .map((octet) => octet.toString(16).padStart(2, '0'))
    .join('-')
    .toUpperCase();
}
