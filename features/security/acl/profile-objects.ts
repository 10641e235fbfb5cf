import { enumeration, truth } from '../../../model/schema/kinds/enumeration.ts';
import { hex } from '../../../model/schema/kinds/hex.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipv4Mask } from '../../../model/schema/kinds/ipv4-mask.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, type RowOf, table } from '../../../model/schema/object.ts';
import { ZERO_MAC } from '../../../model/values/mac.ts';
import { say } from '../../../model/values/message.ts';

/** Profiles, and rules of all of them together (docs/specification/security.md 0.6). */
export const ACL_PROFILES_MAXIMUM = 50;
export const ACL_RULES_MAXIMUM = 256;

/** How much of the tables is in use. */
export const aclStatus = group('aclStatus', {
  title: 'Access control list',
  help: 'Profiles and rules that exist and that fit.',
  page: '/Security/ACL/AccessProfileList',
  fields: {
    aclProfilesUsed: integer({ label: 'Profiles', access: 'ro', min: 0, max: ACL_PROFILES_MAXIMUM }),
    aclProfilesMax: integer({ label: 'Profiles at most', access: 'ro', min: 0, max: ACL_PROFILES_MAXIMUM }),
    aclRulesUsed: integer({ label: 'Rules', access: 'ro', min: 0, max: ACL_RULES_MAXIMUM }),
    aclRulesMax: integer({ label: 'Rules at most', access: 'ro', min: 0, max: ACL_RULES_MAXIMUM }),
  },
  privateMib: { number: 152, columns: ['aclProfilesUsed', 'aclProfilesMax', 'aclRulesUsed', 'aclRulesMax'] },
});

const types = {
  ethernet: [1, 'Ethernet'],
  ipv4: [2, 'IPv4'],
  ipv6: [3, 'IPv6'],
  packetContent: [4, 'Packet content'],
} as const;
const protocols = {
  any: [0, 'Any'],
  icmp: [2, 'ICMP'],
  igmp: [3, 'IGMP'],
  tcp: [4, 'TCP'],
  udp: [5, 'UDP'],
  userDefined: [6, 'User defined'],
} as const;
const access = 'create';
const [ethernet, ipv4, ipv6, contents] = [[1], [2], [3], [4]];
const ip = [2, 3];

function flag(label: string, shownWhen: Readonly<Record<string, readonly number[]>>) {
  return truth({ label, access, shownWhen, help: 'Rules of the profile compare it.' });
}

/** The labels of one chunk's columns. */
interface Labelled {
  readonly label: string;
}

function chunk(base: Labelled, offset: Labelled, mask: Labelled) {
  const when = { aclProfileType: contents };
  return {
    base: enumeration({
      ...base,
      access,
      choices: { l2: [1, 'Frame'], l3: [2, 'Packet'], l4: [3, 'Segment'] },
      shownWhen: when,
      help: 'Counted from the destination MAC address, the first octet of the IP or ARP header, or the first octet after the IP header.',
    }),
    offset: integer({
      ...offset,
      access,
      min: 0,
      max: 76,
      step: 2,
      unit: 'octets',
      shownWhen: when,
      help: 'Place of the chunk behind its base. In a tagged frame, everything behind the addresses is four octets later.',
    }),
    mask: hex({
      ...mask,
      access,
      maxLength: 8,
      shownWhen: when,
      help: 'Bits of the four octets to compare; empty skips the chunk.',
    }),
  };
}

const chunk1 = chunk({ label: 'Chunk 1: base' }, { label: 'Chunk 1: offset' }, { label: 'Chunk 1: mask' });
const chunk2 = chunk({ label: 'Chunk 2: base' }, { label: 'Chunk 2: offset' }, { label: 'Chunk 2: mask' });
const chunk3 = chunk({ label: 'Chunk 3: base' }, { label: 'Chunk 3: offset' }, { label: 'Chunk 3: mask' });
const chunk4 = chunk({ label: 'Chunk 4: base' }, { label: 'Chunk 4: offset' }, { label: 'Chunk 4: mask' });
const segments = { aclProfileType: ip, aclProfileProtocol: [4, 5] };

/** Which bits of frames rules look at (docs/specification/security.md 5.0). */
export const aclProfileEntry = table('aclProfileEntry', {
  title: 'Access profile',
  page: '/Security/ACL/AccessProfileList',
  index: {
    aclProfileId: integer({
      label: 'Profile ID',
      access,
      min: 1,
      max: ACL_PROFILES_MAXIMUM,
      help: 'Rules of lower profiles apply first, unless a place says otherwise.',
    }),
  },
  columns: {
    aclProfileName: text({ label: 'Name', maxLength: 32, help: 'Shown beside the ID in lists and in the log.' }),
    aclProfileType: enumeration({
      label: 'ACL Type',
      access,
      choices: types,
      help: 'Contents that rules compare: MAC headers of any frame, IPv4 or IPv6 packets only, or octets at chosen places.',
    }),
    aclProfileOwner: enumeration({
      label: 'Owner',
      access,
      choices: { user: [1, 'User'], wizard: [2, 'Wizard'] },
      help: 'Creator of the profile: a user, or the ACL wizard.',
    }),
    aclProfilePlace: integer({
      label: 'Place',
      min: 0,
      max: ACL_PROFILES_MAXIMUM,
      words: { 0: 'Profile ID' },
      help: 'Rules of profiles with lower places apply first. 0 uses the Profile ID as place.',
    }),
    aclProfileVlanMask: hex({
      label: 'VLAN mask',
      access,
      minLength: 1,
      maxLength: 3,
      default: '0',
      shownWhen: { aclProfileType: [1, 2] },
      help: 'FFF compares the whole VLAN ID, 0 leaves it out.',
    }),
    aclProfileSrcMacMask: mac({
      label: 'Source MAC Mask',
      access,
      default: ZERO_MAC,
      shownWhen: { aclProfileType: ethernet },
      help: 'FF-FF-FF-FF-FF-FF compares the whole address, zeros leave it out.',
    }),
    aclProfileDstMacMask: mac({
      label: 'Destination MAC Mask',
      access,
      default: ZERO_MAC,
      shownWhen: { aclProfileType: ethernet },
      help: 'FF-FF-FF-FF-FF-FF compares the whole address, zeros leave it out.',
    }),
    aclProfileUse8021p: flag('802.1p', { aclProfileType: ethernet }),
    aclProfileUseEtherType: flag('Ethernet Type', { aclProfileType: ethernet }),
    aclProfileSrcIpMask: ipv4Mask({
      label: 'Source IP Mask',
      access,
      default: '0.0.0.0',
      shownWhen: { aclProfileType: ipv4 },
      help: '255.255.255.255 compares the whole address, 0.0.0.0 leaves it out.',
    }),
    aclProfileDstIpMask: ipv4Mask({
      label: 'Destination IP Mask',
      access,
      default: '0.0.0.0',
      shownWhen: { aclProfileType: ipv4 },
      help: '255.255.255.255 compares the whole address, 0.0.0.0 leaves it out.',
    }),
    aclProfileUseDscp: flag('DSCP', { aclProfileType: ipv4 }),
    aclProfileSrcIp6Len: integer({
      label: 'Source IPv6 prefix length',
      access,
      min: 0,
      max: 128,
      shownWhen: { aclProfileType: ipv6 },
      help: '128 compares the whole address, 0 leaves it out.',
    }),
    aclProfileDstIp6Len: integer({
      label: 'Destination IPv6 prefix length',
      access,
      min: 0,
      max: 128,
      shownWhen: { aclProfileType: ipv6 },
      help: '128 compares the whole address, 0 leaves it out.',
    }),
    aclProfileUseTrafficClass: flag('Traffic Class', { aclProfileType: ipv6 }),
    aclProfileFlowLabelMask: hex({
      label: 'Flow Label mask',
      access,
      minLength: 1,
      maxLength: 5,
      default: '0',
      shownWhen: { aclProfileType: ipv6 },
      help: 'FFFFF compares the whole label, 0 leaves it out.',
    }),
    aclProfileProtocol: enumeration({
      label: 'Protocol',
      access,
      choices: protocols,
      shownWhen: { aclProfileType: ip },
      help: 'Later fragments have no ports, flags or ICMP types: rules on those never match them. To deny them, add a second rule, in IPv4 only on the protocol, in IPv6 on the user-defined protocol 44.',
    }),
    aclProfileUseIcmpType: flag('ICMP Type', { aclProfileType: ip, aclProfileProtocol: [2] }),
    aclProfileUseIcmpCode: flag('ICMP Code', { aclProfileType: ip, aclProfileProtocol: [2] }),
    aclProfileUseIgmpType: flag('IGMP Type', { aclProfileType: ipv4, aclProfileProtocol: [3] }),
    aclProfileSrcPortMask: hex({
      label: 'Source Port Mask',
      access,
      minLength: 1,
      maxLength: 4,
      default: '0',
      shownWhen: segments,
      help: 'FFFF compares the whole port, 0 leaves it out.',
    }),
    aclProfileDstPortMask: hex({
      label: 'Destination Port Mask',
      access,
      minLength: 1,
      maxLength: 4,
      default: '0',
      shownWhen: segments,
      help: 'FFFF compares the whole port, 0 leaves it out.',
    }),
    aclProfileTcpFlagMask: integer({
      label: 'TCP Flags',
      access,
      min: 0,
      max: 63,
      shownWhen: { aclProfileType: ip, aclProfileProtocol: [4] },
      help: 'Flags to compare.',
    }),
    aclProfileProtocolMask: hex({
      label: 'Protocol ID mask',
      access,
      minLength: 1,
      maxLength: 2,
      default: 'FF',
      shownWhen: { aclProfileType: ip, aclProfileProtocol: [6] },
      help: 'FF compares the whole protocol number.',
    }),
    aclProfileChunk1Base: chunk1.base,
    aclProfileChunk1Offset: chunk1.offset,
    aclProfileChunk1Mask: chunk1.mask,
    aclProfileChunk2Base: chunk2.base,
    aclProfileChunk2Offset: chunk2.offset,
    aclProfileChunk2Mask: chunk2.mask,
    aclProfileChunk3Base: chunk3.base,
    aclProfileChunk3Offset: chunk3.offset,
    aclProfileChunk3Mask: chunk3.mask,
    aclProfileChunk4Base: chunk4.base,
    aclProfileChunk4Offset: chunk4.offset,
    aclProfileChunk4Mask: chunk4.mask,
    aclProfileRuleCount: integer({
      label: 'Rules',
      access: 'ro',
      min: 0,
      max: ACL_RULES_MAXIMUM,
      help: 'Number of rules of the profile.',
    }),
  },
  rows: { max: ACL_PROFILES_MAXIMUM },
  rowName: ({ aclProfileId }) => say('access profile {{profile}}', { profile: aclProfileId }),
  privateMib: {
    number: 153,
    columns: [
      'aclProfileId',
      'aclProfileName',
      'aclProfileType',
      'aclProfileOwner',
      'aclProfileVlanMask',
      'aclProfileSrcMacMask',
      'aclProfileDstMacMask',
      'aclProfileUse8021p',
      'aclProfileUseEtherType',
      'aclProfileSrcIpMask',
      'aclProfileDstIpMask',
      'aclProfileUseDscp',
      'aclProfileSrcIp6Len',
      'aclProfileDstIp6Len',
      'aclProfileUseTrafficClass',
      'aclProfileFlowLabelMask',
      'aclProfileProtocol',
      'aclProfileUseIcmpType',
      'aclProfileUseIcmpCode',
      'aclProfileUseIgmpType',
      'aclProfileSrcPortMask',
      'aclProfileDstPortMask',
      'aclProfileTcpFlagMask',
      'aclProfileProtocolMask',
      'aclProfileChunk1Base',
      'aclProfileChunk1Offset',
      'aclProfileChunk1Mask',
      'aclProfileChunk2Base',
      'aclProfileChunk2Offset',
      'aclProfileChunk2Mask',
      'aclProfileChunk3Base',
      'aclProfileChunk3Offset',
      'aclProfileChunk3Mask',
      'aclProfileChunk4Base',
      'aclProfileChunk4Offset',
      'aclProfileChunk4Mask',
      'aclProfileRuleCount',
      'RowStatus',
      'aclProfilePlace',
    ],
  },
});

/** Wire values of the columns above. */
export const ProfileType = aclProfileEntry.fields.aclProfileType.values;
export const ProfileOwner = aclProfileEntry.fields.aclProfileOwner.values;
export const AclProtocol = aclProfileEntry.fields.aclProfileProtocol.values;

export const ChunkBase = aclProfileEntry.fields.aclProfileChunk1Base.values;

/** The columns of a profile that determine the order of its rules. */
export type Placed = Pick<RowOf<typeof aclProfileEntry>, 'aclProfileId' | 'aclProfilePlace'>;

/** The place of a profile among the others: the one that it was given, or else its number. */
export function placeOf({ aclProfileId, aclProfilePlace }: Placed): number {
  return aclProfilePlace === 0 ? aclProfileId : aclProfilePlace;
}

/** Orders profiles as their rules are asked: by place, those of one place by their numbers. */
export function comparePlaces(one: Placed, other: Placed): number {
  return placeOf(one) - placeOf(other) || one.aclProfileId - other.aclProfileId;
}

/** The column that gives a profile a place: 0 where that is its number. */
export function placed(aclProfileId: number, place: number): Placed {
  return { aclProfileId, aclProfilePlace: place === aclProfileId ? 0 : place };
}

/** The places that have to change so that a new profile at place 1 comes before those of `order`. */
export function placesBehind(aclProfileId: number, order: readonly Placed[]): readonly Placed[] {
  const [first] = order;
  if (!first || comparePlaces(placed(aclProfileId, 1), first) < 0) return [];
  return order.flatMap((profile, at) => (placeOf(profile) === at + 2 ? [] : [placed(profile.aclProfileId, at + 2)]));
}
