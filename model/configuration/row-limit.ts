import type { Hardware } from '../hardware/hardware.ts';
import type { TableObject } from '../schema/object.ts';

/** Rows that the table can hold on this hardware. */
export function rowLimit(object: TableObject, hardware: Hardware): number {
  return typeof object.rows.max === 'function' ? object.rows.max(hardware) : object.rows.max;
}
