import { expect, it } from 'vitest';
import { ForeignRules, MOST_NAMED } from './foreign-rules.ts';

const rule = (priority: number) => ({ table: 1, priority, fields: new Uint8Array(0) });
const rules = (count: number, from = 0) => Array.from({ length: count }, (_, at) => rule(from + at));

it('keeps each rule that others changed once, until it is taken', () => {
  const foreign = new ForeignRules();
  foreign.add({ rules: [rule(1), rule(2)], areAll: true });
  foreign.add({ rules: [rule(2), { ...rule(2), fields: Uint8Array.of(1) }], areAll: true });
  expect(foreign.take().rules).toEqual([rule(1), rule(2), { ...rule(2), fields: Uint8Array.of(1) }]);
  expect(foreign.take()).toEqual({ rules: [], areAll: true });
});

it('keeps as many as can be put right one by one, and of more than that only that there were', () => {
  const foreign = new ForeignRules();
  foreign.add({ rules: rules(MOST_NAMED), areAll: true });
  expect(foreign.take()).toMatchObject({ rules: { length: MOST_NAMED }, areAll: true });
  for (let round = 0; round < 3; round += 1) foreign.add({ rules: rules(MOST_NAMED, round), areAll: true });
  expect(foreign.take()).toEqual({ rules: [], areAll: false });
  expect(foreign.take()).toEqual({ rules: [], areAll: true });
});

it('keeps none by name where some went unreported', () => {
  const foreign = new ForeignRules();
  foreign.add({ rules: [rule(1)], areAll: false });
  foreign.add({ rules: [rule(2)], areAll: true });
  expect(foreign.take()).toEqual({ rules: [], areAll: false });
});
