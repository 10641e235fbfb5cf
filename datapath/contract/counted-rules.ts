import { type AccessCondition, type AccessRulePlan, accessRuleKey } from '../../model/access-control/access-rule.ts';
import type { PortList } from '../../model/values/port-list.ts';

/** Rules of an access control list that note which of them are looked into. */
export interface CountedRules {
  /** Of IPv4 packets to 256 ports of TCP, at every port of a switch. */
  readonly rules: ReadonlyMap<number, AccessRulePlan>;
  /** How many rules were looked into since it was asked last. */
  looked(): number;
}

/** As many rules as a list may have (docs/specification/security.md 0.6), in 50 profiles. */
export function countedRules(ports: PortList, count = 256): CountedRules {
  const seen = new Set<number>();
  const rules = Array.from({ length: count }, (_, at): [number, AccessRulePlan] => {
    const key = accessRuleKey((at % 50) + 1, at + 1);
    return [key, { match: conditions(at, () => seen.add(key)), ports, action: 'deny' }];
  });
  return {
    rules: new Map(rules),
    looked() {
      const { size } = seen;
      seen.clear();
      return size;
    },
  };
}

/** The conditions of a rule; `look` is called when the value of a condition is read. */
function conditions(at: number, look: () => void): readonly AccessCondition[] {
  const wanted: readonly AccessCondition[] = [
    { field: 'etherType', value: 0x0800n, mask: 0xffffn },
    { field: 'ipProtocol', value: 6n, mask: 0xffn },
    { field: 'destinationPort', value: BigInt(5000 + at), mask: 0xffffn },
  ];
  return wanted.map(({ field, value, mask }) => ({
    field,
    mask,
    get value() {
      look();
      return value;
    },
  }));
}
