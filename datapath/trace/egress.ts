import { hasPort, NO_PORTS, type PortList, portBit, portListOf, portsOf } from '../../model/values/port-list.ts';
import { uint16At } from '../../protocols/frames/addresses.ts';
import { padFrame } from '../../protocols/frames/ethernet.ts';
import { isTagged, popTag, pushTag, replaceTag } from '../../protocols/frames/vlan-tag.ts';
import { memberPorts, representativeOf } from '../bridge-ports.ts';
import { EVERY_PORT } from '../combiners.ts';
import type { BridgePortNumber } from '../identifiers.ts';
import { withheldFrom } from '../multicast-vlans.ts';
import { mirrorTargets } from '../plan.ts';
import { fits } from './copies.ts';
import type { Departure, Reason } from './traced-frame.ts';
import { closedAt, holds, isUp, type Switch, settingsOf, type UnderWay } from './under-way.ts';

const DROP_ELIGIBLE = 0x1000;

/** Why a frame does not leave by `port`; undefined where nothing is against it. */
export function egressFilter(
  around: Switch,
  { from, vlan, within }: UnderWay,
  port: BridgePortNumber,
): Reason | undefined {
  const { plan, state, vlans } = around;
  if (port === from) return { code: 'cameFrom', port };
  if (!holds(plan, within, port)) return { code: 'withheld', port };
  if (!holds(plan, vlans.get(vlan)?.members ?? NO_PORTS, port)) return { code: 'notMember', port, vlan };
  if (state.access.get(port)?.sends === false) return { code: 'notAuthenticated', port };
  const closed = closedAt(around, vlan, port);
  if (closed) return closed;
  if (from !== undefined && !holds(plan, settingsOf(plan, from)?.forwardTo ?? NO_PORTS, port)) {
    return { code: 'forwardingMask', from, port };
  }
  if (from !== undefined && holds(plan, withheldFrom(plan, vlan, representativeOf(plan, from) ?? 0), port)) {
    return { code: 'noStream', port, vlan };
  }
  return leavingPorts(around, port) === NO_PORTS ? unusable(around, port) : undefined;
}

/** The physical ports of which one sends: the port itself, or the members of a trunk that distribute and have a link. */
export function leavingPorts(around: Switch, port: BridgePortNumber): PortList {
  const { plan, state } = around;
  if (port <= 64) return isUp(around, port) && !hasPort(mirrorTargets(plan), port) ? portBit(port) : NO_PORTS;
  const usable = portsOf(memberPorts(plan, port) & ~mirrorTargets(plan)).filter((member) => isUp(around, member));
  return portListOf(usable) & (state.trunks.get(port)?.distributing ?? EVERY_PORT);
}

/** The frame as it leaves `port`, tagged or not, its priority kept (IEEE 802.1Q-2018 6.9). */
export function tagging(
  { plan, vlans }: Switch,
  { frame, vlan, priority }: UnderWay,
  port: BridgePortNumber,
): Pick<Departure, 'tagged' | 'frame'> {
  const untagged = holds(plan, vlans.get(vlan)?.untagged ?? NO_PORTS, port);
  if (untagged) return { tagged: false, frame: padFrame(isTagged(frame) ? popTag(frame) : frame) };
  const given = plan.multicastVlans.get(vlan)?.priority;
  const own = isTagged(frame) ? uint16At(frame, 14) >>> 13 : priority;
  const control = ((given ?? own) << 13) | (isTagged(frame) ? uint16At(frame, 14) & DROP_ELIGIBLE : 0) | vlan;
  const tagged = isTagged(frame) ? replaceTag(frame, control) : pushTag(frame, control);
  return { tagged: true, frame: padFrame(tagged) };
}

/** Of `ports`, those by which a frame of this length leaves. */
export function fitting({ plan }: Switch, ports: PortList, frame: Uint8Array): PortList {
  return portListOf(portsOf(ports).filter((port) => fits(plan, port, frame)));
}

function unusable(around: Switch, port: BridgePortNumber): Reason {
  if (port > 64) return { code: 'notDistributing', trunk: port };
  if (hasPort(mirrorTargets(around.plan), port)) return { code: 'mirrorTarget', port };
  return { code: around.plan.ports.get(port)?.admin ? 'noLink' : 'portDisabled', port };
}
