import { hasPort, NO_PORTS, type PortList } from '../model/values/port-list.ts';
import { packetOf } from '../protocols/frames/carried-packet.ts';
import { isGroupDestination } from '../protocols/frames/ethernet.ts';
import type { PortNumber, VlanId } from './identifiers.ts';
import type { ForwardingPlan, MulticastVlanPlan } from './plan.ts';
import { fitsAny } from './punt-match.ts';

interface PacketDestination {
  readonly version: 4 | 6;
  readonly address: bigint;
}

/** The group that the packet of a frame is to; undefined where it is to none, or is not whole. */
function groupOf(frame: Uint8Array): PacketDestination | undefined {
  const packet = isGroupDestination(frame) ? packetOf(frame) : undefined;
  if (!packet) return undefined;
  const { version, octets } = packet;
  return { version, address: version === 4 ? numberAt(octets, 16, 4) : numberAt(octets, 24, 16) };
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
 * The multicast VLAN of a frame without a VLAN received on the bridge port that `port` represents in port lists;
 * undefined if it belongs to none.
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

/** Whether a frame of a multicast VLAN may be received on the bridge port that `port` represents in port lists. */
export function letsIn(entry: MulticastVlanPlan, port: PortNumber, frame: Uint8Array): boolean {
  if (!hasPort(entry.members, port)) return false;
  return (hasPort(entry.sources, port) && carries(entry, groupOf(frame))) || fitsAny(entry.messages, port, frame);
}

/**
 * The ports by which nothing of a VLAN leaves that was received on the bridge port that `port` represents: the sources
 * of a multicast VLAN if it is one of them.
 */
export function withheldFrom(
  { multicastVlans }: Pick<ForwardingPlan, 'multicastVlans'>,
  vlan: VlanId,
  port: PortNumber,
): PortList {
  const sources = multicastVlans.get(vlan)?.sources ?? NO_PORTS;
  return hasPort(sources, port) ? sources : NO_PORTS;
}
