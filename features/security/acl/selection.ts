import type { AccessCondition, ChunkBase as Base, NamedField } from '../../../model/access-control/access-rule.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { formatIpv4, parseIpv4 } from '../../../model/values/ipv4.ts';
import { formatIpv6, parseIpv6 } from '../../../model/values/ipv6.ts';
import { parseMac } from '../../../model/values/mac.ts';
import type { Value, Values } from '../../../model/wire/call.ts';
import { AclProtocol, type aclProfileEntry, ChunkBase, ProfileType } from './profile-objects.ts';

export type Profile = RowOf<typeof aclProfileEntry>;

/** The number of a field that a rule gives no value for: 0 is one that frames have. */
export const NOT_GIVEN = -1;

/** The columns of a rule that hold values of frames. */
export const ruleColumns = [
  'aclRuleVlan',
  'aclRuleSrcMac',
  'aclRuleDstMac',
  'aclRule8021p',
  'aclRuleEtherType',
  'aclRuleSrcIp',
  'aclRuleDstIp',
  'aclRuleSrcIp6',
  'aclRuleDstIp6',
  'aclRuleDscp',
  'aclRuleTrafficClass',
  'aclRuleFlowLabel',
  'aclRuleProtocolId',
  'aclRuleIcmpType',
  'aclRuleIcmpCode',
  'aclRuleIgmpType',
  'aclRuleSrcPort',
  'aclRuleDstPort',
  'aclRuleTcpFlags',
  'aclRuleChunk1',
  'aclRuleChunk2',
  'aclRuleChunk3',
  'aclRuleChunk4',
] as const;
export type RuleColumn = (typeof ruleColumns)[number];

/** A field that a profile selects: what of it is compared, and the column of a rule that holds its value. */
export interface Selected {
  readonly field: AccessCondition['field'];
  readonly mask: bigint;
  readonly column: RuleColumn;
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

function flagged(field: NamedField, count: number, use: number, column: RuleColumn): Selected {
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

/** The value of a column as it is compared; undefined where the rule gives none. */
export function comparedValue(rule: Values, column: RuleColumn): bigint | undefined {
  const value = rule[column];
  if (value === undefined) return undefined;
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

/** The values of a rule's columns without the bits that its profile leaves out; none of those that are not given. */
export function storedValues(profile: Profile, given: Values): Values {
  const stored: Record<string, Value> = {};
  for (const { column, mask } of selectedOf(profile)) {
    const value = comparedValue(given, column);
    // VLAN 0 is none: a value of which no bit is compared that is set stays as it was given.
    if (value === undefined || (column === 'aclRuleVlan' && (value & mask) === 0n)) continue;
    stored[column] = written(value & mask, column, given[column] ?? '');
  }
  return stored;
}

/** A number as its column writes it: hexadecimal with as many digits as were given. */
function written(number: bigint, column: RuleColumn, given: Value): Value {
  switch (column) {
    case 'aclRuleSrcMac':
    case 'aclRuleDstMac':
      return parseMac(number.toString(16).padStart(12, '0')) ?? given;
    case 'aclRuleSrcIp':
    case 'aclRuleDstIp':
      return formatIpv4(Number(number));
    case 'aclRuleSrcIp6':
    case 'aclRuleDstIp6':
      return formatIpv6(number);
    default:
      if (typeof given === 'number') return Number(number);
      return number.toString(16).toUpperCase().padStart(given.length, '0');
  }
}
