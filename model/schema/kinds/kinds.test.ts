import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mibValueOf, readMibValue } from '../../mib/column.ts';
import { text as textSyntax } from '../../smi/syntax.ts';
import { wordsOf } from '../../values/message.ts';
import type { Value } from '../../wire/call.ts';
import { ErrorCode } from '../../wire/error-code.ts';
import type { Field } from '../field.ts';
import { enumeration, Status, status, TruthValue, truth } from './enumeration.ts';
import { kindExamples } from './testing.ts';
import { alphanumeric } from './text.ts';

const label = 'Field';

/** A field's result for an input: the canonical value, or the sentence and code of its refusal. */
function outcome<V extends Value>(field: Field<V>, input: unknown) {
  const reading = field.read(input);
  return reading.ok ? { value: reading.value } : { refused: wordsOf(reading.message), code: reading.code };
}

describe.each(Object.entries(kindExamples))('%s', (_name, example) => {
  const {
    make,
    kind,
    access = 'rw',
    fresh = '',
    limits,
    takes,
    refuses,
    ascending,
    typed = '',
    dropped = '',
  } = example;
  const declared = () => make({ label });

  test.each(takes)('takes %j as %j', (input, kept, shown = String(kept)) => {
    const field = declared();
    expect(outcome(field, input)).toEqual({ value: kept });
    expect(field.show(kept)).toBe(shown);
  });

  test.each(refuses)('refuses %j: %s', (input, sentence, code = ErrorCode.wrongValue) => {
    expect(outcome(declared(), input)).toEqual({ refused: sentence, code });
  });

  const input = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withObjectString: true }),
    fc.string(),
    fc.integer().map(String),
    fc.integer(),
    fc.ipV4(),
    fc.ipV6(),
    fc.tuple(fc.ipV4(), fc.nat(40)).map(([address, prefix]) => `${address}/${prefix}`),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef:.-,/ ') }),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', null, undefined, Number.NaN, -0, 1e308),
  );

  test('reads anything without throwing, and what it takes is canonical and can be shown and compared', () => {
    const field = declared();
    fc.assert(
      fc.property(input, (something) => {
        const reading = field.read(something);
        if (!reading.ok) {
          expect(wordsOf(reading.message)).not.toMatch(/^$|\{\{/);
          expect(reading.code).not.toBe(ErrorCode.success);
          return;
        }
        expect(field.read(reading.value)).toEqual(reading);
        expect(['string', 'number']).toContain(typeof reading.value);
        expect(typeof field.show(reading.value)).toBe('string');
        expect(field.compare(reading.value, reading.value)).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  test('takes neither lists, objects, booleans nor nothing, and says so in a sentence', () => {
    const field = declared();
    // An object that pretends to be text is not asked for its text.
    const pretender = { toString: () => '1', valueOf: () => 1, trim: () => '1' };
    for (const something of [[], {}, ['1'], [1], true, false, null, undefined, Symbol('1'), () => 1, 1n, pretender]) {
      const reading = field.read(something);
      expect(reading.ok).toBe(false);
      expect(reading.ok || wordsOf(reading.message)).toMatch(/\S/);
    }
  });

  test('travels, is kept and goes into its MIB column and back as it was', () => {
    const field = declared();
    for (const [, kept] of takes) {
      expect(outcome(field, JSON.parse(JSON.stringify(kept)))).toEqual({ value: kept });
      expect(outcome(field, typeof kept === 'number' ? String(kept) : kept)).toEqual({ value: kept });
      const inMib = access === 'wo' ? textSyntax.encode(kept) : mibValueOf(field, kept);
      // A MIB has whole numbers only.
      const whole = typeof kept === 'number' ? Math.round(kept) : kept;
      expect(readMibValue(field, inMib)).toEqual({ ok: true, value: whole });
    }
    expect(field.syntax.type).toBe(example.syntax);
  });

  test('is sorted by what it means', () => {
    const field = declared();
    for (const [at, lower] of ascending.entries()) {
      for (const higher of ascending.slice(at + 1)) {
        expect([lower, higher, field.compare(lower, higher) < 0]).toEqual([lower, higher, true]);
        expect([higher, lower, field.compare(higher, lower) > 0]).toEqual([higher, lower, true]);
      }
    }
  });

  test('tells its control what can be typed, which is enough for all that it takes', () => {
    const field = declared();
    const { characters, ...rest } = field.limits;
    expect(rest).toEqual(limits);
    for (const [input] of takes) {
      if (typeof input !== 'string' || !characters) continue;
      expect([...input.trim()].filter((character) => !characters.test(character))).toEqual([]);
      expect([...input.trim()].length).toBeLessThanOrEqual(limits.maxLength ?? Number.POSITIVE_INFINITY);
    }
    expect([...typed].filter((character) => !characters?.test(character))).toEqual([]);
    expect([...dropped].filter((character) => characters?.test(character))).toEqual([]);
    expect(field.read(kind === 'port' ? 0 : '').ok).toBe(limits.optional === true);
  });

  test('is as its declaration says, and as its kind says where that says nothing', () => {
    expect(declared()).toMatchObject({ label, kind, access, default: fresh });
    const said = {
      label: 'Limit',
      unit: 'min',
      help: 'How long.',
      shownWhen: { mode: [1] },
      references: { table: { shape: 'table', name: 'vlan' } },
      memberOf: { table: { shape: 'table', name: 'vlan' }, list: 'ports', row: 'vlan' },
      mib: { column: 3 },
      access: 'create',
      default: takes.at(-1)?.[1],
    } as const;
    expect(make(said)).toMatchObject({ ...said, kind });
    // A field is what a field says: the options of its kind are in its limits, if anywhere.
    expect(Object.keys(make(said))).toEqual(
      expect.not.arrayContaining([
        'optional',
        'addresses',
        'prefix',
        'min',
        'max',
        'words',
        'choices',
        'required',
        'maximum',
        'minLength',
        'characters',
      ]),
    );
  });
});

test('a secret is never told from another by its place in a table', () => {
  const { make } = kindExamples['a secret'] ?? { make: () => status({ label }) };
  expect(make({ label }).compare('password1', 'password2')).toBe(0);
});

test('an enumeration gives its wire values by the names that it is declared with', () => {
  const mode = enumeration({ label, choices: { automatic: [4, 'Auto'], off: [1, 'Off'] } });
  expect(mode.values).toEqual({ automatic: 4, off: 1 });
  expect(status({ label }).values).toEqual(Status);
  expect(truth({ label }).values).toEqual(TruthValue);
  expect([Status, TruthValue]).toEqual([
    { enabled: 1, disabled: 2 },
    { yes: 1, no: 2 },
  ]);
});

test('a value that an enumeration does not know is shown as it is', () => {
  expect(status({ label }).show(3 as 1)).toBe('3');
});

test('an enumeration without choices is refused at start', () => {
  expect(() => enumeration({ label: 'Mode', choices: {} })).toThrow('Mode has no choices');
});

test('letters and digits are no more than those', () => {
  expect([...'azAZ09'].every((character) => alphanumeric.test(character))).toBe(true);
  expect([...'-_ é@[`{/:'].some((character) => alphanumeric.test(character))).toBe(false);
});

test.each([
  ['statuses', status],
  ['truths', truth],
])('hundreds of %s keep one list of choices', (_, kind) => {
  const [one, other] = [kind({ label }), kind({ label: 'Another' })];
  expect(one.limits).toBe(other.limits);
  expect(one.values).toBe(other.values);
});
