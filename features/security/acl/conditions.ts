import type { PortNumber } from '../../../datapath/identifiers.ts';
import type { AccessCondition, AccessRulePlan } from '../../../model/access-control/access-rule.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import type { PortList } from '../../../model/values/port-list.ts';
import { AclProtocol, ProfileType } from './profile-objects.ts';
import { type aclRuleEntry, OFF, RATE_UNIT, RuleAction } from './rule-objects.ts';
import { comparedValue, type Profile, selectedOf } from './selection.ts';

export type RuleRow = RowOf<typeof aclRuleEntry>;

/** Whether two profiles look at the same bits. */
export function lookAlike(one: Profile, other: Profile): boolean {
  const bitsOf = (profile: Profile) =>
    [profile.aclProfileType, ...impliedBy(profile), ...selectedOf(profile)]
      .map((part) =>
        typeof part === 'number' ? part : `${part.field}/${part.mask}/${'value' in part ? part.value : ''}`,
      )
      .join();
  return bitsOf(one) === bitsOf(other);
}

/** Conditions that the type and the protocol of a profile imply. */
function impliedBy({ aclProfileType: type, aclProfileProtocol: protocol }: Profile): readonly AccessCondition[] {
  if (type === ProfileType.ethernet || type === ProfileType.packetContent) return [];
  const isIpv6 = type === ProfileType.ipv6;
  const etherType: AccessCondition = { field: 'etherType', value: isIpv6 ? 0x86ddn : 0x0800n, mask: 0xffffn };
  const number = numbers.get(protocol)?.[isIpv6 ? 1 : 0];
  return number === undefined ? [etherType] : [etherType, { field: 'ipProtocol', value: number, mask: 0xffn }];
}

/** Protocol numbers in IPv4 and in IPv6 (IANA). */
const numbers: ReadonlyMap<number, readonly [bigint, bigint]> = new Map([
  [AclProtocol.icmp, [1n, 58n]],
  [AclProtocol.igmp, [2n, 2n]],
  [AclProtocol.tcp, [6n, 6n]],
  [AclProtocol.udp, [17n, 17n]],
]);

/** Whether a profile looks at anything: at a field, or at a protocol as such. */
export function looksAtSomething(profile: Profile): boolean {
  return selectedOf(profile).length > 0 || impliedBy(profile).length > 1;
}

/** Conditions of a profile's rule. */
export function conditionsOf(profile: Profile, rule: RuleRow): readonly AccessCondition[] {
  return [
    ...impliedBy(profile),
    ...selectedOf(profile).map(({ field, mask, column }) => ({
      field,
      mask,
      value: (comparedValue(rule, column) ?? 0n) & mask,
    })),
  ];
}

/**
 * A rule as the datapath carries it out, at the ports of `ports`; undefined for one that is not in force: its copies have no
 * `target`.
 */
export function planOfRule(
  profile: Profile,
  rule: RuleRow,
  ports: PortList,
  target: PortNumber | undefined,
): AccessRulePlan | undefined {
  const { aclProfileId: id, aclProfilePlace: place } = profile;
  const asked = {
    match: conditionsOf(profile, rule),
    ports,
    ...(place !== 0 && place !== id && { rank: place }),
  };
  if (rule.aclRuleAction === RuleAction.deny) return { ...asked, action: 'deny' };
  if (rule.aclRuleAction === RuleAction.mirror) {
    return target === undefined ? undefined : { ...asked, action: 'permit', copyTo: target };
  }
  const { aclRuleRateLimit: rate, aclRuleReplacePriority: priority } = rule;
  const { aclRuleReplaceDscp: dscp, aclRuleReplaceTos: precedence } = rule;
  return {
    ...asked,
    action: 'permit',
    ...(rate !== OFF && { rateKilobits: rate * RATE_UNIT }),
    ...(priority !== OFF && { priority }),
    ...(dscp !== OFF && { dscp }),
    ...(precedence !== OFF && { precedence }),
  };
}
