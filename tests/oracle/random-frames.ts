import { address, ipv4, ipv6 } from './access-list.ts';
import { type DhcpFrame, dhcpMessage, type Exchange } from './dhcp-messages.ts';
import { groupMessage } from './group-messages.ts';
import type { Neighbor } from './neighbors.ts';
import {
  GROUPS,
  IPV4,
  IPV4_GROUPS,
  IPV6,
  IPV6_GROUPS,
  PASSWORD,
  PORTS,
  RESERVED,
  STATIONS,
  TAG_VLANS,
  TYPES,
  UPPER_PORTS,
  USERS,
} from './pools.ts';
import type { Login } from './port-access.ts';
import type { Random } from './random.ts';

/** A frame that a station sends. */
export interface Sent {
  readonly port: number;
  readonly octets: Uint8Array;
  /** Seconds that pass before. */
  readonly pause?: number;
  /** It begins to say who it is, and goes on with that. */
  readonly login?: Login;
  /** The neighbors that are there from before the pause on. */
  readonly neighbors?: readonly Neighbor[];
}

/** Seconds of pauses: many short ones, and at most one in which memberships end. No timer ends between. */
const SHORT_PAUSE = 10;
const LONG_PAUSE = 140;
/** Addresses are forgotten after 300 s. */
const ALL_PAUSES = 280;

const BROADCAST = 'FF-FF-FF-FF-FF-FF';
const SHORTEST = 60;

/** Makes frames of what configurations speak of: up to two tags, packets whole, in fragments and broken, some long, and messages. */
export function randomFrames(random: Random, count: number, own: string): Sent[] {
  let asked: Exchange | undefined;
  let left = ALL_PAUSES - LONG_PAUSE;
  const longAt = random.below(count * 2);
  const frames = Array.from({ length: count }, (_, at): Sent => {
    const dhcp = random.chance(0.08) ? dhcpMessage(random, asked) : undefined;
    const spoken = dhcp && dhcpFrame(random, dhcp, asked);
    const frame = spoken ?? (random.chance(0.03) ? supplicant(random) : randomFrame(random, own));
    if (spoken && dhcp.asks) asked = { ...dhcp.asks, ...spoken };
    const isShort = left > 0 && random.chance(10 / count);
    if (isShort) left -= SHORT_PAUSE;
    const pause = at === longAt ? LONG_PAUSE : isShort ? SHORT_PAUSE : undefined;
    const login = 'login' in frame ? { login: frame.login } : {};
    return { port: frame.port, octets: frame.octets, ...(pause && { pause }), ...login };
  });
  return inBursts(random, frames);
}

/** Some are sent again at once, in the place of those that follow: a switch may remember what became of the first. */
function inBursts(random: Random, frames: readonly Sent[]): Sent[] {
  let again: Sent | undefined;
  let left = 0;
  return frames.map((sent) => {
    const isPlain = !sent.login && !sent.pause;
    if (again && left > 0 && isPlain) {
      left -= 1;
      return again;
    }
    left = isPlain && random.chance(0.06) ? 3 : 0;
    again = sent;
    return sent;
  });
}

/** The answering station is in the VLAN of the asking one, anywhere. */
function dhcpFrame(random: Random, { octets, from, to, asks }: DhcpFrame, asked: Exchange | undefined) {
  const tags = !asks && asked && random.chance(0.7) ? asked.tags : randomTags(random, random.pick([0, 0, 1, 1, 2]));
  const port = random.pick(PORTS);
  return { port, tags, octets: Uint8Array.from([...macOf(to), ...macOf(from), ...tags, ...octets]) };
}

/** EAPOL-Start of somebody who says the truth, mostly. */
function supplicant(random: Random): Sent & { readonly login: Login } {
  const [first] = USERS;
  const { user } = random.pick(USERS) ?? first;
  const octets = [...macOf('01-80-C2-00-00-03'), ...macOf(random.pick(STATIONS)), 0x88, 0x8e, 2, 1, 0, 0];
  while (octets.length < SHORTEST) octets.push(0);
  const login = { user, password: random.chance(0.9) ? PASSWORD : 'wrong' };
  return { port: random.pick(PORTS), octets: Uint8Array.from(octets), login };
}

function randomTags(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => {
    const control = random.below(16) * 4096 + random.pick(TAG_VLANS);
    return [...two(random.chance(0.8) ? 0x8100 : 0x88a8), ...two(control)];
  }).flat();
}

function randomFrame(random: Random, own: string): Sent {
  const payload = randomPayload(random);
  const tags = randomTags(random, random.pick([0, 0, 0, 1, 1, 2]));
  const anywhere = random.pick<readonly string[]>([STATIONS, STATIONS, STATIONS, GROUPS, RESERVED, [BROADCAST, own]]);
  const destination = payload.to ?? random.pick(anywhere) ?? own;
  const source = payload.from ?? (random.chance(0.02) ? random.pick(GROUPS) : random.pick(STATIONS));
  const octets = [...macOf(destination), ...macOf(source), ...tags, ...payload.octets];
  const length = random.chance(0.03) ? random.pick([1400, 1600, 9000, 9300]) : SHORTEST;
  while (octets.length < length) octets.push(0);
  return { port: random.pick(PORTS), octets: Uint8Array.from(octets) };
}

/** From the type on, and the address that such a packet goes to where it says so. */
interface Payload {
  readonly octets: number[];
  readonly to?: string;
  /** Who sends it, where it says so. */
  readonly from?: string;
}

function randomPayload(random: Random): Payload {
  const kind = random.below(14);
  if (kind === 13) return groupMessage(random);
  if (kind === 12) return arpPacket(random);
  if (kind < 5) return ipv4Packet(random);
  if (kind < 8) return ipv6Packet(random);
  if (kind === 8)
    return {
      octets: [
        ...two(46),
        ...random.pick<readonly number[]>([
          [0x42, 0x42, 3],
          [0xe0, 0xe0, 3],
          [0xaa, 0xaa, 3, 0, 0, 0, 0x88, 0xb5],
        ]),
      ],
    };
  if (kind === 9)
    return {
      octets: [...two(0x888e), 1, random.pick([1, 1, 2]), 0, 0],
      ...(random.chance(0.7) && { to: '01-80-C2-00-00-03' }),
    };
  const type = random.pick(TYPES);
  const octets = Array.from({ length: 40 }, () => random.below(256));
  return { octets: [...two(type === 0x9100 ? 0x88b5 : type), ...octets] };
}

function arpPacket(random: Random): Payload {
  const sender = random.pick<string>([...IPV4, ...IPV4, '0.0.0.0', '224.0.0.5']);
  const [from, to] = [random.pick(STATIONS), random.pick(STATIONS)];
  const operation = 1 + random.below(2);
  const octets = [...two(1), ...two(0x0800), 6, 4, ...two(operation), ...macOf(from), ...four(Number(ipv4(sender)))];
  octets.push(...macOf(to), ...four(Number(ipv4(random.pick(IPV4)))));
  const plain = { octets: [...two(0x0806), ...octets], ...(random.chance(0.7) ? { from } : {}) };
  return { ...plain, ...(operation === 2 && random.chance(0.7) ? { to } : {}) };
}

function ipv4Packet(random: Random): Payload {
  const [to, group] = destinationOf(random, IPV4, IPV4_GROUPS, (address) => [
    1,
    0,
    0x5e,
    ...four(Number(ipv4(address)) & 0x7fffff).slice(1),
  ]);
  const protocol = random.pick([1, 2, 6, 6, 17, 17, 47]);
  const options = random.chance(0.1) ? 1 : 0;
  const fragment = random.chance(0.2) ? random.pick([0x2000, 0x2001, 1, 5, 0x1fff, 0x2010]) : 0;
  const behind = segment(random, protocol);
  const total = 20 + options * 4 + behind.length;
  const header = [
    0x45 + options,
    random.pick([0, 0, 0x20, 0xb8, 0xbb]),
    ...two(total),
    ...two(random.below(65_536)),
    ...two(fragment),
    random.pick([1, 64]),
    protocol,
    ...two(random.below(65_536)),
    ...four(Number(ipv4(random.pick(IPV4)))),
    ...four(Number(ipv4(to))),
    ...Array.from({ length: options * 4 }, () => 1),
  ];
  if (random.chance(0.08))
    spoil(random, header, [
      [0, 0x35],
      [0, 0x44],
      [0, 0x4f],
      [2, 0xff],
      [3, 10],
    ]);
  return { octets: [...two(0x0800), ...header, ...behind], ...group };
}

function ipv6Packet(random: Random): Payload {
  const [to, group] = destinationOf(random, IPV6, IPV6_GROUPS, (address) => [
    0x33,
    0x33,
    ...sixteen(address).slice(12),
  ]);
  const protocol = random.pick([6, 17, 17, 58, 47]);
  const behind = segment(random, protocol);
  const extension = random.pick([0, 0, 0, 1, 2]);
  const [first, extra] = [
    [protocol, []],
    [random.pick([0, 60]), [protocol, 0, 1, 4, 0, 0, 0, 0]],
    [44, [protocol, 0, ...two(random.pick([1, 8, 9, 0])), ...four(7)]],
  ][extension] as [number, number[]];
  const control = 0x60000000 + random.pick([0, 0x20, 0xb8, 0xbb]) * 2 ** 20 + random.pick([0, 0x12345]);
  const header = [
    ...four(control),
    ...two(extra.length + behind.length),
    first,
    64,
    ...sixteen(random.pick(IPV6)),
    ...sixteen(to),
  ];
  if (random.chance(0.08))
    spoil(random, header, [
      [0, 0x50],
      [4, 0xff],
    ]);
  return { octets: [...two(0x86dd), ...header, ...extra, ...behind], ...group };
}

/** Where a packet goes, and with it its frame where that is a group; sometimes the frame goes elsewhere all the same. */
function destinationOf(
  random: Random,
  stations: readonly string[],
  groups: readonly string[],
  map: (address: string) => number[],
): [string, { to?: string }] {
  if (random.chance(0.7)) return [random.pick(stations) ?? '', {}];
  const group = random.pick(groups) ?? '';
  const to = map(group)
    .map((octet) => octet.toString(16).padStart(2, '0'))
    .join('-')
    .toUpperCase();
  return [group, random.chance(0.9) ? { to } : {}];
}

function segment(random: Random, protocol: number): number[] {
  const length = random.chance(0.1) ? random.pick([0, 2, 12]) : 40;
  const ports = [...two(random.pick(UPPER_PORTS)), ...two(random.pick(UPPER_PORTS))];
  const types = [random.pick([0, 8, 128, 17, 22]), random.below(2), 0, 0];
  const behind = [...(protocol === 6 || protocol === 17 ? ports : types), ...Array.from({ length: 36 }, () => 0)];
  if (protocol === 6) {
    behind[12] = random.chance(0.95) ? 0x50 : random.pick([0x40, 0xf0]);
    behind[13] = random.pick([0, 2, 3, 16, 18, 41, 63]);
  }
  return behind.slice(0, length);
}

/** Damages a header. */
function spoil(random: Random, header: number[], damages: readonly (readonly [number, number])[]): void {
  const [at, value] = random.pick(damages) ?? [0, 0];
  header[at] = value;
}

function two(value: number): number[] {
  return [(value >> 8) & 255, value & 255];
}

function four(value: number): number[] {
  return [...two(value / 65_536), ...two(value)];
}

function sixteen(text: string): number[] {
  const value = ipv6(text);
  return Array.from({ length: 16 }, (_, at) => Number((value >> BigInt(8 * (15 - at))) & 255n));
}

function macOf(text: string): number[] {
  const value = address(text);
  return Array.from({ length: 6 }, (_, at) => Number((value >> BigInt(8 * (5 - at))) & 255n));
}
