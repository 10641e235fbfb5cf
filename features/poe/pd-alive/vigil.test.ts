import { describe, expect, test } from 'vitest';
import { asksNow, beginVigil, heard, passTime, type VigilSettings, withoutPower } from './vigil.ts';

const settings: VigilSettings = {
  interval: 30_000,
  retryCount: 1,
  offTime: 15_000,
  upTime: 60_000,
  notifies: true,
  resets: true,
};
const begun = beginVigil(settings, 1000);

describe('a powered device under watch', () => {
  test('is asked an interval after its watch begins, and an interval after each answer', () => {
    expect([begun.due, asksNow(begun)]).toEqual([31_000, true]);
    expect(heard(begun, true, settings, 31_000)).toMatchObject({
      vigil: { phase: 'alive', due: 61_000 },
      fails: false,
    });
  });

  test('is dead after one miss more than its retries, without power for its time, then left to start for its own', () => {
    const missed = heard(begun, false, settings, 31_000);
    expect(missed).toMatchObject({
      vigil: { phase: 'noReply', misses: 1, due: 61_000 },
      fails: false,
      holdsPower: false,
    });
    const dead = heard(missed.vigil, false, settings, 61_000);
    expect(dead).toMatchObject({ vigil: { phase: 'poweringOff', due: 76_000 }, fails: true, holdsPower: true });
    expect(asksNow(dead.vigil)).toBe(false);
    const starts = passTime(settings, 76_000);
    expect(starts).toMatchObject({ vigil: { phase: 'startingUp', misses: 0, due: 136_000 }, holdsPower: false });
    expect(asksNow(starts.vigil)).toBe(true);
  });

  test('is dead with the first miss where it has no retries, and any answer clears what was missed', () => {
    expect(heard(begun, false, { ...settings, retryCount: 0 }, 31_000).fails).toBe(true);
    const missed = heard(begun, false, settings, 31_000);
    const back = heard(missed.vigil, true, settings, 61_000);
    expect(heard(back.vigil, false, settings, 91_000).fails).toBe(false);
  });

  test('keeps its power where it is only told of, again after each row of misses', () => {
    const told = { ...settings, resets: false };
    const missed = heard(begun, false, told, 31_000);
    const dead = heard(missed.vigil, false, told, 61_000);
    expect(dead).toMatchObject({ vigil: { phase: 'noReply', misses: 0 }, fails: true, holdsPower: false });
    expect(heard(dead.vigil, false, told, 91_000).fails).toBe(false);
  });

  test('that has no power for another reason counts as none that failed, and begins anew', () => {
    expect(withoutPower(settings, 5000)).toEqual({
      vigil: { phase: 'idle', misses: 0, due: 35_000 },
      fails: false,
      holdsPower: false,
    });
  });
});
