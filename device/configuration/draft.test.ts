import { describe, expect, test, vi } from 'vitest';
import { withDependentRows } from '../../model/configuration/dependent-rows.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { oneForEach, type TableObject, table } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import type { Request } from '../management.ts';
import { Refusal } from '../refusal.ts';
import { Draft } from './draft.ts';

const vlans = table('vlans', {
  title: 'VLAN',
  index: { id: integer({ label: 'VLAN ID', min: 1, max: 4094, access: 'create' }) },
  columns: { kind: integer({ label: 'Kind', min: 0, max: 9, access: 'create' }) },
  rows: { max: 4, builtIn: ({ id }) => id === 1 },
  factory: () => [{ id: 1 }],
});
const perVlan = table('perVlan', {
  title: 'Snooping of VLAN',
  index: { id: integer({ label: 'VLAN ID', min: 1, max: 4094, access: 'create' }) },
  columns: { age: integer({ label: 'Age', min: 1, max: 99 }) },
  rows: { max: 4, of: oneForEach(vlans, { id: 'id' }) },
});
const hosts = table('hosts', {
  title: 'Host',
  index: { domain: text({ label: 'Domain', maxLength: 9 }), name: text({ label: 'Name', maxLength: 9 }) },
  columns: { port: integer({ label: 'Port', min: 1, max: 9 }) },
  rows: { max: 9 },
});
const seen = table('seen', {
  title: 'Seen address',
  index: { address: text({ label: 'Address', maxLength: 17, access: 'ro' }) },
  columns: { port: integer({ label: 'Port', min: 1, max: 9, access: 'ro' }) },
  rows: { max: 9 },
});
const filters = table('filters', {
  title: 'Filter',
  index: { id: integer({ label: 'Filter', min: 1, max: 99, access: 'create' }) },
  columns: { port: integer({ label: 'Port', min: 1, max: 9 }) },
  rows: { max: 99 },
});
const objects = [vlans, perVlan, hosts, seen, filters];
const hardware: Hardware = {
  modelName: 'x',
  portCount: 8,
  baseMacAddress: '02-00-00-00-00-01',
  ports: new Map(),
  maxVlanId: 4094,
  maxVlans: 256,
  mirrorSessions: 1,
  lacking: new Set(),
};
const base = factoryConfiguration(objects, hardware);

/** Does the requests in turn; what comes out, or the code, sentence and place of the first refusal. */
function done(requests: readonly [Request['kind'], TableObject, Values][], from = base) {
  const draft = new Draft(from, hardware, objects);
  try {
    for (const [kind, object, values] of requests) {
      const request: Request = { kind, object, values };
      draft.check(request);
      draft.apply(request);
    }
    return draft.finish();
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.message, error.place];
    throw error;
  }
}

const changed = (requests: Parameters<typeof done>[0], from = base) => {
  const result = done(requests, from);
  if (Array.isArray(result)) throw new Error(String(result[1]));
  return result as typeof base;
};

describe('rows of a table that is all live', () => {
  test.each([
    ['create', [11, 'Seen address: no row can be added here.', { object: 'seen' }]],
    ['destroy', [17, 'Seen address: no row can be deleted here.', { object: 'seen' }]],
  ] as const)('cannot be asked for by a request: %s', (kind, refusal) => {
    expect(done([[kind, seen, { address: '02-00-00-00-00-02' }]])).toEqual(refusal);
  });

  test('are no part of the configuration, whatever is set or cleared', () => {
    expect(done([['set', seen, { address: '02-00-00-00-00-02', port: 3 }]])).toBe(base);
    expect(done([['deleteAll', seen, {}]])).toBe(base);
    expect(base.part(seen)).toBeUndefined();
  });
});

describe('rows of several index columns', () => {
  const two = changed([
    ['create', hosts, { domain: 'a b', name: 'c' }],
    ['create', hosts, { domain: 'a', name: 'b c', port: 2 }],
  ]);

  test('are told apart by all of them', () => {
    expect(two.rows(hosts)).toHaveLength(2);
    const next = changed([['set', hosts, { domain: 'a', name: 'b c', port: 5 }]], two);
    expect(next.rows(hosts).map(({ port }) => port)).toEqual([5, 1]);
    expect(changed([['destroy', hosts, { domain: 'a b', name: 'c' }]], two).rows(hosts)).toHaveLength(1);
  });

  test('are refused by their place', () => {
    expect(done([['create', hosts, { domain: 'a', name: 'b c', port: 9 }]], two)).toEqual([
      18,
      'The entry already exists.',
      { object: 'hosts', row: { domain: 'a', name: 'b c' } },
    ]);
    expect(done([['set', hosts, { domain: 'a', name: 'c' }]], two)).toEqual([
      2,
      'The entry no longer exists.',
      { object: 'hosts', row: { domain: 'a', name: 'c' } },
    ]);
  });
});

describe('rows that follow from the configuration', () => {
  test('are there for the requests after the one that they follow from', () => {
    const made = changed([
      ['create', vlans, { id: 20 }],
      ['set', perVlan, { id: 20, age: 7 }],
      ['create', vlans, { id: 30 }],
      ['set', perVlan, { id: 30, age: 8 }],
      ['set', perVlan, { id: 20, age: 9 }],
    ]);
    expect(made.rows(perVlan)).toEqual([
      { id: 1, age: 1 },
      { id: 20, age: 9 },
      { id: 30, age: 8 },
    ]);
    expect(withDependentRows(objects, made, hardware)).toBe(made);
  });

  test('cost a batch of many no more than each itself: all of them are made once', () => {
    const of = { ...oneForEach(filters, { id: 'id' }), index: vi.fn(oneForEach(filters, { id: 'id' }).index) };
    const { privateMib: _, ...like } = filters;
    const perFilter = table('perFilter', {
      ...like,
      columns: { age: integer({ label: 'Age', min: 1, max: 99 }) },
      rows: { max: 99, of },
    });
    const draft = new Draft(base, hardware, [...objects, perFilter]);
    for (let id = 1; id <= 30; id += 1) {
      const requests: Request[] = [
        { kind: 'create', object: filters, values: { id } },
        { kind: 'set', object: perFilter, values: { id, age: id } },
      ];
      for (const request of requests) {
        draft.check(request);
        draft.apply(request);
      }
    }
    const made = draft.finish();
    expect(of.index).toHaveBeenCalledTimes(1);
    expect(made.rows(perFilter)).toHaveLength(30);
    expect(made.row(perFilter, { id: 30 })).toMatchObject({ age: 30 });
  });

  test('are gone for the requests after the one that takes away what they follow from, as between two calls', () => {
    const made = changed([['create', vlans, { id: 20 }]]);
    const gone = [2, 'The entry no longer exists.', { object: 'perVlan', row: { id: 20 } }];
    expect(
      done(
        [
          ['destroy', vlans, { id: 20 }],
          ['set', perVlan, { id: 20, age: 7 }],
        ],
        made,
      ),
    ).toEqual(gone);
    expect(
      done(
        [
          ['set', perVlan, { id: 20, age: 7 }],
          ['destroy', vlans, { id: 20 }],
          ['set', perVlan, { id: 20, age: 8 }],
        ],
        made,
      ),
    ).toEqual(gone);
  });

  test('are gone with what they follow from', () => {
    const made = changed([['create', vlans, { id: 20 }]]);
    expect(changed([['destroy', vlans, { id: 20 }]], made).rows(perVlan)).toEqual([{ id: 1, age: 1 }]);
  });

  test.each([
    ['create', [11, 'Snooping of VLAN: no row can be added here.']],
    ['destroy', [2, 'The entry no longer exists.']],
  ] as const)('cannot be asked for by a request: %s', (kind, refusal) => {
    expect(done([[kind, perVlan, { id: 20 }]])).toEqual([...refusal, { object: 'perVlan', row: { id: 20 } }]);
  });
});

describe('what cannot be done with a row says why and where', () => {
  test.each<[string, Parameters<typeof done>[0], unknown]>([
    [
      'a built-in row that is to go',
      [['destroy', vlans, { id: 1 }]],
      [17, 'VLAN 1: this entry is built in and cannot be deleted.', { object: 'vlans', row: { id: 1 } }],
    ],
    [
      'a column that is settled when the row is made',
      [['set', vlans, { id: 1, kind: 2 }]],
      [17, 'Kind can be set only while the entry is created.', { object: 'vlans', row: { id: 1 }, column: 'kind' }],
    ],
    [
      'one row too many',
      [2, 3, 4, 5].map((id) => ['create', vlans, { id }]),
      [13, 'The table is full (maximum 4 entries).', { object: 'vlans' }],
    ],
    [
      'a fixed table that is to be emptied',
      [['deleteAll', perVlan, {}]],
      [17, 'Snooping of VLAN: no row can be deleted here.', { object: 'perVlan' }],
    ],
  ])('%s', (_what, requests, refusal) => {
    expect(done(requests)).toEqual(refusal);
  });

  test('a row of a fixed table that is to go', () => {
    expect(done([['destroy', perVlan, { id: 1 }]])).toEqual([
      17,
      'Snooping of VLAN: no row can be deleted here.',
      { object: 'perVlan', row: { id: 1 } },
    ]);
  });

  test('what stays as it is may be sent along', () => {
    expect(done([['set', vlans, { id: 1, kind: 0 }]])).toBe(base);
  });

  test('Delete All leaves built-in rows', () => {
    const more = changed([['create', vlans, { id: 20 }]]);
    expect(
      changed([['deleteAll', vlans, {}]], more)
        .rows(vlans)
        .map(({ id }) => id),
    ).toEqual([1]);
  });
});

describe('a large batch', () => {
  const ids = (count: number, first = 1) => Array.from({ length: count }, (_, at) => at + first);
  const thirty = changed(ids(30).map((id) => ['create', filters, { id, port: 2 }]));

  test('is there as a whole, in the order of the rows', () => {
    expect(thirty.rows(filters)).toEqual(ids(30).map((id) => ({ id, port: 2 })));
    expect(done([['create', filters, { id: 30 }]], thirty)).toMatchObject({ 0: 18 });
  });

  test('may add, change and delete, and leaves what it does not touch as it is', () => {
    const next = changed(
      [
        ...ids(10, 31).map((id): [Request['kind'], TableObject, Values] => ['create', filters, { id, port: 3 }]),
        ...ids(10, 1).map((id): [Request['kind'], TableObject, Values] => ['set', filters, { id, port: 4 }]),
        ...ids(10, 11).map((id): [Request['kind'], TableObject, Values] => ['destroy', filters, { id }]),
        ['create', filters, { id: 50, port: 5 }],
        ['destroy', filters, { id: 50 }],
      ],
      thirty,
    );
    expect(next.rows(filters)).toEqual([
      ...ids(10, 1).map((id) => ({ id, port: 4 })),
      ...ids(10, 21).map((id) => ({ id, port: 2 })),
      ...ids(10, 31).map((id) => ({ id, port: 3 })),
    ]);
    expect(next.row(filters, { id: 25 })).toBe(thirty.row(filters, { id: 25 }));
  });

  test('that comes to nothing changes nothing', () => {
    expect(
      done(
        [
          ['create', filters, { id: 40 }],
          ['destroy', filters, { id: 40 }],
        ],
        thirty,
      ),
    ).toBe(thirty);
    expect(
      done(
        ids(30).map((id) => ['set', filters, { id, port: 2 }]),
        thirty,
      ),
    ).toBe(thirty);
  });

  test('Delete All counts what it deletes, rows of the same batch among them', () => {
    const draft = new Draft(thirty, hardware, objects);
    draft.apply({ kind: 'create', object: filters, values: { id: 31 } });
    draft.apply({ kind: 'destroy', object: filters, values: { id: 1 } });
    expect(draft.apply({ kind: 'deleteAll', object: filters, values: {} })).toBe(30);
    expect(draft.apply({ kind: 'deleteAll', object: filters, values: {} })).toBe(0);
    expect(draft.finish().rows(filters)).toEqual([]);
  });

  test('gives back only rows that were there and are deleted', () => {
    const draft = new Draft(thirty, hardware, objects);
    expect(draft.restore(filters, '7')).toBe(false);
    draft.apply({ kind: 'create', object: filters, values: { id: 31 } });
    draft.apply({ kind: 'destroy', object: filters, values: { id: 31 } });
    draft.apply({ kind: 'destroy', object: filters, values: { id: 7 } });
    draft.apply({ kind: 'set', object: filters, values: { id: 8, port: 9 } });
    expect([...thirty.rowMap(filters).keys()].slice(6, 8)).toEqual(['7', '8']);
    expect(['7', '8', '9', '31'].map((key) => draft.restore(filters, key))).toEqual([true, false, false, false]);
    expect(draft.restore(filters, '7')).toBe(false);
    expect(draft.finish().rows(filters)).toHaveLength(30);
    expect(draft.finish().row(filters, { id: 8 })).toMatchObject({ port: 9 });
  });
});
