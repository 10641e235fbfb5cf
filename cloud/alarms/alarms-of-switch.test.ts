import { expect, test } from 'vitest';
import { say, wordsOf } from '../../model/values/message.ts';
import { reportOf } from '../store/contract-switch.ts';
import { alarmByLog, alarmsByReport } from './alarms-of-switch.ts';

const changed = { hash: 'b'.repeat(64), revisionHash: 'a'.repeat(64) };
const kinds = (...given: Parameters<typeof alarmsByReport>) => alarmsByReport(...given).map(({ kind }) => kind);

test('a switch that is set otherwise than the cloud wants it is told of, unless it is managed locally', () => {
  expect(kinds(reportOf(changed), 1, [])).toEqual(['drift']);
  expect(kinds(reportOf({ ...changed, owner: 'local' }), 1, [])).toEqual([]);
  expect(kinds(reportOf({ ...changed, hash: changed.revisionHash }), 1, [])).toEqual([]);
  expect(kinds(reportOf(), 1, [])).toEqual([]);
});

test('a change that came back says why, one that was refused that it was', () => {
  const last = {
    id: 'x',
    status: 'reverted',
    revision: 2,
    cause: 'deadline',
    reason: say('Nobody confirmed it.'),
  } as const;
  const words = (report: Parameters<typeof alarmsByReport>[0]) =>
    alarmsByReport(report, 2, [2]).map(({ said }) => wordsOf(said));
  expect(words(reportOf({ last }))).toEqual(['A change was reverted: Nobody confirmed it.']);
  expect(words(reportOf({ last: { ...last, revision: 1 } }))).toEqual(['A change was refused.']);
  expect(kinds(reportOf({ last }), 3, [2])).toEqual([]);
});

test('the same line of a log is the same alarm, however often it comes', () => {
  const said = say('Port {{port}} is up.', { port: 3 });
  expect(alarmByLog({ severity: 4, said, time: 1 }).mark).toBe(alarmByLog({ severity: 4, said, time: 2 }).mark);
});
