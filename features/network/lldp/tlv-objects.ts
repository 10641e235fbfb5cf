import { enumeration, truth } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { hex } from '../../../model/schema/kinds/hex.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { vlanList } from '../../../model/schema/kinds/vlan-list.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { LLDP_MIB, perPort, sent } from './objects.ts';

/** Roots of the extension MIBs: of IEEE 802.1, of IEEE 802.3, and of LLDP-MED (ANSI/TIA-1057). */
export const DOT1_MIB = `${LLDP_MIB}.5.32962.1`;
export const DOT3_MIB = `${LLDP_MIB}.5.4623.1`;
const MED_MIB = `${LLDP_MIB}.5.4795.1`;

/**
 * One switch for all VLANs, or protocols, of a port: the standard's table has one for each, which SNMP serves
 * (features/system/snmp/standard/neighbour-vlans.ts).
 */
const ofAll = (label: string, arc: number, help: string) =>
  truth({ label, help, mib: { column: `${DOT1_MIB}.1.${arc}.1.1`, isServedElsewhere: true } });

/** Which TLVs of IEEE 802.1 each port sends (docs/specification/network.md, "LLDP > Dot1 TLVs"). */
export const lldpXdot1ConfigPortVlanEntry = table('lldpXdot1ConfigPortVlanEntry', {
  ...perPort,
  title: '802.1 TLVs of port',
  page: '/Network/LLDP/Dot1TLVs',
  oid: `${DOT1_MIB}.1.1.1`,
  columns: {
    lldpXdot1ConfigPortVlanTxEnable: truth({
      mib: { column: 1 },
      label: 'Port VLAN ID',
      help: 'Sends the PVID, so that the neighbor can report a mismatch.',
    }),
    lldpXdot1ConfigProtoVlanTxEnable: ofAll(
      'Protocol VLAN ID',
      3,
      'Sends which of the protocol VLANs below are in use on the port.',
    ),
    lldpXdot1ConfigProtoVlanList: vlanList({
      label: 'Protocol VLANs',
      shownWhen: { lldpXdot1ConfigProtoVlanTxEnable: [1] },
      help: 'VLANs to announce; at most 64 of them are sent.',
    }),
    lldpXdot1ConfigVlanNameTxEnable: ofAll('VLAN Name', 2, 'Sends the names of the VLANs below.'),
    lldpXdot1ConfigVlanNameList: vlanList({
      label: 'VLANs named',
      help: 'Existing ones that the port is a member of.',
      shownWhen: { lldpXdot1ConfigVlanNameTxEnable: [1] },
    }),
    lldpXdot1ConfigProtocolTxEnable: ofAll('Protocol Identity', 4, 'Sends the list of the protocols chosen below.'),
    lldpXdot1ProtocolStp: truth({
      label: 'STP',
      default: 1,
      shownWhen: { lldpXdot1ConfigProtocolTxEnable: [1] },
      help: 'Names spanning tree in the list of protocols.',
    }),
    lldpXdot1ProtocolLacp: truth({
      label: 'LACP',
      default: 1,
      shownWhen: { lldpXdot1ConfigProtocolTxEnable: [1] },
      help: 'Names LACP in the list of protocols.',
    }),
    lldpXdot1ProtocolEapol: truth({
      label: 'EAPOL',
      default: 1,
      shownWhen: { lldpXdot1ConfigProtocolTxEnable: [1] },
      help: 'Names 802.1X in the list of protocols.',
    }),
    lldpXdot1ProtocolGvrp: truth({
      label: 'GVRP',
      default: 1,
      shownWhen: { lldpXdot1ConfigProtocolTxEnable: [1] },
      help: 'Names GVRP in the list of protocols.',
    }),
  },
  privateMib: {
    number: 57,
    columns: [
      'lldpXdot1ConfigProtoVlanTxEnable retired',
      'lldpXdot1ConfigProtoVlanList',
      'lldpXdot1ConfigVlanNameTxEnable retired',
      'lldpXdot1ConfigVlanNameList',
      'lldpXdot1ConfigProtocolTxEnable retired',
      'lldpXdot1ProtocolStp',
      'lldpXdot1ProtocolLacp',
      'lldpXdot1ProtocolEapol',
      'lldpXdot1ProtocolGvrp',
    ],
  },
});

/** Which TLVs of IEEE 802.3 each port sends (docs/specification/network.md, "LLDP > Dot3 TLVs"). */
export const lldpXdot3PortConfigEntry = table('lldpXdot3PortConfigEntry', {
  ...perPort,
  title: '802.3 TLVs of port',
  page: '/Network/LLDP/Dot3TLVs',
  oid: `${DOT3_MIB}.1.1.1`,
  columns: {
    lldpXdot3PortConfigTLVsTxEnable: hex({
      mib: { column: 1 },
      label: '802.3 TLVs',
      access: 'ro',
      octets: true,
      maxLength: 2,
      help: 'The four TLVs as bits, most significant first.',
    }),
    lldpXdot3MacPhyTxEnable: sent(
      'MAC/PHY Configuration/Status',
      2,
      'Sends auto-negotiation, speed and duplex, so that the neighbor can report a mismatch.',
    ),
    lldpXdot3PowerTxEnable: sent('Power via MDI', 2, 'Sends the power that the port provides; only on ports with PoE.'),
    lldpXdot3LinkAggTxEnable: sent('Link Aggregation', 2, 'Sends whether the port is in a trunk, and in which.'),
    lldpXdot3MaxFrameSizeTxEnable: sent(
      'Maximum Frame Size',
      2,
      'Sends the largest frame that the port accepts, with or without jumbo frames.',
    ),
    lldpXdot3PowerCapable: truth({ label: 'Provides power', access: 'ro', help: 'Whether the port has PoE.' }),
  },
  privateMib: {
    number: 58,
    columns: [
      'lldpXdot3MacPhyTxEnable',
      'lldpXdot3PowerTxEnable',
      'lldpXdot3LinkAggTxEnable',
      'lldpXdot3MaxFrameSizeTxEnable',
      'lldpXdot3PowerCapable',
    ],
  },
});

/** Which TLVs of LLDP-MED each port sends to an endpoint (docs/specification/network.md, "LLDP > MED Port Settings"). */
export const lldpXMedPortConfigEntry = table('lldpXMedPortConfigEntry', {
  ...perPort,
  title: 'LLDP-MED of port',
  page: '/Network/LLDP/MEDPortSettings',
  oid: `${MED_MIB}.1.2.1`,
  columns: {
    lldpXMedPortConfigTLVsTxEnable: hex({
      mib: { column: 2 },
      label: 'MED TLVs',
      access: 'ro',
      octets: true,
      maxLength: 2,
      help: 'The six TLVs as bits, most significant first.',
    }),
    lldpXMedPortConfigNotifEnable: truth({
      mib: { column: 3 },
      label: 'MED Notification',
      help: 'Warns when endpoints such as phones and cameras connect or disconnect.',
    }),
    lldpXMedCapabilitiesTxEnable: sent('Capabilities', 2, 'Required by every other TLV of LLDP-MED.'),
    lldpXMedNetworkPolicyTxEnable: sent(
      'Network Policy',
      2,
      'Sends phones the VLAN, priority and DSCP of their voice, on ports with auto detection of the voice VLAN.',
    ),
    lldpXMedLocationTxEnable: sent('Location', 2, 'The location set under System Management.'),
    lldpXMedExtendedPseTxEnable: sent(
      'Extended PSE Power',
      2,
      'Sends the power that the port provides to an endpoint.',
    ),
    lldpXMedInventoryTxEnable: sent('Inventory', 2, 'Sends model, versions, serial number and manufacturer.'),
  },
  privateMib: {
    number: 59,
    columns: [
      'lldpXMedCapabilitiesTxEnable',
      'lldpXMedNetworkPolicyTxEnable',
      'lldpXMedLocationTxEnable',
      'lldpXMedExtendedPseTxEnable',
      'lldpXMedInventoryTxEnable',
    ],
  },
});

/** The TLVs of LLDP-MED that need its capabilities. */
export const medTlvColumns = [
  'lldpXMedNetworkPolicyTxEnable',
  'lldpXMedLocationTxEnable',
  'lldpXMedExtendedPseTxEnable',
  'lldpXMedInventoryTxEnable',
] as const;

/** Applications of a network policy: lldpXMedLocMediaPolicyAppType counts them as bits, here by their place. */
const applications = {
  1: 'Voice',
  2: 'Voice Signaling',
  3: 'Guest Voice',
  4: 'Guest Voice Signaling',
  5: 'Softphone Voice',
  6: 'Video Conferencing',
  7: 'Streaming Video',
  8: 'Video Signaling',
} as const;

/** How a port asks endpoints to mark an application's frames (LLDP-EXT-MED-MIB lldpXMedLocMediaPolicyEntry). */
export const lldpXMedLocMediaPolicyEntry = table('lldpXMedLocMediaPolicyEntry', {
  title: 'Network policy',
  help: 'How endpoints at the port are asked to mark the frames of an application.',
  page: '/Network/LLDP/MEDPortSettings',
  oid: `${MED_MIB}.2.1.1`,
  index: {
    lldpLocPortNum: integer({ label: 'Port', access: 'ro', min: 1, max: PORT_LIST_MAXIMUM }),
    lldpXMedLocMediaPolicyAppType: enumeration({ label: 'Application', access: 'ro', choices: applications }),
  },
  columns: {
    lldpXMedLocMediaPolicyVlanID: gauge({ mib: { column: 2 }, label: 'VLAN ID' }),
    lldpXMedLocMediaPolicyPriority: gauge({ mib: { column: 3 }, label: 'Priority' }),
    lldpXMedLocMediaPolicyDscp: gauge({ mib: { column: 4 }, label: 'DSCP' }),
    lldpXMedLocMediaPolicyUnknown: truth({ mib: { column: 5 }, label: 'Unknown', access: 'ro' }),
    lldpXMedLocMediaPolicyTagged: truth({ mib: { column: 6 }, label: 'Tagged', access: 'ro' }),
  },
  rows: { max: PORT_LIST_MAXIMUM * 8 },
  rowName: ({ lldpLocPortNum }) => say('port {{port}}', { port: lldpLocPortNum }),
});
