import { isRecord } from '../../model/values/json-record.ts';
import type { Keepable } from '../flash/keeper.ts';
import { type PointRecord, readRecord } from './journal-records.ts';

/** A save that is about to be made. */
export interface BegunSave extends Pick<PointRecord, 'user' | 'savedAt' | 'upTo' | 'count' | 'changes'> {
  /** The last record before it. */
  readonly last: number;
  /** When the point before it was saved; 0 where there is none. */
  readonly former: number;
}

/** The last save that was begun, on flash. */
export const keptBegunSave: Keepable<BegunSave> = {
  name: 'history-save',
  version: 1,
  // It holds former secrets, as the history does.
  sealed: true,
  write: (save) => save,
  read(json) {
    if (!isRecord(json)) return undefined;
    const { last, former } = json;
    const point = readRecord({ ...json, kind: 'point', id: 0, time: 0 });
    if (point?.kind !== 'point' || typeof last !== 'number' || typeof former !== 'number') return undefined;
    const { user, savedAt, upTo, count, changes } = point;
    return { user, savedAt, upTo, count, last, former, ...(changes !== undefined && { changes }) };
  },
};
