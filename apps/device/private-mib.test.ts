import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mibValueOf, readMibValue, syntaxOf } from '../../model/mib/column.ts';
import { columnOid, instanceOf, privateColumns, readInstance, rowStatusOid } from '../../model/mib/instance.ts';
import type { Field } from '../../model/schema/field.ts';
import { hasConfiguration, isConfigured } from '../../model/schema/object.ts';
import { parseOid } from '../../model/values/oid.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { features } from './features.ts';

const objects = features.flatMap((feature) => feature.objects);
const numbered = objects
  .flatMap(({ name, privateMib }) => (privateMib ? [{ name, ...privateMib }] : []))
  .sort((a, b) => a.number - b.number);

/**
 * Permanent numbers: how many columns each object had, by its number, when this was last moved forward with a release,
 * and their hash. Never changed otherwise.
 */
const sealed = {
  columns: [
    5, 3, 2, 1, 6, 5, 6, 6, 4, 4, 2, 1, 3, 4, 4, 6, 21, 4, 2, 2, 9, 2, 3, 10, 2, 31, 3, 8, 9, 2, 6, 2, 1, 9, 3, 6, 1, 1,
    1, 6, 2, 1, 15, 4, 4,
  ],
  sha256: 'c184761d382b559b6a48efd99ae3bdaddd16637a08c5c0f0c3f5d7454f0dc7e0',
};

describe('the private MIB', () => {
  test('has a number for each column that no standard has; these are missing', () => {
    const missing = objects.flatMap((object) =>
      privateColumns(object)
        .filter((column) => !object.privateMib?.columns.includes(column))
        .map((column) => `${object.name}, ${object.privateMib?.number ?? numbered.length + 1}: '${column}'`),
    );
    expect(missing).toEqual([]);
  });

  test('keeps the place of a name that is gone, marked "retired"', () => {
    const gone = objects.flatMap((object) => {
      const known = new Set(privateColumns(object));
      const names = object.privateMib?.columns ?? [];
      return names.filter((name) => !known.has(name) && !name.endsWith(' retired'));
    });
    expect(gone).toEqual([]);
  });

  test('gives each object one number without gaps, and no column two', () => {
    expect(numbered.map(({ number }) => number)).toEqual(numbered.map((_, at) => at + 1));
    for (const { name, columns } of numbered) expect([name, new Set(columns).size]).toEqual([name, columns.length]);
  });

  test('has not changed where it is sealed', () => {
    const lines = sealed.columns.flatMap((count, at) => {
      const { name, number, columns } = numbered[at] ?? { name: '', number: 0, columns: [] };
      const standing = columns.slice(0, count).map((column) => column.replace(/ retired$/, ''));
      return [`${name} ${number}`, ...standing];
    });
    expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(sealed.sha256);
  });
});

const columns = objects.flatMap((object) =>
  Object.entries(object.fields).map(([column, field]: [string, Field]) => ({ object, column, field })),
);

describe('every column', () => {
  test('of the configuration has an object identifier, and no two have one', () => {
    const oids = columns.flatMap(({ object, column }) => {
      const oid = columnOid(object, column);
      const isHere = oid !== undefined && !object.fields[column]?.mib?.isServedElsewhere;
      return isHere ? [[oid, `${object.name}.${column}`] as const] : [];
    });
    for (const [oid] of oids) expect(parseOid(oid)).toBe(oid);
    expect(oids.filter(([oid, name]) => oids.some(([other, of]) => other === oid && of !== name))).toEqual([]);
    const without = columns.filter(
      ({ object, column, field }) =>
        isConfigured(field) &&
        !(object.shape === 'table' && Object.hasOwn(object.index, column)) &&
        columnOid(object, column) === undefined,
    );
    expect(without.map(({ object, column }) => `${object.name}.${column}`)).toEqual([]);
  });

  test('of a standard stands below an identifier', () => {
    const lost = columns.filter(
      ({ object, field }) => typeof field.mib?.column === 'number' && object.oid === undefined,
    );
    expect(lost.map(({ object, column }) => `${object.name}.${column}`)).toEqual([]);
  });

  test('maps each of its choices to another number, where it maps any', () => {
    for (const { field } of columns) {
      const values = field.mib?.values;
      if (!values) continue;
      expect(new Set(Object.values(values)).size).toBe(field.limits.choices?.length);
      for (const { value } of field.limits.choices ?? []) expect(values[value]).toBeDefined();
    }
  });
});

test('a table whose rows can be made and deleted has a RowStatus, and no other', () => {
  for (const object of objects) {
    if (object.shape !== 'table') continue;
    const open = hasConfiguration(object) && !object.rows.fixed;
    expect([object.name, rowStatusOid(object) !== undefined]).toEqual([object.name, open]);
  }
});

test('the index of a table in its MIB names each index column once', () => {
  for (const object of objects) {
    if (object.shape !== 'table' || !object.mib?.index) continue;
    const named = object.mib.index.filter((part) => typeof part === 'string');
    expect([...named].sort()).toEqual(Object.keys(object.index).sort());
  }
});

/** Possible values of a field: its readings of all inputs that are likely to be typed. */
function valuesOf(field: Field): fc.Arbitrary<Value> {
  const { min = 0, max = 100, choices } = field.limits;
  const likely = fc.oneof(
    fc.constant<unknown>(field.default),
    fc.integer({ min, max: Math.min(max, 2 ** 31 - 1) }),
    ...(choices ? [fc.constantFrom(...choices.map(({ value }) => value))] : []),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'), minLength: 2, maxLength: 12 }),
    fc.ipV4(),
    fc.ipV6(),
    fc.integer({ min: 1, max: 31 }).map(String),
    fc.constantFrom('1-3,5', '02-00-00-00-00-07', 'ntp.example', '1.3.6.1.2', '2026-01-31 13:05:09', '192.0.2.1/24'),
  );
  return likely.map((input) => {
    const reading = field.read(input);
    return reading.ok ? reading.value : field.default;
  });
}

const configured = columns.filter(
  ({ field }) => isConfigured(field) && field.access !== 'wo' && !field.mib?.isWriteOnly,
);

test.each(configured.map((one) => [`${one.object.name}.${one.column}`, one.field] as const))(
  '%s goes into its MIB column and comes back as it was',
  (_name, field) => {
    fc.assert(
      fc.property(valuesOf(field), (value) => {
        const reading = readMibValue(field, mibValueOf(field, value));
        // A required value is "" only until it is given.
        if (value !== '' || field.read('').ok) expect(reading).toEqual({ ok: true, value });
      }),
      { numRuns: 60 },
    );
  },
);

test('what is write-only can be set and reads as nothing', () => {
  for (const { field } of columns.filter((one) => one.field.access === 'wo')) {
    expect(mibValueOf(field, 'correct-horse')).toEqual(new Uint8Array(0));
    expect(readMibValue(field, new TextEncoder().encode('correct-horse'))).toMatchObject({ value: 'correct-horse' });
  }
});

test.each(objects.flatMap((object) => (object.shape === 'table' ? [[object.name, object] as const] : [])))(
  'a row of %s is named by arcs that name it alone',
  (_name, object) => {
    const row = fc.record(
      Object.fromEntries(
        Object.entries(object.index).map(([column, field]: [string, Field]) => [column, valuesOf(field)]),
      ),
    ) as fc.Arbitrary<Values>;
    fc.assert(
      fc.property(row, (index) => {
        if (Object.entries(object.index).some(([column, field]) => !field.read(index[column]).ok)) return;
        const named = instanceOf(object, index);
        expect(named.every((arc) => Number.isInteger(arc) && arc >= 0 && arc < 2 ** 32)).toBe(true);
        expect(readInstance(object, named)).toEqual(index);
        expect(readInstance(object, [...named, 1])).toBeUndefined();
        expect(readInstance(object, named.slice(0, -1))).not.toEqual(index);
      }),
      { numRuns: 60 },
    );
  },
);

test('no value of another type is taken', () => {
  for (const { object, column, field } of configured) {
    const wrong =
      syntaxOf(field).type === 'OctetString' || syntaxOf(field).type === 'IpAddress' ? 7 : new Uint8Array(3);
    expect([`${object.name}.${column}`, readMibValue(field, wrong).ok]).toEqual([`${object.name}.${column}`, false]);
  }
});
