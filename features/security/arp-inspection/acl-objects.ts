import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { ipv4Mask } from '../../../model/schema/kinds/ipv4-mask.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { vlanList } from '../../../model/schema/kinds/vlan-list.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';

/** Lists, and rules of a list at most (docs/specification/security.md 0.6). */
const LISTS = 20;
export const RULES_OF_LIST = 50;

const listName = text({
  label: 'ARP Access List Name',
  access: 'create',
  minLength: 1,
  maxLength: 32,
  help: 'Name by which VLANs refer to the list.',
});

/** Named filters of ARP (docs/specification/security.md, "Dynamic ARP Inspection > ARP Access List"). */
export const arpAclEntry = table('arpAclEntry', {
  title: 'ARP access list',
  page: '/Security/DynamicARPInspection/ARPAccessList',
  index: { arpAclName: listName },
  columns: {
    arpAclRuleCount: gauge({ label: 'Rules', help: 'Number of rules of the list.' }),
    arpAclVlans: vlanList({ label: 'Applied to VLANs', access: 'ro', help: 'VLANs in which the list filters ARP.' }),
  },
  rows: { max: LISTS },
  rowName: ({ arpAclName: name }) => say('ARP access list {{name}}', { name }),
  privateMib: { number: 172, columns: ['arpAclName', 'arpAclRuleCount', 'arpAclVlans', 'RowStatus'] },
});

const ways = { any: [1, 'Any'], host: [2, 'Host'], mask: [3, 'Mask'] } as const;

/** The rules of each, asked in their order (docs/specification/security.md, "Edit ARP Access List"). */
export const arpAclRuleEntry = table('arpAclRuleEntry', {
  title: 'Rule of an ARP access list',
  page: '/Security/DynamicARPInspection/EditARPAccessList',
  index: {
    arpAclName: { ...listName, references: { table: arpAclEntry } },
    arpAclRuleIndex: integer({
      label: 'No.',
      access: 'create',
      min: 1,
      max: RULES_OF_LIST,
      help: 'Rules apply in this order; the first match decides.',
    }),
  },
  columns: {
    arpAclRuleAction: enumeration({
      label: 'Action',
      access: 'create',
      choices: { permit: [1, 'Permit'], deny: [2, 'Deny'] },
      help: 'Permitted packets are not compared with bindings; denied ones are dropped.',
    }),
    arpAclRuleIpType: enumeration({
      label: 'Sender IP',
      access: 'create',
      choices: ways,
      help: 'Senders by IP address: all, one host, or the hosts of a network.',
    }),
    arpAclRuleIp: ipv4({
      label: 'IP Address',
      access: 'create',
      addresses: 'any',
      optional: true,
      shownWhen: { arpAclRuleIpType: [ways.host[0], ways.mask[0]] },
      help: 'Sender IP address of the ARP packet, or that of its network.',
    }),
    arpAclRuleIpMask: ipv4Mask({
      label: 'Subnet Mask',
      access: 'create',
      shownWhen: { arpAclRuleIpType: [ways.mask[0]] },
      help: "Part of the sender's IP address that is compared.",
    }),
    arpAclRuleMacType: enumeration({
      label: 'Sender MAC',
      access: 'create',
      choices: ways,
      help: 'Senders by MAC address: all, one, or those that match in the bits of a mask.',
    }),
    arpAclRuleMac: mac({
      label: 'MAC Address',
      access: 'create',
      optional: true,
      shownWhen: { arpAclRuleMacType: [ways.host[0], ways.mask[0]] },
      help: 'Sender MAC address of the ARP packet.',
    }),
    arpAclRuleMacMask: mac({
      label: 'MAC Mask',
      access: 'create',
      default: 'FF-FF-FF-00-00-00',
      shownWhen: { arpAclRuleMacType: [ways.mask[0]] },
      help: 'Bits set to 1 are compared.',
    }),
  },
  rows: { max: LISTS * RULES_OF_LIST },
  rowName: ({ arpAclName: name, arpAclRuleIndex: number }) =>
    say('rule {{number}} of ARP access list {{name}}', { number, name }),
  privateMib: {
    number: 173,
    columns: [
      'arpAclName',
      'arpAclRuleIndex',
      'arpAclRuleAction',
      'arpAclRuleIpType',
      'arpAclRuleIp',
      'arpAclRuleIpMask',
      'arpAclRuleMacType',
      'arpAclRuleMac',
      'arpAclRuleMacMask',
      'RowStatus',
    ],
  },
});

/** Wire values of `arpAclRuleAction` and of how a rule names senders. */
export const RuleAction = arpAclRuleEntry.fields.arpAclRuleAction.values;
export const SenderWay = arpAclRuleEntry.fields.arpAclRuleIpType.values;
