import fc from 'fast-check';
import { expect, test } from 'vitest';
import { features } from '../../apps/device/features.ts';
import { testHardware } from '../../features/network/testing.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { withDependentRows } from '../../model/configuration/dependent-rows.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import type { Field } from '../../model/schema/field.ts';
import { isConfigured, type ObjectDeclaration } from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { framesToTry, patience, seed } from '../../protocols/random-frames.ts';
import { fullConfiguration } from '../../tests/agent/full-configuration.ts';
import { declaredValue } from '../../tests/declared-values.ts';
import { configurationLines } from './configuration-lines.ts';
import type { Language } from './language.ts';
import { menuOf } from './menu.ts';
import { parse } from './parse.ts';
import { isWritten, replacedConfiguration } from './replaced-configuration.ts';
import { inQuotes, tokensOf } from './tokens.ts';

const objects = features.flatMap((feature) => feature.objects);
const hardware = testHardware;
const factory = factoryConfiguration(objects, hardware);
const language: Language = {
  menu: menuOf(objects),
  objects: new Map(objects.map((object) => [object.name, object])),
  verbs: [],
  rowsOf: () => [],
};

const count = framesToTry(80);

const linesOf = (configuration: Configuration) => [
  ...configurationLines({ objects, menu: language.menu, factory, configuration, secretWord: inQuotes }),
];

/** The configuration that lines make of that of the factory. */
function pasted(lines: readonly string[]): Configuration {
  const requests = lines.flatMap((line) => {
    const { tokens, isOpen } = tokensOf(line);
    const parsed = parse(tokens, language);
    if (isOpen || parsed.kind !== 'command')
      throw new Error(`${line}: ${'message' in parsed ? parsed.message : 'open'}`);
    return parsed.command.kind === 'change' ? parsed.command.requests : [];
  });
  return replacedConfiguration(objects, hardware, factory, requests);
}

const reachable = objects.filter(isWritten);

function values(configuration: Configuration): Record<string, unknown> {
  return Object.fromEntries(
    reachable.map((object) => [
      object.name,
      object.shape === 'group' ? configuration.group(object) : configuration.rows(object),
    ]),
  );
}

test('a switch as the factory made it has no lines', () => {
  expect(linesOf(factory)).toEqual([]);
});

test('every object with rows and values of every kind is made again by its lines', () => {
  let full = fullConfiguration(hardware);
  for (const object of reachable) {
    if (object.shape !== 'table' || object.rows.fixed) continue;
    const rows: readonly Values[] = full.rows(object);
    full = full.withRows(
      object,
      rows.filter((row, at) => isTypable(object, row) && (at < ROWS || object.rows.builtIn?.(row))),
    );
  }
  full = withDependentRows(objects, full, hardware);
  const lines = linesOf(full);
  expect(lines[0]).toBe('begin replace');
  expect(lines.at(-1)).toBe('apply');
  expect(values(pasted(lines))).toEqual(values(full));
});

/** Whether a row could be typed at all: the values that tests make are not of every field's kind. */
const isTypable = (object: ObjectDeclaration, row: Values) =>
  object.shape === 'group' || Object.entries<Field>(object.index).every(([name, field]) => field.read(row[name]).ok);

/** Rows of a table that are looked at. */
const ROWS = 20;

const settable = ([, field]: [string, Field]) => isConfigured(field);

/** Other values of an object's columns, drawn by number. */
const changes = (object: ObjectDeclaration) =>
  fc.dictionary(
    fc.constantFrom(
      ...Object.entries(object.fields)
        .filter(settable)
        .map(([name]) => name),
      'none',
    ),
    fc.oneof(fc.nat(5000), fc.string({ unit: 'binary', maxLength: 40 })),
    { maxKeys: 4 },
  );

function drawn(object: ObjectDeclaration, given: Readonly<Record<string, number | string>>, at: number): Values {
  const isIndex = (name: string) => object.shape === 'table' && Object.hasOwn(object.index, name);
  const entries = Object.entries<Field>(object.fields).flatMap(([name, field]): [string, Value][] => {
    const wanted = Object.hasOwn(given, name) ? given[name] : undefined;
    if (wanted === undefined) return isIndex(name) ? [[name, declaredValue(field, at)]] : [];
    const reading = field.read(wanted);
    return [[name, reading.ok ? reading.value : declaredValue(field, typeof wanted === 'number' ? wanted : at)]];
  });
  return Object.fromEntries(entries);
}

test(
  `any configuration is made again by its lines, and has the same each time, seed ${seed}`,
  () => {
    const entry = fc
      .constantFrom(...reachable)
      .chain((object) => fc.record({ name: fc.constant(object.name), at: fc.nat(300), given: changes(object) }));
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 25 }), (entries) => {
        let configuration = factory;
        for (const { name, at, given } of entries) {
          const object = language.objects.get(name);
          if (!object) continue;
          const row = drawn(object, given, at);
          if (object.shape === 'group') configuration = configuration.withGroup(object, row);
          else if (!object.rows.fixed) {
            const present: readonly Values[] = configuration.rows(object);
            const gone = present[at % 5];
            if (at % 3 === 0 && gone && !object.rows.builtIn?.(gone))
              configuration = configuration.withoutRow(object, gone);
            else if (isTypable(object, row)) configuration = configuration.withRow(object, row);
          } else {
            const present: readonly Values[] = configuration.rows(object);
            const one = present[at % Math.max(1, present.length)];
            const index = Object.keys(object.index).map((name): [string, Value] => [name, one?.[name] ?? '']);
            if (one) configuration = configuration.withRow(object, { ...row, ...Object.fromEntries(index) });
          }
        }
        configuration = withDependentRows(objects, configuration, hardware, factory);
        const lines = linesOf(configuration);
        expect(values(pasted(lines))).toEqual(values(configuration));
        expect(linesOf(pasted(lines))).toEqual(lines);
        expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: count, seed },
    );
  },
  patience(40 * count),
);
