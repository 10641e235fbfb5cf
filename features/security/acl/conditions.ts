import type { PortNumber } from '../../../datapath/identifiers.ts';
import type {
  AccessCondition,
  AccessRulePlan,
  ChunkBase as Base,
  NamedField,
} from '../../../model/access-control/access-rule.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { parseIpv6 } from '../../../model/values/ipv6.ts';
import type { PortList } from '../../../model/values/port-list.ts';
import { AclProtocol, type aclProfileEntry, ChunkBase, ProfileType } from './profile-objects.ts';
import { type aclRuleEntry, NOT_GIVEN, OFF, RATE_UNIT, RuleAction } from './rule-objects.ts';

export type Profile = RowOf<typeof aclProfileEntry>;
export type RuleRow = RowOf<typeof aclRuleEntry>;

/** A field that a profile selects: what of it is compared, and the column of a rule that holds its value. */
export interface Selected {
  readonly field: AccessCondition['field'];
  readonly mask: bigint;
  readonly column: keyof RuleRow & string;
}

const hexadecimal = (digits: string): bigint => BigInt(`0x${digits || '0'}`);
const macNumber = (address: string): bigint => hexadecimal(address.replaceAll('-', ''));
const bits = (count: number): bigint => (1n << BigInt(count)) - 1n;
const bases: ReadonlyMap<number, Base> = new Map([
  [ChunkBase.l2, 'l2'],
  [ChunkBase.l3, 'l3'],
  [ChunkBase.l4, 'l4'],
]);

/** The fields that a profile selects, in the order of its columns: what does not belong to its type counts for nothing. */
export function selectedOf(profile: Profile): readonly Selected[] {
  return candidates(profile).filter(({ mask }) => mask !== 0n);
}

function candidates(profile: Profile): readonly Selected[] {
  switch (profile.aclProfileType) {
    case ProfileType.ethernet:
      return [
        { field: 'vlan', mask: hexadecimal(profile.aclProfileVlanMask), column: 'aclRuleVlan' },
        { field: 'source', mask: macNumber(profile.aclProfileSrcMacMask), column: 'aclRuleSrcMac' },
        { field: 'destination', mask: macNumber(profile.aclProfileDstMacMask), column: 'aclRuleDstMac' },
        flagged('priority', 3, profile.aclProfileUse8021p, 'aclRule8021p'),
        flagged('etherType', 16, profile.aclProfileUseEtherType, 'aclRuleEtherType'),
      ];
    case ProfileType.ipv4:
      return [
        { field: 'vlan', mask: hexadecimal(profile.aclProfileVlanMask), column: 'aclRuleVlan' },
        { field: 'ipv4Source', mask: BigInt(parseIpv4(profile.aclProfileSrcIpMask) ?? 0), column: 'aclRuleSrcIp' },
        { field: 'ipv4Destination', mask: BigInt(parseIpv4(profile.aclProfileDstIpMask) ?? 0), column: 'aclRuleDstIp' },
        flagged('dscp', 6, profile.aclProfileUseDscp, 'aclRuleDscp'),
        ...ofProtocol(profile),
      ];
    case ProfileType.ipv6:
      return [
        flagged('trafficClass', 8, profile.aclProfileUseTrafficClass, 'aclRuleTrafficClass'),
        { field: 'flowLabel', mask: hexadecimal(profile.aclProfileFlowLabelMask), column: 'aclRuleFlowLabel' },
        { field: 'ipv6Source', mask: prefixMask(profile.aclProfileSrcIp6Len), column: 'aclRuleSrcIp6' },
        { field: 'ipv6Destination', mask: prefixMask(profile.aclProfileDstIp6Len), column: 'aclRuleDstIp6' },
        ...ofProtocol(profile),
      ];
    case ProfileType.packetContent:
      return ([1, 2, 3, 4] as const).map((number) => ({
        field: `${bases.get(profile[`aclProfileChunk${number}Base`]) ?? 'l2'}+${profile[`aclProfileChunk${number}Offset`]}`,
        mask: hexadecimal(profile[`aclProfileChunk${number}Mask`]),
        column: `aclRuleChunk${number}`,
      }));
  }
}

function flagged(field: NamedField, count: number, use: number, column: Selected['column']): Selected {
  return { field, mask: use === TruthValue.yes ? bits(count) : 0n, column };
}

function prefixMask(length: number): bigint {
  return bits(length) << BigInt(128 - length);
}

function ofProtocol(profile: Profile): readonly Selected[] {
  const ports: readonly Selected[] = [
    { field: 'sourcePort', mask: hexadecimal(profile.aclProfileSrcPortMask), column: 'aclRuleSrcPort' },
    { field: 'destinationPort', mask: hexadecimal(profile.aclProfileDstPortMask), column: 'aclRuleDstPort' },
  ];
  switch (profile.aclProfileProtocol) {
    case AclProtocol.icmp:
      return [
        flagged('icmpType', 8, profile.aclProfileUseIcmpType, 'aclRuleIcmpType'),
        flagged('icmpCode', 8, profile.aclProfileUseIcmpCode, 'aclRuleIcmpCode'),
      ];
    case AclProtocol.igmp:
      // In IPv6 there is no such thing.
      return profile.aclProfileType === ProfileType.ipv4
        ? [flagged('igmpType', 8, profile.aclProfileUseIgmpType, 'aclRuleIgmpType')]
        : [];
    case AclProtocol.tcp:
      return [...ports, { field: 'tcpFlags', mask: BigInt(profile.aclProfileTcpFlagMask), column: 'aclRuleTcpFlags' }];
    case AclProtocol.udp:
      return ports;
    case AclProtocol.userDefined:
      return [{ field: 'ipProtocol', mask: hexadecimal(profile.aclProfileProtocolMask), column: 'aclRuleProtocolId' }];
    default:
      return [];
  }
}

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

/** What the type and the protocol of a profile ask for by themselves. */
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

/** The value of a column as it is compared; undefined where the rule gives none. */
export function comparedValue(rule: RuleRow, column: Selected['column']): bigint | undefined {
  const value = rule[column];
  switch (column) {
    case 'aclRuleVlan':
      return value === 0 ? undefined : BigInt(value);
    case 'aclRuleSrcMac':
    case 'aclRuleDstMac':
      return value === '' ? undefined : macNumber(String(value));
    case 'aclRuleSrcIp':
    case 'aclRuleDstIp':
      return value === '' ? undefined : BigInt(parseIpv4(String(value)) ?? 0);
    case 'aclRuleSrcIp6':
    case 'aclRuleDstIp6':
      return value === '' ? undefined : parseIpv6(String(value));
    default:
      if (typeof value === 'string') return value === '' ? undefined : hexadecimal(value);
      return value === NOT_GIVEN ? undefined : BigInt(value);
  }
}

/** What a rule of a profile looks for. */
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
