import { describe, expect, test } from 'vitest';
import { Configuration } from '../../model/configuration/configuration.ts';
import type { Access } from '../../model/schema/field.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { group, rowKey, table } from '../../model/schema/object.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { type DeviceContext, type LiveAnswer, live } from '../feature.ts';
import { theDevice } from '../management.ts';
import { ObjectReader } from './read-object.ts';

const number = <const A extends Access = 'rw'>(label: string, access?: A) =>
  integer({ label, min: 0, max: 99, ...(access && { access }) });
const system = group('system', {
  title: 'System',
  fields: {
    level: number('Level'),
    uptime: number('Uptime', 'ro'),
    load: number('Load', 'ro'),
    password: secret({ label: 'Password', minLength: 8, maxLength: 32 }),
  },
});
const links = table('links', {
  title: 'Link',
  index: { id: number('Number', 'create'), port: number('Port', 'create') },
  columns: { cost: number('Cost'), seen: number('Seen', 'ro') },
  rows: { max: 9 },
});
const stations = table('stations', {
  title: 'Station',
  index: { id: number('Number', 'ro') },
  columns: { port: number('Port', 'ro') },
  rows: { max: 9 },
});

const configuration = Configuration.empty.withGroup(system, { level: 3, password: 'the-hash-of-one' }).withRows(links, [
  { id: 1, port: 2, cost: 5 },
  { id: 1, port: 3, cost: 6 },
  { id: 2, port: 2, cost: 7 },
]);
// A reader looks at nothing else of the device here.
const context = { configuration: () => configuration } as DeviceContext;
const reading = (...live: LiveAnswer[]) => {
  const reader = new ObjectReader(live, () => context);
  return (...[object, query = {}]: [Parameters<typeof reader.read>[0], Parameters<typeof reader.read>[1]?]) =>
    reader.read(object, query, theDevice);
};
const link = (id: number, port: number, cost: number, seen = 0) => ({ id, port, cost, seen });

describe('a group is read', () => {
  test('with its live columns at their defaults where nobody answers, and its secrets never', async () => {
    expect(await reading()(system)).toEqual({ level: 3, uptime: 0, load: 0, password: '' });
  });

  test('with what its live answer says of it', async () => {
    const read = reading(live(system, { group: async () => ({ uptime: 7, load: 8 }) }));
    expect(await read(system)).toEqual({ level: 3, uptime: 7, load: 8, password: '' });
    expect(await read(system)).toEqual({ level: 3, uptime: 7, load: 8, password: '' });
  });
});

describe('a table is read', () => {
  test('whole, or the rows that the query leaves', async () => {
    const read = reading();
    expect(await read(links)).toEqual([link(1, 2, 5), link(1, 3, 6), link(2, 2, 7)]);
    expect(await read(links, { port: 2 })).toEqual([link(1, 2, 5), link(2, 2, 7)]);
    expect(await read(links, { id: 1, port: 3 })).toEqual([link(1, 3, 6)]);
    expect(await read(links, { id: 9 })).toEqual([]);
  });

  test('not where the query names a row that is not there', async () => {
    await expect(reading()(links, { id: 2, port: 3 })).rejects.toMatchObject({
      code: ErrorCode.noSuchName,
      message: 'The entry no longer exists.',
      place: { object: 'links', row: { id: 2, port: 3 } },
    });
  });

  test('with the live columns of its rows, each in its own', async () => {
    const read = reading(
      live(links, {
        columns: () => new Map([[rowKey(links, { id: 1, port: 3 }), { seen: 4 }]]),
      }),
    );
    expect(await read(links)).toEqual([link(1, 2, 5), link(1, 3, 6, 4), link(2, 2, 7)]);
    expect(await read(links, { id: 1, port: 3 })).toEqual([link(1, 3, 6, 4)]);
  });

  test('from who answers with all of its rows, which the query narrows', async () => {
    const rows = [
      { id: 1, port: 4 },
      { id: 2, port: 5 },
    ];
    const read = reading(live(stations, { rows: () => rows }));
    expect(await read(stations)).toEqual(rows);
    expect(await read(stations, { id: 2 })).toEqual([{ id: 2, port: 5 }]);
    await expect(read(stations, { id: 3 })).rejects.toMatchObject({ code: ErrorCode.noSuchName });
  });
});

test('a filtered read of thousands of rows lets others have their turns', async () => {
  const rows = Array.from({ length: 2000 }, (_, id) => ({ id, port: id % 2 }));
  const filtered = table('filtered', {
    ...{ title: 'Filtered', index: stations.index, rows: { max: 2000 } },
    columns: { port: number('Port', 'ro') },
    filters: { fields: { wanted: number('Wanted') }, fits: (row, { wanted }) => row.port === wanted },
  });
  let turns = 0;
  const read = reading(live(filtered, { rows: async () => rows }))(filtered, { wanted: 1 });
  setImmediate(() => {
    turns += 1;
  });
  expect(await read).toHaveLength(1000);
  expect(turns).toBe(1);
});

test('an unchanged table is the same list at every read, and another one after a change', async () => {
  let now = configuration;
  const reader = new ObjectReader([], () => ({ configuration: () => now }) as DeviceContext);
  const first = await reader.read(links, {}, theDevice);
  expect(await reader.read(links, {}, theDevice)).toBe(first);
  now = now.withRows(links, [{ id: 1, port: 2, cost: 8 }]);
  expect(await reader.read(links, {}, theDevice)).toEqual([link(1, 2, 8)]);
  now = configuration;
  expect(await reader.read(links, {}, theDevice)).toEqual(first);
});

test('a table with live columns is the same list as long as they stand still, and says each of their changes', async () => {
  let now = configuration;
  const row = rowKey(links, { id: 1, port: 3 });
  let seen: ReadonlyMap<string, { seen: number }> = new Map([[row, { seen: 4 }]]);
  const answer = live(links, { columns: () => seen });
  const reader = new ObjectReader([answer], () => ({ configuration: () => now }) as DeviceContext);
  const read = () => reader.read(links, {}, theDevice);
  const first = await read();
  seen = new Map([[row, { seen: 4 }]]);
  expect(await read()).toBe(first);
  seen = new Map([[row, { seen: 5 }]]);
  expect(await read()).toEqual([link(1, 2, 5), link(1, 3, 6, 5), link(2, 2, 7)]);
  seen = new Map();
  expect(await read()).toEqual([link(1, 2, 5), link(1, 3, 6), link(2, 2, 7)]);
  now = now.withRows(links, [{ id: 1, port: 3, cost: 9 }]);
  seen = new Map([[row, { seen: 4 }]]);
  expect(await read()).toEqual([link(1, 3, 9, 4)]);
});

test('rows that are live altogether are the same list until one of them, or their number, changes', async () => {
  let rows = [{ id: 1, port: 4 }];
  const reader = new ObjectReader([live(stations, { rows: () => rows })], () => context);
  const read = () => reader.read(stations, {}, theDevice);
  const first = await read();
  rows = [{ id: 1, port: 4 }];
  expect(await read()).toBe(first);
  rows = [{ id: 1, port: 5 }];
  expect(await read()).toEqual([{ id: 1, port: 5 }]);
  rows = [...rows, { id: 2, port: 5 }];
  expect(await read()).toHaveLength(2);
});
