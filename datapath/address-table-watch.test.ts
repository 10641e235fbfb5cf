import { expect, test } from 'vitest';
import { wordsOf } from '../model/values/message.ts';
import { type AddressTableSample, AddressTableWatch } from './address-table-watch.ts';

const quiet: AddressTableSample = { seconds: 2, rows: 10, size: 1000, refused: false, appeared: new Map() };

function reports(samples: readonly Partial<AddressTableSample>[]): string[][] {
  const watch = new AddressTableWatch();
  return samples.map((sample) => watch.look({ ...quiet, ...sample }).map(({ message }) => wordsOf(message)));
}

const appearing = (count: number) => ({ appeared: new Map([[3, count]]) });
const FULL = ['The MAC address table is full; frames to further addresses are flooded'];

test('a full table is told once, and once when a tenth of it is free, however it sways between', () => {
  const samples = [{ rows: 999 }, { rows: 1000 }, { rows: 990 }, { rows: 1000 }, { rows: 901 }, { rows: 900 }, {}];
  expect(reports(samples)).toEqual([[], FULL, [], [], [], ['The MAC address table has room again'], []]);
});

test('an address that found no room says that the table is full, whatever has aged out since', () => {
  expect(reports([{ rows: 500, refused: true }, { rows: 500 }])).toEqual([
    FULL,
    ['The MAC address table has room again'],
  ]);
});

test('a flood of new addresses is told with its port and rate once it goes on, and its end', () => {
  expect(reports([1000, 5000, 9000, 200, 100, 200, 100, 0, 0].map(appearing))).toEqual([
    [],
    ['Port 3 shows 2500 new MAC addresses a second, as in a MAC flood'],
    [],
    [],
    [],
    [],
    [],
    ['The MAC flood at port 3 is over'],
    [],
  ]);
});

test('a network that wakes up, or a rate below that of a flood, is none', () => {
  expect(reports([16_000, 0, 16_000, 999, 999, 999].map(appearing)).flat()).toEqual([]);
});
