import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { ouiAddress } from '../../oui-address.ts';

/** The VLAN of phones (docs/specification/network.md, "Voice VLAN > Settings"). */
export const voiceVlan = group('voiceVlan', {
  title: 'Voice VLAN',
  page: '/Network/VoiceVLAN/Settings',
  fields: {
    voiceVlanStatus: status({
      label: 'Voice VLAN Status',
      help: 'Moves untagged frames of phones, recognized by the OUI of their MAC address, to the voice VLAN.',
    }),
    voiceVlanId: vlanId({ label: 'Voice VLAN ID', min: 2, help: 'A VLAN that exists, other than the default one.' }),
    voiceVlanPriority: integer({
      label: 'Priority',
      min: 0,
      max: 7,
      default: 6,
      help: '802.1p priority of the untagged frames of phones.',
    }),
    voiceVlanAgingTime: integer({
      label: 'Aging Time',
      unit: 'h',
      min: 1,
      max: 120,
      default: 1,
      help: 'Time that a port stays in the voice VLAN after the address of its last phone has expired.',
    }),
  },
  privateMib: { number: 82, columns: ['voiceVlanStatus', 'voiceVlanId', 'voiceVlanPriority', 'voiceVlanAgingTime'] },
});

/** Which ports listen for phones (docs/specification/network.md, "Voice VLAN > Settings"). */
export const voiceVlanPortEntry = table('voiceVlanPortEntry', {
  title: 'Voice VLAN of port',
  page: '/Network/VoiceVLAN/Settings',
  index: { ifIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    voiceVlanPortAuto: status({
      label: 'Auto Detection',
      help: 'The port joins the voice VLAN when a phone is detected.',
    }),
    voiceVlanPortTagMode: enumeration({
      label: 'Tagging',
      choices: { untagged: [1, 'Untagged'], tagged: [2, 'Tagged'] },
      help: 'Tagging of voice VLAN frames on a port that joined.',
    }),
    voiceVlanPortState: enumeration({
      label: 'Status',
      access: 'ro',
      choices: { none: [1, 'None'], static: [2, 'Static'], dynamic: [3, 'Dynamic'] },
      help: 'Dynamic: the port joined the voice VLAN because a phone was detected.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: ({ ports }) => [...ports.keys()].map((ifIndex) => ({ ifIndex })),
  rowName: ({ ifIndex }) => say('port {{port}}', { port: ifIndex }),
  privateMib: {
    number: 83,
    columns: ['ifIndex retired', 'voiceVlanPortAuto', 'voiceVlanPortTagMode', 'voiceVlanPortState'],
  },
});

/** Wire values of `voiceVlanPortTagMode`. */
export const TagMode = voiceVlanPortEntry.fields.voiceVlanPortTagMode.values;

/** Wire values of `voiceVlanPortState`. */
export const MemberState = voiceVlanPortEntry.fields.voiceVlanPortState.values;

/** The prefixes that every switch knows, by who makes the phones. */
export const builtInOuis: ReadonlyMap<string, string> = new Map([
  ['00-01-E3-00-00-00', 'Siemens'],
  ['00-03-6B-00-00-00', 'Cisco'],
  ['00-09-6E-00-00-00', 'Avaya'],
  ['00-0F-E2-00-00-00', 'H3C'],
  ['00-60-B9-00-00-00', 'NEC Philips'],
  ['00-D0-1E-00-00-00', 'Pingtel'],
  ['00-E0-75-00-00-00', 'Veritel Polycom'],
  ['00-E0-BB-00-00-00', '3Com'],
]);

/** Prefixes that an administrator may add (docs/specification/network.md 0.6). */
const USER_OUIS = 10;

/** OUIs of phones (docs/specification/network.md, "Voice VLAN > OUI"). */
export const voiceVlanOuiEntry = table('voiceVlanOuiEntry', {
  title: 'Telephony OUI',
  page: '/Network/VoiceVLAN/OUI',
  index: {
    voiceVlanOuiAddress: ouiAddress({
      label: 'Telephony OUI',
      help: 'The first three octets of the addresses; the others are ignored.',
    }),
  },
  columns: {
    voiceVlanOuiMask: mac({
      label: 'Mask',
      access: 'ro',
      default: 'FF-FF-FF-00-00-00',
      help: 'Bits of the address that are compared.',
    }),
    voiceVlanOuiDescription: text({
      label: 'Description',
      minLength: 1,
      maxLength: 20,
      default: 'IP phone',
      help: 'For example the vendor of the phones.',
    }),
    voiceVlanOuiType: enumeration({
      label: 'Type',
      access: 'ro',
      choices: { builtIn: [1, 'Default'], user: [2, 'User-defined'] },
      help: 'Default entries cannot be deleted.',
    }),
  },
  rows: {
    max: builtInOuis.size + USER_OUIS,
    builtIn: (row) => builtInOuis.has(String(row.voiceVlanOuiAddress)),
  },
  factory: () =>
    [...builtInOuis].map(([voiceVlanOuiAddress, voiceVlanOuiDescription]) => ({
      voiceVlanOuiAddress,
      voiceVlanOuiDescription,
    })),
  rowName: ({ voiceVlanOuiAddress }) => say('telephony OUI {{oui}}', { oui: String(voiceVlanOuiAddress).slice(0, 8) }),
  privateMib: {
    number: 84,
    columns: ['voiceVlanOuiAddress', 'voiceVlanOuiMask', 'voiceVlanOuiDescription', 'voiceVlanOuiType', 'RowStatus'],
  },
});

/** Wire values of `voiceVlanOuiType`. */
export const OuiType = voiceVlanOuiEntry.fields.voiceVlanOuiType.values;
