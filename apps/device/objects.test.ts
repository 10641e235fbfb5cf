import { describe, expect, test } from 'vitest';
import { changesBetween } from '../../model/configuration/change.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { withDependentRows } from '../../model/configuration/dependent-rows.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import { referenceRules } from '../../model/configuration/reference-rules.ts';
import type { Hardware, HardwarePort } from '../../model/hardware/hardware.ts';
import type { Field } from '../../model/schema/field.ts';
import { isConfigured, rowKey } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import { reservedParameters, type Values } from '../../model/wire/call.ts';
import { pageParameters } from '../../model/wire/rows-page.ts';
import { features } from './features.ts';

const objects = features.flatMap((feature) => feature.objects);

const fields: [string, Field][] = objects.flatMap((object) =>
  Object.entries(object.fields).map(([column, field]): [string, Field] => [`${object.name}.${column}`, field]),
);

/** A switch of so many copper ports with two fibre ones at the end. */
function hardwareOf(portCount: number): Hardware {
  const ports = Array.from({ length: portCount }, (_, index): [number, HardwarePort] => {
    const fiber = index >= portCount - 2;
    return [
      index + 1,
      { number: index + 1, media: fiber ? 'fiber' : 'copper', speeds: fiber ? [1000] : [10, 100, 1000], pse: !fiber },
    ];
  });
  return {
    modelName: 'TPE-5240WS',
    portCount,
    baseMacAddress: '00-11-22-33-44-55',
    ports: new Map(ports),
    maxVlanId: 4094,
    maxVlans: 4094,
    mirrorSessions: 4,
    lacking: new Set(),
  };
}

test('tables whose rows follow from the configuration tell of one row alone what they tell of all', () => {
  const hardware = hardwareOf(12);
  const given: readonly [string, Values][] = [
    ['trunkGroupEntry', { trunkId: 1, trunkMode: 1, trunkMemberPorts: '3-5' }],
    ['trunkGroupEntry', { trunkId: 2, trunkMode: 0, trunkMemberPorts: '7-8' }],
    ['dot1qVlanStaticEntry', { dot1qVlanIndex: 4 }],
    ['ieee8021MstpVlanV2Entry', { ieee8021MstpId: 4, mstVlanList: '4' }],
    ['arpInspVlanEntry', { arpInspVlanId: 4 }],
    ['ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 4 }],
  ];
  const tables = objects.filter((object) => object.shape === 'table');
  const made = given.reduce(
    (configuration, [name, row]) => {
      const of = tables.find((object) => object.name === name);
      return of ? configuration.withRow(of, row) : configuration;
    },
    factoryConfiguration(objects, hardware),
  );
  const configuration = withDependentRows(objects, made, hardware);
  const numbers = [...Array.from({ length: 20 }, (_, at) => at), 5001, 5002, 4094];
  for (const object of tables) {
    const { of } = object.rows;
    if (!of) continue;
    const [first = '', second] = Object.keys(object.index);
    const indexes = numbers.flatMap((one): Values[] =>
      second === undefined ? [{ [first]: one }] : numbers.map((two) => ({ [first]: one, [second]: two })),
    );
    const there = indexes.filter((index) => of.isThere(index, configuration, hardware));
    expect(there.length, object.name).toBeGreaterThan(0);
    expect(there.length, object.name).toBeLessThan(indexes.length);
    const all: ReadonlyMap<string, Values> = configuration.rowMap(object);
    expect(there, object.name).toEqual(indexes.filter((index) => all.has(rowKey(object, index))));
  }
});

test('no two objects have one name, and no column takes a name that calls reserve', () => {
  const names = objects.map((object) => object.name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const columns = objects.flatMap((object) => Object.keys(object.fields));
  const isReserved = (column: string) => reservedParameters.has(column) || pageParameters.has(column);
  expect(columns.filter(isReserved)).toEqual([]);
});

const takes = (field: Field, value: number) => field.read(value).ok && field.read(String(value)).ok;

test.each(fields)('%s has a label, and a default that is its own canonical value', (_name, field) => {
  expect(field.label).not.toBe('');
  const reading = field.read(field.default);
  // Values without a sensible default have to be given: an address, a name, a password.
  if (reading.ok) expect(reading.value).toBe(field.default);
  else expect(field.default).toBe('');
  expect(typeof field.show(field.default)).toBe('string');
});

const ranges = fields.flatMap(([name, field]): [string, Field, number, number][] => {
  const { min, max } = field.limits;
  return typeof field.default === 'number' && min !== undefined && max !== undefined ? [[name, field, min, max]] : [];
});

test.each(ranges)('%s takes its range and refuses one below and one above', (_name, field, min, max) => {
  const { fixed = [], step = 1 } = field.limits;
  for (const value of [min, max, ...fixed]) expect(takes(field, value)).toBe(true);
  for (const value of [min - 1, max + 1]) expect(takes(field, value)).toBe(fixed.includes(value));
  if (step > 1) expect(takes(field, min + 1)).toBe(fixed.includes(min + 1));
});

const enumerations = fields.flatMap(([name, field]): [string, Field, number[]][] =>
  field.limits.choices ? [[name, field, field.limits.choices.map(({ value }) => value)]] : [],
);

test.each(enumerations)('%s takes its choices and nothing beside them', (_name, field, choices) => {
  for (const value of choices) expect(takes(field, value)).toBe(true);
  for (const value of [Math.min(...choices) - 1, Math.max(...choices) + 1]) expect(takes(field, value)).toBe(false);
});

describe.each([8, 10, 28, 52])('the factory configuration of %i ports', (portCount) => {
  const hardware = hardwareOf(portCount);
  const factory = factoryConfiguration(objects, hardware);

  test('holds only canonical values', () => {
    for (const object of objects) {
      const rows = object.shape === 'group' ? [factory.group(object)] : factory.rows(object);
      for (const row of rows) {
        const values: [string, unknown][] = Object.entries(row);
        for (const [column, value] of values) {
          const field = object.fields[column];
          if (!field || !isConfigured(field) || value === field.default) continue;
          expect([`${object.name}.${column}`, field.read(value)]).toEqual([
            `${object.name}.${column}`,
            { ok: true, value },
          ]);
        }
      }
    }
  });

  test('has no more rows than its tables hold, each with a key of its own', () => {
    for (const object of objects) {
      if (object.shape === 'group') continue;
      const { max } = object.rows;
      const rows = factory.rows(object);
      expect([object.name, rows.length <= (typeof max === 'number' ? max : max(hardware))]).toEqual([
        object.name,
        true,
      ]);
      const keys = rows.map((row) => rowKey(object, row));
      expect(new Set(keys).size).toBe(rows.length);
      for (const key of keys) expect(key.split(' ')).toHaveLength(Object.keys(object.index).length);
    }
  });

  test('obeys every rule', () => {
    const changes = changesBetween(objects, Configuration.empty, factory);
    const question = { before: Configuration.empty, after: factory, changes, hardware };
    for (const rule of [...referenceRules(objects), ...features.flatMap((feature) => feature.rules ?? [])]) {
      expect([...rule.check(question)].map(({ message }) => wordsOf(message))).toEqual([]);
    }
  });
});
