import { refuse } from '../../../model/schema/field.ts';
import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { isHostIpv4, parseIpv4 } from '../../../model/values/ipv4.ts';
import { say } from '../../../model/values/message.ts';
import { groupAddress } from './group-address.ts';

/** Multicast VLANs, profiles, and ranges of a profile at most (docs/specification/network.md 0.6). */
const VLANS = 8;
const PROFILES = 16;
/** Ranges that one profile holds at most. */
export const RANGES_OF_PROFILE = 8;

const settingsPage = '/Network/MulticastVLAN/GlobalSettings';
const groupPage = '/Network/MulticastVLAN/GroupSetup';

/** Whether streams are shared between VLANs (docs/specification/network.md, "Multicast VLAN > Global Settings"). */
export const multicastVlanCtrl = group('multicastVlanCtrl', {
  title: 'Multicast VLAN',
  page: settingsPage,
  fields: {
    multicastVlanStatus: status({
      label: 'Multicast VLAN Status',
      help: 'Delivers streams of multicast VLANs to receivers in other VLANs. Needs IGMP or MLD snooping.',
    }),
    multicastVlanForwardUnmatched: status({
      label: 'Forward Unmatched',
      help: "Handles requests for groups outside all multicast VLANs in the receiver's own VLAN; otherwise they are dropped.",
    }),
  },
  privateMib: { number: 92, columns: ['multicastVlanStatus', 'multicastVlanForwardUnmatched'] },
});

/** The source address of reports that are sent on with the one that they came with. */
export const KEEP_SOURCE = '0.0.0.0';

const anyAddress = ipv4({
  label: 'Replace Source IP',
  addresses: 'any',
  default: KEEP_SOURCE,
  help: 'The source address of IGMP reports that go to the sources. 0.0.0.0 keeps that of the host.',
});

/** A host's address, or `KEEP_SOURCE`. */
const replaceSourceIp: typeof anyAddress = {
  ...anyAddress,
  read(input) {
    const reading = anyAddress.read(input);
    if (!reading.ok || reading.value === KEEP_SOURCE) return reading;
    return isHostIpv4(parseIpv4(reading.value) ?? 0) ? reading : refuse(say('Invalid IPv4 address.'));
  },
};

/** Wire value of `multicastVlanRemapPriority` that changes nothing. */
export const KEEP_PRIORITY = 8;

/** VLANs that carry streams for receivers in other VLANs (docs/specification/network.md, "Multicast VLAN"). */
export const multicastVlanEntry = table('multicastVlanEntry', {
  title: 'Multicast VLAN',
  page: settingsPage,
  index: { multicastVlanId: vlanId({ label: 'VLAN ID', access: 'create', min: 2 }) },
  columns: {
    multicastVlanName: text({
      label: 'VLAN Name',
      access: 'create',
      minLength: 1,
      maxLength: 32,
      help: 'No other VLAN may have the same name.',
    }),
    multicastVlanState: status({
      label: 'State',
      default: 1,
      help: 'Disabled: the VLAN keeps its settings and carries no streams.',
    }),
    multicastVlanReplaceSourceIp: replaceSourceIp,
    multicastVlanRemapPriority: enumeration({
      label: 'Remap Priority',
      choices: { 8: 'None', 0: '0', 1: '1', 2: '2', 3: '3', 4: '4', 5: '5', 6: '6', 7: '7' },
      default: KEEP_PRIORITY,
      help: '802.1p priority of frames that leave tagged.',
    }),
    multicastVlanReceiverUntagged: portList({
      label: 'Untagged Receiver Ports',
      help: 'Streams leave these ports untagged, whatever the VLAN of the station.',
    }),
    multicastVlanReceiverTagged: portList({
      label: 'Tagged Receiver Ports',
      help: 'Streams leave here with the tag of the multicast VLAN.',
    }),
    multicastVlanSourceTagged: portList({
      label: 'Tagged Source Ports',
      help: 'Streams arrive here with the tag of the multicast VLAN.',
    }),
    multicastVlanSourceUntagged: portList({
      label: 'Untagged Source Ports',
      help: 'Untagged packets to the groups of the multicast VLAN belong to it here; others keep their VLAN.',
    }),
    multicastVlanGroups: text({
      label: 'Groups',
      access: 'ro',
      maxLength: 400,
      help: 'Profiles that are associated with the VLAN.',
    }),
    multicastVlanActiveGroups: gauge({
      label: 'Active Groups',
      help: 'Groups with at least one receiver now.',
    }),
  },
  rows: { max: VLANS },
  alikeInTrunk: {
    lists: [
      'multicastVlanReceiverUntagged',
      'multicastVlanReceiverTagged',
      'multicastVlanSourceTagged',
      'multicastVlanSourceUntagged',
    ],
  },
  rowName: ({ multicastVlanId: vlan }) => say('multicast VLAN {{vlan}}', { vlan }),
  privateMib: {
    number: 93,
    columns: [
      'multicastVlanId',
      'multicastVlanName',
      'multicastVlanState',
      'multicastVlanReplaceSourceIp',
      'multicastVlanRemapPriority',
      'multicastVlanReceiverUntagged',
      'multicastVlanReceiverTagged',
      'multicastVlanSourceTagged',
      'multicastVlanSourceUntagged',
      'multicastVlanGroups',
      'multicastVlanActiveGroups',
      'RowStatus',
    ],
  },
});

const groupName = text({ label: 'Group Name', access: 'create', minLength: 1, maxLength: 20 });

/** Named groups of streams (docs/specification/network.md, "Multicast VLAN > Group Setup"). */
export const multicastVlanGroupEntry = table('multicastVlanGroupEntry', {
  title: 'Multicast group profile',
  page: groupPage,
  index: { multicastVlanGroupName: groupName },
  columns: {
    multicastVlanGroupIpVersion: enumeration({
      label: 'IP Version',
      access: 'create',
      choices: { 1: 'IPv4', 2: 'IPv6' },
      help: 'Version of all addresses in the profile.',
    }),
    multicastVlanGroupRanges: text({
      label: 'Ranges',
      access: 'ro',
      maxLength: 1000,
      help: 'Addresses of the profile.',
    }),
  },
  rows: { max: PROFILES },
  rowName: ({ multicastVlanGroupName: name }) => say('group profile {{name}}', { name }),
  privateMib: {
    number: 94,
    columns: ['multicastVlanGroupName', 'multicastVlanGroupIpVersion', 'multicastVlanGroupRanges', 'RowStatus'],
  },
});

const end = groupAddress({
  label: 'End Address',
  access: 'create',
  optional: true,
  help: 'Empty: only the start address.',
});

/** Addresses of each profile (docs/specification/network.md, "Multicast VLAN > Group Setup"). */
export const multicastVlanGroupRangeEntry = table('multicastVlanGroupRangeEntry', {
  title: 'Multicast group range',
  page: groupPage,
  index: {
    multicastVlanGroupName: { ...groupName, references: { table: multicastVlanGroupEntry } },
    multicastVlanGroupStart: groupAddress({
      label: 'Start Address',
      access: 'create',
      help: 'IPv4 from 224.0.1.0, IPv6 beyond link scope.',
    }),
    multicastVlanGroupEnd: end,
  },
  columns: {},
  rows: { max: PROFILES * RANGES_OF_PROFILE },
  rowName: (row) => say('range {{range}} of {{name}}', { range: rangeText(row), name: row.multicastVlanGroupName }),
  privateMib: {
    number: 95,
    columns: ['multicastVlanGroupName', 'multicastVlanGroupStart', 'multicastVlanGroupEnd', 'RowStatus'],
  },
});

/** Which streams each multicast VLAN carries (docs/specification/network.md, "Multicast VLAN > Associate Group Setup"). */
export const multicastVlanAssocEntry = table('multicastVlanAssocEntry', {
  title: 'Groups of a multicast VLAN',
  page: '/Network/MulticastVLAN/AssociateGroupSetup',
  index: {
    multicastVlanId: vlanId({
      label: 'VLAN ID',
      access: 'create',
      min: 2,
      references: { table: multicastVlanEntry },
    }),
    multicastVlanGroupName: { ...groupName, references: { table: multicastVlanGroupEntry } },
  },
  columns: {
    multicastVlanAssocVlanName: text({ label: 'VLAN Name', access: 'ro', maxLength: 32 }),
    multicastVlanAssocRanges: text({
      label: 'Start – End',
      access: 'ro',
      maxLength: 1000,
      help: 'Addresses of the profile.',
    }),
  },
  rows: { max: VLANS * PROFILES },
  rowName: ({ multicastVlanId: vlan, multicastVlanGroupName: name }) =>
    say('group profile {{name}} in multicast VLAN {{vlan}}', { name, vlan }),
  privateMib: {
    number: 96,
    columns: [
      'multicastVlanId',
      'multicastVlanGroupName',
      'multicastVlanAssocVlanName',
      'multicastVlanAssocRanges',
      'RowStatus',
    ],
  },
});

/** A range in words: "239.1.1.1–239.1.1.9", or its only address. */
export function rangeText(row: { readonly multicastVlanGroupStart: string; readonly multicastVlanGroupEnd: string }) {
  const { multicastVlanGroupStart: first, multicastVlanGroupEnd: last } = row;
  return last === '' || last === first ? first : `${first}–${last}`;
}
