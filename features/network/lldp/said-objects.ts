import type { Fields } from '../../../model/schema/field.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { hex } from '../../../model/schema/kinds/hex.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { ticks } from '../../../model/schema/kinds/ticks.ts';
import { group, table } from '../../../model/schema/object.ts';
import type { MibColumn } from '../../../model/smi/mib-column.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { prefixed } from '../../../model/values/prefixed.ts';
import { capabilityBits, chassisIdIn, portIdIn } from './identifier-syntax.ts';
import { LLDP_MIB } from './objects.ts';
import { DOT1_MIB, DOT3_MIB } from './tlv-objects.ts';

/** Text of a neighbor, in any script. */
const anyText = /\P{C}/u;

const said = (label: string, mib?: MibColumn) =>
  text({ label, access: 'ro', maxLength: 255, characters: anyText, ...(mib && { mib }) });

/** Capabilities of a system, as bits; nothing if not announced. */
const capabilities = (label: string, column: number) => said(label, { column, syntax: capabilityBits, none: '' });

const chassisSubtypes = {
  0: '–',
  1: 'Chassis component',
  2: 'Interface alias',
  3: 'Port component',
  4: 'MAC address',
  5: 'Network address',
  6: 'Interface name',
  7: 'Local',
} as const;

const portSubtypes = {
  0: '–',
  1: 'Interface alias',
  2: 'Port component',
  3: 'MAC address',
  4: 'Network address',
  5: 'Interface name',
  6: 'Agent circuit ID',
  7: 'Local',
} as const;

/** Yes 1, no 2, and 0 for what was not said. */
const maybe = (label: string, column: string) =>
  enumeration({ label, access: 'ro', choices: { 0: '–', 1: 'Yes', 2: 'No' }, mib: { column, none: 0 } });

/**
 * Contents of an LLDPDU besides its sender's identifiers, as columns of a row for each LLDPDU: `here` is the arc of the
 * extensions' own (2, "local") or others' (3, "remote") tables, which have the same index.
 */
function extensionColumns<const Prefix extends string>(prefix: Prefix, here: 2 | 3) {
  const dot3 = `${DOT3_MIB}.${here}`;
  const columns = {
    SysCapSupported: said('Capabilities'),
    SysCapEnabled: said('Capabilities enabled'),
    PortVlanId: gauge({ label: 'Port VLAN ID', words: { 0: '–' }, mib: { column: `${DOT1_MIB}.${here}.1.1.1` } }),
    VlanNames: text({ label: 'VLAN Names', access: 'ro', maxLength: 65_535, characters: anyText }),
    ProtoVlans: text({ label: 'Protocol VLANs', access: 'ro', maxLength: 4096 }),
    Protocols: text({ label: 'Protocol Identities', access: 'ro', maxLength: 4096 }),
    AutoNegSupported: maybe('Auto-negotiation supported', `${dot3}.1.1.1`),
    AutoNegEnabled: maybe('Auto-negotiation enabled', `${dot3}.1.1.2`),
    AutoNegAdvertised: hex({
      label: 'Advertised abilities',
      access: 'ro',
      octets: true,
      maxLength: 4,
      mib: { column: `${dot3}.1.1.3`, none: '' },
    }),
    OperMauType: gauge({ label: 'MAU type', words: { 0: '–' }, mib: { column: `${dot3}.1.1.4`, none: 0 } }),
    PowerPortClass: enumeration({
      label: 'Power device',
      access: 'ro',
      choices: { 0: '–', 1: 'PSE', 2: 'PD' },
      mib: { column: `${dot3}.2.1.1`, none: 0 },
    }),
    PowerMDISupported: maybe('Power supported', `${dot3}.2.1.2`),
    PowerMDIEnabled: maybe('Power enabled', `${dot3}.2.1.3`),
    PowerPairControlable: maybe('Power pairs controllable', `${dot3}.2.1.4`),
    PowerPairs: enumeration({
      label: 'Power pairs',
      access: 'ro',
      choices: { 0: '–', 1: 'Signal', 2: 'Spare' },
      mib: { column: `${dot3}.2.1.5`, none: 0 },
    }),
    PowerClass: enumeration({
      label: 'Power class',
      access: 'ro',
      choices: { 0: '–', 1: 'Class 0', 2: 'Class 1', 3: 'Class 2', 4: 'Class 3', 5: 'Class 4' },
      mib: { column: `${dot3}.2.1.6`, none: 0 },
    }),
    LinkAggStatus: hex({
      label: 'Link aggregation bits',
      access: 'ro',
      octets: true,
      maxLength: 2,
      mib: { column: `${dot3}.3.1.1`, none: '' },
    }),
    LinkAggCapable: enumeration({
      label: 'Link aggregation capable',
      access: 'ro',
      choices: { 0: '–', 1: 'Yes', 2: 'No' },
    }),
    LinkAggEnabled: enumeration({
      label: 'Link aggregation in use',
      access: 'ro',
      choices: { 0: '–', 1: 'Yes', 2: 'No' },
    }),
    LinkAggPortId: gauge({ label: 'Aggregated port', words: { 0: '–' }, mib: { column: `${dot3}.3.1.2`, none: 0 } }),
    MaxFrameSize: gauge({
      label: 'Maximum Frame Size',
      unit: 'octets',
      words: { 0: '–' },
      mib: { column: `${dot3}.4.1.1`, none: 0 },
    }),
    DeviceClass: enumeration({
      label: 'Device class',
      access: 'ro',
      choices: {
        [-1]: '–',
        0: 'Not defined',
        1: 'Endpoint class I',
        2: 'Endpoint class II',
        3: 'Endpoint class III',
        4: 'Network connectivity',
      },
      default: -1,
    }),
    MedCapabilities: said('MED capabilities'),
    Policies: text({ label: 'Network policies', access: 'ro', maxLength: 4096 }),
    Location: said('Location'),
    XPoEPower: gauge({ label: 'MED power', unit: 'W', scale: 10, decimals: 1, words: { 0: '–' } }),
    HardwareRev: said('Hardware revision'),
    FirmwareRev: said('Firmware revision'),
    SoftwareRev: said('Software revision'),
    SerialNum: said('Serial number'),
    MfgName: said('Manufacturer'),
    ModelName: said('Model'),
    AssetID: said('Asset ID'),
  } satisfies Fields;
  // Each name gets the prefix of its table, as the standards' columns have it.
  return prefixed(prefix, columns);
}

const localArc = `${LLDP_MIB}.3`;
const remoteArc = `${LLDP_MIB}.4`;

/** Information that the switch announces at every port (LLDP-MIB lldpLocalSystemData). */
export const lldpLocalSystemData = group('lldpLocalSystemData', {
  title: 'Local system',
  help: 'Announcements of this switch on every port.',
  page: '/Network/LLDP/Settings',
  oid: localArc,
  fields: {
    lldpLocChassisIdSubtype: enumeration({
      mib: { column: 1, none: 0 },
      label: 'Chassis ID Subtype',
      access: 'ro',
      choices: chassisSubtypes,
    }),
    lldpLocChassisId: said('Chassis ID', { column: 2, syntaxIn: chassisIdIn('lldpLocChassisIdSubtype'), none: '' }),
    lldpLocSysName: said('System Name', { column: 3 }),
    lldpLocSysDesc: said('System Description', { column: 4 }),
    lldpLocSysCapSupported: capabilities('Capabilities', 5),
    lldpLocSysCapEnabled: capabilities('Capabilities enabled', 6),
  },
});

/** Information of each port, sent or not (LLDP-MIB lldpLocPortEntry, and the extensions' information for each port). */
export const lldpLocPortEntry = table('lldpLocPortEntry', {
  title: 'Local port',
  help: 'Contents of the LLDP frames of each port, including TLVs that are not sent now.',
  page: '/Network/LLDP/LocalPortInformation',
  oid: `${localArc}.7.1`,
  index: { lldpLocPortNum: integer({ label: 'Port', access: 'ro', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    lldpLocPortIdSubtype: enumeration({
      mib: { column: 2, none: 0 },
      label: 'Port ID Subtype',
      access: 'ro',
      choices: portSubtypes,
    }),
    lldpLocPortId: said('Port ID', { column: 3, syntaxIn: portIdIn('lldpLocPortIdSubtype'), none: '' }),
    lldpLocPortDesc: said('Port Description', { column: 4 }),
    lldpLocManAddrs: text({ label: 'Management Addresses', access: 'ro', maxLength: 1024 }),
    ...extensionColumns('lldpLoc', 2),
    /** Names of the columns' groups that are not sent now. */
    lldpLocUnsent: text({ label: 'Not sent', access: 'ro', maxLength: 255 }),
  },
  rows: { max: PORT_LIST_MAXIMUM },
  rowName: ({ lldpLocPortNum }) => say('port {{port}}', { port: lldpLocPortNum }),
  privateMib: {
    number: 62,
    columns: [
      'lldpLocManAddrs',
      'lldpLocSysCapSupported retired',
      'lldpLocSysCapEnabled retired',
      'lldpLocVlanNames',
      'lldpLocProtoVlans',
      'lldpLocProtocols',
      'lldpLocLinkAggCapable',
      'lldpLocLinkAggEnabled',
      'lldpLocDeviceClass',
      'lldpLocMedCapabilities',
      'lldpLocPolicies',
      'lldpLocLocation',
      'lldpLocXPoEPower',
      'lldpLocHardwareRev',
      'lldpLocFirmwareRev',
      'lldpLocSoftwareRev',
      'lldpLocSerialNum',
      'lldpLocMfgName',
      'lldpLocModelName',
      'lldpLocAssetID',
      'lldpLocUnsent',
    ],
  },
});

/** Maximum number of neighbors. */
const NEIGHBOURS = 256;

const remoteIndex = {
  lldpRemLocalPortNum: integer({ label: 'Local Port', access: 'ro', min: 1, max: PORT_LIST_MAXIMUM }),
  lldpRemIndex: integer({ label: 'Entity', access: 'ro', min: 1, max: 2_147_483_647 }),
} as const;

/** Everybody who was heard, and everything they said (LLDP-MIB lldpRemEntry, and what the extensions have for each). */
export const lldpRemEntry = table('lldpRemEntry', {
  title: 'Neighbor',
  help: 'Contents of the last LLDP frame of each neighbor, as it sent them, unchecked.',
  page: '/Network/LLDP/Neighbors',
  oid: `${remoteArc}.1.1`,
  // lldpRemTimeMark comes first; 0 requests rows of any time.
  mib: { index: [0, 'lldpRemLocalPortNum', 'lldpRemIndex'] },
  index: remoteIndex,
  columns: {
    lldpRemChassisIdSubtype: enumeration({
      mib: { column: 4, none: 0 },
      label: 'Chassis ID Subtype',
      access: 'ro',
      choices: chassisSubtypes,
    }),
    lldpRemChassisId: said('Chassis ID', { column: 5, syntaxIn: chassisIdIn('lldpRemChassisIdSubtype') }),
    lldpRemPortIdSubtype: enumeration({
      mib: { column: 6, none: 0 },
      label: 'Port ID Subtype',
      access: 'ro',
      choices: portSubtypes,
    }),
    lldpRemPortId: said('Port ID', { column: 7, syntaxIn: portIdIn('lldpRemPortIdSubtype') }),
    lldpRemPortDesc: said('Port Description', { column: 8 }),
    lldpRemSysName: said('System Name', { column: 9 }),
    lldpRemSysDesc: said('System Description', { column: 10 }),
    lldpRemManAddrs: text({ label: 'Management Addresses', access: 'ro', maxLength: 8192 }),
    ...extensionColumns('lldpRem', 3),
    lldpRemSysCapSupported: capabilities('Capabilities', 11),
    lldpRemSysCapEnabled: capabilities('Capabilities enabled', 12),
    lldpRemOther: text({ label: 'Other TLVs', access: 'ro', maxLength: 65_535 }),
    lldpRemExpires: gauge({ label: 'Expires', unit: 's' }),
    lldpRemTimeMark: ticks({
      label: 'Last change',
      help: 'Time of its last change, since the start of the switch.',
    }),
  },
  rows: { max: NEIGHBOURS },
  rowName: ({ lldpRemIndex, lldpRemLocalPortNum }) =>
    say('neighbor {{index}} of port {{port}}', { index: lldpRemIndex, port: lldpRemLocalPortNum }),
  privateMib: {
    number: 63,
    columns: [
      'lldpRemManAddrs',
      'lldpRemSysCapSupported retired',
      'lldpRemSysCapEnabled retired',
      'lldpRemVlanNames',
      'lldpRemProtoVlans',
      'lldpRemProtocols',
      'lldpRemLinkAggCapable',
      'lldpRemLinkAggEnabled',
      'lldpRemDeviceClass',
      'lldpRemMedCapabilities',
      'lldpRemPolicies',
      'lldpRemLocation',
      'lldpRemXPoEPower',
      'lldpRemHardwareRev',
      'lldpRemFirmwareRev',
      'lldpRemSoftwareRev',
      'lldpRemSerialNum',
      'lldpRemMfgName',
      'lldpRemModelName',
      'lldpRemAssetID',
      'lldpRemOther',
      'lldpRemExpires',
      'lldpRemTimeMark',
    ],
  },
});
