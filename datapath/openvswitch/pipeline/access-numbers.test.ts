import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccessRulePlan, accessRuleKey } from '../../../model/access-control/access-rule.ts';
import { firstPorts } from '../../../model/values/port-list.ts';
import { defaultPortPlan, emptyPlan } from '../../plan.ts';
import { emptyState } from '../../state.ts';
import { type AccessNumbers, accessNumbers, noAccessNumbers } from './access-numbers.ts';
import { compileFlows, flowChanges, noFlows } from './compile-flows.ts';

const PORTS = 52;
const everybody = firstPorts(PORTS);

function denying(type: number, others: Partial<AccessRulePlan> = {}): AccessRulePlan {
  const match = [{ field: 'etherType', value: BigInt(type), mask: 0xffffn } as const];
  return { match, ports: everybody, action: 'deny', ...others };
}

function priorities({ rules }: AccessNumbers): number[] {
  return [...rules].sort(([one], [other]) => one - other).map(([, { priority }]) => priority);
}

describe('the numbers of access rules', () => {
  it('descend with their keys, whatever comes and goes, and stay what they were while there is room', () => {
    const step = fc.record({ key: fc.integer({ min: 1, max: 400 }), isThere: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const plan = new Map<number, AccessRulePlan>();
        let numbers = noAccessNumbers;
        const serials = new Map<number, number>();
        for (const { key, isThere } of steps) {
          if (isThere) plan.set(key, plan.get(key) ?? denying(0x0800));
          else plan.delete(key);
          numbers = accessNumbers(new Map(plan), numbers);
          const given = priorities(numbers);
          expect(given).toEqual([...new Set(given)].sort((one, other) => other - one));
          expect(given.every((one) => one > 0 && one < 0xffff)).toBe(true);
          expect([...numbers.rules.keys()].sort()).toEqual([...plan.keys()].sort());
          for (const [of, { serial, priority }] of numbers.rules) {
            // A serial denotes one rule at one priority for ever.
            const known = serials.get(serial);
            expect(known ?? of * 0x1_0000 + priority).toBe(of * 0x1_0000 + priority);
            serials.set(serial, of * 0x1_0000 + priority);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it('count anew what is a rule of its own in the bridge: of other ports, or what looks for others', () => {
    const rule = denying(0x0800);
    const first = accessNumbers(new Map([[1, rule]]), noAccessNumbers);
    const serialOf = (changed: Partial<AccessRulePlan>) =>
      accessNumbers(new Map([[1, { ...rule, ...changed }]]), first).rules.get(1)?.serial;
    expect([serialOf({}), serialOf({ action: 'permit' })]).toEqual([1, 1]);
    expect([serialOf({ ports: 1n }), serialOf({ match: denying(0x0806).match })]).toEqual([2, 2]);
  });

  it('of meters are kept by rules with a rate, and given again', () => {
    const [one, other] = [denying(1), denying(2)].map(
      (rule) => ({ ...rule, action: 'permit', rateKilobits: 64 }) as const,
    );
    const both = new Map([
      [1, one],
      [2, other],
    ] as const) as ReadonlyMap<number, AccessRulePlan>;
    const first = accessNumbers(both, noAccessNumbers);
    expect([...first.rules.values()].map(({ meter }) => meter)).toEqual([1, 2]);
    const without = accessNumbers(new Map([...both].slice(1)), first);
    expect(without.rules.get(2)?.meter).toBe(2);
    const again = accessNumbers(new Map([...both].slice(1).concat([[3, one as AccessRulePlan]])), without);
    expect(again.rules.get(3)?.meter).toBe(1);
  });
});

describe('a change of one rule of 256 on 52 ports', () => {
  const ports = new Map(Array.from({ length: PORTS }, (_, at) => [at + 1, defaultPortPlan(everybody)]));
  const numbers = [...ports.keys()];
  const rules = new Map(
    Array.from({ length: 256 }, (_, at): [number, AccessRulePlan] => [
      accessRuleKey(1 + (at % 4), 2 * at + 1),
      denying(0x0800 + at, { ports: 1n << BigInt(at % PORTS) }),
    ]),
  );
  const plan = { ...emptyPlan, ports, accessControl: rules };
  const before = compileFlows(plan, emptyState, numbers, noFlows);

  for (const [what, change, add, remove] of [
    ['comes in between', (all: typeof rules) => all.set(accessRuleKey(2, 2), denying(0x9999)), 1, 0],
    ['goes', (all: typeof rules) => all.delete(accessRuleKey(2, 3)), 0, 1],
    ['gets other ports', (all: typeof rules) => all.set(accessRuleKey(2, 3), denying(0x0801, { ports: 7n })), 1, 1],
    [
      'permits',
      (all: typeof rules) => all.set(accessRuleKey(1, 1), denying(0x0800, { ports: 1n, action: 'permit' })),
      1,
      0,
    ],
  ] as const) {
    it(`costs that rule alone where it ${what}`, () => {
      const next = new Map(rules);
      change(next);
      const after = compileFlows({ ...plan, accessControl: next }, emptyState, numbers, before);
      const changes = flowChanges(before, after);
      expect([changes.add.length, changes.remove.length]).toEqual([add, remove]);
    });
  }

  it('has no rule of its own where there is none', () => {
    const without = compileFlows({ ...emptyPlan, ports }, emptyState, numbers, noFlows);
    const { add, remove } = flowChanges(before, without);
    expect(add).toEqual([]);
    expect(remove).toHaveLength(256 + PORTS);
  });
});
