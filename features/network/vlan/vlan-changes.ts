import { type Change, changesBetween } from '../../../model/configuration/change.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { ObjectCall, Value } from '../../../model/wire/call.ts';
import { dot1qPortVlanEntry } from './objects.ts';
import { dot1qVlanStaticEntry } from './static-vlan-objects.ts';

/** Changes of other VLANs and of ports that accompany the drawing of one VLAN. */
export interface AlongWith {
  readonly calls: readonly ObjectCall[];
  readonly changes: readonly Change[];
}

/** Everything but VLAN `vlan` itself that differs between two states of the VLANs and ports. */
export function alongWith(vlan: number, before: Configuration, after: Configuration): AlongWith {
  const changes = changesBetween([dot1qVlanStaticEntry, dot1qPortVlanEntry], before, after).filter(
    ({ object, row }) => object !== dot1qVlanStaticEntry || row?.dot1qVlanIndex !== vlan,
  );
  return { calls: callsOf(changes), changes };
}

/** The calls that make the changes: one for each row, with the columns that changed. */
export function callsOf(changes: readonly Change[]): ObjectCall[] {
  const calls = new Map<unknown, Record<string, Value> & { readonly Template: string }>();
  for (const { object, row, column, to } of changes) {
    if (object.shape !== 'table' || !row || column === undefined || to === undefined) continue;
    const index = Object.fromEntries(Object.keys(object.index).map((name) => [name, row[name] ?? '']));
    const params = calls.get(row) ?? { Template: object.name, ...index };
    calls.set(row, { ...params, [column]: to });
  }
  return [...calls.values()].map((params) => ({ method: 'CommonSet', params }));
}
