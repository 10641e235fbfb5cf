import { address, ipv4, ipv6 } from './access-list.ts';
import { C_TAG, type Packet, read, sumOf } from './packet.ts';
import { portsIn, type Row, type Settings } from './settings.ts';

/** A VLAN of streams for stations of other VLANs. */
export interface StreamVlan {
  readonly vlan: number;
  readonly sources: readonly number[];
  readonly receivers: readonly number[];
  /** Those of them that have no tags. */
  readonly untagged: readonly number[];
  /** Undefined where a frame keeps its own. */
  readonly priority: number | undefined;
  /** What reports say that they come from; 0 where they keep it. */
  readonly reportsFrom: number;
  carries(group: bigint, version: 4 | 6): boolean;
}

const KEEP_PRIORITY = 8;
const DISABLED = 2;

/** Multicast VLANs as the reference has them (docs/specification/network.md 5). */
export class StreamVlans {
  readonly #all: readonly StreamVlan[];
  /** Whether who listens to other groups is heard in his own VLAN. */
  readonly lets: boolean;

  constructor(settings: Settings, leadOf: (port: number) => number) {
    const isOn = settings.isOn('multicastVlanCtrl', 'multicastVlanStatus');
    this.lets = settings.isOn('multicastVlanCtrl', 'multicastVlanForwardUnmatched');
    const rows = settings
      .rows('multicastVlanEntry')
      .filter(({ multicastVlanState }) => multicastVlanState !== DISABLED);
    this.#all = isOn ? rows.map((row) => streamVlan(settings, row, leadOf)) : [];
  }

  of(vlan: number): StreamVlan | undefined {
    return this.#all.find((one) => one.vlan === vlan);
  }

  /** The one that an untagged frame belongs to by its packet. */
  classify(lead: number, packet: Packet): number | undefined {
    return this.#all.find(
      (stream) => stream.sources.includes(lead) && stream.untagged.includes(lead) && isStream(stream, packet),
    )?.vlan;
  }

  /** Those that a router without a tag asks at a port, beside the port's own VLAN. */
  askedAt(lead: number): readonly StreamVlan[] {
    return this.#all.filter(({ sources, untagged }) => sources.includes(lead) && untagged.includes(lead));
  }

  isReceiver(lead: number): boolean {
    return this.#all.some(({ receivers }) => receivers.includes(lead));
  }

  /** The one that a receiver gets a group of. */
  serving(lead: number, group: bigint, version: 4 | 6): StreamVlan | undefined {
    return this.#all.find(({ receivers, carries }) => receivers.includes(lead) && carries(group, version));
  }
}

function streamVlan(settings: Settings, row: Row, leadOf: (port: number) => number): StreamVlan {
  const vlan = Number(row.multicastVlanId);
  const ports = (side: string) => [...new Set(portsIn(row[`multicastVlan${side}`]).map(leadOf))];
  const [fromUntagged, toUntagged] = [ports('SourceUntagged'), ports('ReceiverUntagged')];
  const profiles = settings
    .rows('multicastVlanAssocEntry')
    .filter(({ multicastVlanId }) => multicastVlanId === vlan)
    .map(({ multicastVlanGroupName }) => multicastVlanGroupName);
  const ranges = settings
    .rows('multicastVlanGroupRangeEntry')
    .filter(({ multicastVlanGroupName }) => profiles.includes(multicastVlanGroupName))
    .map(({ multicastVlanGroupStart: start, multicastVlanGroupEnd: end }) => {
      const version = `${start}`.includes(':') ? 6 : 4;
      const number = version === 6 ? ipv6 : ipv4;
      return { version, from: number(start), to: number(end === '' ? start : end) };
    });
  const priority = Number(row.multicastVlanRemapPriority ?? KEEP_PRIORITY);
  return {
    vlan,
    sources: [...fromUntagged, ...ports('SourceTagged')],
    receivers: [...toUntagged, ...ports('ReceiverTagged')],
    untagged: [...fromUntagged, ...toUntagged],
    priority: priority === KEEP_PRIORITY ? undefined : priority,
    reportsFrom: Number(ipv4(row.multicastVlanReplaceSourceIp ?? '0.0.0.0')),
    carries: (group, version) =>
      ranges.some((range) => range.version === version && range.from <= group && group <= range.to),
  };
}

/** Whether a frame to a group carries a packet to one of these groups. */
export function isStream({ carries }: StreamVlan, packet: Packet): boolean {
  const { ip } = packet;
  if (!ip || !isPlain(packet) || !carries(ip.destination, ip.version)) return false;
  return (address(packet.destination) & 0x010000000000n) !== 0n;
}

/** Whether a packet is that of its own VLAN: not of one within it. */
export function isPlain({ tags }: Packet): boolean {
  return tags.length <= (tags[0]?.type === C_TAG ? 1 : 0);
}

/** A message as the switch says it on: without what followed its packet, an IGMP message as if from another host. */
export function saidOn(packet: Packet, source: number): Packet {
  const octets = packet.octets.slice(0, packet.ip?.end);
  if (packet.ip?.version !== 4 || source === 0) return read(octets);
  const { at } = packet;
  for (const index of [0, 1, 2, 3]) octets[at + 12 + index] = (source >>> (24 - 8 * index)) & 255;
  octets[at + 10] = 0;
  octets[at + 11] = 0;
  const sum = ~sumOf(octets.subarray(at, packet.ip.payload)) & 0xffff;
  octets[at + 10] = sum >> 8;
  octets[at + 11] = sum & 255;
  return read(octets);
}
