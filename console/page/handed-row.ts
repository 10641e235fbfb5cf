import type { IndexOf, TableObject } from '../../model/schema/object.ts';
import { isRecord } from '../../model/values/json-record.ts';
import { useLocation } from '../router/router-context.ts';
import { indexOfRow } from './row-parameter.ts';

/** The row that a page without a row in its address is opened with. */
export function handedRow(parameter: string): { readonly row: string } {
  return { row: decodeURIComponent(parameter) };
}

/** The row that the page was opened for by a list (`modifiedAt`); undefined where its address was typed. */
export function useHandedRow<T extends TableObject>(object: T): IndexOf<T> | undefined {
  const state: unknown = useLocation().state;
  return isRecord(state) && typeof state.row === 'string' ? indexOfRow(object, state.row) : undefined;
}
