import { type PortList, portsOf } from '../../model/values/port-list.ts';
import { macAt } from '../../protocols/frames/addresses.ts';
import { isGroupDestination } from '../../protocols/frames/ethernet.ts';
import { isToIpGroup, staysOnLink } from '../../protocols/frames/link-scope.ts';
import { bridgePortOf, representativeOf, withoutOtherMembers } from '../bridge-ports.ts';
import type { BridgePortNumber, MacAddress } from '../identifiers.ts';
import { addressKey, type ForwardingPlan } from '../plan.ts';
import { puntKindOf } from '../punt-match.ts';
import { groupsInForce, unregisteredInForce } from '../state.ts';
import { StationAccess, TURNED_AWAY } from '../station-access.ts';
import { puntOf } from './ingress.ts';
import { limitsOf } from './rates.ts';
import type { Reason } from './traced-frame.ts';
import { drops, fidOf, type Outcome, owns, pinnedTo, present, type Switch, type UnderWay } from './under-way.ts';

/** The destination of a frame: the switch itself, a port, a group's ports, or everything in its VLAN. */
export function lookup(around: Switch, frame: UnderWay): Outcome {
  const { plan, vlans } = around;
  const { vlan } = frame;
  if (!vlans.has(vlan)) return drops({ code: 'noVlan', vlan });
  const address = macAt(frame.frame, 0);
  if (isGroupDestination(frame.frame)) {
    const ports = groupPorts(around, frame, address);
    const members = vlans.get(vlan)?.members ?? 0n;
    const reason: Reason = ports === undefined ? { code: 'flood' } : { code: 'group', ports };
    return { verdict: 'passes', reason, towards: bridgePortsOf(plan, ports ?? members), ...delivery(around, frame) };
  }
  // A source that the agent has accepted is where it was received, though nothing says so yet.
  if (frame.from !== undefined && frame.admitted && macAt(frame.frame, 6) === address) {
    return towards(frame.from, 'static');
  }
  if (frame.from !== undefined && owns(around, vlan, address)) {
    const given = delivery(around, frame);
    if (given.turnedAway) return { ...given, verdict: 'drops', reason: { code: 'turnedAway', port: frame.from } };
    return { ...given, verdict: 'takes', reason: { code: 'ownInterface', vlan } };
  }
  const pinned = pinnedTo(around, vlan, address);
  if (pinned !== undefined) return towards(pinned, 'static');
  // A frame that goes to its own sender finds what it has just taught.
  const own = frame.teaches?.address === address ? frame.teaches.port : undefined;
  const learnt = own ?? around.situation.learnt(fidOf(around, vlan), address);
  if (learnt !== undefined) return towards(present(plan, learnt), 'learnt');
  const flooded = bridgePortsOf(plan, vlans.get(vlan)?.members ?? 0n);
  const limits = frame.port === undefined ? [] : limitsOf(plan, frame.port, ['unknownUnicasts']);
  return { verdict: 'passes', reason: { code: 'flood' }, towards: flooded, ...(limits.length > 0 && { limits }) };
}

/** The ports of a group frame; undefined where it goes to every member. */
function groupPorts({ plan, state }: Switch, { vlan, frame }: UnderWay, address: MacAddress): PortList | undefined {
  const group = groupsInForce(plan, state).get(addressKey(vlan, address));
  if (group?.fixed) return group.ports;
  if (staysOnLink(frame)) return undefined;
  return group?.ports ?? (isToIpGroup(frame) ? unregisteredInForce(plan, state).get(vlan) : undefined);
}

/** Delivery to the switch's own interface in the VLAN, and to the agent, of a frame that was received on a port. */
function delivery(around: Switch, { port, from, vlan, frame }: UnderWay): Delivery {
  const { plan } = around;
  if (from === undefined || plan.interfaces.get(vlan)?.enabled !== true) return {};
  const representative = representativeOf(plan, from) ?? port;
  const kind = port === undefined ? undefined : puntKindOf(plan.punts, 'delivery', representative ?? 0, vlan, frame);
  const punt = puntOf(around, 'delivery', kind, vlan, frame);
  if (punt?.action === 'take') return { punt };
  const given = handingIn(around, { port, from, vlan, frame });
  return punt ? { ...given, punt } : given;
}

/**
 * Delivery to the switch's own interface and the agent; `turnedAway` if that interface does not accept the packet from
 * the port.
 */
export type Delivery = Partial<Outcome> & { readonly turnedAway?: true };

/** A frame that nothing has taken out reaches the switch's own interface, or is turned away there. */
export function handingIn(
  around: Switch,
  { port, from, vlan, frame }: Pick<UnderWay, 'port' | 'vlan' | 'frame'> & { readonly from: BridgePortNumber },
): Delivery {
  const { plan } = around;
  const isTurnedAway = new StationAccess(plan).turnsAway(frame, vlan, representativeOf(plan, from) ?? 0);
  if (!isTurnedAway) return { delivered: vlan };
  const punt = port === undefined ? undefined : puntOf(around, 'delivery', TURNED_AWAY, vlan, frame);
  return { ...(punt && { punt }), turnedAway: true };
}

function towards(port: BridgePortNumber, by: 'static' | 'learnt'): Outcome {
  return { verdict: 'passes', reason: { code: 'known', by, port }, towards: [port] };
}

/** The ports and trunks in a port list, ascending by the ports that represent them. */
function bridgePortsOf(plan: ForwardingPlan, list: bigint): BridgePortNumber[] {
  return portsOf(withoutOtherMembers(plan, list)).map((port) => bridgePortOf(plan, port));
}
