import { PRIVATE_ROOT } from '../../../../model/mib/instance.ts';
import { table } from '../../../../model/schema/object.ts';
import { timeTicks } from '../../../../model/smi/syntax.ts';
import type { StandardObject } from '../standard-object.ts';
import { hidden, identifier, number, UNSEEN, words } from './columns.ts';

const sysOREntry = table('sysOREntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.1.9.1',
  index: { sysORIndex: hidden(1) },
  columns: {
    sysORID: identifier(2),
    sysORDescr: words(3),
    sysORUpTime: number(4, timeTicks),
  },
  rows: { max: 32 },
});

/** The MIB modules that are served, by their identities. */
const modules = [
  ['1.3.6.1.6.3.1', 'SNMPv2-MIB: the SNMP entity (RFC 3418)'],
  ['1.3.6.1.6.3.10.3.1.1', 'SNMP-FRAMEWORK-MIB: architecture (RFC 3411)'],
  ['1.3.6.1.6.3.11.3.1.1', 'SNMP-MPD-MIB: message processing (RFC 3412)'],
  ['1.3.6.1.6.3.12.3.1.3', 'SNMP-TARGET-MIB: receivers, to read (RFC 3413)'],
  ['1.3.6.1.6.3.13.3.1.1', 'SNMP-NOTIFICATION-MIB: notifications, to read (RFC 3413)'],
  ['1.3.6.1.6.3.15.2.1.1', 'SNMP-USER-BASED-SM-MIB: users, to read (RFC 3414)'],
  ['1.3.6.1.6.3.16.2.2.1', 'SNMP-VIEW-BASED-ACM-MIB: access (RFC 3415)'],
  ['1.3.6.1.2.1.31', 'IF-MIB: interfaces (RFC 2863)'],
  ['1.3.6.1.2.1.35', 'EtherLike-MIB: Ethernet (RFC 3635)'],
  ['1.3.6.1.2.1.17', 'BRIDGE-MIB: the bridge (RFC 4188)'],
  ['1.3.6.1.2.1.17.7', 'Q-BRIDGE-MIB: VLANs (RFC 4363)'],
  ['1.3.6.1.2.1.16.20.8', 'RMON-MIB: statistics, history, alarm, event (RFC 2819)'],
  ['1.3.6.1.2.1.77', 'IF-INVERTED-STACK-MIB: interfaces by what is below (RFC 2864)'],
  ['1.3.6.1.2.1.134', 'RSTP-MIB: rapid spanning tree (RFC 4318)'],
  ['1.2.840.10006.300.43', 'IEEE8023-LAG-MIB: trunks'],
  ['1.0.8802.1.1.2', 'LLDP-MIB and its extensions: neighbors'],
  ['1.3.6.1.2.1.25.7.1', 'HOST-RESOURCES-MIB: processor, memory, flash (RFC 2790)'],
  ['1.3.6.1.2.1.99', 'ENTITY-SENSOR-MIB: sensors (RFC 3433)'],
  ['1.3.6.1.2.1.48', 'IP-MIB: addresses and neighbors (RFC 4293)'],
  ['1.3.6.1.2.1.4.24', 'IP-FORWARD-MIB: routes (RFC 4292)'],
  ['1.3.6.1.2.1.47', 'ENTITY-MIB: chassis and its parts (RFC 6933)'],
  ['1.3.6.1.2.1.17.6', 'P-BRIDGE-MIB: priorities and traffic classes (RFC 4363)'],
  ['1.3.6.1.2.1.105', 'POWER-ETHERNET-MIB: Power over Ethernet (RFC 3621)'],
  ['1.0.8802.1.1.1', 'IEEE8021-PAE-MIB: Port Access Control'],
  ['1.3.6.1.2.1.67.1.2', 'RADIUS-AUTH-CLIENT-MIB: RADIUS (RFC 4668)'],
  ['1.3.6.1.2.1.67.2.2', 'RADIUS-ACC-CLIENT-MIB: RADIUS accounting (RFC 4670)'],
  [PRIVATE_ROOT, 'FACEPLATE-MIB: what no standard has'],
] as const;

/** MIB modules of the agent (RFC 3418 sysORTable). */
export const moduleObjects: readonly StandardObject[] = [
  {
    object: sysOREntry,
    rows: () =>
      modules.map(([sysORID, sysORDescr], at) => ({ sysORIndex: at + 1, sysORID, sysORDescr, sysORUpTime: 0 })),
  },
];
