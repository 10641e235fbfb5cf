import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import { type LogEntry, Severity } from './log.ts';
import { LogBuffer } from './log-buffer.ts';

let log: LogBuffer;

beforeEach(() => {
  log = new LogBuffer(new DeviceWallClock(new ManualClock(), () => 1000));
});

const messages = () => log.entries().map(({ message }) => message);
const fill = (count: number) => {
  for (let at = 1; at <= count; at += 1) log.write(Severity.notice, `${at}`);
};
const small = { size: 3, whenFull: 'overwrite', maximumSeverity: Severity.debug } as const;

describe('the log', () => {
  test('lists the newest first and keeps 512', () => {
    fill(600);
    expect(messages()[0]).toBe('600');
    expect(messages()).toHaveLength(512);
  });

  test('forgets the oldest or takes no more, as it is told', () => {
    log.configure(small);
    fill(5);
    expect(messages()).toEqual(['5', '4', '3']);
    log.configure({ ...small, whenFull: 'stop' });
    log.write(Severity.notice, 'late');
    expect(messages()).toEqual(['5', '4', '3']);
  });

  test('shrinks from its old end', () => {
    fill(10);
    log.configure(small);
    expect(messages()).toEqual(['10', '9', '8']);
  });

  test('leaves out what is less severe than wanted', () => {
    log.configure({ ...small, maximumSeverity: Severity.warning });
    log.write(Severity.notice, 'notice');
    log.write(Severity.warning, 'warning');
    expect(messages()).toEqual(['warning']);
  });

  test('keeps a message one line of bounded length', () => {
    log.write(Severity.notice, `a\nb\u0007${'x'.repeat(1000)}`);
    expect(messages()[0]).toMatch(/^a b x+$/);
    expect(messages()[0]?.length).toBeLessThanOrEqual(229);
  });

  test('tells who follows, until they stop', () => {
    const heard: LogEntry[] = [];
    const stop = log.follow((entry) => heard.push(entry));
    fill(2);
    stop();
    fill(1);
    expect(heard.map(({ message, time }) => [message, time])).toEqual([
      ['1', 1000],
      ['2', 1000],
    ]);
  });

  test('puts kept entries behind those of this start, each with a number of its own', () => {
    fill(2);
    log.restore([
      { sequence: 9, severity: Severity.alert, time: 5, message: 'newer' },
      { sequence: 8, severity: Severity.alert, time: 4, message: 'older' },
    ]);
    log.write(Severity.notice, '3');
    expect(messages()).toEqual(['3', '2', '1', 'newer', 'older']);
    const numbers = log.entries().map(({ sequence }) => sequence);
    expect(new Set(numbers).size).toBe(5);
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  });
});
