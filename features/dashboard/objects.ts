import { enumeration, status, truth } from '../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { mac } from '../../model/schema/kinds/mac.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { vlanId } from '../../model/schema/kinds/vlan-id.ts';
import { group, table } from '../../model/schema/object.ts';
import { PORT_LIST_MAXIMUM } from '../../model/values/port-list.ts';
import { SAMPLE_INTERVAL, SAMPLES } from '../sample-length.ts';

const health = (label: string) =>
  enumeration({
    label,
    access: 'ro',
    choices: {
      normal: [1, 'Normal'],
      warning: [2, 'Warning'],
      critical: [3, 'Critical'],
      notPresent: [4, 'Not present'],
    },
  });

/** How the parts of the device are, each in a word (docs/specification/system.md, "Dashboard"). */
export const sysDashboard = group('sysDashboard', {
  title: 'Dashboard',
  help: 'Health of the switch, the worst of all that belongs to it.',
  page: '/',
  fields: {
    cpuMemory: health('CPU and memory'),
    temp: health('Temperature'),
    system: health('System'),
    poe: health('PoE power'),
  },
  privateMib: { number: 9, columns: ['cpuMemory', 'temp', 'system', 'poe'] },
});

/** How a part of the device is (docs/specification/product.md 3: the numbers cpuMemory, temp, system and poe). */
export const HealthState = sysDashboard.fields.temp.values;

/** One of the values of `HealthState`. */
export type HealthState = (typeof HealthState)[keyof typeof HealthState];

/** Which of the features beyond plain switching are enabled; each is configured on its own page. */
export const sysFeatureState = group('sysFeatureState', {
  title: 'Features',
  help: 'Which features are in use.',
  page: '/',
  fields: {
    stpState: status({ label: 'Spanning Tree', access: 'ro' }),
    lbdState: status({ label: 'Loopback Detection', access: 'ro' }),
    /** Whether any trunk is in use. */
    trunkState: status({ label: 'Trunk', access: 'ro' }),
    lldpState: status({ label: 'LLDP', access: 'ro' }),
    igmpSnoopingState: status({ label: 'IGMP Snooping', access: 'ro' }),
    mldSnoopingState: status({ label: 'MLD Snooping', access: 'ro' }),
    gvrpState: status({ label: 'GVRP', access: 'ro' }),
    multicastVlanState: status({ label: 'Multicast VLAN', access: 'ro' }),
    /** Whether any session copies frames. */
    mirrorState: status({ label: 'Mirroring', access: 'ro' }),
    /** Whether any interface asks for its address. */
    dhcpClientState: status({ label: 'DHCP client', access: 'ro' }),
    /** Whether any interface speaks it. */
    ipv6State: status({ label: 'IPv6', access: 'ro' }),
    sntpState: status({ label: 'SNTP', access: 'ro' }),
    dnsState: status({ label: 'DNS', access: 'ro' }),
    /** Whether any port limits its storms. */
    stormState: status({ label: 'Storm Control', access: 'ro' }),
    /** Whether any port limits what comes in or leaves. */
    rateLimitState: status({ label: 'Rate Limiting', access: 'ro' }),
    voiceVlanState: status({ label: 'Voice VLAN', access: 'ro' }),
    remoteLogState: status({ label: 'Syslog (remote)', access: 'ro' }),
    snmpState: status({ label: 'SNMP', access: 'ro' }),
    ipAccessState: status({ label: 'IP Access List', access: 'ro' }),
    rmonState: status({ label: 'RMON', access: 'ro' }),
    httpsState: status({ label: 'HTTPS', access: 'ro' }),
    sshState: status({ label: 'SSH', access: 'ro' }),
    telnetState: status({ label: 'Telnet', access: 'ro' }),
    eeeState: status({ label: 'EEE', access: 'ro' }),
    autoConfigurationState: status({ label: 'DHCP auto configuration', access: 'ro' }),
    qosState: status({ label: 'QoS', access: 'ro' }),
    portSecurityState: status({ label: 'Port Security', access: 'ro' }),
    portAccessState: status({ label: 'Port Access Control', access: 'ro' }),
    /** Whether any address is filtered. */
    destinationFilterState: status({ label: 'Destination MAC Filter', access: 'ro' }),
    denialOfServiceState: status({ label: 'Denial of Service', access: 'ro' }),
    dhcpSnoopingState: status({ label: 'DHCP Snooping', access: 'ro' }),
    /** Whether it is done in any VLAN. */
    arpInspectionState: status({ label: 'ARP Inspection', access: 'ro' }),
    /** Whether there is any rule. */
    aclState: status({ label: 'ACL', access: 'ro' }),
    watchdogState: status({ label: 'Ping Watchdog', access: 'ro' }),
    surveillanceState: status({ label: 'Surveillance VLAN', access: 'ro' }),
  },
  privateMib: {
    number: 50,
    columns: [
      'lbdState',
      'mirrorState',
      'dhcpClientState',
      'sntpState',
      'dnsState',
      'remoteLogState',
      'trunkState',
      'stormState',
      'rateLimitState',
      'lldpState',
      'igmpSnoopingState',
      'mldSnoopingState',
      'stpState',
      'voiceVlanState',
      'gvrpState',
      'multicastVlanState',
      'snmpState',
      'ipAccessState',
      'rmonState',
      'ipv6State',
      'httpsState',
      'sshState',
      'telnetState',
      'eeeState',
      'autoConfigurationState',
      'watchdogState',
      'dhcpSnoopingState',
      'portSecurityState',
      'portAccessState',
      'qosState',
      'arpInspectionState',
      'denialOfServiceState',
      'destinationFilterState',
      'aclState',
      'surveillanceState',
    ],
  },
});

/**
 * The device's measurements of itself (docs/specification/system.md, "Dashboard"). Those that are not possible are not
 * present in `sysDashboard`.
 */
export const sysHealth = group('sysHealth', {
  title: 'Health',
  page: '/',
  fields: {
    cpuUtilization: gauge({ label: 'CPU', unit: '%', help: 'Average of the last 5 seconds.' }),
    memoryUtilization: gauge({ label: 'Memory', unit: '%', help: 'Used, minus reclaimable memory.' }),
    flashUtilization: gauge({ label: 'Flash', unit: '%', help: 'Partition that holds the configuration.' }),
    temperature: gauge({ label: 'Temperature', unit: '°C', help: 'Of the hottest sensor.' }),
  },
  privateMib: { number: 10, columns: ['cpuUtilization', 'memoryUtilization', 'flashUtilization', 'temperature'] },
});

/** The fans of the chassis. */
export const fanEntry = table('fanEntry', {
  title: 'Fan',
  help: 'Fans of the switch; a stopped one is critical.',
  page: '/',
  index: { fanIndex: integer({ label: 'Fan', access: 'ro', min: 1, max: 8 }) },
  columns: {
    fanStatus: enumeration({
      label: 'Status',
      access: 'ro',
      choices: { up: [1, 'up'], down: [2, 'stopped'], absent: [3, 'absent'] },
    }),
  },
  rows: { max: 8 },
  privateMib: { number: 11, columns: ['fanIndex', 'fanStatus'] },
});

/** Wire values of `fanStatus`. */
export const FanStatus = fanEntry.fields.fanStatus.values;

/** The addresses learned at each port, by port; request one port's rows with its `ifIndex`. */
export const portAddressEntry = table('portAddressEntry', {
  title: 'Address at port',
  help: 'Stations in the address table at each port.',
  page: '/',
  index: {
    ifIndex: integer({ label: 'Port', access: 'ro', min: 0, max: PORT_LIST_MAXIMUM }),
    dot1qFdbId: vlanId({ label: 'VLAN ID', access: 'ro' }),
    dot1qTpFdbAddress: mac({ label: 'MAC Address', access: 'ro' }),
  },
  columns: {
    isStatic: truth({ label: 'Static', access: 'ro' }),
    portAddressHost: text({ label: 'Host', access: 'ro', maxLength: 64, characters: /[^\p{C}]/u }),
  },
  rows: { max: 65_536 },
  privateMib: {
    number: 14,
    columns: ['ifIndex retired', 'dot1qFdbId retired', 'dot1qTpFdbAddress retired', 'isStatic', 'portAddressHost'],
  },
});

/** Samples kept of the traffic of all ports, and the seconds between two. */
export const trafficSamples = { count: SAMPLES, interval: SAMPLE_INTERVAL } as const;

const trafficIndex = integer({ label: 'Sample', access: 'ro', min: 1, max: 2_147_483_647 });

const trafficColumns = {
  trafficAge: gauge({ label: 'Age', unit: 's', decimals: 1 }),
  trafficInRate: gauge({ label: 'Received', unit: 'bit/s' }),
  trafficOutRate: gauge({ label: 'Sent', unit: 'bit/s' }),
};

/** The traffic of all ports together in the last five minutes, oldest first. */
export const trafficEntry = table('trafficEntry', {
  title: 'Traffic of all ports',
  help: 'Mean rates between two samples, of all ports together.',
  page: '/',
  index: { trafficIndex },
  columns: trafficColumns,
  rows: { max: trafficSamples.count },
  privateMib: { number: 15, columns: ['trafficIndex', 'trafficAge', 'trafficInRate', 'trafficOutRate'] },
});

/** The same of each port; ask for one port's samples with its `ifIndex`. */
export const portTrafficEntry = table('portTrafficEntry', {
  title: 'Traffic of port',
  help: 'Mean rates between two samples.',
  page: '/',
  index: { ifIndex: integer({ label: 'Port', access: 'ro', min: 1, max: PORT_LIST_MAXIMUM }), trafficIndex },
  columns: trafficColumns,
  rows: { max: trafficSamples.count * PORT_LIST_MAXIMUM },
  privateMib: {
    number: 51,
    columns: ['ifIndex retired', 'trafficIndex', 'trafficAge', 'trafficInRate', 'trafficOutRate'],
  },
});
