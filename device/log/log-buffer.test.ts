import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { say } from '../../model/values/message.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import { englishOf, type LogEntry, Severity } from './log.ts';
import { LogBuffer } from './log-buffer.ts';

let log: LogBuffer;

beforeEach(() => {
  log = new LogBuffer(new DeviceWallClock(new ManualClock(), () => 1000));
});

const messages = () => log.entries().map(englishOf);
const fill = (count: number) => {
  for (let at = 1; at <= count; at += 1) log.write(Severity.notice, say(`${at}`));
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
    log.write(Severity.notice, say('late'));
    expect(messages()).toEqual(['5', '4', '3']);
  });

  test('keeps what else happened when one or two things happen over and over', () => {
    log.write(Severity.critical, say('evidence'));
    fill(100);
    for (let at = 1; at <= 2000; at += 1) {
      log.write(Severity.warning, say('Login from {{address}} failed.', { address: `10.0.0.${at}` }));
      if (at % 3 === 0) log.write(Severity.warning, say('Logins from {{address}} are refused.', { address: 'x' }));
    }
    expect(messages()).toHaveLength(512);
    expect(messages()).toContain('evidence');
    expect(messages()).toContain('1');
    expect(messages()[0]).toBe('Login from 10.0.0.2000 failed.');
    fill(600);
    expect(messages()).not.toContain('evidence');
  });

  test.each([
    ['was put behind those of this start', () => log.restore(log.entries().slice(0, 100))],
    ['was forgotten before', () => log.clear()],
    ['was cut off its end', () => log.configure({ ...small, size: 512 })],
  ])('keeps what else happened among a flood also where some of it %s', (_, done) => {
    for (let at = 1; at <= 300; at += 1) log.write(Severity.warning, say('flood'));
    done();
    log.write(Severity.critical, say('evidence'));
    for (let at = 1; at <= 2000; at += 1) log.write(Severity.warning, say('flood'));
    expect(messages()).toHaveLength(512);
    expect(messages()).toContain('evidence');
    // Once kinds keep to their shares the oldest goes, whatever it is.
    fill(1000);
    expect(messages()).not.toContain('evidence');
  });

  test('is empty once it was cleared, and what filled it before the room was changed still makes room first', () => {
    log.write(Severity.notice, say('gone'));
    log.clear();
    expect(messages()).toEqual([]);
    for (let at = 1; at <= 16; at += 1) log.write(Severity.notice, say('flood'));
    log.configure({ ...small, size: 16 });
    for (let at = 1; at <= 6; at += 1) log.write(Severity.notice, say('other'));
    expect(messages().filter((text) => text === 'other')).toHaveLength(6);
  });

  test('an eighth of a full log is a fair share', () => {
    log.configure({ ...small, size: 16 });
    log.write(Severity.notice, say('oldest'));
    for (let at = 1; at <= 2; at += 1) log.write(Severity.notice, say('twice'));
    fill(14);
    expect(messages().slice(-2)).toEqual(['twice', 'twice']);
  });

  test('shrinks from its old end', () => {
    fill(10);
    log.configure(small);
    expect(messages()).toEqual(['10', '9', '8']);
  });

  test('leaves out what is less severe than wanted', () => {
    log.configure({ ...small, maximumSeverity: Severity.warning });
    log.write(Severity.notice, say('notice'));
    log.write(Severity.warning, say('warning'));
    expect(messages()).toEqual(['warning']);
  });

  test('keeps what a message holds, and its English words, one line of bounded length', () => {
    const long = `a\nb\u0007${'x'.repeat(1000)}`;
    log.write(
      Severity.notice,
      say('{{first}}, {{others}}', { first: say('{{it}}', { it: long }), others: [long, long] }),
    );
    expect(messages()[0]).toMatch(/^a b x+$/);
    expect(messages()[0]?.length).toBeLessThanOrEqual(229);
    expect(JSON.stringify(log.entries()[0]?.message).length).toBeLessThan(900);
  });

  test('tells who follows, until they stop', () => {
    const heard: LogEntry[] = [];
    const stop = log.follow((entry) => heard.push(entry));
    fill(2);
    stop();
    fill(1);
    expect(heard.map((entry) => [englishOf(entry), entry.time])).toEqual([
      ['1', 1000],
      ['2', 1000],
    ]);
  });

  test('puts kept entries behind those of this start, numbered from the oldest', () => {
    fill(2);
    log.restore([
      { sequence: 9, severity: Severity.alert, time: 5, message: say('newer') },
      { sequence: 8, severity: Severity.alert, time: 4, message: say('older') },
    ]);
    log.write(Severity.notice, say('3'));
    expect(messages()).toEqual(['3', '2', '1', 'newer', 'older']);
    expect(log.entries().map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1]);
  });

  test('has room for the latest where kept entries and those of this start are too many', () => {
    log.configure(small);
    fill(2);
    const kept = ['newer', 'older'].map((text) => ({
      sequence: 1,
      severity: Severity.alert,
      time: 4,
      message: say(text),
    }));
    log.restore(kept);
    expect(messages()).toEqual(['2', '1', 'newer']);
  });
});
