import { Do } from '../openflow/action.ts';
import type { Flow } from '../openflow/flow.ts';
import type { Group } from '../openflow/group.ts';
import { REPARSE } from './fixed-flows.ts';
import { Table } from './layout.ts';
import { rule } from './rule.ts';

/** The continuation of a frame of which the agent gets a copy. */
export type CopyWay = 'reserved' | 'lookup';

/** The groups that lead there, above the numbers of ports and trunks. */
export const COPY_GROUPS = { reserved: 0x1_0000, lookup: 0x1_0001 } as const satisfies Record<CopyWay, number>;

const tables = { reserved: 'reservedAnew', lookup: 'lookupAnew' } as const satisfies Record<CopyWay, string>;
const ways: readonly CopyWay[] = ['reserved', 'lookup'];

/**
 * The continuations of frames whose first tag is set aside: they end with parsing the frame again, and what an action
 * list has behind such a continuation is carried out only if a group took it. Groups cannot parse again themselves, so
 * each calls a table.
 */
export const copyGroups: readonly Group[] = ways.map((way) => ({
  number: COPY_GROUPS[way],
  type: 'indirect',
  buckets: [{ actions: [Do.resubmit(Table[tables[way]])] }],
}));

/** The rules of the tables that those groups call. */
export function copyFlows(): Flow[] {
  return ways.map((way) => rule(tables[way], 0, [], [Do.clone(...REPARSE, Do.resubmit(Table[way]))]));
}
