import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Keepable } from '../flash/keeper.ts';
import type { HistoryRecord } from './journal-records.ts';
import { HISTORY_SIZE, JournalStore, LARGEST_RECORD } from './journal-store.ts';

type Records = readonly HistoryRecord[];

/** A record of the store, which looks at nothing but its number and its size in octets. */
function record(id: number, octets: number): HistoryRecord {
  const bare = { id, text: '' };
  const text = 'x'.repeat(Math.max(0, octets - 1 - JSON.stringify(bare).length));
  return { id, text } as unknown as HistoryRecord;
}

const sizeOf = (records: Iterable<HistoryRecord>) =>
  [...records].reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one)) + 1, 0);

/** A store on a flash in memory: its files by their names. */
function storeOn(
  files: Map<string, Records>,
  { keeps = async () => (name: string) => files.has(name), read = (_name: string) => {} } = {},
) {
  const keep = (what: Keepable<Records>) => ({
    async load() {
      read(what.name);
      return files.get(what.name);
    },
    save: async (records: Records) => void files.set(what.name, [...records]),
    remove: async () => void files.delete(what.name),
    settled: async () => undefined,
  });
  return new JournalStore(keep, keeps);
}

test('a start reads the files that are there, and looks for each where their names cannot be listed', async () => {
  const files = new Map<string, Records>([
    ['history-2', [record(1, 100)]],
    ['history-63', [record(2, 100)]],
  ]);
  const names: string[] = [];
  const store = storeOn(files, { read: (name) => names.push(name) });
  await store.load();
  expect([...store.records()].map(({ id }) => id)).toEqual([1, 2]);
  expect(names).toEqual(['history-2', 'history-63']);
  const blind = storeOn(files, { keeps: () => Promise.reject(new Error('EIO')) });
  await blind.load();
  expect([...blind.records()].map(({ id }) => id)).toEqual([1, 2]);
});

test('a file takes records up to its last octet, and one that is larger has a file of its own', async () => {
  const files = new Map<string, Records>();
  const store = storeOn(files);
  const idsOf = () => [...files.values()].map((records) => records.map(({ id }) => id));
  for (const [at, octets] of [8_000, 8_000, 8_000, 8_001, 40_000, 100].entries()) store.append(record(at + 1, octets));
  await store.write();
  expect(idsOf()).toEqual([[1, 2], [3], [4], [5], [6]]);
});

test('a record that grew leaves less room in its file, and one that shrank leaves more', async () => {
  const files = new Map<string, Records>();
  const store = storeOn(files);
  store.append(record(1, 1_000));
  expect(store.replace(record(1, 15_000))).toBe(true);
  store.append(record(2, 1_001));
  expect(store.replace(record(2, 500))).toBe(true);
  store.append(record(3, 15_500));
  await store.write();
  expect([...files.values()].map((records) => records.map(({ id }) => id))).toEqual([[1], [2, 3]]);
  expect(store.replace(record(9, 100))).toBe(false);
  expect(store.replace(record(3, LARGEST_RECORD))).toBe(false);
});

test('a file and all files hold as much as they may, to the octet', () => {
  const store = storeOn(new Map());
  store.append(record(1, 100));
  expect(store.replace(record(1, LARGEST_RECORD + 1))).toBe(false);
  expect(store.replace(record(1, LARGEST_RECORD))).toBe(true);
  for (let id = 2; store.size < HISTORY_SIZE; id += 1) store.append(record(id, 16_000));
  expect([store.size, [...store.records()][0]?.id]).toEqual([HISTORY_SIZE, 1]);
  store.append(record(99, 40));
  expect([...store.records()][0]?.id).toBe(2);
});

const steps = fc.array(
  fc.record({ replaces: fc.boolean(), at: fc.nat(1_000), octets: fc.integer({ min: 40, max: LARGEST_RECORD / 2 }) }),
  { minLength: 1, maxLength: 60 },
);

test('whatever is appended and replaced: sizes add up, no more is held than may be, and a restart finds the same', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const files = new Map<string, Records>();
      const store = storeOn(files);
      let last = 0;
      for (const { replaces, at, octets } of all) {
        const ids = [...store.records()].map(({ id }) => id);
        const id = ids[at % ids.length];
        if (replaces && id !== undefined) store.replace(record(id, octets));
        else {
          last += 1;
          store.append(record(last, octets));
          expect(store.size).toBeLessThanOrEqual(HISTORY_SIZE);
          expect(store.last?.id).toBe(last);
        }
        expect(store.size).toBe(sizeOf(store.records()));
      }
      await store.write();
      const again = storeOn(files);
      await again.load();
      expect([...again.records()].map(({ id }) => id)).toEqual([...store.records()].map(({ id }) => id));
      expect(again.size).toBe(store.size);
    }),
    { numRuns: 20 },
  );
});
