import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Hardware } from '../hardware/hardware.ts';
import { status } from '../schema/kinds/enumeration.ts';
import { integer } from '../schema/kinds/integer.ts';
import { portList } from '../schema/kinds/port-list.ts';
import { secret } from '../schema/kinds/secret.ts';
import { text } from '../schema/kinds/text.ts';
import { ticks } from '../schema/kinds/ticks.ts';
import { vlanId } from '../schema/kinds/vlan-id.ts';
import { group, indexOf, oneForEach, rowKey, table } from '../schema/object.ts';
import { wordsOf } from '../values/message.ts';
import { changedKeys } from '../values/overlaid-map.ts';
import { asWritten } from '../values/translate.ts';
import { changesBetween, changeWords, readChangeMessage } from './change.ts';
import { changedRows, removedRows } from './changed-rows.ts';
import { Configuration, configuredDefaults } from './configuration.ts';
import { withDependentRows } from './dependent-rows.ts';
import { factoryConfiguration, withFactoryRows } from './factory.ts';
import { tellChanges, wordsOfChanges } from './told-changes.ts';

const system = group('system', {
  title: 'System',
  fields: {
    sysName: text({ label: 'System name', maxLength: 50 }),
    ageing: integer({ label: 'Ageing time', unit: 's', min: 10, max: 1_000_000, default: 300 }),
    key: secret({ label: 'Key', minLength: 8, maxLength: 32 }),
    sysUpTime: ticks({ label: 'Uptime' }),
  },
  factory: (hardware) => ({ sysName: hardware.modelName }),
});

const vlan = table('vlan', {
  title: 'VLAN',
  index: { id: vlanId({ label: 'VLAN ID', access: 'create' }) },
  columns: {
    name: text({ label: 'Name', maxLength: 32 }),
    members: portList({ label: 'Member ports' }),
    key: secret({ label: 'Key', minLength: 8, maxLength: 32 }),
  },
  rows: { max: 4094, builtIn: (row) => row.id === 1 },
  factory: (hardware) => [{ id: 1, name: 'Default VLAN', members: `1-${hardware.portCount}` }],
});

const link = table('link', {
  title: 'Link',
  index: { port: integer({ label: 'Port', access: 'ro', min: 1, max: 64 }) },
  columns: { up: ticks({ label: 'Up for' }) },
  rows: { max: 64, fixed: true },
});

const objects = [system, vlan, link];

const hardware: Hardware = {
  modelName: 'TEG-082WS',
  portCount: 8,
  baseMacAddress: '00-11-22-33-44-55',
  ports: new Map(),
  maxVlanId: 4094,
  maxVlans: 256,
  mirrorSessions: 1,
  lacking: new Set(),
};

/** The changes between two configurations in words. */
function words(before: Configuration, after: Configuration): string[] {
  return wordsOfChanges(changesBetween(objects, before, after), asWritten).map(({ what, from, to }) =>
    from || to ? `${what}: ${from} → ${to}` : what,
  );
}

test('a row that is set whole is not copied, unless its columns are in another order', () => {
  const row = { id: 20, name: 'Voice', members: '1-4', key: '' };
  const { key, name, ...others } = row;
  const made = Configuration.empty.withRows(vlan, [row, { key, name, ...others, id: 21 }]);
  const [first, second] = made.rows(vlan);
  expect(first).toBe(row);
  expect(JSON.stringify(second)).toBe(JSON.stringify({ ...row, id: 21 }));
});

describe('a configuration', () => {
  test('answers defaults for what was never set, and has no live columns', () => {
    expect(Configuration.empty.group(system)).toEqual({ sysName: '', ageing: 300, key: '' });
    expect(Configuration.empty.rows(vlan)).toEqual([]);
    expect(Configuration.empty.row(vlan, { id: 20 })).toBeUndefined();
  });

  test('never changes; a change makes another one', () => {
    const before = Configuration.empty.withRow(vlan, { id: 20, name: 'Voice' });
    const after = before.withRow(vlan, { id: 20, name: 'Phones' });
    expect(before.row(vlan, { id: 20 })?.name).toBe('Voice');
    expect(after.row(vlan, { id: 20 })).toEqual({ id: 20, name: 'Phones', members: '', key: '' });
  });

  test('takes change upon change', () => {
    const after = Configuration.empty.withGroup(system, { ageing: 60 }).withGroup(system, { ageing: 90, sysName: 'x' });
    expect(after.group(system)).toEqual({ sysName: 'x', ageing: 90, key: '' });
  });

  test('takes no column that is not said for one that is empty', () => {
    const before = Configuration.empty.withRow(vlan, { id: 20, name: 'Voice' });
    const row: { id: number; name?: string } = { id: 20, name: undefined };
    expect(before.withRow(vlan, row)).toBe(before);
  });

  test('has the index of a table among its columns, whoever may set it, and nothing that is only read or done', () => {
    const declared = table('declared', {
      title: 'Declared',
      index: { port: integer({ label: 'Port', access: 'ro', min: 1, max: 9 }) },
      columns: {
        made: integer({ label: 'Created', access: 'create', min: 3, max: 9 }),
        set: integer({ label: 'Set', access: 'rw', min: 4, max: 9 }),
        hidden: text({ label: 'Hidden', access: 'wo', maxLength: 9 }),
        read: integer({ label: 'Read', access: 'ro', min: 5, max: 9 }),
        done: integer({ label: 'Done', access: 'action', min: 6, max: 9 }),
      },
      rows: { max: 9 },
    });
    const rows = Configuration.empty.withRow(declared, { port: 2 }).rows(declared);
    expect(rows).toStrictEqual([{ port: 2, made: 3, set: 4, hidden: '' }]);
    expect(configuredDefaults(declared)).toStrictEqual({ port: 1, made: 3, set: 4, hidden: '' });
    // The same names in a group have no index.
    const scalars = group('scalars', { title: 'Scalars', fields: declared.fields });
    expect(Configuration.empty.group(scalars)).toStrictEqual({ made: 3, set: 4, hidden: '' });
    expect(Configuration.empty.group(scalars)).toBe(Configuration.empty.group(scalars));
  });

  test('shares everything that a change leaves as it was', () => {
    const before = Configuration.empty
      .withGroup(system, { ageing: 60 })
      .withRow(vlan, { id: 20 })
      .withRow(vlan, { id: 30 });
    const after = before.withRow(vlan, { id: 20, name: 'Voice' });
    expect(after.part(system)).toBe(before.part(system));
    expect(after.part(vlan)).not.toBe(before.part(vlan));
    expect(after.row(vlan, { id: 30 })).toBe(before.row(vlan, { id: 30 }));
    expect(after.row(vlan, { id: 20 })).not.toBe(before.row(vlan, { id: 20 }));
  });

  test('is the same one after a change that changes nothing', () => {
    const before = Configuration.empty.withGroup(system, { ageing: 60 }).withRow(vlan, { id: 20, name: 'Voice' });
    expect(before.withGroup(system, { ageing: 60 })).toBe(before);
    expect(before.withRow(vlan, { id: 20, name: 'Voice' })).toBe(before);
    expect(before.withRow(vlan, { id: 20 })).toBe(before);
    expect(before.withoutRow(vlan, { id: 21 })).toBe(before);
    const replaced = before.withRows(vlan, [{ id: 20, name: 'Voice' }, { id: 21 }]);
    expect(replaced.row(vlan, { id: 20 })).toBe(before.row(vlan, { id: 20 }));
  });

  test('set in all its parts at once is as set one after the other, and leaves the one before as it was', () => {
    const before = Configuration.empty.withGroup(system, { ageing: 60 }).withRow(vlan, { id: 20, name: 'Voice' });
    const rows = [
      { id: 30, members: '2' },
      { id: 20, members: '1' },
    ];
    const values = { sysName: 'core' };
    const after = before.withParts([
      { object: system, values },
      { object: vlan, rows },
    ]);
    const oneByOne = before.withGroup(system, values).withRows(vlan, rows);
    expect(after.group(system)).toEqual(oneByOne.group(system));
    expect(after.rows(vlan)).toEqual(oneByOne.rows(vlan));
    expect(after.rows(vlan).map(({ id, name }) => [id, name])).toEqual([
      [20, 'Voice'],
      [30, ''],
    ]);
    expect(before.rows(vlan)).toHaveLength(1);
    expect(before.group(system).sysName).toBe('');
  });

  test('keeps rows in index order, whatever the order of their coming and going', () => {
    const identifiers = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
    fc.assert(
      fc.property(identifiers, identifiers, (added, removed) => {
        let configuration = Configuration.empty;
        const kept = new Set(added);
        for (const id of added) configuration = configuration.withRow(vlan, { id, name: `v${id}` });
        for (const id of removed) {
          configuration = configuration.withoutRow(vlan, { id });
          kept.delete(id);
        }
        expect(configuration.rows(vlan).map((row) => row.id)).toEqual([...kept].sort((a, b) => a - b));
      }),
    );
  });
});

describe('changes', () => {
  const before = Configuration.empty.withRow(vlan, { id: 1, name: 'Default VLAN', members: '1-8' });

  test('are said in words, with units, and with what is empty', () => {
    const after = before
      .withGroup(system, { sysName: 'core', ageing: 600 })
      .withRow(vlan, { id: 1, members: '' })
      .withRow(vlan, { id: 20, name: 'Voice' });
    expect(words(before, after)).toEqual([
      'System: System name: (empty) → core',
      'System: Ageing time: 5 min → 10 min',
      'Member ports of VLAN 1: 1-8 → (empty)',
      'VLAN 20 added',
    ]);
    expect(words(after, before)).toContain('VLAN 20 removed');
  });

  test('are said in the language handed in, what a person wrote as it is', () => {
    const german: Readonly<Record<string, string>> = {
      '{{field}} of {{name}}': '{{name}}: {{field}}',
      Name: 'Bezeichnung',
    };
    const [change] = changesBetween(objects, before, before.withRow(vlan, { id: 1, name: 'Name' }));
    const [said] = wordsOfChanges(change ? [change] : [], (text, values) => asWritten(german[text] ?? text, values));
    expect(said).toEqual({ what: 'VLAN 1: Bezeichnung', from: 'Default VLAN', to: 'Name' });
  });

  test('say the choices of the product in the language handed in', () => {
    const mode = group('mode', { title: 'Mode', fields: { state: status({ label: 'State' }) } });
    const after = Configuration.empty.withGroup(mode, { state: 1 });
    const [change] = changesBetween([mode], Configuration.empty.withGroup(mode, {}), after);
    const t = (text: string, values?: Readonly<Record<string, string | number>>) =>
      asWritten(text === 'Enabled' ? 'Ein' : text, values);
    expect(wordsOfChanges(change ? [change] : [], t)).toEqual([{ what: 'Mode: State', from: 'Disabled', to: 'Ein' }]);
  });

  test('read back from the text that they are logged as', () => {
    const after = before.withGroup(system, { ageing: 600, key: 'correct-horse' }).withRow(vlan, { id: 20 });
    for (const { of: _, ...message } of tellChanges(changesBetween(objects, before, after))) {
      expect(readChangeMessage(JSON.stringify(message))).toStrictEqual(message);
      const said = readChangeMessage(JSON.stringify(message));
      expect(said && changeWords(said, asWritten)).toEqual(changeWords(message, asWritten));
    }
    for (const text of ['', 'no JSON', 'null', '5', '{}', '{"what":5}', '{"from":{"text":"a"}}']) {
      expect(readChangeMessage(text)).toBeUndefined();
    }
    const what = { text: 'Mode' };
    expect(readChangeMessage(JSON.stringify({ what, from: 5, to: [] }))).toStrictEqual({ what });
  });

  test('are found by table, whatever else changed with them', () => {
    const after = before.withRow(vlan, { id: 20, name: 'Voice', members: '1' }).withGroup(system, { ageing: 60 });
    const later = after.withRow(vlan, { id: 20, name: 'Phones', members: '2' }).withoutRow(vlan, { id: 1 });
    const { privateMib: _, ...like } = vlan;
    const others = table('others', { ...like, columns: {} });
    const declared = [...objects, others];
    const changes = changesBetween(declared, after, later.withRow(others, { id: 7 }));
    expect(changedRows(changes, vlan)).toEqual([{ id: 20, name: 'Phones', members: '2', key: '' }]);
    expect(removedRows(changes, vlan)).toEqual([{ id: 1, name: 'Default VLAN', members: '1-8', key: '' }]);
    expect([changedRows(changes, others), removedRows(changes, others)]).toEqual([[{ id: 7 }], []]);
    expect([changedRows(changes, link), removedRows([], vlan)]).toEqual([[], []]);
  });

  test('never show a secret', () => {
    const after = before.withGroup(system, { key: 'correct-horse' }).withRow(vlan, { id: 1, key: 'battery-staple' });
    expect(words(before, after)).toEqual(['System: Key changed', 'Key of VLAN 1 changed']);
  });

  test('are none between equal configurations, also where one says the defaults and the other nothing', () => {
    expect(changesBetween(objects, before, before)).toEqual([]);
    expect(changesBetween(objects, Configuration.empty, Configuration.empty.withGroup(system, {}))).toEqual([]);
    const back = before.withRow(vlan, { id: 1, name: 'x' }).withRow(vlan, { id: 1, name: 'Default VLAN' });
    expect(changesBetween(objects, before, back)).toEqual([]);
  });

  test('lead from one to the other: applied in turn they give the second', () => {
    const row = fc.record({ id: fc.integer({ min: 1, max: 6 }), name: fc.constantFrom('a', 'b') });
    const some = fc.array(row, { maxLength: 6 }).map((rows) => Configuration.empty.withRows(vlan, rows));
    fc.assert(
      fc.property(some, some, (from, to) => {
        let reached = from;
        for (const change of changesBetween(objects, from, to)) {
          const id = Number(change.row?.id);
          if (change.kind === 'rowRemoved') reached = reached.withoutRow(vlan, { id });
          else if (change.kind === 'rowAdded') reached = reached.withRow(vlan, { ...change.row, id });
          else reached = reached.withRow(vlan, { id, [change.column ?? '']: change.to });
        }
        expect(reached.rows(vlan)).toEqual(to.rows(vlan));
      }),
    );
  });
});

describe('the factory configuration', () => {
  test('holds what the hardware asks for, and nothing of tables that are only live', () => {
    const factory = factoryConfiguration(objects, hardware);
    expect(factory.group(system).sysName).toBe('TEG-082WS');
    expect(factory.rows(vlan)).toEqual([{ id: 1, name: 'Default VLAN', members: '1-8', key: '' }]);
    expect(factory.part(link)).toBeUndefined();
  });

  test('is the defaults and no rows of what says nothing of its own', () => {
    const plain = group('plain', { title: 'Plain', fields: { level: integer({ label: 'Level', min: 3, max: 9 }) } });
    const list = table('list', {
      title: 'List',
      index: { id: vlanId({ label: 'VLAN ID' }) },
      columns: {},
      rows: { max: 9 },
    });
    const factory = factoryConfiguration([plain, list], hardware);
    expect(factory.group(plain)).toEqual({ level: 3 });
    expect([factory.rows(list), factory.part(list) === undefined]).toEqual([[], false]);
  });

  test('is laid only under what a configuration does not speak of', () => {
    const own = Configuration.empty.withRows(vlan, [{ id: 5 }]);
    const completed = withFactoryRows(objects, own, hardware);
    expect(completed.rows(vlan).map((row) => row.id)).toEqual([5]);
    expect(completed.group(system).sysName).toBe('TEG-082WS');
  });

  test('leaves a group that was set to its defaults as it was set', () => {
    const own = Configuration.empty.withGroup(system, { sysName: '' });
    expect(withFactoryRows(objects, own, hardware).group(system).sysName).toBe('');
    expect(withFactoryRows(objects, Configuration.empty.withGroup(system, {}), hardware).group(system).sysName).toBe(
      '',
    );
  });
});

describe('the key of a row', () => {
  const pair = table('pair', {
    title: 'Pair',
    index: { a: text({ label: 'A', maxLength: 9 }), b: text({ label: 'B', maxLength: 9 }) },
    columns: {},
    rows: { max: 9 },
  });

  test('is shared by no two rows, whatever their index columns hold', () => {
    const part = fc.string({ unit: fc.constantFrom(' ', '\\', 'a', '1'), maxLength: 4 });
    fc.assert(
      fc.property(part, part, part, part, (a, b, c, d) => {
        expect(rowKey(pair, { a, b }) === rowKey(pair, { a: c, b: d })).toBe(a === c && b === d);
      }),
    );
    expect(rowKey(pair, { a: 'x y', b: 'z' })).not.toBe(rowKey(pair, { a: 'x', b: 'y z' }));
  });

  test('is the same for a number and its digits', () => {
    expect(rowKey(vlan, { id: 20, name: 'x' })).toBe('20');
    expect(rowKey(vlan, { id: '20' })).toBe('20');
  });

  test('is made of the index columns, which alone name a row', () => {
    expect(indexOf(pair, { a: 'x', b: 'y', c: 1 })).toStrictEqual({ a: 'x', b: 'y' });
    expect(indexOf(pair, { b: 'y' })).toStrictEqual({ b: 'y' });
  });

  test('orders rows column by column', () => {
    const rows = [
      { a: 'b', b: 'a' },
      { a: 'a', b: 'b' },
      { a: 'a', b: 'a' },
    ];
    expect(Configuration.empty.withRows(pair, rows).rows(pair)).toEqual([rows[2], rows[1], rows[0]]);
  });

  test('names the row in words where the table has none of its own', () => {
    expect(wordsOf(pair.rowName({ a: 'x', b: 'y' }))).toBe('Pair x, y');
    expect(wordsOf(vlan.rowName({ id: 20 }))).toBe('VLAN 20');
  });
});

describe('rows that follow from the configuration', () => {
  const perVlan = table('perVlan', {
    title: 'Snooping of VLAN',
    index: { id: vlanId({ label: 'VLAN ID', access: 'create' }) },
    columns: { age: integer({ label: 'Age', min: 10, max: 600, default: 260 }) },
    rows: { max: 4094, of: oneForEach(vlan, { id: 'id' }) },
  });
  const perVlanPort = table('perVlanPort', {
    title: 'Router port',
    index: { id: vlanId({ label: 'VLAN ID' }), port: integer({ label: 'Port', min: 1, max: 64 }) },
    columns: { age: integer({ label: 'Age', min: 1, max: 9 }) },
    rows: {
      max: 4094 * 64,
      of: {
        reads: [perVlan, system],
        index: (configuration, { portCount }) =>
          configuration
            .rows(perVlan)
            .flatMap(({ id }) => Array.from({ length: portCount }, (_, at) => ({ id, port: at + 1 }))),
        isThere: ({ id, port }, configuration, { portCount }) =>
          configuration.row(perVlan, { id: Number(id) }) !== undefined && Number(port) <= portCount,
      },
    },
  });
  // The one that follows from the other comes first: the order of objects does not matter.
  const all = [...objects, perVlanPort, perVlan];
  const two: Hardware = { ...hardware, portCount: 2 };
  const base = factoryConfiguration(all, two);
  const ids = (configuration: Configuration) => configuration.rows(perVlan).map(({ id }) => id);

  test('are there with their defaults, and are neither made nor deleted', () => {
    expect(base.rows(perVlan)).toEqual([{ id: 1, age: 260 }]);
    expect(base.rows(perVlanPort).map(({ id, port }) => [id, port])).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(perVlan.rows.fixed).toBe(true);
    expect(vlan.rows.fixed).toBeUndefined();
  });

  test('come and go with what they follow from; the others stay as they are', () => {
    const more = withDependentRows(all, base.withRow(vlan, { id: 20 }).withRow(vlan, { id: 30 }), two, base);
    expect(ids(more)).toEqual([1, 20, 30]);
    expect(more.rows(perVlanPort)).toHaveLength(6);
    const set = more.withRow(perVlan, { id: 30, age: 60 });
    const less = withDependentRows(all, set.withoutRow(vlan, { id: 20 }), two, more);
    expect(less.rows(perVlan)).toEqual([
      { id: 1, age: 260 },
      { id: 30, age: 60 },
    ]);
    expect(less.row(perVlan, { id: 30 })).toBe(set.row(perVlan, { id: 30 }));
    const back = withDependentRows(all, less.withoutRow(vlan, { id: 30 }), two, less);
    expect(withDependentRows(all, back.withRow(vlan, { id: 30 }), two, back).row(perVlan, { id: 30 })?.age).toBe(260);
  });

  test('follow also where one takes the place of another', () => {
    const one = withDependentRows(all, base.withRow(vlan, { id: 20 }), two, base);
    const other = withDependentRows(all, one.withoutRow(vlan, { id: 20 }).withRow(vlan, { id: 30 }), two, one);
    expect(ids(other)).toEqual([1, 30]);
    expect(other.rows(perVlanPort).map(({ id, port }) => [id, port])).toEqual([
      [1, 1],
      [1, 2],
      [30, 1],
      [30, 2],
    ]);
  });

  test('are none, and known to be none, where there is nothing to follow from', () => {
    const none = withDependentRows(all, Configuration.empty, two);
    expect([none.rows(perVlan), none.part(perVlan) === undefined]).toEqual([[], false]);
  });

  test('cannot be put there by a side way', () => {
    expect(ids(withDependentRows(all, base.withRow(perVlan, { id: 77 }), two, base))).toEqual([1]);
    expect(ids(withDependentRows(all, base.withRow(perVlan, { id: 77 }), two))).toEqual([1]);
  });

  test('leave the configuration as it is where nothing of it changed', () => {
    expect(withDependentRows(all, base, two, base)).toBe(base);
    expect(withDependentRows(all, base, two)).toBe(base);
    const other = base.withRow(perVlan, { id: 1, age: 30 });
    expect(withDependentRows(all, other, two, base)).toBe(other);
  });

  test('are worked out only where something that they follow from changed', () => {
    const index = vi.fn(() => [{ id: 7 }]);
    const of = { reads: [vlan, perVlan], index, isThere: () => true };
    const { privateMib: _, ...like } = perVlan;
    const follower = table('follower', { ...like, columns: {}, rows: { max: 9, of } });
    const declared = [vlan, system, perVlan, follower];
    const settled = withDependentRows(declared, Configuration.empty.withRow(vlan, { id: 7 }), two);
    index.mockClear();
    withDependentRows(declared, settled.withGroup(system, { ageing: 60 }), two, settled);
    expect(index).not.toHaveBeenCalled();
    withDependentRows(declared, settled.withRow(vlan, { id: 8 }), two, settled);
    expect(index).toHaveBeenCalledTimes(1);
    withDependentRows(declared, settled.withRow(perVlan, { id: 7, age: 60 }), two, settled);
    expect(index).toHaveBeenCalledTimes(2);
  });

  test('are told as a change only where they say something of their own', () => {
    const after = withDependentRows(all, base.withRow(vlan, { id: 20 }).withRow(vlan, { id: 30 }), two, base);
    const told = (from: Configuration, to: Configuration) =>
      wordsOfChanges(changesBetween(all, from, to), asWritten).map(({ what }) => what);
    expect(told(base, after)).toEqual(['VLAN 20 added', 'VLAN 30 added']);
    expect(told(base, after.withRow(perVlan, { id: 30, age: 60 }))).toContain('Snooping of VLAN 30 added');
    const set = base.withRow(perVlan, { id: 1, age: 60 });
    expect(told(base, set)).toEqual(['Age of Snooping of VLAN 1']);
    expect(told(set, base)).toEqual(['Age of Snooping of VLAN 1']);
    expect(told(Configuration.empty, Configuration.empty.withRow(vlan, { id: 1 }))).toEqual(['VLAN 1 added']);
  });
});

test('of a row that changes among thousands it is known which one it was, and the changes are told in index order', () => {
  const rows = Array.from({ length: 1000 }, (_, at) => ({ id: at + 2, name: `v${at + 2}` }));
  const before = Configuration.empty.withRows(vlan, rows);
  const after = before.withRow(vlan, { id: 700, name: 'B' }).withRow(vlan, { id: 7, name: 'A' });
  expect(changedKeys(before.rowMap(vlan), after.rowMap(vlan))).toEqual(['700', '7']);
  expect(after.rows(vlan).map(({ name }) => name)).toEqual(
    rows.map(({ id, name }) => (id === 700 ? 'B' : id === 7 ? 'A' : name)),
  );
  expect(changesBetween([vlan], before, after).map(({ row, to }) => [row?.id, to])).toEqual([
    [7, 'A'],
    [700, 'B'],
  ]);
});
