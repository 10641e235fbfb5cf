import { describe, expect, test } from 'vitest';
import { changesBetween } from '../../model/configuration/change.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../model/configuration/rule.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { group, rowKey, table } from '../../model/schema/object.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import { allProblems, firstProblem, rowsInUse } from './check-rules.ts';

const level = integer({ label: 'Level', min: 1, max: 9 });
const system = group('system', {
  title: 'System',
  fields: {
    level,
    uptime: integer({ label: 'Uptime', min: 1, max: 9, access: 'ro' }),
    password: secret({ label: 'Password', minLength: 8, maxLength: 32 }),
  },
});
const index = { id: integer({ label: 'Row', min: 1, max: 9999, access: 'create' }) };
const rows = table('rows', { title: 'Row', index, columns: { level }, rows: { max: ({ portCount }) => portCount } });
const others = table('others', { title: 'Other', index, columns: { level }, rows: { max: 9 } });
const objects = [system, rows, others];
// Only the number of ports counts here.
const hardware = { portCount: 3 } as Hardware;

/** Says something against row `id` of `rows`, whatever it holds. */
const against = (...ids: number[]): Rule => ({
  concerns: [rows],
  *check({ after }) {
    for (const row of after.rows(rows)) {
      if (ids.includes(row.id)) yield conflict(rows, say('Not {{id}}.', { id: row.id }), { row });
    }
  },
});
const whole: Rule = {
  concerns: [system],
  *check() {
    yield conflict(system, say('Never.'));
  },
};

const before = Configuration.empty.withRows(rows, [{ id: 1, level: 1 }]);
const all = (after: Configuration, rules: readonly Rule[] = []) => [
  ...allProblems(objects, rules, Configuration.empty, after, hardware),
];
const problems = (after: Configuration, rules: readonly Rule[] = []) =>
  all(after, rules).flatMap((problem) => (problem ? [{ ...problem, message: wordsOf(problem.message) }] : []));

describe('a rule', () => {
  const first = (after: Configuration, ...rules: Rule[]) =>
    firstProblem(rules, { before, after, changes: changesBetween(objects, before, after), hardware })?.message;

  test('is asked where an object that it reads has changed, the first one first', () => {
    const after = before.withRow(rows, { id: 2, level: 1 });
    expect(first(after, whole, against(2), against(1))).toEqual(say('Not {{id}}.', { id: 2 }));
    expect(first(after.withGroup(system, { level: 2 }), whole, against(2))).toEqual(say('Never.'));
    expect(first(after.withGroup(system, { level: 2 }), against(9), whole, against(2))).toEqual(say('Never.'));
    expect(first(before, whole, against(1))).toBeUndefined();
    expect(first(after, against(9))).toBeUndefined();
  });

  test('names the rows of a table that are in use, and those of no other', () => {
    const after = before.withRows(rows, [
      { id: 1, level: 1 },
      { id: 2, level: 1 },
      { id: 3, level: 1 },
    ]);
    const elsewhere: Rule = {
      concerns: [rows],
      *check() {
        yield conflict(others, say('No.'), { row: { id: 7 } });
        yield conflict(rows, say('No.'));
      },
    };
    const inUse = rowsInUse([against(2, 3), elsewhere, whole], { before, after, changes: [], hardware }, rows);
    expect([...inUse.keys()]).toEqual([rowKey(rows, { id: 2 }), rowKey(rows, { id: 3 })]);
  });
});

describe('a configuration as a whole', () => {
  test('has nothing against it where its values are in range', () => {
    expect(problems(before.withGroup(system, { level: 9 }))).toEqual([]);
  });

  test('is told of each value that its field would not read, of what is configured and no secret', () => {
    const after = before.withGroup(system, { level: 10, uptime: 10, password: 'x' }).withRows(rows, [
      { id: 1, level: 1 },
      { id: 2, level: 10 },
    ]);
    expect(problems(after)).toMatchObject([
      { object: 'system', column: 'level', message: expect.stringContaining('Level') },
      { object: 'rows', column: 'level', row: { id: 2 } },
    ]);
    expect(problems(after)[0]).not.toHaveProperty('row');
  });

  test('is told of a table that is too long for this device', () => {
    const filled = (count: number) =>
      Configuration.empty.withRows(
        rows,
        Array.from({ length: count }, (_, at) => ({ id: at + 1, level: 1 })),
      );
    expect(problems(filled(3))).toEqual([]);
    expect(problems(filled(4))).toMatchObject([{ object: 'rows', message: expect.stringContaining('3') }]);
  });

  test('is told of everything that rules say, after its values', () => {
    const after = before.withGroup(system, { level: 10 });
    expect(problems(after, [whole, against(1)]).map(({ object }) => object)).toEqual(['system', 'system', 'rows']);
  });

  test('is looked at in steps, so that other work may go first: each 256 changes, and before each rule', () => {
    const many = (count: number) =>
      all(
        Configuration.empty.withRows(
          others,
          Array.from({ length: count }, (_, at) => ({ id: at + 1, level: 1 })),
        ),
      ).filter((problem) => problem === undefined).length;
    const changes = (count: number) =>
      changesBetween(
        objects,
        Configuration.empty,
        Configuration.empty.withRows(
          others,
          Array.from({ length: count }, (_, at) => ({ id: at + 1, level: 1 })),
        ),
      ).length;
    for (const count of [1, 255, 256, 600]) expect(many(count)).toBe(Math.floor(changes(count) / 256));
    expect(all(before, [against(9), against(8)])).toEqual([undefined, undefined]);
  });
});
