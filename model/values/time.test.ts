import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateTimeAt, dateTimeExists, daysInMonth, formatDateTime, millisecondsOf, parseDateTime } from './date-time.ts';
import {
  formatLogDate,
  formatLogEntry,
  logLevel,
  parseLogDate,
  parseLogEntry,
  withoutControlCharacters,
} from './log-entry.ts';
import { abbreviateNumber } from './number-words.ts';
import { ticksInWords } from './ticks.ts';
import { timeAgo } from './time-ago.ts';
import {
  type DaylightSaving,
  dayOfRecurrence,
  localTimeAt,
  millisecondsOfLocalTime,
  timeZoneOffset,
  timeZones,
  utcOffsetAt,
} from './time-zone.ts';

const seconds = fc.integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2038, 0) / 1000 - 1 });

describe('dates', () => {
  test('every second reads back, in every zone', () => {
    fc.assert(
      fc.property(seconds, fc.integer({ min: -720, max: 840 }), (second, offset) => {
        const time = dateTimeAt(second * 1000, offset);
        expect(dateTimeExists(time)).toBe(true);
        expect(parseDateTime(formatDateTime(time))).toEqual(time);
        expect(parseLogDate(formatLogDate(time))).toEqual(time);
        expect(formatLogDate(time)).toHaveLength(20);
        expect(millisecondsOf(time, offset)).toBe(second * 1000);
      }),
    );
  });

  test.each([
    '2026-02-29 00:00:00',
    '2026-04-31 00:00:00',
    '2026-13-01 00:00:00',
    '2026-00-01 00:00:00',
    '2026-01-00 00:00:00',
    '2026-01-01 24:00:00',
    '2026-01-01 00:60:00',
    '2026-01-01 00:00:60',
    '2026-01-01',
    '0000-01-01 00:00:00',
    '12026-01-01 00:00:00',
    '2026-01-01 00:00:000',
    'on 2026-01-01 00:00:00',
    '2026-01-01 00:00 sharp',
    'yesterday',
  ])('%s does not exist', (text) => expect(parseDateTime(text)).toBeUndefined());

  test('read without seconds, with a "T", and of any year of four digits', () => {
    const time = { year: 2026, month: 1, day: 2, hour: 3, minute: 4, second: 0 };
    expect(parseDateTime('2026-01-02 03:04')).toEqual(time);
    expect(parseDateTime('2026-1-2T3:4')).toEqual(time);
    for (const text of ['0001-01-01 00:00:00', '0042-12-31 23:59:59', '9999-12-31 23:59:59']) {
      const read = parseDateTime(text);
      expect(read && formatDateTime(read)).toBe(text);
    }
  });

  test('exist only in whole numbers within the calendar and the clock', () => {
    const time = { year: 2026, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
    expect(dateTimeExists(time)).toBe(true);
    for (const [part, values] of Object.entries({
      year: [0, 10_000, 2026.5],
      month: [0, 13, 1.5],
      day: [0, 32, 1.5],
      hour: [-1, 24, 0.5],
      minute: [-1, 60, 0.5],
      second: [-1, 60, Number.NaN],
    })) {
      for (const value of values)
        expect([part, value, dateTimeExists({ ...time, [part]: value })]).toEqual([part, value, false]);
    }
  });

  test('months have their days', () => {
    const days = Array.from({ length: 12 }, (_, index) => daysInMonth(2026, index + 1));
    expect(days).toEqual([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  });

  test('leap years', () => {
    expect([2000, 2023, 2024, 2100].map((year) => daysInMonth(year, 2))).toEqual([29, 28, 29, 28]);
  });
});

describe('time zones', () => {
  const europe: DaylightSaving = {
    mode: 'recurring',
    offset: 60,
    start: { month: 3, week: 5, weekday: 1, hour: 2, minute: 0 },
    end: { month: 10, week: 5, weekday: 1, hour: 3, minute: 0 },
  };
  const sydney: DaylightSaving = {
    mode: 'recurring',
    offset: 60,
    start: { month: 10, week: 1, weekday: 1, hour: 2, minute: 0 },
    end: { month: 4, week: 1, weekday: 1, hour: 3, minute: 0 },
  };

  test('there are 38', () => {
    expect(Object.keys(timeZones)).toHaveLength(38);
    expect(timeZones[1]).toBe('UTC-12:00');
    expect(timeZones[4]).toBe('UTC-09:30');
    expect(timeZones[15]).toBe('UTC+00:00');
    expect(timeZones[24]).toBe('UTC+05:45');
    expect(timeZones[38]).toBe('UTC+14:00');
    expect(timeZoneOffset(39)).toBeUndefined();
  });

  test('the last Sunday of March', () => {
    expect([2024, 2025, 2026, 2027].map((year) => dayOfRecurrence(year, 3, 5, 1))).toEqual([31, 30, 29, 28]);
    expect(dayOfRecurrence(2026, 2, 4, 1)).toBe(22);
    expect(dayOfRecurrence(2026, 2, 1, 1)).toBe(1);
  });

  test.each([
    ['Europe/Berlin', 16, europe],
    ['Australia/Sydney', 32, sydney],
  ] as const)('the rule of %s agrees with the time zone database', (name, zone, saving) => {
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' });
    // Sydney's present rule holds since 2008, Berlin's since 1996.
    const since = fc.integer({ min: Date.UTC(2009, 0) / 1000, max: Date.UTC(2037, 0) / 1000 });
    const nearChange = fc
      .tuple(fc.integer({ min: 2009, max: 2036 }), fc.constantFrom(3, 4, 10), fc.integer({ min: 0, max: 31 * 24 * 4 }))
      .map(([year, month, quarter]) => Date.UTC(year, month - 1) / 1000 + quarter * 900);
    fc.assert(
      fc.property(fc.oneof(since, nearChange), (second) => {
        expect(formatDateTime(localTimeAt(second * 1000, zone, saving))).toBe(clock.format(second * 1000));
      }),
      { numRuns: 500 },
    );
  });

  test('without daylight saving, the zone is all that counts', () => {
    const summer = Date.UTC(2026, 6, 1, 12);
    expect(utcOffsetAt(summer, 24, { mode: 'disabled' })).toBe(345);
    expect(utcOffsetAt(summer, 99, { mode: 'disabled' })).toBe(0);
    const time = localTimeAt(summer, 24, { mode: 'disabled' });
    expect(formatDateTime(time)).toBe('2026-07-01 17:45:00');
    expect(millisecondsOfLocalTime(time, 24, { mode: 'disabled' })).toBe(summer);
  });

  test.each([
    ['Berlin', 16, europe, Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)],
    ['Sydney', 32, sydney, Date.UTC(2026, 9, 3, 16), Date.UTC(2026, 3, 4, 16)],
  ] as const)('the clocks of %s change at the very moment', (_name, zone, saving, start, end) => {
    const standard = timeZoneOffset(zone) ?? 0;
    const offsets = [start - 1, start, end - 1, end].map((at) => utcOffsetAt(at, zone, saving) - standard);
    expect(offsets).toEqual([0, 60, 60, 0]);
  });

  test('a period without length puts no clock ahead', () => {
    const none: DaylightSaving = { ...europe, end: { ...europe.start, hour: 3 } };
    for (const month of [0, 6]) expect(utcOffsetAt(Date.UTC(2026, month), 16, none)).toBe(60);
  });

  test('a wall clock reads back, but for the hour that comes twice', () => {
    fc.assert(
      fc.property(seconds, (second) => {
        const time = localTimeAt(second * 1000, 16, europe);
        const back = millisecondsOfLocalTime(time, 16, europe);
        expect([second * 1000, (second - 3600) * 1000]).toContain(back);
        expect(localTimeAt(back, 16, europe)).toEqual(time);
      }),
    );
  });

  test('between two dates', () => {
    const saving: DaylightSaving = {
      mode: 'date',
      offset: 30,
      start: { year: 2026, month: 5, day: 1, hour: 0, minute: 0, second: 0 },
      end: { year: 2026, month: 9, day: 1, hour: 0, minute: 0, second: 0 },
    };
    expect(utcOffsetAt(Date.UTC(2026, 4, 1) - 1, 15, saving)).toBe(0);
    expect(utcOffsetAt(Date.UTC(2026, 4, 1), 15, saving)).toBe(30);
    expect(utcOffsetAt(Date.UTC(2026, 7, 31, 23, 30) - 1, 15, saving)).toBe(30);
    expect(utcOffsetAt(Date.UTC(2026, 7, 31, 23, 30), 15, saving)).toBe(0);
    expect(utcOffsetAt(Date.UTC(2027, 5, 1), 15, saving)).toBe(0);
  });
});

describe('log entries', () => {
  test('stand where the specification puts them', () => {
    const text = formatLogEntry({ priority: 189, date: 'Jan 02 03:04:05 2026', message: 'Port 3 link up' });
    expect(text).toBe('<189> Jan 02 03:04:05 2026Port 3 link up');
    expect(text.slice(1, 4)).toBe('189');
    expect(text.slice(6, 26)).toBe('Jan 02 03:04:05 2026');
    expect(text.slice(26)).toBe('Port 3 link up');
  });

  test('read back as one line, whatever the message', () => {
    const priority = fc.integer({ min: 128, max: 191 });
    fc.assert(
      fc.property(priority, fc.string({ unit: 'binary' }), (number, message) => {
        const text = formatLogEntry({ priority: number, date: 'Jan 02 03:04:05 2026', message });
        expect(text).not.toMatch(/[\r\n\0\u2028\u202e\u2066]/);
        expect(parseLogEntry(text)).toEqual({
          priority: number,
          date: 'Jan 02 03:04:05 2026',
          message: withoutControlCharacters(message),
        });
      }),
    );
    // What follows is not read from right to left.
    expect(withoutControlCharacters('ann\u202Etxet\u2066\n')).toBe('ann txet  ');
    const laidOut = '<189> Jan 02 03:04:05 2026Port 3 link up';
    for (const text of ['<1> short', `x${laidOut}`, laidOut.replace('<', ''), laidOut.slice(0, 25)]) {
      expect(parseLogEntry(text)).toBeUndefined();
    }
  });

  test('keep their places, whatever stands there', () => {
    const text = formatLogEntry({
      priority: 5,
      date: 'Jan 02 03:04:05 2026 and more',
      message: 'Two\nlines\u2028here',
    });
    expect(text).toBe('<005> Jan 02 03:04:05 2026Two lines here');
    expect(formatLogEntry({ priority: 189, date: 'Jan 02', message: 'Up' })).toBe(`<189> ${'Jan 02'.padEnd(20)}Up`);
  });

  test('have dates of their own form', () => {
    const time = { year: 42, month: 12, day: 1, hour: 2, minute: 3, second: 4 };
    expect(formatLogDate(time)).toBe('Dec 01 02:03:04 0042');
    for (const text of [
      '',
      'Foo 01 02:03:04 2026',
      'on Dec 01 02:03:04 2026',
      'Dec 01 02:03:04 2026 UTC',
      'Dec 1 02:03:04 2026',
    ]) {
      expect(parseLogDate(text)).toBeUndefined();
    }
  });

  test('levels by severity in each facility block of eight', () => {
    const levels = ['alert', 'alert', 'critical', 'critical', 'warning', 'info', 'info', 'info'];
    for (let priority = 128; priority <= 191; priority += 1) expect(logLevel(priority)).toBe(levels[priority % 8]);
    expect(logLevel(120)).toBe('info');
    expect(logLevel(192)).toBe('info');
  });
});

describe('figures in words', () => {
  test('uptime', () => {
    expect(ticksInWords(0)).toBe('0 s');
    expect(ticksInWords(5_999)).toBe('59 s');
    expect(ticksInWords(6_000)).toBe('1 min 0 s');
    expect(ticksInWords(((41 * 24 + 6) * 60 + 12) * 6_000 + 500)).toBe('41 d 6 h 12 min 5 s');
    expect(ticksInWords(8_640_000)).toBe('1 d 0 h 0 min 0 s');
  });

  test('time ago changes its unit at an hour and at a day', () => {
    expect([0, 60, 3599, 3600, 86_399, 86_400, 200_000].map(timeAgo)).toEqual([
      'just now',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      '1 day ago',
      '2 days ago',
    ]);
  });

  test('large numbers', () => {
    expect([0, 999, 1000, 1234, 999_949, 999_950, 1e9, 2.5e12, 1e15].map((value) => abbreviateNumber(value))).toEqual([
      '0',
      '999',
      '1k',
      '1.2k',
      '999.9k',
      '1M',
      '1G',
      '2.5T',
      '1P',
    ]);
    expect(abbreviateNumber(2n ** 64n - 1n)).toBe('18.4E');
    expect(abbreviateNumber(-1500)).toBe('-1.5k');
    expect(abbreviateNumber(-0.01)).toBe('0');
    expect(abbreviateNumber(1.5e22)).toBe('15000E');
    expect([Number.NaN, Number.POSITIVE_INFINITY].map((value) => abbreviateNumber(value))).toEqual(['–', '–']);
    expect(abbreviateNumber(1234, 2)).toBe('1.23k');
  });
});
