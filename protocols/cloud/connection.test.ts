import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CloudError, type CloudEvent, ConnectState, connectState, nextMoment, offLine, step } from './connection.ts';

/** Lets events happen, each at its time; `random` is the same for all. */
function happened(events: readonly (readonly [number, CloudEvent])[], random = 0.5) {
  return events.reduce((standing, [now, event]) => step(standing, event, now, random), offLine);
}

const enable = [0, { kind: 'enable' }] as const;
const attempt = (at: number) => [at, { kind: 'attempt' }] as const;
const opened = (at: number) => [at, { kind: 'opened' }] as const;
const closed = (at: number) => [at, { kind: 'closed' }] as const;
const failed = (at: number, error: (typeof CloudError)[keyof typeof CloudError] = CloudError.unreachable) =>
  [at, { kind: 'failed', error }] as const;

describe('the state that is shown', () => {
  it('is disconnected while it is off, connecting while it tries, success once compared', () => {
    expect(connectState(offLine, 0)).toBe(ConnectState.disconnected);
    expect(connectState(happened([enable, attempt(0)]), 5)).toBe(ConnectState.connecting);
    expect(connectState(happened([enable, attempt(0), opened(9)]), 9)).toBe(ConnectState.success);
    expect(connectState(happened([enable, attempt(0), opened(9), [10, { kind: 'disable' }]]), 10)).toBe(
      ConnectState.disconnected,
    );
  });

  it('stays success through a hundred flaps of five seconds', () => {
    let standing = happened([enable, attempt(0), opened(0)]);
    for (let flap = 1; flap <= 100; flap += 1) {
      const start = flap * 6_000;
      standing = step(standing, { kind: 'closed' }, start, 0.1);
      for (let now = start; now < start + 5_000; now += 500) {
        expect(connectState(standing, now)).toBe(ConnectState.success);
      }
      standing = step(standing, { kind: 'attempt' }, start + 4_900, 0.1);
      standing = step(standing, { kind: 'opened' }, start + 5_000, 0.1);
    }
  });

  it('is disconnected after ten seconds of silence, and failed after ten minutes', () => {
    const standing = happened([enable, attempt(0), opened(0), closed(1_000), attempt(2_000), failed(3_000)]);
    expect(connectState(standing, 10_999)).toBe(ConnectState.success);
    expect(connectState(standing, 11_000)).toBe(ConnectState.disconnected);
    expect(connectState(standing, 600_999)).toBe(ConnectState.disconnected);
    expect(connectState(standing, 601_000)).toBe(ConnectState.fail);
  });

  it('is failed after three failures over thirty seconds, not after three quick ones', () => {
    const quick = happened([enable, failed(0), failed(1_000), failed(2_000)]);
    expect(connectState(quick, 2_000)).toBe(ConnectState.connecting);
    expect(nextMoment(quick, 2_000)).toBeLessThanOrEqual(30_000);
    expect(connectState(quick, 30_000)).toBe(ConnectState.fail);
    expect(connectState(happened([enable, failed(0), failed(40_000)]), 40_000)).toBe(ConnectState.connecting);
  });

  it('is failed at once where the cloud refuses, and nothing is tried any more', () => {
    const standing = happened([enable, attempt(0), failed(5, CloudError.badAccount)]);
    expect(connectState(standing, 5)).toBe(ConnectState.fail);
    expect(nextMoment(standing, 5)).toBeUndefined();
    expect(connectState(step(standing, { kind: 'enable' }, 6, 0), 6)).toBe(ConnectState.connecting);
  });

  it('is connecting for as long as nobody claims the switch', () => {
    let standing = happened([enable]);
    for (let now = 0; now < 900_000; now += 10_000) {
      standing = step(standing, { kind: 'failed', error: CloudError.unclaimed }, now, 0.9);
      expect(connectState(standing, now)).toBe(ConnectState.connecting);
      expect(standing.attemptAt).toBeLessThanOrEqual(now + 15_000);
    }
  });
});

describe('attempts', () => {
  it('come at once when enabled, then ever more seldom up to five minutes, spread over the whole time', () => {
    expect(happened([enable]).attemptAt).toBe(0);
    const pauses = (random: number) => {
      let standing = happened([enable]);
      return Array.from({ length: 12 }, () => {
        standing = step(standing, { kind: 'failed', error: CloudError.unreachable }, 0, random);
        return standing.attemptAt;
      });
    };
    expect(pauses(1)).toEqual([
      2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000, 300_000, 300_000,
    ]);
    expect(pauses(0).every((pause) => pause === 1_000)).toBe(true);
  });

  it('come within five seconds of a link that comes up, spread over them, however long the pause was', () => {
    let standing = happened([enable]);
    for (let time = 0; time < 12; time += 1) {
      standing = step(standing, { kind: 'failed', error: CloudError.unreachable }, 0, 1);
    }
    const linked = (random: number) => step(standing, { kind: 'linkUp' }, 100, random).attemptAt;
    expect([linked(0), linked(0.5), linked(1)]).toEqual([1_100, 3_100, 5_100]);
    // Nor later than without it, and not where nothing is tried.
    expect(step({ ...standing, attemptAt: 300 }, { kind: 'linkUp' }, 100, 1).attemptAt).toBe(300);
    expect(step(offLine, { kind: 'linkUp' }, 100, 1)).toEqual(offLine);
    const open = happened([enable, attempt(0), opened(0)]);
    expect(step(open, { kind: 'linkUp' }, 100, 1)).toEqual(open);
    // During an attempt: if it fails, the pauses grow from the start again.
    const during = step(step(standing, { kind: 'attempt' }, 0, 1), { kind: 'linkUp' }, 10, 1);
    expect(step(during, { kind: 'failed', error: CloudError.unreachable }, 100, 1).attemptAt).toBe(2_100);
  });

  it('come anew at once where what was in the way may be gone, and after short pauses then, while it stays a failure', () => {
    let standing = happened([enable]);
    for (let now = 0; now < 120_000; now += 10_000) {
      standing = step(standing, { kind: 'failed', error: CloudError.unreachable }, now, 1);
    }
    const renewed = step(standing, { kind: 'renew' }, 120_000, 1);
    expect(renewed.attemptAt).toBe(120_000);
    const again = step(step(renewed, { kind: 'attempt' }, 120_000, 1), { kind: 'failed', error: 3 }, 123_000, 1);
    expect(again.attemptAt).toBe(125_000);
    expect(connectState(again, 123_000)).toBe(ConnectState.fail);
  });

  it('keep to the time that a cloud spreads its switches over when it restarts', () => {
    const open = happened([enable, attempt(0), opened(0)]);
    expect(step(open, { kind: 'closed', spread: 60_000 }, 100, 0.5).attemptAt).toBe(30_100);
    expect(step(open, { kind: 'closed', spread: 1e12 }, 0, 1).attemptAt).toBe(300_000);
  });
});

it('never stops trying and never tries while it is off, whatever happens', () => {
  const event = fc.oneof(
    fc.constantFrom(...(['enable', 'disable', 'attempt', 'opened', 'linkUp'] as const)).map((kind) => ({ kind })),
    fc.record({ kind: fc.constant('closed' as const), spread: fc.integer({ min: -5, max: 1e9 }) }),
    fc.record({ kind: fc.constant('failed' as const), error: fc.constantFrom(...Object.values(CloudError)) }),
  );
  const happening = fc.tuple(fc.nat(700_000), event, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }));
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
      let now = 0;
      let standing = offLine;
      for (const [pause, what, random] of happenings) {
        now += pause;
        standing = step(standing, what, now, random);
        if (!standing.enabled) expect(standing.attemptAt).toBeUndefined();
        else if (standing.line === 'closed' && !standing.refused) expect(standing.attemptAt).toBeDefined();
        expect(standing.attemptAt ?? now).toBeLessThanOrEqual(now + 300_000);
        const moment = nextMoment(standing, now);
        // Between now and that moment nothing that is shown may change.
        const shown = connectState(standing, now);
        const until = Math.min((moment ?? now + 1e6) - 1, now + 1e6);
        if (until >= now) expect(connectState(standing, until)).toBe(shown);
      }
    }),
  );
});
