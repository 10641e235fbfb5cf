import type { Field } from '../../model/schema/field.ts';
import { isConfigured } from '../../model/schema/object.ts';
import type { MenuPlace, Target, TargetColumn } from './menu.ts';

/** What a line does to rows and settings. */
export type Change = 'set' | 'add' | 'delete';

/** The field of a column that a line names. */
export function fieldOf({ object, name }: TargetColumn): Field {
  const field = object.fields[name];
  if (!field) throw new Error(`${object.name} has no column ${name}`);
  return field;
}

/** Whether such a change can give a column a value. */
export function isSettable(column: TargetColumn, change: Change): boolean {
  const field = fieldOf(column);
  if (field.access === 'ro') return false;
  return change === 'add' ? isConfigured(field) || field.access === 'action' : field.access !== 'create';
}

/** The targets of a page that something can be done with. */
export function usable({ targets }: MenuPlace, change: Change): readonly Target[] {
  return targets.filter((target) => {
    if (change === 'set') return [...target.columns.values()].some((column) => isSettable(column, 'set'));
    const { table } = target;
    return table !== undefined && !table.rows.fixed && Object.values(table.index).some(({ access }) => access !== 'ro');
  });
}

/** The settings of a page that are named without the group that they are of. */
export function settingsOf(place: MenuPlace): ReadonlyMap<string, TargetColumn> {
  const groups = usable(place, 'set').filter(({ table }) => !table);
  return groups.length > 0 ? together(groups).columns : new Map();
}

/** Groups of a page as one; of two columns of one word the first has it. */
export function together(groups: readonly Target[]): Target {
  const [first] = groups;
  if (!first) throw new Error('there are no groups');
  const columns = new Map(groups.flatMap((target) => [...target.columns]).reverse());
  return { ...first, objects: groups.flatMap(({ objects }) => objects), columns };
}
