import { describe, expect, it } from 'vitest';
import type { Values } from '../../model/wire/call.ts';
import { DstMode } from '../system/system-time/objects.ts';
import { offeredSavings, savingIn, settingsOf, withSaving } from './daylight-saving.ts';
import { nextTurns } from './rule-here.ts';
import { Saving } from './wizard-entries.ts';
import { type OffsetAt, type YearlyRule, yearlyRule } from './zone-rule.ts';

const HOUR = 3_600_000;

/** The offsets of a computer in a zone of the IANA database. */
function offsetsIn(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (moment) => {
    const [, sign = '', hours = 0, minutes = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(format.format(moment)) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
}

const berlin = offsetsIn('Europe/Berlin');
const rule = yearlyRule(berlin, 2026);

describe('the rule of a zone', () => {
  const at = (month: number, week: number, hour: number) => ({ month, week, weekday: 1, hour, minute: 0 });

  it.each([
    ['Europe/Berlin', 60, at(3, 5, 2), at(10, 5, 3)],
    ['America/New_York', 60, at(3, 2, 2), at(11, 1, 2)],
    ['Australia/Lord_Howe', 30, at(10, 1, 2), at(4, 1, 2)],
  ])('starts on standard time and ends on daylight time: %s', (name, offset, start, end) => {
    expect(yearlyRule(offsetsIn(name), 2026)).toEqual({ mode: 'recurring', offset, start, end });
  });

  it.each(['UTC', 'Africa/Casablanca', 'America/Santiago'])(
    'is none if there is none, or none that every year has: %s',
    (name) => {
      expect(yearlyRule(offsetsIn(name), 2026)).toBeUndefined();
    },
  );

  it('is none if the hour changes from year to year', () => {
    const odd: OffsetAt = (moment) => berlin(moment + (new Date(moment).getUTCFullYear() % 2) * HOUR);
    expect(yearlyRule(odd, 2026)).toBeUndefined();
  });

  it('moves the clock next in autumn when it is summer', () => {
    const turns = nextTurns(Date.UTC(2026, 6, 1), berlin).map((turn) => new Date(turn).toISOString());
    expect(turns).toEqual(['2026-10-25T01:00:00.000Z', '2027-03-28T01:00:00.000Z']);
  });
});

describe('what the wizard offers', () => {
  const choiceOf = (columns: Values, of: YearlyRule | undefined) =>
    withSaving({ daylightColumns: JSON.stringify(columns) }, of).daylightSaving;

  it('is what the switch has, in the words of this computer if that is its rule', () => {
    const set: Values = { ...settingsOf(Saving.computer, rule), dstStartYear: 2026 };
    expect(choiceOf({ ...set, dstMode: DstMode.disabled }, rule)).toBe(Saving.none);
    expect(choiceOf(set, rule)).toBe(Saving.computer);
    expect(choiceOf({ ...set, dstStartHour: 3 }, rule)).toBe(Saving.kept);
    expect(choiceOf(set, undefined)).toBe(Saving.kept);
  });

  it('leaves out what there is not', () => {
    expect(offeredSavings(Saving.none, undefined)).toEqual([Saving.none]);
    expect(offeredSavings(Saving.none, rule)).toEqual([Saving.none, Saving.computer]);
    expect(offeredSavings(Saving.kept, undefined)).toEqual([Saving.none, Saving.kept]);
  });

  it('goes with the time zone', () => {
    expect(savingIn(16, 16, rule)).toBe(Saving.computer);
    expect(savingIn(30, 16, rule)).toBe(Saving.none);
    expect(savingIn(16, 16, undefined)).toBe(Saving.none);
  });

  it('is set by its choice alone', () => {
    expect(settingsOf(Saving.none, rule)).toEqual({ dstMode: DstMode.disabled });
    expect(settingsOf(Saving.kept, rule)).toEqual({});
    expect(settingsOf(Saving.computer, rule)).toEqual({
      ...{ dstMode: DstMode.recurring, dstOffset: 60 },
      ...{ dstStartMonth: 3, dstStartWeek: 5, dstStartWeekday: 1, dstStartHour: 2, dstStartMinute: 0 },
      ...{ dstEndMonth: 10, dstEndWeek: 5, dstEndWeekday: 1, dstEndHour: 3, dstEndMinute: 0 },
    });
  });
});
