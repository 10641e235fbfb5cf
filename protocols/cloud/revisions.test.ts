import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seed } from '../random-frames.ts';
import { BAD_REVISIONS } from './report.ts';
import {
  dueAt,
  dueOf,
  LOST_AFTER,
  noRevisions,
  type RevisionEvent,
  type Revisions,
  SAFE_AFTER,
  standOf,
  stepRevisions,
} from './revisions.ts';

const reason = { text: 'because' };

/** The result of events, each at its moment. */
function reached(events: readonly (readonly [number, RevisionEvent])[], revisions = noRevisions): Revisions {
  return events.reduce((soFar, [now, event]) => stepRevisions(soFar, event, now), revisions);
}

const tried = (revision: number | undefined, id = `c${revision}`): RevisionEvent => ({
  kind: 'tried',
  change: { id, revision },
});
const confirmed: RevisionEvent = { kind: 'confirmed' };
const opened: RevisionEvent = { kind: 'opened' };
const lost: RevisionEvent = { kind: 'lost' };
const safe: RevisionEvent = { kind: 'safe' };
const returned = (cause: 'deadline' | 'cloudLost' = 'deadline'): RevisionEvent => ({ kind: 'returned', cause, reason });

describe('a change', () => {
  test('is what the switch is at once it is confirmed, and not safe yet', () => {
    const revisions = reached([
      [0, tried(3)],
      [5, confirmed],
    ]);
    expect(revisions).toMatchObject({ present: 3, safe: 0, highest: 3, bad: [], trying: undefined });
    expect(revisions.last).toEqual({ status: 'committed', id: 'c3', revision: 3 });
  });

  test('that comes back was never it, and is not taken again', () => {
    const revisions = reached([
      [0, tried(3)],
      [5, returned()],
    ]);
    expect(revisions).toMatchObject({ present: 0, safe: 0, highest: 3, bad: [3], probation: undefined });
    expect(revisions.last).toEqual({ status: 'reverted', id: 'c3', revision: 3, cause: 'deadline', reason });
    expect(standOf(revisions, { id: 'new', revision: 3 })).toBe('outdated');
    expect(standOf(revisions, { id: 'c3', revision: 3 })).toBe('reverted');
    expect(standOf(revisions, { id: 'c4', revision: 4 })).toBeUndefined();
  });

  test('that comes back leaves the one before on its probation', () => {
    const before = reached([
      [0, tried(3)],
      [5, confirmed],
    ]);
    const revisions = reached([[6, tried(4)] as const, [7, returned()] as const], before);
    expect(revisions.probation).toEqual(before.probation);
    expect(revisions.present).toBe(3);
  });

  test('that is refused leaves nothing', () => {
    expect(reached([[0, tried(3)] as const, [1, { kind: 'withdrawn' }] as const])).toEqual(noRevisions);
  });

  test('that says no revision leaves the switch at the one it is at, and makes none of them bad', () => {
    const at = reached([[0, { kind: 'adopted', id: 'a', revision: 2 }]]);
    expect(reached([[1, tried(undefined, 'x')] as const, [2, confirmed] as const], at)).toMatchObject({
      present: 2,
      safe: 2,
      last: { status: 'committed', id: 'x', revision: 2 },
    });
    expect(reached([[1, tried(undefined, 'x')] as const, [2, returned()] as const], at)).toMatchObject({
      bad: [],
      last: { status: 'reverted', id: 'x', revision: 2 },
    });
  });

  test('that is under way, and one that ended, are known again', () => {
    const waiting = reached([[0, tried(3)]]);
    expect(standOf(waiting, { id: 'c3', revision: 3 })).toBe('waiting');
    expect(standOf(waiting, { id: 'c3', revision: 4 })).toBeUndefined();
    expect(standOf(stepRevisions(waiting, confirmed, 1), { id: 'c3', revision: 3 })).toBe('committed');
  });

  test('is adopted as safe where nothing is on probation, and otherwise as what is on it', () => {
    const adopted: RevisionEvent = { kind: 'adopted', id: 'a', revision: 9 };
    expect(reached([[0, adopted]])).toMatchObject({ present: 9, safe: 9, highest: 9 });
    const onProbation = reached([
      [0, tried(3)],
      [5, confirmed],
      [6, adopted],
    ]);
    expect(onProbation).toMatchObject({ present: 9, safe: 0 });
  });
});

describe('what was confirmed', () => {
  const begun = reached([
    [0, tried(3)],
    [0, confirmed],
  ]);

  test('is safe after half an hour with the cloud, and not a moment before', () => {
    expect(dueAt(begun)).toBe(SAFE_AFTER);
    expect(dueOf(begun, SAFE_AFTER - 1)).toBeUndefined();
    expect(dueOf(begun, SAFE_AFTER)).toBe('safe');
    const settled = stepRevisions(begun, safe, SAFE_AFTER);
    expect(settled).toMatchObject({ present: 3, safe: 3, probation: undefined });
    expect(dueAt(settled)).toBeUndefined();
  });

  test('is given up after ten minutes without', () => {
    const alone = stepRevisions(begun, lost, 1000);
    expect(dueAt(alone)).toBe(1000 + LOST_AFTER);
    expect(dueOf(alone, 1000 + LOST_AFTER - 1)).toBeUndefined();
    expect(dueOf(alone, 1000 + LOST_AFTER)).toBe('lost');
    const back = stepRevisions(alone, returned('cloudLost'), 1000 + LOST_AFTER);
    expect(back).toMatchObject({ present: 0, safe: 0, highest: 3, bad: [3], probation: undefined });
    expect(back.last).toMatchObject({ status: 'reverted', id: 'c3', revision: 3, cause: 'cloudLost' });
  });

  test('counts the time with the cloud only, over lines that break and come back', () => {
    const flapping = reached(
      [
        [SAFE_AFTER - 1000, lost],
        [SAFE_AFTER + 5000, opened],
      ],
      begun,
    );
    expect(dueAt(flapping)).toBe(SAFE_AFTER + 6000);
    // Said twice it is no other than said once.
    expect(stepRevisions(flapping, opened, SAFE_AFTER + 5500)).toEqual(flapping);
  });

  test('is what is returned to only once it is safe: another one before leads back to the one before both', () => {
    const second = reached([[10, tried(4)] as const, [20, confirmed] as const], begun);
    expect(second).toMatchObject({ present: 4, safe: 0 });
    expect(stepRevisions(second, returned('cloudLost'), 30)).toMatchObject({ present: 0, bad: [4] });
  });

  test('stays where somebody at the switch takes control', () => {
    const taken = stepRevisions(stepRevisions(begun, lost, 10), { kind: 'local' }, 20);
    expect(taken).toMatchObject({ present: 3, safe: 3, bad: [] });
    expect(dueOf(taken, 1e9)).toBeUndefined();
  });

  test('is nothing to give up where nothing is on probation', () => {
    const settled = stepRevisions(begun, safe, 0);
    expect(stepRevisions(settled, returned('cloudLost'), 5)).toEqual(settled);
    expect(stepRevisions(settled, confirmed, 5)).toEqual(settled);
  });
});

test(`whatever happens, no revision that came back is taken again, seed ${seed}`, () => {
  const event = fc.oneof(
    fc.nat(40).map((revision) => tried(revision + 1)),
    fc.constantFrom<RevisionEvent>(confirmed, opened, lost, safe, returned(), returned('cloudLost'), {
      kind: 'withdrawn',
    }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      let revisions = noRevisions;
      for (const [now, one] of events.entries()) {
        // As the switch does: one at a time, and nothing that is outdated.
        if (one.kind === 'tried' && (revisions.trying || standOf(revisions, one.change))) continue;
        revisions = stepRevisions(revisions, one, now);
        const { present, highest, bad } = revisions;
        if (bad.includes(present) || bad.some((revision) => revision > highest) || present > highest) return false;
        if (bad.length > BAD_REVISIONS || new Set(bad).size !== bad.length) return false;
      }
      return true;
    }),
    { numRuns: 2000, seed },
  );
});
