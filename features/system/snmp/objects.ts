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
    snmpAgentState: status({
      label: 'SNMP',
      default: 2,
      help: 'Answers SNMP requests of communities and users. Needed for traps, too.',
    }),
    snmpUdpPort: integer({
      label: 'UDP port',
      min: 1025,
      max: 65_535,
      fixed: [161],
      default: 161,
      help: 'Port at which requests are accepted.',
    }),
    /**
     * Addresses where requests are accepted: "192.168.10.200:161", one after the other; empty while the agent is
     * disabled.
     */
    snmpListening: text({
      label: 'Listening at',
      maxLength: 1024,
      access: 'ro',
      help: 'Addresses and port at which requests are accepted now.',
    }),
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
      help: 'The one above, or the one generated from the MAC address.',
    }),
    snmpEngineBoots: gauge({
      mib: { column: '1.3.6.1.6.3.10.2.1.2' },
      label: 'Boots',
      help: 'Starts of the engine, which protect SNMPv3 from replayed messages.',
    }),
    snmpEngineTime: gauge({
      mib: { column: '1.3.6.1.6.3.10.2.1.3' },
      label: 'Time',
      unit: 's',
      help: 'Time since the last start of the engine.',
    }),
    snmpTrapState: status({
      label: 'Traps',
      default: 2,
      help: 'Sends the notifications chosen below to the trap receivers.',
    }),
    snmpEnableAuthenTraps: status({
      mib: { column: '1.3.6.1.2.1.11.30' },
      label: 'Authentication failure',
      default: 1,
      help: 'A request with a wrong community, user or key was received.',
    }),
    trapColdWarmStart: status({
      label: 'Device start',
      default: 1,
      help: 'The switch has started, after a loss of power (cold) or a restart (warm).',
    }),
    trapLinkUpDown: status({
      label: 'Link up/down',
      default: 1,
      help: 'A link of the ports below was established or lost.',
    }),
    trapLinkPorts: portList({
      all: 'every',
      label: 'Link ports',
      shownWhen: { trapLinkUpDown: [1] },
      help: 'Ports whose links are reported.',
    }),
    trapStp: status({
      label: 'Topology change',
      default: 1,
      help: 'The spanning tree changed, or this switch became the root.',
    }),
    trapLbd: status({ label: 'Loop', default: 1, help: 'Loopback detection blocked a port.' }),
    trapPoe: status({
      label: 'PoE fault and budget',
      default: 1,
      help: 'Power of a port failed or is back, or usage crossed the alarm threshold.',
    }),
    trapPdAlive: status({ label: 'PD Alive', default: 1, help: 'A monitored powered device no longer responds.' }),
    trapFirmware: status({ label: 'Firmware', default: 1, help: 'A firmware upgrade succeeded or failed.' }),
    trapLogin: status({ label: 'Login', default: 1, help: 'Someone logged in, or a login failed.' }),
    trapPortSecurity: status({
      label: 'Port Security',
      default: 1,
      help: 'A port with port security dropped frames of a station.',
    }),
    trapRmon: status({ label: 'RMON', default: 1, help: 'An RMON alarm crossed a threshold whose event sends traps.' }),
    /** The last notification, in words; notifications of our own carry it. */
    snmpLastNotification: text({
      label: 'Last notification',
      maxLength: 255,
      access: 'ro',
      help: 'Text of the last notification that was sent.',
    }),
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
