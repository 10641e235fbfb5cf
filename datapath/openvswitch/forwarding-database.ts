import { hasPort, type PortList, portsOf } from '../../model/values/port-list.ts';
import { bridgePortOf, representativeOf, withoutOtherMembers } from '../bridge-ports.ts';
import type { ForwardingEntry } from '../datapath.ts';
import { type BridgePortNumber, type ForwardingPlan, type MacAddress, mirrorTargets, type VlanId } from '../plan.ts';
import { pinnedInForce } from '../port-security.ts';
import { type ForwardingState, vlansInForce } from '../state.ts';
import type { FlowTable } from './flow-table.ts';
import type { LearnedRow } from './learned-rows.ts';
import type { RowSelection } from './row-selection.ts';

/** The conditions under which rows are valid. */
export interface Situation {
  readonly plan: ForwardingPlan;
  readonly state: ForwardingState;
}

/** Everything the switch knows of addresses: learned rows, static ones, and its own. In order of FID, then address. */
export async function forwardingEntries(situation: Situation, flows: FlowTable): Promise<ForwardingEntry[]> {
  return entriesOf(situation, await flows.learned());
}

/** The switch's knowledge of one address; costs one row, however many are learned. */
export async function entriesOfAddress(
  situation: Situation,
  flows: FlowTable,
  address: MacAddress,
): Promise<ForwardingEntry[]> {
  return entriesOf(situation, await flows.learned(address)).filter((entry) => entry.address === address);
}

function entriesOf({ plan, state }: Situation, learned: readonly LearnedRow[]): ForwardingEntry[] {
  const shared = plan.learning.constraint === 'shared';
  const entries = new Map<string, ForwardingEntry>();
  const put = (entry: ForwardingEntry) => entries.set(`${entry.fid},${entry.address}`, entry);
  for (const { fid, address, port, origin, age } of learned) put({ fid, address, port, origin, age });
  for (const { vlan, address, port } of pinnedInForce(plan, state).values()) {
    put({ fid: shared ? 1 : vlan, address, port, origin: 'static', age: 0 });
  }
  for (const { vlan, mac, enabled } of plan.interfaces.values()) {
    if (enabled && plan.vlans.has(vlan)) put({ fid: shared ? 1 : vlan, address: mac, port: 0, origin: 'self', age: 0 });
  }
  return [...entries.values()].sort((a, b) => a.fid - b.fid || (a.address < b.address ? -1 : 1));
}

/**
 * The bridge ports that represent physical ones: the ports themselves, and the trunks that one of them is a member of.
 */
export function bridgePortsOf(ports: PortList, { trunks }: ForwardingPlan): ReadonlySet<BridgePortNumber> {
  const concerned = [...trunks].filter(([, { members }]) => (members & ports) !== 0n).map(([trunk]) => trunk);
  return new Set([...portsOf(ports), ...concerned]);
}

/** Which learned rows no longer hold on the way from one plan to the next: ports that left a VLAN, VLANs that went, … */
export function staleRows(former: Situation, next: Situation): RowSelection[] {
  const { plan: before } = former;
  const { plan: after } = next;
  if (before.learning.constraint !== after.learning.constraint) return [{}];
  const shared = after.learning.constraint === 'shared';
  const silenced =
    before.ports === after.ports
      ? []
      : [...before.ports].filter(([port, { admin }]) => admin && after.ports.get(port)?.admin !== true);
  const secured = [...after.portSecurity.keys()].filter((port) => !before.portSecurity.has(port));
  const targets = portsOf(mirrorTargets(after) & ~mirrorTargets(before));
  const gone = new Set([...silenced.map(([port]) => port), ...targets, ...secured]);
  return [
    ...(gone.size > 0 ? [{ ports: gone }] : []),
    ...regrouped(before, after),
    ...portsThatLeft(former, next),
    ...newlyPinned(former, next).map(({ vlan, address }) =>
      shared ? { address } : { vlans: new Set([vlan]), address },
    ),
  ];
}

/**
 * Addresses that may be learned wrongly on the way from one plan to the next: Open vSwitch teaches a cached decision's
 * frames by the rules that it finds when it counts them, so that earlier frames appear in the new VLAN of their port.
 */
export function mistakenRows(before: ForwardingPlan, after: ForwardingPlan): RowSelection[] {
  if (before.ports === after.ports) return [];
  const ports = new Map<VlanId, Set<BridgePortNumber>>();
  for (const [port, { pvid }] of after.ports) {
    if (before.ports.get(port)?.pvid === pvid) continue;
    ports.set(pvid, (ports.get(pvid) ?? new Set()).add(bridgePortOf(after, port)));
  }
  return [...ports].map(([vlan, moved]) => ({ ports: moved, vlans: new Set([vlan]) }));
}

/** Finds the learned rows that are not valid under a plan, if the plan they were learned under is unknown. */
export function strayRows(plan: ForwardingPlan, state: ForwardingState): (row: LearnedRow) => boolean {
  const vlans = vlansInForce(plan, state);
  const shared = plan.learning.constraint === 'shared';
  const targets = mirrorTargets(plan);
  const pinned = new Set(
    newlyPinned(undefined, { plan, state }).map(({ vlan, address }) => (shared ? address : `${vlan},${address}`)),
  );
  return (row) => {
    const { vlan, address, port } = row;
    const representative = representativeOf(plan, port) ?? 0;
    const entry = plan.ports.get(representative);
    const members = vlans.get(vlan)?.members;
    return (
      row.shared !== shared ||
      bridgePortOf(plan, port) !== port ||
      !entry?.admin ||
      members === undefined ||
      (entry.ingressFiltering && !hasPort(members, representative)) ||
      hasPort(targets, representative) ||
      plan.portSecurity.has(port) ||
      pinned.has(shared ? address : `${vlan},${address}`)
    );
  };
}

/**
 * Addresses learned at trunks that were added, removed or changed, and at the ports that are or were members of these.
 */
function regrouped({ trunks: before }: ForwardingPlan, { trunks: after }: ForwardingPlan): RowSelection[] {
  if (before === after) return [];
  const ports = new Set<BridgePortNumber>();
  for (const trunk of new Set([...before.keys(), ...after.keys()])) {
    const [former, next] = [before.get(trunk)?.members ?? 0n, after.get(trunk)?.members ?? 0n];
    if (former !== next) for (const port of [trunk, ...portsOf(former | next)]) ports.add(port);
  }
  return ports.size > 0 ? [{ ports }] : [];
}

/** Addresses learned at ports in VLANs that they are no longer members of; VLANs that lost the same ports in one. */
function portsThatLeft(former: Situation, next: Situation): RowSelection[] {
  const before = vlansInForce(former.plan, former.state);
  const after = vlansInForce(next.plan, next.state);
  if (before === after) return [];
  const left = new Map<PortList | undefined, Set<VlanId>>();
  for (const [vlan, entry] of before) {
    const present = after.get(vlan);
    if (present === entry) continue;
    // A VLAN that went takes along what was learned in it at ports that were never its members (ingress filtering off).
    const gone = present && withoutOtherMembers(former.plan, entry.members & ~present.members);
    if (gone !== 0n) left.set(gone, (left.get(gone) ?? new Set()).add(vlan));
  }
  return [...left].map(([ports, vlans]) =>
    ports === undefined ? { vlans } : { ports: bridgePortsOf(ports, former.plan), vlans },
  );
}

/** Addresses that are pinned now, or the switch's own, and were not before. */
function newlyPinned(
  before: Situation | undefined,
  { plan, state }: Situation,
): { readonly vlan: VlanId; readonly address: MacAddress }[] {
  const [present, pinned] = [before && pinnedInForce(before.plan, before.state), pinnedInForce(plan, state)];
  const entries = present === pinned ? [] : [...pinned].filter(([key, entry]) => present?.get(key) !== entry);
  const own = [...plan.interfaces].filter(([vlan, { mac, enabled }]) => {
    const former = before?.plan.interfaces.get(vlan);
    return enabled && !(former?.enabled && former.mac === mac);
  });
  return [...entries.map(([, entry]) => entry), ...own.map(([vlan, { mac }]) => ({ vlan, address: mac }))];
}
