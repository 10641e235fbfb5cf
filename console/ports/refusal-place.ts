import type { TableObject } from '../../model/schema/object.ts';
import { CallRefused } from '../call/failure.ts';
import type { PortDraft } from './port-draft.ts';

/** The cell that a refusal speaks of. */
export interface RefusalPlace {
  readonly port: number;
  readonly column: string;
  readonly message: string;
}

/**
 * Finds the cell that the device refused: the column that it names, at the port that its message names or at the only one
 * whose value of that column was changed. Undefined where that is not certain.
 */
export function placeOfRefusal(
  failure: unknown,
  objects: readonly TableObject[],
  draft: PortDraft,
): RefusalPlace | undefined {
  if (!(failure instanceof CallRefused)) return undefined;
  const { object, column, message } = failure;
  if (column === undefined || !objects.some(({ name }) => name === object)) return undefined;
  const changed = [...draft].filter(([, values]) => column in values).map(([port]) => port);
  const named = Number(/\bport (\d+)\b/i.exec(message)?.[1]);
  const port = changed.includes(named) ? named : changed.length === 1 ? changed[0] : undefined;
  return port === undefined ? undefined : { port, column, message };
}
