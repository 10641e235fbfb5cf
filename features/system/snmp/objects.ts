import { status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { hex } from '../../../model/schema/kinds/hex.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group } from '../../../model/schema/object.ts';
import { firstPorts, formatPortList } from '../../../model/values/port-list.ts';
import { engineId } from './fields.ts';

/**
 * Whether the switch answers SNMP, and which notifications it sends (docs/specification/system.md, "SNMP > Settings").
 */
export const snmpAgentCtrl = group('snmpAgentCtrl', {
  title: 'SNMP',
  page: '/System/SNMP/Settings',
  fields: {
    snmpAgentState: status({ label: 'SNMP', default: 2 }),
    snmpUdpPort: integer({ label: 'UDP port', min: 1025, max: 65_535, fixed: [161], default: 161 }),
    /**
     * Addresses where requests are accepted: "192.168.10.200:161", one after the other; empty while the agent is
     * disabled.
     */
    snmpListening: text({ label: 'Listening at', maxLength: 1024, access: 'ro' }),
    snmpEngineID: engineId({
      label: 'Engine ID',
      help: 'Hexadecimal digits; empty: generated from the MAC address. A change deletes the SNMPv3 users of this switch, whose keys belong to the engine ID.',
    }),
    snmpEngineIDInUse: hex({
      mib: { column: '1.3.6.1.6.3.10.2.1.1' },
      label: 'Engine ID in use',
      maxLength: 64,
      octets: true,
      access: 'ro',
    }),
    snmpEngineBoots: gauge({
      mib: { column: '1.3.6.1.6.3.10.2.1.2' },
      label: 'Boots',
    }),
    snmpEngineTime: gauge({
      mib: { column: '1.3.6.1.6.3.10.2.1.3' },
      label: 'Time',
      unit: 's',
    }),
    snmpTrapState: status({ label: 'Traps', default: 2 }),
    snmpEnableAuthenTraps: status({
      mib: { column: '1.3.6.1.2.1.11.30' },
      label: 'Authentication failure',
      default: 1,
    }),
    trapColdWarmStart: status({ label: 'Device start', default: 1 }),
    trapLinkUpDown: status({ label: 'Link up/down', default: 1 }),
    trapLinkPorts: portList({ label: 'Link ports', shownWhen: { trapLinkUpDown: [1] } }),
    trapStp: status({ label: 'Topology change', default: 1 }),
    trapLbd: status({ label: 'Loop', default: 1 }),
    trapPoe: status({ label: 'PoE fault and budget', default: 1 }),
    trapPdAlive: status({ label: 'PD Alive', default: 1 }),
    trapFirmware: status({ label: 'Firmware', default: 1 }),
    trapLogin: status({ label: 'Login', default: 1 }),
    trapPortSecurity: status({ label: 'Port Security', default: 1 }),
    trapRmon: status({ label: 'RMON', default: 1 }),
    /** The last notification, in words; notifications of our own carry it. */
    snmpLastNotification: text({ label: 'Last notification', maxLength: 255, access: 'ro' }),
  },
  factory: ({ portCount }) => ({ trapLinkPorts: formatPortList(firstPorts(portCount)) }),
  privateMib: {
    number: 97,
    columns: [
      'snmpAgentState',
      'snmpUdpPort',
      'snmpListening',
      'snmpEngineID',
      'snmpTrapState',
      'trapColdWarmStart',
      'trapLinkUpDown',
      'trapLinkPorts',
      'trapStp',
      'trapLbd',
      'trapPoe',
      'trapLogin',
      'snmpLastNotification',
      'trapRmon',
      'trapPdAlive',
      'trapFirmware',
      'trapPortSecurity',
    ],
  },
});
