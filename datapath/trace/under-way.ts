import { hasPort, NO_PORTS, type PortList } from '../../model/values/port-list.ts';
import { bridgePortOf, representativeOf } from '../bridge-ports.ts';
import type { BridgePortNumber, MacAddress, PortNumber, VlanId } from '../identifiers.ts';
import type { ForwardingPlan, PortPlan, StaticUnicastPlan, VlanPlan } from '../plan.ts';
import type { PortAccess } from '../port-access.ts';
import { EVERY_VLAN, type ForwardingState } from '../state.ts';
import type { Lesson, MirrorCopy, Punt, Reason, Situation, Step } from './traced-frame.ts';

/** The switch that a frame passes. */
export interface Switch {
  readonly plan: ForwardingPlan;
  readonly state: ForwardingState;
  readonly situation: Situation;
  /** Those of the plan and those that engines added. */
  readonly vlans: ReadonlyMap<VlanId, VlanPlan>;
  readonly pinned: ReadonlyMap<string, StaticUnicastPlan>;
}

/** A frame on its way, with what the stages passed have found. */
export interface UnderWay {
  /** As it came in, or as the access control list rewrote it. */
  readonly frame: Uint8Array;
  /** The physical port that it was received on; undefined for the switch's own frames. */
  readonly port: PortNumber | undefined;
  /** The port or trunk that it was received on; undefined for the switch's own frames. */
  readonly from: BridgePortNumber | undefined;
  /** 0 before classification. */
  readonly vlan: VlanId;
  /** The priority of its tag; a frame received with a tag keeps that one's. */
  readonly priority: number;
  /** Nothing that a packet says of itself overrules the priority. */
  readonly isPriorityFinal?: boolean;
  /** Its queue at a congested port; undefined if ports have one queue. */
  readonly queue?: number;
  /** The address it has taught. */
  readonly teaches?: Lesson;
  /** The result of the look-up. */
  readonly towards: readonly BridgePortNumber[];
  /** The agent has let its source in. */
  readonly admitted: boolean;
  /** The ports that the agent lets it leave by. */
  readonly within: PortList;
}

/** The result of an ingress stage; its values replace the former ones. */
export interface Outcome {
  readonly verdict: Step['verdict'];
  readonly reason: Reason;
  readonly from?: BridgePortNumber;
  readonly vlan?: VlanId;
  readonly priority?: number;
  readonly isPriorityFinal?: boolean;
  readonly queue?: number;
  readonly towards?: readonly BridgePortNumber[];
  readonly teaches?: Lesson;
  /** The frame as it goes on, where the stage rewrote it. */
  readonly frame?: Uint8Array;
  readonly copies?: readonly MirrorCopy[];
  readonly punt?: Punt;
  readonly delivered?: VlanId;
  readonly limits?: Step['limits'];
}

/** The frame passes and nothing is to be said. */
export const nothingAgainst: Outcome = { verdict: 'passes', reason: { code: 'nothingAgainst' } };

/** The frame ends here. */
export const drops = (reason: Reason): Outcome => ({ verdict: 'drops', reason });

/** Whether a port list holds a port or trunk; a trunk is held by its lowest member. */
export function holds(plan: ForwardingPlan, list: PortList, port: BridgePortNumber): boolean {
  const bit = representativeOf(plan, port);
  return bit !== undefined && hasPort(list, bit);
}

/** Settings of a port or trunk; a trunk has its lowest member's. */
export function settingsOf(plan: ForwardingPlan, port: BridgePortNumber): PortPlan | undefined {
  const representative = representativeOf(plan, port);
  return representative === undefined ? undefined : plan.ports.get(representative);
}

/**
 * The access granted by an authenticator at a port; undefined if it passes everything, as at every trunk and its
 * members.
 */
export function accessAt({ plan, state }: Switch, port: BridgePortNumber): PortAccess | undefined {
  return bridgePortOf(plan, port) === port ? state.access.get(port) : undefined;
}

/** The port or trunk that a row's port means today: a member of a trunk means the trunk. */
export function present(plan: ForwardingPlan, port: BridgePortNumber): BridgePortNumber {
  return port <= 64 ? bridgePortOf(plan, port) : port;
}

/** Whether a physical port is on and has a link. */
export function isUp({ plan, situation }: Switch, port: PortNumber): boolean {
  return plan.ports.get(port)?.admin === true && hasPort(situation.up, port);
}

/** The filtering database of a VLAN. */
export function fidOf({ plan }: Switch, vlan: VlanId): VlanId {
  return plan.learning.constraint === 'shared' ? 1 : vlan;
}

/** Whether the switch has an interface in `vlan` that answers to `address`. */
export function owns({ plan }: Switch, vlan: VlanId, address: MacAddress): boolean {
  const own = plan.interfaces.get(vlan);
  return own?.enabled === true && own.mac === address;
}

/** The port to which an address is pinned in the filtering database of `vlan`. */
export function pinnedTo(around: Switch, vlan: VlanId, address: MacAddress): BridgePortNumber | undefined {
  const fid = fidOf(around, vlan);
  for (const entry of around.pinned.values()) {
    if (entry.address === address && fidOf(around, entry.vlan) === fid) return present(around.plan, entry.port);
  }
  return undefined;
}

/** The reason that a VLAN is closed at a port or trunk, for frames either way, regardless of membership. */
export function closedAt({ plan, state }: Switch, vlan: VlanId, port: BridgePortNumber): Reason | undefined {
  const everywhere = state.blocked.get(EVERY_VLAN)?.ports ?? NO_PORTS;
  if (holds(plan, everywhere | (state.blocked.get(vlan)?.ports ?? NO_PORTS), port)) {
    return { code: 'blocked', port, vlan };
  }
  const instance = plan.spanningTreeInstances.get(vlan) ?? 0;
  const allowed = state.instances.get(instance);
  if (!allowed || holds(plan, allowed.forwarding, port)) return undefined;
  return { code: holds(plan, allowed.learning, port) ? 'learningOnly' : 'discarding', port, vlan, instance };
}
