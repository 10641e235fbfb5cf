import { expect, test } from 'vitest';
import { say } from '../model/values/message.ts';
import { changedKeys, withValue } from '../model/values/overlaid-map.ts';
import { union } from './combiners.ts';
import { planSections } from './plan.ts';
import { keyed, mergeParts } from './section.ts';

interface Entry {
  readonly members: bigint;
}

const section = keyed<number, Entry, Partial<Entry>>({ members: union }, { name: (key) => say('{{key}}', { key }) });

const PORTS = 0b1111n;

test('where one entry of thousands changes, only that one is put together, and known to differ', () => {
  const parts: ReadonlyMap<number, Entry> = new Map(
    Array.from({ length: 4094 }, (_, at) => [at + 1, { members: 1n }] as const),
  );
  const before = section.merge([parts], undefined, PORTS);
  const after = section.merge([withValue(parts, 7, { members: 3n })], before, PORTS);
  expect(after.get(7)).toEqual({ members: 3n });
  expect(after.get(8)).toBe(before.get(8));
  expect(changedKeys(before, after)).toEqual([7]);
});

test('what says the same as before is the same object, whole and entry', () => {
  const parts: ReadonlyMap<number, Entry> = new Map([
    [1, { members: 1n }],
    [2, { members: 2n }],
  ]);
  const before = section.merge([parts], undefined, PORTS);
  expect(section.merge([new Map([...parts].map(([key, entry]) => [key, { ...entry }]))], before, PORTS)).toBe(before);
  const after = section.merge([new Map([...parts].map(([key]) => [key, { members: 1n }]))], before, PORTS);
  expect(after).not.toBe(before);
  expect(after.get(1)).toBe(before.get(1));
  expect(section.merge([new Map([[1, { members: 1n }]])], before, PORTS).size).toBe(1);
  expect(section.merge([], before, PORTS).size).toBe(0);
});

test('an entry that comes out as nothing is left out of the plan', () => {
  const part = {
    spanningTreeInstances: new Map([
      [5, 0],
      [6, 2],
    ]),
    passedGroups: new Map([['01-80-C2-00-00-21', false]]),
  };
  const whole = mergeParts(planSections, [part], 1n);
  expect([...whole.spanningTreeInstances]).toEqual([[6, 2]]);
  expect([...whole.passedGroups]).toEqual([]);
});
