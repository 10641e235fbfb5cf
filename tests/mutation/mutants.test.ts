import { describe, expect, test } from 'vitest';
import { mutate } from './mutants.ts';
import { Switch } from './switch.ts';
import { testsFor } from './which-tests.ts';

/** The mutants of a function's body, each with the result of the function while it is on. */
function results(body: string, ...given: readonly unknown[]): Record<string, unknown> {
  const mutants = new Switch();
  const before = globalThis.mutant;
  globalThis.mutant = mutants;
  try {
    const { code, mutants: names } = mutate('some.ts', `const made = (a, b) => {${body}};\n`);
    const made = new Function(`${code} return made;`)();
    expect(made(...given)).toEqual(new Function('a', 'b', body)(...given));
    return Object.fromEntries(
      names.map((name, number) => {
        mutants.turnOn(number);
        try {
          return [name.replace(/^\d+: /, ''), made(...given)];
        } catch (error) {
          return [name.replace(/^\d+: /, ''), error];
        }
      }),
    );
  } finally {
    globalThis.mutant = before;
  }
}

describe('code with mutants', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['a comparison', 'return a < b;', { 'always: a < b': true, 'never: a < b': false, '"<=" in a < b': true }],
    ['a difference', 'return a - 1;', { '"+" in a - 1': 8 }],
    [
      'a condition with an else',
      'if (a === 7) a = 1; else a = 2; return a;',
      { 'always: a === 7': 1, 'never: a === 7': 2, 'delete a = 1;': 7, 'delete a = 2;': 1 },
    ],
    ['an object', 'return { a, ...{ c: 1 } };', { 'leave out a': { c: 1 }, 'leave out ...{ c: 1 }': { a: 7 } }],
    ['a list', 'return [a, ...[b]];', { 'leave out a': [7], 'leave out ...[b]': [7] }],
    ['a default', 'return a ?? 3;', { 'always the default: a ?? 3': 3 }],
    ['two conditions', 'return a > 1 && b > 8;', { 'without: a > 1 &&': false, 'without: b > 8 &&': true }],
    ['a chain', 'return [3, 1].filter((c) => c > 2).concat([a]);', { 'always: c > 2': [3, 1, 7] }],
    [
      'the smaller of two',
      'return Math.min(a, 3);',
      { 'without 3: Math.min(a, 3)': 7, 'without a: Math.min(a, 3)': 3 },
    ],
  ])('is as it was, and with one on different: %s', (_what, body, expected) => {
    expect(results(body, 7, 7)).toMatchObject(expected);
  });

  test('ends a loop that a mutant makes endless', () => {
    const mutants = new Switch();
    mutants.mostCalls = 100;
    mutants.turnOn(3);
    expect(() => {
      while (!mutants.is(2));
    }).toThrow('does not end');
    expect(mutants.hits).toBe(0);
  });

  test('knows which test reaches which mutant', () => {
    const mutants = new Switch();
    expect(mutants.file('a.ts', ['1: one', '2: two'])).toBe(0);
    expect(mutants.file('b.ts', ['1: three'])).toBe(2);
    expect(mutants.file('a.ts', ['1: one', '2: two'])).toBe(0);
    for (const [test, mutant] of [
      [4, 1],
      [4, 1],
      [5, 1],
    ] as const) {
      mutants.reaching = test;
      mutants.is(mutant);
    }
    expect(mutants.reachedBy[1]).toEqual([4, 5]);
    expect(mutants.names).toEqual(['a.ts:1: one', 'a.ts:2: two', 'b.ts:1: three']);
  });
});

test('the fastest tests are chosen within the budget, and one at least', () => {
  const [slow, fast, other] = [
    { path: 'a', id: '1', ms: 50 },
    { path: 'a', id: '2', ms: 10 },
    { path: 'b', id: '3', ms: 20 },
  ] as const;
  const all = [slow, fast, other];
  const chosen = (reaching: Parameters<typeof testsFor>[0], budget: number) => [...testsFor(reaching, all, budget)];
  expect(chosen(all, 100)).toEqual([
    ['a', ['2', '1']],
    ['b', ['3']],
  ]);
  expect(chosen(all, 30)).toEqual([
    ['a', ['2']],
    ['b', ['3']],
  ]);
  expect(chosen([slow], 1)).toEqual([['a', ['1']]]);
  expect(chosen([{ path: 'b', ms: 0 }], 100)).toEqual([['b', ['3']]]);
});
