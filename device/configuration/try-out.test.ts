import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { conflict, type Rule } from '../../model/configuration/rule.ts';
import { say } from '../../model/values/message.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import { englishOf } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { type Caller, type Request, theDevice } from '../management.ts';
import { firstThatWorks } from './first-configuration.ts';
import { beginTransactions, rows, settings } from './testing.ts';

const admin: Caller = { access: 'web', user: 'admin', session: 's', remoteAddress: '192.0.2.9', connection: undefined };
const set = (values: Readonly<Record<string, number>>): Request => ({ kind: 'set', object: settings, values });
const unlucky: Rule = {
  concerns: [settings],
  *check({ after }) {
    if (after.group(settings).level === 7) yield conflict(settings, say('Not 7.'));
    if (after.group(settings).level === 8) yield conflict(settings, say('Not 8.'));
  },
};

describe('trying out', () => {
  test('tells what would change, and changes nothing', async () => {
    const { transactions, datapath, start, told } = await beginTransactions();
    const { changes, loss } = await transactions.tryOut([set({ level: 5, go: 1 })], admin);
    expect(changes).toMatchObject([{ object: settings, column: 'level', from: 1, to: 5 }]);
    expect(loss).toBeUndefined();
    expect(transactions.configuration).toBe(start);
    expect(datapath.asked).toEqual([]);
    expect(told).toEqual([]);
    expect(await transactions.tryOut([set({ go: 1 })], admin)).toEqual({ changes: [] });
    expect(await transactions.tryOut([], admin)).toEqual({ changes: [] });
  });

  test('is refused like the real thing', async () => {
    const { transactions } = await beginTransactions({ rules: [unlucky] });
    await expect(transactions.tryOut([set({ level: 7 })], admin)).rejects.toThrow('Not 7.');
    const gone: Request = { kind: 'destroy', object: rows, values: { id: 50 } };
    await expect(transactions.tryOut([gone], theDevice)).rejects.toThrow('The entry no longer exists.');
  });
});

describe('at the start', () => {
  test('the first configuration that the datapath takes is put in force, and the log says why others were not', async () => {
    const { transactions, datapath, start } = await beginTransactions();
    const clock = new ManualClock();
    const log = new LogBuffer(new DeviceWallClock(clock, () => clock.now()));
    const [one, two, three] = [2, 3, 4].map((level) => start.withGroup(settings, { level }));
    if (!one || !two || !three) throw new Error('three configurations');
    let failures = 0;
    datapath.gate = async () => {
      failures += 1;
      if (failures === 1) throw new Error('No room.');
      if (failures === 2) throw 'No reason.';
    };
    expect(await firstThatWorks([one, two, three], () => transactions, log)).toBe(transactions);
    expect(transactions.configuration).toBe(three);
    expect(log.entries().map(englishOf)).toEqual([
      'A saved configuration could not be put in force: No reason.',
      'A saved configuration could not be put in force: No room.',
    ]);
    failures = 0;
    await expect(firstThatWorks([one], () => transactions, log)).rejects.toThrow('No room.');
    await expect(firstThatWorks([], () => transactions, log)).rejects.toThrow('The switch has no configuration.');
  });
});
