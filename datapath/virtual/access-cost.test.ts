import { expect, it } from 'vitest';
import type { AccessRulePlan } from '../../model/access-control/access-rule.ts';
import { firstPorts } from '../../model/values/port-list.ts';
import { countedRules } from '../contract/counted-rules.ts';
import { testPlan } from '../contract/test-plan.ts';
import { createVirtualHarness } from './virtual-harness.ts';

const PORTS = 52;

it.each<readonly [string, (rules: Map<number, AccessRulePlan>, key: number, rule: AccessRulePlan) => void, number]>([
  ['goes', (rules, key) => rules.delete(key), 0],
  ['permits from now on', (rules, key, rule) => rules.set(key, { ...rule, action: 'permit' }), 1],
  ['is there twice', (rules, key, rule) => rules.set(key + 1000, { ...rule, ports: 1n }), 1],
])('a rule of 256 that %s has none of the others looked into', async (_, change, looked) => {
  const { datapath, close } = await createVirtualHarness({ ports: PORTS });
  const counted = countedRules(firstPorts(PORTS));
  const plan = { ...testPlan(), accessControl: counted.rules };
  await datapath.apply(plan);
  expect(counted.looked()).toBe(256);
  const [key = 0, rule] = [...counted.rules][100] ?? [];
  if (!rule) throw new Error('There is no such rule.');
  const rules = new Map(counted.rules);
  change(rules, key, rule);
  await datapath.apply({ ...plan, accessControl: rules });
  expect(counted.looked()).toBeLessThanOrEqual(looked);
  await close();
});
