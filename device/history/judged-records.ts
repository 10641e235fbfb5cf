import type { HistoryRecord } from './journal-records.ts';

/** Points that one can go back to. */
export const POINTS = 100;

/** What has become of a change. */
export type ChangeState = 'unsaved' | 'saved' | 'undone' | 'lost';

/** What the history knows of a record now. */
export interface HistoryEntry {
  readonly record: HistoryRecord;
  /** Of a change. */
  readonly state?: ChangeState;
  /** Of a point: whether it can be gone back to. */
  readonly isReachable?: boolean;
}

/** What has become of each record, newest first; `records` are in the order in which they were made. */
export function judged(records: Iterable<HistoryRecord>): readonly HistoryEntry[] {
  const judged: HistoryEntry[] = [];
  const undone = new Set<number>();
  let later: 'unsaved' | 'lost' = 'unsaved';
  let savedUpTo = -1;
  let points = 0;
  let isWhole = true;
  let expected: number | undefined;
  for (const record of [...records].reverse()) {
    // Records that were lost may have been points.
    if (expected !== undefined && record.id !== expected) isWhole = false;
    expected = record.id - 1;
    if (record.kind === 'change') {
      const kept = record.id <= savedUpTo ? 'saved' : later;
      const state = kept === 'lost' ? kept : undone.has(record.id) ? 'undone' : kept;
      if (isLive(state)) for (const id of record.undoes) undone.add(id);
      judged.push({ record, state });
    } else if (record.kind === 'start') {
      later = 'lost';
      savedUpTo = -1;
      judged.push({ record });
    } else {
      savedUpTo = Math.max(savedUpTo, record.upTo);
      points += 1;
      judged.push({ record, isReachable: isWhole && points <= POINTS });
      // What leads from the one before to this one is not known.
      if (record.changes === undefined) isWhole = false;
    }
  }
  return judged;
}

/** Whether a change is in force. */
export function isLive(state: ChangeState | undefined): boolean {
  return state === 'unsaved' || state === 'saved';
}
