import type { TableObject } from '../../model/schema/object.ts';
import type { Message } from '../../model/values/message.ts';
import { CallRefused } from '../call/failure.ts';
import { type PortDraft, portColumn } from './port-draft.ts';

/** The cell that a refusal speaks of. */
export interface RefusalPlace {
  readonly port: number;
  readonly column: string;
  readonly message: Message;
}

/**
 * Finds the cell that the device refused: the column and the row that it names, or, where it names no row, the only port
 * whose value of that column was changed. Undefined where that is not certain.
 */
export function placeOfRefusal(
  failure: unknown,
  objects: readonly TableObject[],
  draft: PortDraft,
): RefusalPlace | undefined {
  if (!(failure instanceof CallRefused)) return undefined;
  const { object: name, row, column } = failure.place;
  const object = objects.find((table) => table.name === name);
  if (!object || column === undefined) return undefined;
  const changed = [...draft].filter(([, values]) => column in values).map(([port]) => port);
  const port = row ? Number(row[portColumn(object)]) : changed.length === 1 ? changed[0] : undefined;
  return port !== undefined && changed.includes(port) ? { port, column, message: failure.said } : undefined;
}
