import { hasPort, NO_PORTS, type PortList } from '../model/values/port-list.ts';
import { uint16At } from '../protocols/frames/addresses.ts';
import { EtherType, isGroupDestination } from '../protocols/frames/ethernet.ts';
import { isTagged } from '../protocols/frames/vlan-tag.ts';
import type { PortNumber, VlanId } from './identifiers.ts';
import type { ForwardingPlan, MulticastVlanPlan } from './plan.ts';
import { fitsAny } from './punt-match.ts';

const IPV4_HEADER = 20;
const IPV6_HEADER = 40;

interface PacketDestination {
  readonly version: 4 | 6;
  readonly address: bigint;
}

/** The group that the packet of a frame is to, behind one C-tag if there is one; undefined where it is to none, or is not whole. */
function groupOf(frame: Uint8Array): PacketDestination | undefined {
  if (!isGroupDestination(frame)) return undefined;
  const typeAt = isTagged(frame) ? 16 : 12;
  const packet = frame.subarray(typeAt + 2);
  const type = uint16At(frame, typeAt);
  if (type === EtherType.ipv4) {
    const [header, total] = [((packet[0] ?? 0) & 0x0f) * 4, uint16At(packet, 2)];
    const isWhole = header >= IPV4_HEADER && header <= total && total <= packet.length;
    return isWhole ? { version: 4, address: numberAt(packet, 16, 4) } : undefined;
  }
  if (type !== EtherType.ipv6 || packet.length < IPV6_HEADER + uint16At(packet, 4)) return undefined;
  return packet.length < IPV6_HEADER ? undefined : { version: 6, address: numberAt(packet, 24, 16) };
}

function numberAt(octets: Uint8Array, at: number, length: number): bigint {
  let number = 0n;
  for (const octet of octets.subarray(at, at + length)) number = (number << 8n) | BigInt(octet);
  return number;
}

function carries({ groups }: MulticastVlanPlan, group: PacketDestination | undefined): boolean {
  if (!group) return false;
  const { version, address } = group;
  return groups.some((range) => range.version === version && range.first <= address && address <= range.last);
}

/**
 * The multicast VLAN of a frame without a VLAN that came in by the bridge port that `port` stands for in port lists; undefined
 * where it belongs to none.
 */
export function multicastVlanOf(
  { multicastVlans }: Pick<ForwardingPlan, 'multicastVlans'>,
  port: PortNumber,
  frame: Uint8Array,
): VlanId | undefined {
  if (multicastVlans.size === 0) return undefined;
  const group = groupOf(frame);
  if (!group) return undefined;
  for (const [vlan, entry] of multicastVlans) {
    if (hasPort(entry.sources & entry.untagged, port) && carries(entry, group)) return vlan;
  }
  return undefined;
}

/** Whether a frame of a multicast VLAN may come in by the bridge port that `port` stands for in port lists. */
export function letsIn(entry: MulticastVlanPlan, port: PortNumber, frame: Uint8Array): boolean {
  if (!hasPort(entry.members, port)) return false;
  return (hasPort(entry.sources, port) && carries(entry, groupOf(frame))) || fitsAny(entry.messages, port, frame);
}

/**
 * The ports by which nothing leaves a VLAN that came in by the bridge port that `port` stands for: the sources of a multicast VLAN
 * where it is one.
 */
export function withheldFrom(
  { multicastVlans }: Pick<ForwardingPlan, 'multicastVlans'>,
  vlan: VlanId,
  port: PortNumber,
): PortList {
  const sources = multicastVlans.get(vlan)?.sources ?? NO_PORTS;
  return hasPort(sources, port) ? sources : NO_PORTS;
}
