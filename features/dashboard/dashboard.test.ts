import { describe, expect, it } from 'vitest';
import { translator } from '../../console/translations/language.ts';
import { say } from '../../model/values/message.ts';
import { asWritten } from '../../model/values/translate.ts';
import { memoryUsed, processorLoad, processorTime, storageUsed } from '../host-measure.ts';
import { powerState } from '../poe/testing.ts';
import { rateWords } from '../rate-words.ts';
import { fansState, powerUsed, stateOf, thresholds, worst } from './health.ts';
import { lastWarnings } from './last-warnings.ts';
import { HealthState } from './objects.ts';

const { normal, warning, critical, notPresent } = HealthState;

describe('health', () => {
  it.each([
    ['cpu', 79, 80, 94, 95],
    ['memory', 79, 80, 89, 90],
    ['power', 79, 80, 94, 95],
    ['temperature', 59, 60, 74, 75],
  ] as const)('of %s warns and alarms from its thresholds on', (name, fine, warm, warmer, hot) => {
    const states = [fine, warm, warmer, hot].map((value) => stateOf(value, thresholds[name]));
    expect(states).toEqual([normal, warning, warning, critical]);
  });

  it('of what is not measured is not present', () => {
    expect(stateOf(undefined, thresholds.temperature)).toBe(notPresent);
    expect(fansState(undefined)).toBe(notPresent);
    expect(powerUsed(undefined)).toBeUndefined();
  });

  it('of several parts is that of the worst, whatever is missing left aside', () => {
    expect(worst([normal, warning, notPresent])).toBe(warning);
    expect(worst([critical, warning])).toBe(critical);
    expect(worst([notPresent])).toBe(normal);
  });

  it('is critical with a fan that stands still', () => {
    expect(fansState(['up', 'up'])).toBe(normal);
    expect(fansState(['up', 'down'])).toBe(critical);
  });

  it('takes the power drawn as a part of the budget', () => {
    const ports = new Map([
      [1, powerState({ status: 'POWER ON', milliwatts: 15_000 })],
      [2, powerState({})],
      [3, powerState({ status: 'POWER ON', milliwatts: 5_000 })],
    ]);
    expect(powerUsed({ budget: 40_000, ports })).toBe(50);
  });
});

describe('measuring the host', () => {
  it('tells the load between two readings in percent', () => {
    expect(processorLoad({ busy: 100, all: 1000 }, { busy: 150, all: 1200 })).toBe(25);
    expect(processorLoad({ busy: 100, all: 1000 }, { busy: 100, all: 1000 })).toBe(0);
  });

  it('finds real figures', async () => {
    const { busy, all } = processorTime();
    expect(all).toBeGreaterThan(busy);
    const memory = await memoryUsed();
    expect(memory).toBeGreaterThan(0);
    expect(memory).toBeLessThanOrEqual(100);
    expect(await storageUsed(process.cwd())).toBeGreaterThanOrEqual(0);
    expect(await storageUsed('/no/such/folder')).toBeUndefined();
  });
});

describe('traffic', () => {
  it('is said with its unit', () => {
    expect([0, 950, 1500, 400_000_000, 1_000_000_000].map(rateWords)).toEqual([
      '0 bit/s',
      '950 bit/s',
      '1.5 kbit/s',
      '400 Mbit/s',
      '1 Gbit/s',
    ]);
  });
});

describe('the last warnings', () => {
  const entry = (syslogMsgIndex: number, priority: number, message: string) => ({
    syslogMsgIndex,
    syslogMsgDescr: `<${priority}> Jan 31 13:05:09 2026${message}`,
    syslogMsgSaid: JSON.stringify(say(message)),
  });

  it('are the newest entries of levels warning and above, with their age by the device’s clock', () => {
    const log = [entry(1, 189, 'link up'), entry(2, 188, 'fan slow'), entry(3, 186, 'loop'), entry(4, 185, 'fire')];
    expect(lastWarnings(log, '2026-01-31 13:09:09', 5, translator({ fire: 'Feuer' }))).toEqual([
      { index: 2, level: 'warning', message: 'fan slow', date: '2026-01-31 13:05:09', secondsAgo: 240 },
      { index: 3, level: 'critical', message: 'loop', date: '2026-01-31 13:05:09', secondsAgo: 240 },
      { index: 4, level: 'alert', message: 'Feuer', date: '2026-01-31 13:05:09', secondsAgo: 240 },
    ]);
    expect(lastWarnings(log, '2026-01-31 13:09:09', 1, asWritten)).toHaveLength(1);
  });

  it('leave out what is not laid out as a log entry', () => {
    expect(lastWarnings([{ ...entry(1, 188, ''), syslogMsgDescr: '<188>nonsense' }], undefined, 5, asWritten)).toEqual(
      [],
    );
  });
});
