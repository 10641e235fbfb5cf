import { deleteRow } from '../../../console/call/object-calls.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import type { WayOut } from '../../../console/table/use-deletion.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { indexOf, type RowOf, type TableObject } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import {
  multicastVlanAssocEntry,
  type multicastVlanEntry,
  type multicastVlanGroupEntry,
  multicastVlanGroupRangeEntry,
} from './objects.ts';

/** Way to remove a profile that holds addresses: they are removed with it. */
export function useRemovalOfRanges(): (row: RowOf<typeof multicastVlanGroupEntry>) => WayOut | undefined {
  const t = useText();
  const { data: rows } = useRows(multicastVlanGroupRangeEntry);
  return ({ multicastVlanGroupName: name }) => {
    const own = rows?.filter(({ multicastVlanGroupName }) => multicastVlanGroupName === name) ?? [];
    return freeing(t('Delete its address ranges'), multicastVlanGroupRangeEntry, own);
  };
}

/** Way to remove a multicast VLAN that carries groups: it no longer carries them. */
export function useReleaseOfGroups(): (row: RowOf<typeof multicastVlanEntry>) => WayOut | undefined {
  const t = useText();
  const { data: rows } = useRows(multicastVlanAssocEntry);
  return ({ multicastVlanId: vlan }) => {
    const own = rows?.filter(({ multicastVlanId }) => multicastVlanId === vlan) ?? [];
    return freeing(t('Release its groups'), multicastVlanAssocEntry, own);
  };
}

function freeing<T extends TableObject>(words: string, table: T, rows: readonly RowOf<T>[]): WayOut | undefined {
  if (rows.length === 0) return undefined;
  const calls = rows.map((row) =>
    deleteRow(table, indexOf(table, row as Values) as Parameters<typeof deleteRow<T>>[1]),
  );
  return { words, calls };
}
