import type { Part } from '../../console/navigation/menu-entry.ts';
import { list } from '../../console/page/list.tsx';
import type { TableObject } from '../../model/schema/object.ts';
import { routerPortsControl } from './snooping-router-ports.tsx';

/** Milliseconds between two reads of what is learned. */
const poll = 5000;

/** The VLANs of a family; `vlan` and `snooped` are the columns of its table, `what` is for the device's log. */
export function snoopedVlans(table: TableObject, vlan: string, snooped: string, what: string): Part {
  return list(table, {
    title: 'VLANs',
    filter: 'Filter by id',
    kept: false,
    poll,
    fields: [snooped],
    modify: { title: (index, t) => t('VLAN {{vlan}}', { vlan: index[vlan] ?? '' }), what },
  });
}

/** The groups of a family that somebody listens to. */
export function learnedGroups(table: TableObject): Part {
  return list(table, {
    title: 'Groups',
    filter: 'VLAN, address or port',
    empty: 'No groups.',
    kept: false,
    poll,
  });
}

/** The columns of a family's table of router ports. */
interface RouterColumns {
  readonly vlan: string;
  readonly fixed: string;
  readonly learned: string;
  readonly expiry: string;
}

/** The ports of each VLAN that lead to multicast routers; `what` is for the device's log. */
export function routerPorts(table: TableObject, { vlan, fixed, learned, expiry }: RouterColumns, what: string): Part {
  return list(table, {
    title: 'Router ports',
    filter: 'VLAN or port',
    kept: false,
    poll,
    columns: [vlan, ...[fixed, learned].map((name) => ({ name, text: orDash(name) })), expiry],
    fields: [[vlan], { name: fixed, control: routerPortsControl(vlan), wide: true }],
    modify: { title: (index, t) => t('VLAN {{vlan}}', { vlan: index[vlan] ?? '' }), what },
  });
}

const orDash = (column: string) => (row: Readonly<Record<string, unknown>>) => String(row[column] || '–');
