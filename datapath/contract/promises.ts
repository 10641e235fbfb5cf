import { hasPort, type PortList, portsOf } from '../../model/values/port-list.ts';
import { macAt } from '../../protocols/frames/addresses.ts';
import { hasPayloadTag, isTagged, popTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { bridgePortOf, memberPorts, representativeOf } from '../bridge-ports.ts';
import type { PuntedFrame } from '../datapath.ts';
import { isToPortAccess } from '../eapol-frame.ts';
import type { BridgePortNumber, ForwardingPlan, PortNumber, StaticUnicastPlan, VlanId } from '../plan.ts';
import { mirrorTargets } from '../plan.ts';
import type { PortAccess } from '../port-access.ts';
import type { ForwardingState } from '../state.ts';
import type { PortFrame } from './harness.ts';

/** Output of a datapath for one frame. */
interface GivenAway {
  readonly left: readonly PortFrame[];
  readonly punted: readonly PuntedFrame[];
}

/**
 * Invariants of every frame, whatever the order of processing: the promises of authentication and of port security that
 * the output of a datapath for a frame from a port violates. Copies of mirror sessions are not part of switching.
 */
export function brokenPromises(
  plan: ForwardingPlan,
  state: ForwardingState,
  sent: PortFrame,
  { left, punted }: GivenAway,
): string[] {
  const switched = left.filter(({ port }) => !hasPort(mirrorTargets(plan), port));
  return [
    ...guestLeaks(plan, state, sent, { left: switched, punted }),
    ...leaksToGuests(plan, state, sent, switched),
    ...admittedElsewhere(plan, state, sent, { left: switched, punted }),
  ];
}

function guestAt(plan: ForwardingPlan, state: ForwardingState, port: PortNumber): PortAccess | undefined {
  const access = bridgePortOf(plan, port) === port ? state.access.get(port) : undefined;
  return access?.isGuest ? access : undefined;
}

/** A station that is not authenticated reaches members of the guest VLAN, and of the agent what looks into that VLAN. */
function guestLeaks(
  plan: ForwardingPlan,
  state: ForwardingState,
  sent: PortFrame,
  { left, punted }: GivenAway,
): string[] {
  const guest = guestAt(plan, state, sent.port);
  if (!guest) return [];
  const isSilenced = (tagOf(sent.frame)?.vid ?? 0) !== 0 || hasPayloadTag(sent.frame);
  const members = membersOf(plan, state, guest.vlan);
  return [
    ...left
      .filter(({ port }) => isSilenced || !hasPort(members, representativeAt(plan, port)))
      .map(({ port }) => `A guest at port ${sent.port} reached port ${port}.`),
    ...punted
      .filter(({ vlan }) => (vlan === undefined ? !isToPortAccess(sent.frame) : isSilenced || vlan !== guest.vlan))
      .map(({ kind }) => `A guest at port ${sent.port} was heard as ${kind}.`),
  ];
}

/** The ports that are in a VLAN by plan, by an engine, or since they were assigned to it. */
function membersOf(plan: ForwardingPlan, state: ForwardingState, vlan: VlanId | undefined): PortList {
  if (vlan === undefined || !plan.vlans.has(vlan)) return 0n;
  let members = (plan.vlans.get(vlan)?.members ?? 0n) | (state.memberships.get(vlan)?.members ?? 0n);
  for (const [port, access] of state.access) {
    if (access.vlan === vlan || [...access.stationVlans.values()].includes(vlan)) members |= 1n << BigInt(port - 1);
  }
  return members;
}

/** Frames of other VLANs than the guests' do not reach them, and nothing reaches them tagged. */
function leaksToGuests(
  plan: ForwardingPlan,
  state: ForwardingState,
  sent: PortFrame,
  left: readonly PortFrame[],
): string[] {
  const { frame, port: from } = sent;
  if (isTagged(frame) && isTagged(popTag(frame))) return [];
  const vid = tagOf(frame)?.vid || vlanWithoutTag(plan, state, from);
  return left.flatMap(({ port, frame: leaving }) => {
    const guest = guestAt(plan, state, port);
    if (!guest || (!isTagged(leaving) && (vid === undefined || vid === guest.vlan))) return [];
    return [`What came in by port ${from} reached the guests at port ${port}.`];
  });
}

/** The VLAN of what a port receives without one; undefined where more than its PVID could say so. */
function vlanWithoutTag(plan: ForwardingPlan, state: ForwardingState, port: PortNumber): VlanId | undefined {
  const from = bridgePortOf(plan, port);
  const isSaidElsewhere = plan.classifiers.size > 0 || plan.multicastVlans.size > 0 || state.access.has(from);
  return isSaidElsewhere ? undefined : plan.ports.get(representativeAt(plan, port))?.pvid;
}

/** A secure address is admitted at one port only. */
function admittedElsewhere(
  plan: ForwardingPlan,
  state: ForwardingState,
  { port, frame }: PortFrame,
  { left, punted }: GivenAway,
): string[] {
  const source = macAt(frame, 6);
  const vid = tagOf(frame)?.vid ?? 0;
  const isShared = plan.learning.constraint === 'shared';
  const rows = [...plan.staticUnicast.values(), ...state.secureAddresses.values()].filter(
    (row) => row.address === source && (isShared || row.vlan === vid),
  );
  const here = bridgePortOf(plan, port);
  // If several rows claim an address the first of them counts, which is another promise.
  if (rows.length !== 1 || !rows.every((row) => isSecureElsewhere(plan, row, here))) return [];
  const inVlan = punted.filter(({ vlan, kind }) => vlan !== undefined && plan.punts.get(kind)?.stage !== 'learning');
  return [...left, ...inVlan].map(() => `The secure address ${source} was admitted at port ${port}.`);
}

function isSecureElsewhere(plan: ForwardingPlan, row: StaticUnicastPlan, here: BridgePortNumber): boolean {
  return row.port !== here && plan.portSecurity.has(row.port);
}

function representativeAt(plan: ForwardingPlan, port: PortNumber): PortNumber {
  const bridgePort = bridgePortOf(plan, port);
  const [lowest = port] = portsOf(memberPorts(plan, bridgePort));
  return representativeOf(plan, bridgePort) ?? lowest;
}
