import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import { emptyPlan } from '../plan.ts';
import { StateUpdates } from './state-updates.ts';

const lines = { isOpen: true };

describe('frames that the switch sends while its decisions are on their way to the rules', () => {
  let clock: ManualClock;
  let updates: StateUpdates<typeof lines>;
  /** Ends the oldest change that is under way. */
  let settle: ((failure?: Error) => void)[];
  let complaints: number;
  let left: string[];

  beforeEach(() => {
    clock = new ManualClock();
    settle = [];
    complaints = 0;
    left = [];
    const update = () =>
      new Promise<void>((resolve, reject) => {
        settle.push((failure) => (failure ? reject(failure) : resolve()));
      });
    updates = new StateUpdates({
      clock,
      open: () => lines,
      inForce: () => ({ given: emptyPlan, update }),
      complain: () => {
        complaints += 1;
      },
    });
  });

  const endOldest = async (failure?: Error) => {
    settle.shift()?.(failure);
    await new Promise((done) => setImmediate(done));
  };

  it('leave at once where nothing is under way', () => {
    updates.whenSoonDone(() => left.push('hello'));
    updates.whenDone(() => left.push('query'));
    expect(left).toEqual(['hello', 'query']);
  });

  it('leave behind the decision, in their order, and once', async () => {
    updates.update();
    updates.whenSoonDone(() => left.push('agreement'));
    updates.whenSoonDone(() => left.push('hello'));
    updates.whenDone(() => left.push('query'));
    clock.advance(999);
    expect(left).toEqual([]);
    await endOldest();
    expect([...left].sort()).toEqual(['agreement', 'hello', 'query']);
    expect(left.indexOf('agreement')).toBeLessThan(left.indexOf('hello'));
    clock.advance(10_000);
    expect(left).toHaveLength(3);
  });

  it('wait for the latest of several decisions', async () => {
    updates.update();
    updates.update();
    updates.whenSoonDone(() => left.push('agreement'));
    await endOldest();
    updates.whenSoonDone(() => left.push('hello'));
    expect(left).toEqual([]);
    await endOldest();
    expect(left).toEqual(['agreement', 'hello']);
  });

  it('leave after a second behind a decision that takes longer, but for those that belong into a VLAN', async () => {
    updates.update();
    updates.whenSoonDone(() => left.push('hello'));
    updates.whenDone(() => left.push('query'));
    clock.advance(1000);
    expect(left).toEqual(['hello']);
    await endOldest();
    expect(left).toEqual(['hello', 'query']);
  });

  it('leave all the same when the bridge refuses the decision, which is tried again', async () => {
    updates.update();
    updates.whenSoonDone(() => left.push('hello'));
    await endOldest(new Error('refused'));
    expect(left).toEqual(['hello']);
    expect(complaints).toBe(1);
    updates.whenSoonDone(() => left.push('next hello'));
    expect(left).toEqual(['hello', 'next hello']);
    clock.advance(60_000);
    expect(settle.length).toBeGreaterThan(0);
  });
});
