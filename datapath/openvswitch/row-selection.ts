import type { BridgePortNumber, VlanId } from '../plan.ts';
import { cookieMasks, EVERY_LEARNED } from './learned-cookie.ts';
import type { LearnedRow } from './learned-rows.ts';
import { Field } from './openflow/field.ts';
import type { FlowSelection } from './openflow/flow-mod.ts';
import { equals, type Match, macValue, masked } from './openflow/match.ts';
import { Table } from './pipeline/layout.ts';
import { Register } from './pipeline/registers.ts';
import { vlanMasks } from './vlan-masks.ts';

/** Learned rows: those that fit every part that is named. */
export interface RowSelection {
  readonly ports?: ReadonlySet<BridgePortNumber>;
  /** VLANs that a row was heard in. */
  readonly vlans?: ReadonlySet<VlanId>;
  readonly address?: string;
}

/**
 * Identifies the rules of exactly these rows, so that they can be deleted without reading them: for P ports and V VLANs
 * that are ranges a handful, however many rows there are.
 *
 * @returns undefined if rules do not say: under shared learning they apply in all VLANs.
 */
export function rulesOf({ ports, vlans, address }: RowSelection, shared: boolean): FlowSelection[] | undefined {
  if (shared && vlans) return undefined;
  const where = vlans ? vlanMasks(vlans).map(({ value, mask }) => [masked(Register.vlan.field, value, mask)]) : [[]];
  const whose: Match = address === undefined ? [] : [equals(Field.ethDestination, macValue(address))];
  const cookies = ports ? cookieMasks(ports) : [EVERY_LEARNED];
  return cookies.flatMap((cookie) =>
    where.map((vlan) => ({ table: Table.learned, match: [...vlan, ...whose], cookie })),
  );
}

/** Whether a row is one of these. */
export function isSelected({ ports, vlans, address }: RowSelection, row: LearnedRow): boolean {
  return (
    (ports === undefined || ports.has(row.port)) &&
    (vlans === undefined || vlans.has(row.vlan)) &&
    (address === undefined || row.address === address)
  );
}
