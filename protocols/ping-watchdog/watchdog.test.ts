import { describe, expect, it } from 'vitest';
import { nextRandom } from '../next-random.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { beginWatch, stepWatch, type Watch, type WatchEvent, type WatchOrder, wakeOf } from './watchdog.ts';

const settings = { interval: 30_000, retries: 2, startDelay: 60_000, offTime: 15_000, mostActions: 3 };

/** A host that answers as the test sets it, watched from `SOME_MOMENT` on. */
function watched(change: Partial<typeof settings> = {}) {
  const own = { ...settings, ...change };
  let watch = beginWatch(own, SOME_MOMENT);
  let now = SOME_MOMENT;
  const done: { readonly at: number; readonly order: WatchOrder }[] = [];
  const take = (event: WatchEvent, mayAct: boolean) => {
    const step = stepWatch(own, watch, event, now, mayAct);
    watch = step.watch;
    for (const order of step.orders) done.push({ at: now - SOME_MOMENT, order });
    return step.orders;
  };
  /** Goes to the next moment at which something is due; a request is answered at once, or given up after a second. */
  const next = (answers: boolean, mayAct = true) => {
    now = wakeOf(watch);
    if (!take('time', mayAct).includes('ask')) return;
    if (!answers) now += 1_000;
    take(answers ? 'reply' : 'silence', mayAct);
  };
  return {
    next,
    done,
    get watch(): Watch {
      return watch;
    },
    times: (order: WatchOrder) => done.filter((one) => one.order === order).map(({ at }) => at),
  };
}

describe('a host that is watched', () => {
  it('is asked after the start-up delay, and at each interval while it answers', () => {
    const host = watched();
    expect(host.watch.status).toBe('starting');
    host.next(true);
    host.next(true);
    expect(host.times('ask')).toEqual([60_000, 90_000]);
    expect(host.watch.status).toBe('alive');
  });

  it('is asked again each second when it falls silent, and then something is done', () => {
    const host = watched();
    host.next(true);
    for (let asked = 0; asked < 3; asked += 1) host.next(false);
    expect(host.times('ask')).toEqual([60_000, 90_000, 92_000, 94_000]);
    expect(host.times('act')).toEqual([95_000]);
    expect(host.watch.status).toBe('acted');
  });

  it('has something done at the first miss without retries', () => {
    const host = watched({ retries: 0 });
    host.next(true);
    host.next(false);
    expect(host.times('act')).toEqual([91_000]);
  });

  it('has its port restored after the off time, and is asked again after the start-up delay', () => {
    const host = watched({ retries: 0 });
    host.next(true);
    host.next(false);
    host.next(true);
    expect(host.times('restore')).toEqual([91_000 + 15_000]);
    host.next(true);
    expect(host.times('ask').at(-1)).toBe(91_000 + 15_000 + 60_000);
    expect(host.watch.status).toBe('alive');
    expect(host.done.at(-1)?.order).toBe('returned');
  });

  it('is left alone while it has never answered', () => {
    const host = watched({ retries: 0 });
    for (let asked = 0; asked < 100; asked += 1) host.next(false);
    expect(host.times('act')).toEqual([]);
    expect(host.watch).toMatchObject({ status: 'starting', fails: 100 });
  });

  it('forgets a miss when it answers', () => {
    const host = watched();
    for (const answers of [true, false, false, true, false, false, true]) host.next(answers);
    expect(host.times('act')).toEqual([]);
    expect(host.watch.fails).toBe(0);
    // As many misses as there are retries report nothing, and so does the answer behind them.
    expect(host.times('returned')).toEqual([]);
  });

  it('is given up after the most actions in a row, and watched anew once it answers', () => {
    const host = watched({ retries: 0, mostActions: 2 });
    host.next(true);
    while (host.watch.status !== 'gaveUp') host.next(false);
    expect(host.times('act')).toHaveLength(2);
    for (let asked = 0; asked < 20; asked += 1) host.next(false);
    expect(host.times('act')).toHaveLength(2);
    expect(host.times('giveUp')).toHaveLength(1);
    host.next(true);
    expect(host.watch).toMatchObject({ status: 'alive', actionsInRow: 0 });
    host.next(false);
    expect(host.times('act')).toHaveLength(3);
  });

  it('is never given up without a limit', () => {
    const host = watched({ retries: 0, mostActions: 0 });
    host.next(true);
    for (let asked = 0; asked < 60; asked += 1) host.next(false);
    expect(host.times('act').length).toBeGreaterThan(10);
    expect(host.times('giveUp')).toEqual([]);
  });

  it('stays failing where nothing may be done now, and it is done when it may', () => {
    const host = watched({ retries: 0 });
    host.next(true);
    host.next(false, false);
    expect(host.watch.status).toBe('failing');
    expect(host.times('act')).toEqual([]);
    host.next(false, true);
    expect(host.times('act')).toHaveLength(1);
  });
});

describe('whatever a host does', () => {
  it.each([1, 77, 4242])(
    'nothing is done before it answered, nor too often in a row, nor twice at once (seed %i)',
    (seed) => {
      let random = seed;
      const draw = (below: number) => {
        random = nextRandom(random);
        return random % below;
      };
      for (let round = 0; round < 50; round += 1) {
        const own = {
          retries: draw(6),
          mostActions: 1 + draw(10),
          interval: 10_000 + draw(290_000),
          offTime: 3_000 + draw(117_000),
        };
        const host = watched(own);
        let hasAnswered = false;
        let inRow = 0;
        for (let at = 0; at < 100; at += 1) {
          const before = host.done.length;
          const asked = host.times('ask').length;
          const answers = draw(4) === 0;
          host.next(answers, draw(5) > 0);
          const orders = host.done.slice(before).map(({ order }) => order);
          if (orders.includes('act')) {
            expect(hasAnswered).toBe(true);
            inRow += 1;
            expect(inRow).toBeLessThanOrEqual(own.mostActions);
          }
          if (host.times('ask').length > asked && answers) {
            hasAnswered = true;
            inRow = 0;
          }
          const [acted, restored] = [host.times('act').length, host.times('restore').length];
          expect(acted - restored === 0 || acted - restored === 1).toBe(true);
          expect(Number.isFinite(wakeOf(host.watch))).toBe(true);
        }
      }
    },
  );
});
