import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { hex } from '../../../model/schema/kinds/hex.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { ipv6 } from '../../../model/schema/kinds/ipv6.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { ACL_PROFILES_MAXIMUM, ACL_RULES_MAXIMUM, aclProfileEntry } from './profile-objects.ts';
import { NOT_GIVEN, storedValues } from './selection.ts';

/** The value of a field that a rule does not set: the value of a companion that is disabled. */
export const OFF = -1;
const off = { fixed: [OFF], default: OFF, words: { [OFF]: 'Off' } } as const;

const open = { fixed: [NOT_GIVEN], default: NOT_GIVEN, words: { [NOT_GIVEN]: '–' } } as const;

/** The flags of TCP, the lowest bit first (RFC 9293 3.1). */
export const TCP_FLAGS = ['FIN', 'SYN', 'RST', 'PSH', 'ACK', 'URG'] as const;

/** Units of a rate, and how many there are of ports of one and of ten gigabits. */
export const RATE_UNIT = 64;
export const RATE_MAXIMUM = 15_625;
export const RATE_MAXIMUM_10G = 156_250;

/** Wire value of the action that stops frames. */
const DENY = 2;

/** Values, action and ports of the bits that a profile selects (docs/specification/security.md 5.0). */
export const aclRuleEntry = table('aclRuleEntry', {
  title: 'Access rule',
  page: '/Security/ACL/EditRules',
  index: {
    aclProfileId: integer({
      label: 'Profile ID',
      access: 'create',
      min: 1,
      max: ACL_PROFILES_MAXIMUM,
      references: { table: aclProfileEntry },
      help: 'Profile that decides which fields the rule compares.',
    }),
    aclRuleId: integer({
      label: 'Access ID',
      access: 'create',
      min: 1,
      max: 65_535,
      help: 'Rules of a profile apply in the order of their Access IDs.',
    }),
  },
  columns: {
    aclRulePolicyIndex: integer({
      label: 'Policy Index',
      access: 'ro',
      min: 1,
      max: 65_535,
      help: 'Position in the order of rules: by the place of their profile, then by Access ID. The first match decides.',
    }),
    aclRuleVlan: integer({
      label: 'VLAN ID',
      min: 1,
      max: 4094,
      fixed: [0],
      default: 0,
      help: 'VLAN of the frame once it is classified, also of untagged frames.',
    }),
    aclRuleSrcMac: mac({ label: 'Source MAC', optional: true, help: "Compared in the bits of the profile's mask." }),
    aclRuleDstMac: mac({
      label: 'Destination MAC',
      optional: true,
      help: "Compared in the bits of the profile's mask.",
    }),
    aclRule8021p: integer({
      label: '802.1p',
      min: 0,
      max: 7,
      ...open,
      help: 'Priority of the frame once it is classified, also of untagged frames.',
    }),
    aclRuleEtherType: hex({ label: 'Ethernet Type', maxLength: 4, help: 'Four hexadecimal digits, 0600 to FFFF.' }),
    aclRuleSrcIp: ipv4({
      label: 'Source IP',
      addresses: 'any',
      optional: true,
      help: "Compared in the bits of the profile's mask.",
    }),
    aclRuleDstIp: ipv4({
      label: 'Destination IP',
      addresses: 'any',
      optional: true,
      help: "Compared in the bits of the profile's mask; may be a multicast group.",
    }),
    aclRuleSrcIp6: ipv6({
      label: 'Source IPv6',
      addresses: 'any',
      optional: true,
      help: "Compared up to the profile's prefix length.",
    }),
    aclRuleDstIp6: ipv6({
      label: 'Destination IPv6',
      addresses: 'any',
      optional: true,
      help: "Compared up to the profile's prefix length; may be a multicast group.",
    }),
    aclRuleDscp: integer({
      label: 'DSCP',
      min: 0,
      max: 63,
      ...open,
      help: 'DSCP of the packet, such as 46 for voice.',
    }),
    aclRuleTrafficClass: integer({
      label: 'Traffic Class',
      min: 0,
      max: 255,
      ...open,
      help: 'All eight bits: four times the DSCP plus ECN.',
    }),
    aclRuleFlowLabel: hex({
      label: 'Flow Label',
      maxLength: 5,
      help: "Hexadecimal; compared in the bits of the profile's mask.",
    }),
    aclRuleProtocolId: integer({
      label: 'Protocol ID',
      min: 0,
      max: 255,
      ...open,
      help: 'Number behind the IP header, such as 89 for OSPF.',
    }),
    aclRuleIcmpType: integer({
      label: 'ICMP Type',
      min: 0,
      max: 255,
      ...open,
      help: 'ICMP: 8 is an echo request; ICMPv6: 128.',
    }),
    aclRuleIcmpCode: integer({
      label: 'ICMP Code',
      min: 0,
      max: 255,
      ...open,
      help: 'Details of the ICMP type, mostly 0.',
    }),
    aclRuleIgmpType: integer({
      label: 'IGMP Type',
      min: 0,
      max: 255,
      ...open,
      help: '17 is a query, 22 and 34 are reports, 23 is a leave.',
    }),
    aclRuleSrcPort: integer({
      label: 'Source Port',
      min: 0,
      max: 65_535,
      ...open,
      help: "TCP or UDP port, compared in the bits of the profile's mask.",
    }),
    aclRuleDstPort: integer({
      label: 'Destination Port',
      min: 0,
      max: 65_535,
      ...open,
      help: "TCP or UDP port, compared in the bits of the profile's mask.",
    }),
    // That none of them is set is a value.
    aclRuleTcpFlags: integer({
      label: 'TCP Flags',
      min: 0,
      max: 63,
      help: 'Flags that must be set; the others that the profile compares must be clear.',
    }),
    aclRuleChunk1: hex({
      label: 'Chunk 1',
      maxLength: 8,
      help: "Up to 8 hexadecimal digits at the place of the profile's chunk.",
    }),
    aclRuleChunk2: hex({
      label: 'Chunk 2',
      maxLength: 8,
      help: "Up to 8 hexadecimal digits at the place of the profile's chunk.",
    }),
    aclRuleChunk3: hex({
      label: 'Chunk 3',
      maxLength: 8,
      help: "Up to 8 hexadecimal digits at the place of the profile's chunk.",
    }),
    aclRuleChunk4: hex({
      label: 'Chunk 4',
      maxLength: 8,
      help: "Up to 8 hexadecimal digits at the place of the profile's chunk.",
    }),
    aclRuleAction: enumeration({
      label: 'Action',
      choices: { permit: [1, 'Permit'], deny: [DENY, 'Deny'], mirror: [3, 'Mirror'] },
      help: 'Mirror forwards the frame and copies it to the target port of Network > Mirroring.',
    }),
    aclRuleRateLimit: integer({
      label: 'Rate Limiting',
      min: 1,
      max: RATE_MAXIMUM_10G,
      unit: '× 64 kbit/s',
      shownWhen: { aclRuleAction: [1] },
      ...off,
      help: 'Drops frames of the rule over this rate, counted for all its ports together.',
    }),
    aclRuleReplacePriority: integer({
      label: 'Replace Priority',
      min: 0,
      max: 7,
      shownWhen: { aclRuleAction: [1] },
      help: '802.1p priority of the frame from this stage, also in its tag.',
      ...off,
    }),
    aclRuleReplaceDscp: integer({
      label: 'Replace DSCP',
      min: 0,
      max: 63,
      shownWhen: { aclRuleAction: [1] },
      ...off,
      help: 'New DSCP of IP packets; excludes Replace ToS Precedence.',
    }),
    aclRuleReplaceTos: integer({
      label: 'Replace ToS Precedence',
      min: 0,
      max: 7,
      shownWhen: { aclRuleAction: [1] },
      ...off,
      help: 'New value of the three highest DSCP bits of IP packets; excludes Replace DSCP.',
    }),
    aclRulePorts: portList({ label: 'Ports', help: 'Ports that receive the frames.' }),
    aclRuleTimeout: integer({
      label: 'Policy Timeout',
      min: 0,
      max: 65_535,
      unit: 's',
      words: { 0: 'Permanent' },
      help: 'Rule lifetime in seconds; 0 = permanent. A rule with a timeout is never saved.',
    }),
    aclRuleStatus: enumeration({
      label: 'State',
      access: 'ro',
      choices: { active: [1, 'Active'], inactive: [2, 'Inactive'], expiring: [3, 'Expiring'] },
      help: 'Expiring: the rule is deleted when its timeout ends.',
    }),
    aclRuleReason: enumeration({
      label: 'Reason',
      access: 'ro',
      choices: {
        none: [0, '–'],
        noTarget: [1, 'Mirroring is disabled'],
        noVlan: [2, 'Its VLAN does not exist'],
      },
      shownWhen: { aclRuleStatus: [2] },
      help: 'Why the rule has no effect.',
    }),
    aclRuleRemaining: integer({
      label: 'Time Left',
      access: 'ro',
      min: 0,
      max: 65_535,
      unit: 's',
      help: 'Time until the rule is deleted.',
    }),
    aclRuleHits: counter64({ label: 'Hits', unit: 'frames', help: 'Frames that the rule decided.' }),
    aclRuleClear: integer({
      label: 'Clear Counter',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Sets the hits of the rule to zero.',
    }),
  },
  rows: {
    max: ACL_RULES_MAXIMUM,
    isKept: ({ aclRuleTimeout }) => aclRuleTimeout === 0,
    ends: ({ aclRuleTimeout }) => aclRuleTimeout !== 0,
    opens: ({ aclRuleAction }) => aclRuleAction !== DENY,
  },
  completes({ aclProfileId, ...given }, rows) {
    const profile = rows.row(aclProfileEntry, { aclProfileId: Number(aclProfileId) });
    return profile ? storedValues(profile, given) : {};
  },
  rowName: ({ aclProfileId, aclRuleId }) =>
    say('access rule {{rule}} of profile {{profile}}', { rule: aclRuleId, profile: aclProfileId }),
  privateMib: {
    number: 154,
    columns: [
      'aclProfileId',
      'aclRuleId',
      'aclRulePolicyIndex',
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
      'aclRuleAction',
      'aclRuleRateLimit',
      'aclRuleReplacePriority',
      'aclRuleReplaceDscp',
      'aclRuleReplaceTos',
      'aclRulePorts',
      'aclRuleTimeout',
      'aclRuleStatus',
      'aclRuleRemaining',
      'aclRuleHits',
      'aclRuleClear',
      'RowStatus',
      'aclRuleReason',
    ],
  },
});

/** Wire values of the columns above. */
export const RuleAction = aclRuleEntry.fields.aclRuleAction.values;
export const RuleReason = aclRuleEntry.fields.aclRuleReason.values;
export const RuleStatus = aclRuleEntry.fields.aclRuleStatus.values;
