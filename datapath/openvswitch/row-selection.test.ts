import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portListOf } from '../../model/values/port-list.ts';
import { emptyPlan } from '../plan.ts';
import { bridgePortsOf } from './forwarding-database.ts';
import { learnedCookie } from './learned-cookie.ts';
import type { LearnedRow } from './learned-rows.ts';
import { Field } from './openflow/field.ts';
import type { FlowSelection } from './openflow/flow-mod.ts';
import { equals, type Match, macValue } from './openflow/match.ts';
import { holds, Register } from './pipeline/registers.ts';
import { isSelected, type RowSelection, rulesOf } from './row-selection.ts';

function learned(port: number, vlan: number, address: string): LearnedRow {
  const match = [holds(Register.vlan, vlan), equals(Field.ethDestination, macValue(address))];
  const rule = { table: 50, priority: 100, match, actions: [] };
  const cookie = learnedCookie(port);
  return { fid: vlan, vlan, shared: false, address, port, origin: 'learned', age: 0, timeout: 300, cookie, rule };
}

/** Whether a non-strict delete takes the row's rule (OpenFlow 1.4, 6.4): the rule looks at all that is named, in that way. */
function takes({ match = [], cookie }: FlowSelection, row: LearnedRow): boolean {
  if (cookie && (row.cookie & cookie.mask) !== cookie.value) return false;
  return covers(match, row.rule.match);
}

function covers(selection: Match, rule: Match): boolean {
  return selection.every(({ field, value, mask }) => {
    const own = rule.find((one) => one.field === field);
    return own !== undefined && (own.mask & mask) === mask && (own.value & mask) === value;
  });
}

const port = fc.oneof(fc.integer({ min: 1, max: 52 }), fc.integer({ min: 5001, max: 5008 }));
const vlan = fc.integer({ min: 1, max: 4094 });
const address = fc.constantFrom('02-00-00-00-00-01', '02-00-00-00-00-02');

describe('a selection of learned rows', () => {
  it('names by rules just the rows that it holds', () => {
    const selection: fc.Arbitrary<RowSelection> = fc.record(
      {
        ports: fc.uniqueArray(port, { minLength: 1, maxLength: 20 }).map((ports) => new Set(ports)),
        vlans: fc.uniqueArray(vlan, { minLength: 1, maxLength: 20 }).map((vlans) => new Set(vlans)),
        address,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(selection, port, vlan, address, (selected, ofPort, ofVlan, ofAddress) => {
        const rules = rulesOf(selected, false) ?? [];
        const [aPort = ofPort] = selected.ports ?? [];
        const [aVlan = ofVlan] = selected.vlans ?? [];
        for (const row of [learned(ofPort, ofVlan, ofAddress), learned(aPort, aVlan, selected.address ?? ofAddress)]) {
          expect(rules.some((rule) => takes(rule, row))).toBe(isSelected(selected, row));
        }
      }),
    );
  });

  it('of many ports and many VLANs takes a handful of rules', () => {
    const ports = new Set(Array.from({ length: 24 }, (_, index) => index + 1));
    const vlans = new Set(Array.from({ length: 1000 }, (_, index) => index + 1));
    expect(rulesOf({ ports, vlans }, false)?.length).toBeLessThan(40);
    expect(rulesOf({}, false)).toHaveLength(1);
  });

  it('is not to be told from rules where they hold in all VLANs', () => {
    expect(rulesOf({ vlans: new Set([1]) }, true)).toBeUndefined();
    expect(rulesOf({ ports: new Set([1]) }, true)).toHaveLength(1);
  });

  it('by physical ports means their trunks, too', () => {
    const plan = {
      ...emptyPlan,
      trunks: new Map([
        [5001, { members: portListOf([3, 4]), hash: 'sourceDestinationMac' as const }],
        [5002, { members: portListOf([5, 6]), hash: 'sourceDestinationMac' as const }],
      ]),
    };
    expect([...bridgePortsOf(portListOf([1, 4]), plan)]).toEqual([1, 4, 5001]);
  });
});
