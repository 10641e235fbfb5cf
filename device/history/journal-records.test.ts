import { expect, test } from 'vitest';
import { say } from '../../model/values/message.ts';
import { portListOf } from '../../model/values/port-list.ts';
import { type HistoryRecord, readRecord } from './journal-records.ts';
import { portsInWords } from './ports-in-words.ts';

const point = { id: 5, time: 9, user: 'admin', count: 2 };
const records: readonly HistoryRecord[] = [
  { kind: 'start', id: 3, time: 7 },
  { ...point, kind: 'point', number: 4, name: 'before the fair', savedAt: 8, upTo: 3, changes: 'packed' },
  {
    ...{ ...point, kind: 'change', way: 'snmp', address: '192.0.2.7', isForced: true, note: say('scheduled reboot') },
    ...{ undoes: [1, 2], objects: ['rows'], ports: '1-3,8', changes: 'packed' },
    lines: [{ what: say('Level'), from: say('{{level}}', { level: 1 }), to: say('{{level}}', { level: 2 }) }],
  },
];

test.each(records)('a record ($kind) is read as it was written', (record) => {
  expect(readRecord(JSON.parse(JSON.stringify(record)))).toEqual(record);
});

test('what a record lacks is nothing, and what is no record is left out', () => {
  expect(
    readRecord({ kind: 'change', id: 5, time: 9, way: 'by post', lines: [7], undoes: ['1'], objects: [2] }),
  ).toEqual({
    ...{ kind: 'change', id: 5, time: 9, user: '', count: 0, way: 'web', address: '', isForced: false },
    ...{ undoes: [], lines: [], objects: [], ports: '' },
  });
  expect(readRecord({ kind: 'point', id: 5, time: 9 })).toMatchObject({ number: 0, savedAt: 0, upTo: 4, name: '' });
  const none = [undefined, [], { kind: 'start', id: 5 }, { kind: 'start', id: '5', time: 9 }, { id: 5, time: 9 }];
  expect(none.map(readRecord)).toEqual(none.map(() => undefined));
});

test('the ports of a change are those that its words name, wherever they stand in them', () => {
  const lines = [
    { what: say('Port {{port}}', { port: 3 }), from: say('{{level}}', { level: 1 }), to: say('up') },
    { what: say('{{row}}', { row: say('Ports {{ports}}', { ports: ['5-6', '8'] }) }) },
    { what: say('VLAN {{vlan}}', { vlan: 4 }), to: say('{{ports}}', { ports: '10' }) },
    { what: say('{{ports}}', { ports: 'none' }), from: say('{{port}}', { port: 9 }) },
  ];
  expect(portsInWords(lines)).toBe(portListOf([3, 5, 6, 8, 9, 10]));
});
