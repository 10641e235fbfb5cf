import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { integer } from '../schema/kinds/integer.ts';
import { portList } from '../schema/kinds/port-list.ts';
import { secret } from '../schema/kinds/secret.ts';
import { text } from '../schema/kinds/text.ts';
import { ticks } from '../schema/kinds/ticks.ts';
import { vlanId } from '../schema/kinds/vlan-id.ts';
import { group, table } from '../schema/object.ts';
import { asWritten } from '../values/translate.ts';
import { changesBetween, describeChange } from './change.ts';
import { Configuration } from './configuration.ts';
import { factoryConfiguration, withFactoryRows } from './factory.ts';
import type { Hardware } from './hardware.ts';

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
  return changesBetween(objects, before, after)
    .map((change) => describeChange(change))
    .map(({ what, from, to }) => (from || to ? `${what}: ${from} → ${to}` : what));
}

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
      'System: Ageing time: 300 s → 600 s',
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
    const said = change && describeChange(change, (text, values) => asWritten(german[text] ?? text, values));
    expect(said).toEqual({ what: 'VLAN 1: Bezeichnung', from: 'Default VLAN', to: 'Name' });
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

  test('is laid only under what a configuration does not speak of', () => {
    const own = Configuration.empty.withRows(vlan, [{ id: 5 }]);
    const completed = withFactoryRows(objects, own, hardware);
    expect(completed.rows(vlan).map((row) => row.id)).toEqual([5]);
    expect(completed.group(system).sysName).toBe('TEG-082WS');
  });
});
