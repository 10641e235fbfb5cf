import { hasPort } from '../../model/values/port-list.ts';
import type { FlushSelection, ForwardingEntry } from '../datapath.ts';
import { type ForwardingPlan, mirrorTargets, type StaticUnicastPlan } from '../plan.ts';
import type { FlowTable, LearnedRow } from './flow-table.ts';

/** Everything the switch knows of addresses: learned rows, static ones, and its own. In order of FID, then address. */
export async function forwardingEntries(plan: ForwardingPlan, flows: FlowTable): Promise<ForwardingEntry[]> {
  const shared = plan.learning.constraint === 'shared';
  const entries = new Map<string, ForwardingEntry>();
  const put = (entry: ForwardingEntry) => entries.set(`${entry.fid},${entry.address}`, entry);
  for (const { fid, address, port, origin, age } of await flows.learned()) put({ fid, address, port, origin, age });
  for (const { vlan, address, port } of plan.staticUnicast.values()) {
    put({ fid: shared ? 1 : vlan, address, port, origin: 'static', age: 0 });
  }
  for (const { vlan, mac, enabled } of plan.interfaces.values()) {
    if (enabled && plan.vlans.has(vlan)) put({ fid: shared ? 1 : vlan, address: mac, port: 0, origin: 'self', age: 0 });
  }
  return [...entries.values()].sort((a, b) => a.fid - b.fid || (a.address < b.address ? -1 : 1));
}

/** Tells the rows that a selection names. */
export function isSelected({ ports, vlans, address }: FlushSelection): (row: LearnedRow) => boolean {
  return (row) =>
    (ports === undefined || hasPort(ports, row.port)) &&
    (vlans === undefined || vlans.has(row.vlan)) &&
    (address === undefined || row.address === address);
}

/** A learned row by what has to be forgotten about it; undefined where a change of plans makes nothing stale. */
export type Staleness = ((row: LearnedRow) => boolean) | undefined;

/** Which learned rows no longer hold on the way from one plan to the next: ports that left a VLAN, VLANs that went, … */
export function staleRows(before: ForwardingPlan, after: ForwardingPlan): Staleness {
  if (before.learning.constraint !== after.learning.constraint) return () => true;
  const shared = after.learning.constraint === 'shared';
  const portsThatWent = (before.ports === after.ports ? [] : [...before.ports])
    .filter(([port, { admin }]) => admin && after.ports.get(port)?.admin !== true)
    .map(([port]) => port);
  const silenced = new Set(portsThatWent);
  const newTargets = mirrorTargets(after) & ~mirrorTargets(before);
  const left = portsThatLeft(before, after);
  const pinned = newlyPinned(before, after);
  if (silenced.size === 0 && newTargets === 0n && left.size === 0 && pinned.size === 0) return undefined;
  return ({ vlan, address, port }) =>
    silenced.has(port) ||
    hasPort(newTargets, port) ||
    hasPort(left.get(vlan) ?? 0n, port) ||
    pinned.has(shared ? address : `${vlan},${address}`);
}

/** As `staleRows`, where nothing is known of the plan that the rows were learned under. */
export function strayRows(plan: ForwardingPlan): Staleness {
  const shared = plan.learning.constraint === 'shared';
  const targets = mirrorTargets(plan);
  const pinned = newlyPinned(undefined, plan);
  return ({ vlan, address, port, match }) => {
    const entry = plan.ports.get(port);
    const members = plan.vlans.get(vlan)?.members;
    return (
      match.includes('vlan_tci') === shared ||
      !entry?.admin ||
      members === undefined ||
      (entry.ingressFiltering && !hasPort(members, port)) ||
      hasPort(targets, port) ||
      pinned.has(shared ? address : `${vlan},${address}`)
    );
  };
}

/** The ports that are no longer members, by VLAN. */
function portsThatLeft(before: ForwardingPlan, after: ForwardingPlan): ReadonlyMap<number, bigint> {
  const left = new Map<number, bigint>();
  if (before.vlans === after.vlans) return left;
  for (const [vlan, former] of before.vlans) {
    const present = after.vlans.get(vlan);
    if (present === former) continue;
    // A VLAN that went takes along what was learned in it at ports that were never its members (ingress filtering off).
    const gone = present ? former.members & ~present.members : (1n << 64n) - 1n;
    if (gone !== 0n) left.set(vlan, gone);
  }
  return left;
}

/** Addresses that are pinned now, or the switch's own, and were not before; "fid,address", the address alone if shared. */
function newlyPinned(before: ForwardingPlan | undefined, after: ForwardingPlan): ReadonlySet<string> {
  const shared = after.learning.constraint === 'shared';
  const pinned = new Set<string>();
  const pin = ({ vlan, address }: Omit<StaticUnicastPlan, 'port'>) =>
    pinned.add(shared ? address : `${vlan},${address}`);
  for (const [key, entry] of after.staticUnicast) if (before?.staticUnicast.get(key) !== entry) pin(entry);
  for (const [vlan, { mac }] of after.interfaces) {
    if (before?.interfaces.get(vlan)?.mac !== mac) pin({ vlan, address: mac });
  }
  return pinned;
}
