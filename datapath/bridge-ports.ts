import { type PortList, portBit, portsOf } from '../model/values/port-list.ts';
import type { BridgePortNumber, ForwardingPlan, PortNumber } from './plan.ts';

/** Whether a bridge port's number is that of a trunk. */
function isTrunk(port: BridgePortNumber): boolean {
  return port > 64;
}

/** The trunk that a physical port is a member of; itself where it is in none, or a trunk's number. */
export function bridgePortOf(plan: Pick<ForwardingPlan, 'trunks'>, port: BridgePortNumber): BridgePortNumber {
  if (isTrunk(port)) return port;
  const bit = portBit(port);
  for (const [trunk, { members }] of plan.trunks) if ((members & bit) !== 0n) return trunk;
  return port;
}

/** The physical ports of a bridge port: a trunk's members, or the single port; none for a trunk that does not exist. */
export function memberPorts(plan: Pick<ForwardingPlan, 'trunks'>, port: BridgePortNumber): PortList {
  if (!isTrunk(port)) return portBit(port);
  return plan.trunks.get(port)?.members ?? 0n;
}

/**
 * The physical port whose bit represents a bridge port in port lists: the lowest-numbered member; undefined if it has
 * none.
 */
export function representativeOf(plan: Pick<ForwardingPlan, 'trunks'>, port: BridgePortNumber): PortNumber | undefined {
  return isTrunk(port) ? portsOf(memberPorts(plan, port))[0] : port;
}

/** A port list in which a trunk is represented only by its lowest member: the bits of other members are cleared. */
export function withoutOtherMembers(plan: Pick<ForwardingPlan, 'trunks'>, list: PortList): PortList {
  let representatives = list;
  for (const { members } of plan.trunks.values()) representatives &= ~(members & (members - 1n));
  return representatives;
}
