import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { port } from '../../../model/schema/kinds/port.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import type { Values } from '../../../model/wire/call.ts';
import { dot1qPortVlanEntry } from '../../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';

const globalPage = '/Security/PortSecurity/GlobalSettings';
const portPage = '/Security/PortSecurity/PortSettings';
const addressPage = '/Security/PortSecurity/PortAddressSettings';

/** Secure addresses of a port, and of all ports, at most (docs/specification/product.md 9). */
export const PORT_MAXIMUM = 64;
const SYSTEM_MAXIMUM = 65_536;

/** Limits of all ports together (docs/specification/security.md, "Port Security > Global Settings"). */
export const portSecGlobal = group('portSecGlobal', {
  title: 'Port security',
  page: globalPage,
  fields: {
    portSecSysNoLimit: status({
      label: 'No Limit',
      default: 1,
      help: 'Only the limits of the ports and the capacity of the address table apply.',
    }),
    portSecSysMaxAddr: integer({
      label: 'System Maximum Address',
      min: 1,
      max: SYSTEM_MAXIMUM,
      default: SYSTEM_MAXIMUM,
      help: 'All ports together, learned and configured. At the limit no port learns another one.',
    }),
    portSecTrapState: status({ label: 'Trap State', help: 'Notifies SNMP trap receivers of violations.' }),
    portSecTrapRate: integer({
      label: 'Trap Rate',
      unit: 'traps/s',
      min: 0,
      max: 1000,
      default: 0,
      words: { 0: 'every violation' },
      help: 'Maximum traps per second. 0: a trap for every violation.',
    }),
    portSecSysCurrent: gauge({
      label: 'Secure Addresses in Use',
      help: 'Learned and configured secure addresses of all ports.',
    }),
  },
  privateMib: {
    number: 142,
    columns: ['portSecSysNoLimit', 'portSecSysMaxAddr', 'portSecTrapState', 'portSecTrapRate', 'portSecSysCurrent'],
  },
});

/** How many sources a port accepts, and the handling of others (docs/specification/security.md, "Port Settings"). */
export const portSecPortEntry = table('portSecPortEntry', {
  title: 'Port security of port',
  page: portPage,
  index: { portSecPort: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    portSecState: status({ label: 'State', help: 'An enabled port accepts only its secure addresses.' }),
    portSecMaxAddr: integer({
      label: 'Maximum',
      min: 0,
      max: PORT_MAXIMUM,
      default: 32,
      help: 'Secure addresses, learned and configured. 0: only configured ones are accepted.',
    }),
    portSecViolation: enumeration({
      label: 'Violation Action',
      choices: { protect: [1, 'Protect'], restrict: [2, 'Restrict'], shutdown: [3, 'Shutdown'] },
      help: 'Frames from other sources are dropped. Restrict also counts and logs them, Shutdown shuts the port down.',
    }),
    portSecMode: enumeration({
      label: 'Security Mode',
      choices: { permanent: [1, 'Permanent'], deleteOnTimeout: [2, 'Delete on timeout'] },
      default: 2,
      help: 'Permanent adds learned addresses to the configuration, where they stay. In a VLAN assigned by Port Access Control they are removed with the authenticated station.',
    }),
    portSecAgingTime: integer({
      label: 'Aging Time',
      unit: 'min',
      min: 0,
      max: 1440,
      default: 0,
      words: { 0: 'never' },
      help: 'Time after which addresses that are not permanent expire. 0: never.',
    }),
    portSecAgingType: enumeration({
      label: 'Aging Type',
      choices: { absolute: [1, 'Absolute'], inactivity: [2, 'Inactivity'] },
      help: 'Absolute counts from learning, Inactivity from the last frame.',
    }),
    portSecCurrent: gauge({ label: 'Current No.', help: 'Learned and configured secure addresses of the port.' }),
    portSecViolationCount: counter64({
      label: 'Violation Count',
      unit: 'frames',
      help: 'Frames of other stations that Restrict or Shutdown dropped.',
    }),
    portSecCurrentState: enumeration({
      label: 'Current State',
      access: 'ro',
      choices: { none: [0, '–'], forwarding: [1, 'Forwarding'], errDisabled: [2, 'Err-disabled'] },
      help: 'Err-disabled: shut down after a violation, until it is disabled and enabled.',
    }),
    portSecClear: integer({
      label: 'Clear Violations',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Sets the violation counter of the port to zero.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: ({ ports }) => [...ports.keys()].map((portSecPort) => ({ portSecPort })),
  rowName: ({ portSecPort }) => say('port {{port}}', { port: portSecPort }),
  privateMib: {
    number: 143,
    columns: [
      'portSecPort',
      'portSecState',
      'portSecMaxAddr',
      'portSecViolation',
      'portSecMode',
      'portSecAgingTime',
      'portSecAgingType',
      'portSecCurrent',
      'portSecViolationCount',
      'portSecCurrentState',
      'portSecClear',
    ],
  },
});

/** Secure addresses that the configuration names (docs/specification/security.md, "Port Address Settings"). */
export const portSecAddrEntry = table('portSecAddrEntry', {
  title: 'Secure address',
  page: addressPage,
  index: {
    portSecAddrPort: port({ label: 'Port', access: 'create', maximum: PORT_LIST_MAXIMUM }),
    portSecAddrVlan: vlanId({
      label: 'VID',
      access: 'create',
      optional: true,
      words: { 0: 'PVID' },
      references: { table: dot1qVlanStaticEntry },
      help: 'Empty: the PVID of the port.',
    }),
    portSecAddrMac: mac({ label: 'MAC Address', access: 'create', addresses: 'unicast' }),
  },
  columns: {
    portSecAddrPermanent: status({
      label: 'Permanent',
      help: 'It never ages. Otherwise it expires after the aging time of its port.',
    }),
    portSecAddrOrigin: enumeration({
      label: 'Origin',
      choices: { configured: [1, 'Configured'], learnt: [2, 'Learned'] },
      help: 'The switch adds the learned addresses of ports in permanent mode here.',
    }),
  },
  rows: { max: PORT_MAXIMUM * PORT_LIST_MAXIMUM },
  completes({ portSecAddrPort, portSecAddrVlan }, rows) {
    const none: Values = {};
    if (portSecAddrVlan !== 0) return none;
    const row = rows.row(dot1qPortVlanEntry, { dot1dBasePort: Number(portSecAddrPort) });
    return row ? { portSecAddrVlan: row.dot1qPvid } : none;
  },
  rowName: ({ portSecAddrPort: port, portSecAddrVlan: vlan, portSecAddrMac: address }) =>
    vlan === 0
      ? say('secure address {{address}} of port {{port}} in its PVID', { address, port })
      : say('secure address {{address}} of port {{port}} in VLAN {{vlan}}', { address, port, vlan }),
  privateMib: {
    number: 144,
    columns: [
      'portSecAddrPort',
      'portSecAddrVlan',
      'portSecAddrMac',
      'portSecAddrPermanent',
      'portSecAddrOrigin',
      'RowStatus',
    ],
  },
});

/** Every secure address in force. */
export const portSecInUseEntry = table('portSecInUseEntry', {
  title: 'Secure address in use',
  help: 'Stations that the ports accept now.',
  page: addressPage,
  index: {
    portSecInUsePort: integer({ label: 'Port', access: 'ro', min: 1, max: PORT_LIST_MAXIMUM }),
    portSecInUseVlan: integer({ label: 'VID', access: 'ro', min: 1, max: 4094 }),
    portSecInUseMac: mac({ label: 'MAC Address', access: 'ro' }),
  },
  columns: {
    portSecAddrType: enumeration({
      label: 'Address Type',
      access: 'ro',
      choices: { permanent: [1, 'Permanent'], deleteOnTimeout: [2, 'Delete on timeout'] },
    }),
    portSecInUseOrigin: enumeration({
      label: 'Origin',
      access: 'ro',
      choices: { configured: [1, 'Configured'], learnt: [2, 'Learned'] },
    }),
    portSecAddrRemaining: gauge({ label: 'Remaining Time', unit: 'min', words: { 4294967295: '–' } }),
  },
  rows: { max: PORT_MAXIMUM * PORT_LIST_MAXIMUM },
  privateMib: {
    number: 145,
    columns: [
      'portSecInUsePort',
      'portSecInUseVlan',
      'portSecInUseMac',
      'portSecAddrType',
      'portSecInUseOrigin',
      'portSecAddrRemaining',
    ],
  },
});

/** Clears learned addresses that are not permanent; they are learned again with the next frame. */
export const portSecClear = group('portSecClear', {
  title: 'Secure addresses',
  page: addressPage,
  fields: {
    portSecClearPort: integer({
      label: 'Clear by Port',
      access: 'action',
      min: 1,
      max: PORT_LIST_MAXIMUM,
      help: 'Removes the learned addresses of the port that are not permanent. They are learned again from the next frames.',
    }),
    portSecClearMac: mac({
      label: 'Clear by MAC Address',
      access: 'action',
      help: 'Removes this address if it was learned and is not permanent.',
    }),
    portSecClearAll: enumeration({
      label: 'Clear All',
      access: 'action',
      choices: { clear: [1, 'Clear'] },
      help: 'Removes the learned addresses of all ports that are not permanent.',
    }),
  },
  privateMib: { number: 146, columns: ['portSecClearPort', 'portSecClearMac', 'portSecClearAll'] },
  help: 'Sets the violation counter of the port to zero.',
});

/** Means "it does not age" in `portSecAddrRemaining`. */
export const NEVER_AGES = 4_294_967_295;

/** Wire values. */
export const ViolationAction = portSecPortEntry.fields.portSecViolation.values;
export const SecurityMode = portSecPortEntry.fields.portSecMode.values;
export const AgingType = portSecPortEntry.fields.portSecAgingType.values;
export const PortSecurityState = portSecPortEntry.fields.portSecCurrentState.values;
export const AddressOrigin = portSecAddrEntry.fields.portSecAddrOrigin.values;
export const AddressType = portSecInUseEntry.fields.portSecAddrType.values;
