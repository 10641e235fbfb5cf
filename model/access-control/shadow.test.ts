import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasPort, portsOf } from '../values/port-list.ts';
import { type AccessCondition, type AccessRulePlan, accessOrder } from './access-rule.ts';
import { hiddenRules } from './shadow.ts';

const PORTS = 3;
const condition = (field: 'vlan' | 'priority') =>
  fc
    .record({ value: fc.bigInt({ min: 0n, max: 7n }), mask: fc.bigInt({ min: 0n, max: 7n }) })
    .map(({ value, mask }): AccessCondition => ({ field, value: value & mask, mask }));
const rule = fc
  .record({
    match: fc.tuple(condition('vlan'), condition('priority')),
    ports: fc.bigInt({ min: 1n, max: (1n << BigInt(PORTS)) - 1n }),
    action: fc.constantFrom('permit' as const, 'deny' as const),
  })
  .map((one): AccessRulePlan => one);
const rules = fc
  .array(rule, { maxLength: 12 })
  .map((list): ReadonlyMap<number, AccessRulePlan> => new Map(list.map((one, at) => [at + 1, one])));

/** The rules that decide about some frame, of all that there are. */
function reached(of: ReadonlyMap<number, AccessRulePlan>): Set<number> {
  const found = new Set<number>();
  for (let port = 1; port <= PORTS; port += 1) {
    for (let vlan = 0n; vlan < 8n; vlan += 1n) {
      for (let priority = 0n; priority < 8n; priority += 1n) {
        const frame = { vlan, priority };
        const first = accessOrder(of).find(
          ([, { ports, match }]) =>
            hasPort(ports, port) &&
            match.every(({ field, value, mask }) => ((frame[field as keyof typeof frame] ?? 0n) & mask) === value),
        );
        if (first) found.add(first[0]);
      }
    }
  }
  return found;
}

describe('rules that are never hit', () => {
  it('are just those that no frame of all that there are reaches', () => {
    fc.assert(
      fc.property(rules, (all) => {
        const alive = reached(all);
        expect([...hiddenRules(all).keys()]).toEqual([...all.keys()].filter((key) => !alive.has(key)));
      }),
      { numRuns: 1000 },
    );
  });

  it('are hidden by the rules that are named', () => {
    fc.assert(
      fc.property(rules, (all) => {
        for (const [key, by] of hiddenRules(all)) {
          const without = new Map([...all].filter(([one]) => one === key || by.includes(one)));
          expect(reached(without).has(key)).toBe(false);
          expect(by.every((one) => one < key)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are told where later fragments make the difference', () => {
    const packet = (field: AccessCondition['field'], value: bigint, mask: bigint) => ({ field, value, mask });
    const of = (match: readonly AccessCondition[]): AccessRulePlan => ({ match, ports: 1n, action: 'deny' });
    const udp = packet('ipProtocol', 17n, 0xffn);
    const bothPorts = [0n, 0x8000n].map((value) => of([udp, packet('sourcePort', value, 0x8000n)]));
    // For any port: a later fragment has none.
    const all = new Map([...bothPorts, of([udp])].map((one, at) => [at + 1, one]));
    expect(hiddenRules(all).size).toBe(0);
    const ported = new Map([...all, [4, of([udp, packet('sourcePort', 23n, 0xffffn)])] as const]);
    expect([...hiddenRules(ported)]).toEqual([[4, [1]]]);
    expect(portsOf(1n)).toEqual([1]);
  });

  it('of 256 that look at the same bits are found in no time', () => {
    const many = new Map(
      Array.from({ length: 256 }, (_, at): [number, AccessRulePlan] => [
        at + 1,
        {
          match: [{ field: 'ipv4Destination', value: BigInt(at % 250), mask: 0xffff_ffffn }],
          ports: (1n << 52n) - 1n,
          action: 'deny',
        },
      ]),
    );
    expect([...hiddenRules(many)].map(([key, by]) => [key, by])).toEqual(
      [251, 252, 253, 254, 255, 256].map((key) => [key, [key - 250]]),
    );
  });
});
