import type { DeviceContext } from '../../../../device/feature.ts';
import { theDevice } from '../../../../device/management.ts';
import type { Field, Fields } from '../../../../model/schema/field.ts';
import { indexOf, type ObjectDeclaration, type TableObject, table } from '../../../../model/schema/object.ts';
import type { Values } from '../../../../model/wire/call.ts';
import type { StandardObject } from '../standard-object.ts';
import { UNSEEN } from './columns.ts';

/** The rows of an object as the console reads them, a group being one. */
export async function rowsOf({ management }: DeviceContext, object: ObjectDeclaration): Promise<readonly Values[]> {
  const read = await management.read(object, {}, theDevice);
  return isRows(read) ? read : [read];
}

function isRows(read: Values | readonly Values[]): read is readonly Values[] {
  return Array.isArray(read);
}

/**
 * Columns that the standard has beside those of a page's table, in the same rows.
 *
 * @param values what they hold in a row of that table.
 */
export function beside(
  name: string,
  of: TableObject,
  columns: Fields,
  values: (row: Values, context: DeviceContext) => Values,
): StandardObject {
  const index = Object.fromEntries(
    Object.entries(of.index).map(([column, field]: [string, Field]) => [
      column,
      { ...field, mib: { column: 1, ...field.mib, isNotAccessible: true as const } },
    ]),
  );
  const parts = of.mib?.index;
  const isImplied = of.mib?.isImplied;
  const object = table(name, {
    title: UNSEEN,
    ...(of.oid !== undefined && { oid: of.oid }),
    index,
    columns,
    rows: { max: of.rows.max },
    mib: { ...(parts && { index: parts }), ...(isImplied && { isImplied }) },
  });
  return {
    object,
    rows: async (context) =>
      (await rowsOf(context, of)).map((row) => ({ ...indexOf(of, row), ...values(row, context) })),
  };
}
