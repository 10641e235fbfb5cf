import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { formatPortList, portListOf } from '../../../model/values/port-list.ts';
import type { Value, Values } from '../../../model/wire/call.ts';
import { membershipOf } from './membership.ts';
import { dot1qPortVlanEntry, dot1qVlanStaticEntry } from './objects.ts';

type Vlan = RowOf<typeof dot1qVlanStaticEntry>;

/** The rows of both tables that an edit of a VLAN changed. */
export interface ChangedVlans {
  readonly vlans: readonly { readonly from: Vlan | undefined; readonly to: Vlan }[];
  readonly ports: readonly {
    readonly from: RowOf<typeof dot1qPortVlanEntry>;
    readonly to: RowOf<typeof dot1qPortVlanEntry>;
  }[];
}

/** What differs between two states of the VLANs and ports; rows that stayed as they were are the same objects. */
export function changedVlans(before: Configuration, after: Configuration): ChangedVlans {
  const oldVlans = before.rowMap(dot1qVlanStaticEntry);
  const vlans = [...after.rowMap(dot1qVlanStaticEntry)].flatMap(([key, to]) => {
    const from = oldVlans.get(key);
    return from === to ? [] : [{ from, to }];
  });
  const oldPorts = before.rowMap(dot1qPortVlanEntry);
  const ports = [...after.rowMap(dot1qPortVlanEntry)].flatMap(([key, to]) => {
    const from = oldPorts.get(key);
    return !from || from === to ? [] : [{ from, to }];
  });
  return { vlans, ports };
}

/** One line of what Apply will change: what it is of, which of it, from and to. */
export interface ChangeLine {
  readonly kind: 'added' | 'name' | 'untagged' | 'tagged' | 'pvid';
  /** The VLAN, or the ports of a PVID ("7-8"). */
  readonly of: string;
  readonly from: string;
  readonly to: string;
}

/** The changes line by line; ports whose PVID changes alike share a line. */
export function changeLines({ vlans, ports }: ChangedVlans): ChangeLine[] {
  return [...vlans.flatMap(({ from, to }) => vlanLines(from, to)), ...pvidLines(ports)];
}

function vlanLines(from: Vlan | undefined, to: Vlan): ChangeLine[] {
  const of = String(to.dot1qVlanIndex);
  const [old, now] = [from && lists(from), lists(to)];
  const lines: ChangeLine[] = [
    { kind: 'name', of, from: from?.dot1qVlanStaticName ?? '', to: to.dot1qVlanStaticName },
    { kind: 'untagged', of, from: old?.untagged ?? '', to: now.untagged },
    { kind: 'tagged', of, from: old?.tagged ?? '', to: now.tagged },
  ];
  const added: ChangeLine[] = from ? [] : [{ kind: 'added', of, from: '', to: '' }];
  return [...added, ...lines.filter((line) => line.from !== line.to)];
}

function lists(row: Vlan) {
  const { members, untagged } = membershipOf(row);
  return { untagged: formatPortList(untagged), tagged: formatPortList(members & ~untagged) };
}

function pvidLines(ports: ChangedVlans['ports']): ChangeLine[] {
  const alike = new Map<string, { readonly from: number; readonly to: number; readonly ports: number[] }>();
  for (const { from, to } of ports) {
    if (from.dot1qPvid === to.dot1qPvid) continue;
    const key = `${from.dot1qPvid} ${to.dot1qPvid}`;
    const group = alike.get(key) ?? { from: from.dot1qPvid, to: to.dot1qPvid, ports: [] };
    group.ports.push(to.dot1dBasePort);
    alike.set(key, group);
  }
  return [...alike.values()].map((group) => ({
    kind: 'pvid',
    of: formatPortList(portListOf(group.ports)),
    from: String(group.from),
    to: String(group.to),
  }));
}

/** The columns of `to` that differ from `from`, beside those of `index`. */
export function changedColumns<Row extends Values>(index: readonly string[], from: Row | undefined, to: Row): Values {
  const columns: Record<string, Value> = {};
  for (const [name, value] of Object.entries(to)) {
    if (index.includes(name) || from?.[name] !== value) columns[name] = value;
  }
  return columns;
}
