import { portsOf } from '../../model/values/port-list.ts';
import type { FlushSelection, ForwardingEntry } from '../datapath.ts';
import type { ForwardingPlan } from '../plan.ts';
import type { FlowTable } from './flow-table.ts';

/** Everything the switch knows of addresses: learned rows, static ones, and its own. In order of FID, then address. */
export async function forwardingEntries(plan: ForwardingPlan, flows: FlowTable): Promise<ForwardingEntry[]> {
  const shared = plan.learning.constraint === 'shared';
  const entries = new Map<string, ForwardingEntry>();
  const put = (entry: ForwardingEntry) => entries.set(`${entry.fid},${entry.address}`, entry);
  for (const entry of await flows.learned()) put(entry);
  for (const { vlan, address, port } of plan.staticUnicast.values()) {
    put({ fid: shared ? 1 : vlan, address, port, origin: 'static', age: 0 });
  }
  for (const { vlan, mac, enabled } of plan.interfaces.values()) {
    if (enabled && plan.vlans.has(vlan)) put({ fid: shared ? 1 : vlan, address: mac, port: 0, origin: 'self', age: 0 });
  }
  return [...entries.values()].sort((a, b) => a.fid - b.fid || (a.address < b.address ? -1 : 1));
}

/** Which learned rows no longer hold under `plan`: of ports that left a VLAN, of VLANs that went, of replaced addresses. */
export function staleSelections(before: ForwardingPlan, after: ForwardingPlan): FlushSelection[] {
  if (before.learning.constraint !== after.learning.constraint) return [{}];
  const shared = after.learning.constraint === 'shared';
  const stale: FlushSelection[] = [];
  if (before.vlans !== after.vlans) {
    for (const [vlan, former] of before.vlans) {
      const present = after.vlans.get(vlan);
      if (present === former) continue;
      const gone = former.members & ~(present?.members ?? 0n);
      if (gone === 0n) continue;
      if (!present && !shared) stale.push({ vlan });
      else for (const port of portsOf(gone)) stale.push(shared ? { port } : { vlan, port });
    }
  }
  for (const [key, entry] of after.staticUnicast) {
    if (before.staticUnicast.get(key) === entry) continue;
    stale.push(shared ? { address: entry.address } : { vlan: entry.vlan, address: entry.address });
  }
  for (const [port, former] of before.ports) {
    if (former.admin && after.ports.get(port)?.admin === false) stale.push({ port });
  }
  for (const mirror of after.mirrors.values()) {
    if (before.mirrors.get(mirror.session)?.target !== mirror.target) stale.push({ port: mirror.target });
  }
  return stale;
}
