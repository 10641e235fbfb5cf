import { enumeration, status, truth } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { hex } from '../../../model/schema/kinds/hex.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ticks } from '../../../model/schema/kinds/ticks.ts';
import { group, table } from '../../../model/schema/object.ts';
import { counter32, unsigned32 } from '../../../model/smi/syntax.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

/** Root of LLDP-MIB (IEEE 802.1AB-2005 clause 12). */
export const LLDP_MIB = '1.0.8802.1.1.2.1';

/** How the switch speaks LLDP (docs/specification/network.md, "LLDP > Settings"; LLDP-MIB lldpConfiguration). */
export const lldpConfiguration = group('lldpConfiguration', {
  title: 'LLDP',
  page: '/Network/LLDP/Settings',
  oid: `${LLDP_MIB}.1`,
  fields: {
    lldpStatus: status({
      label: 'LLDP State',
      default: 1,
      help: 'Disabled sends a shutdown notice on every port and deletes all neighbors; LLDP frames are never forwarded.',
    }),
    lldpMessageTxInterval: integer({
      mib: { column: 1 },
      label: 'Message TX Interval',
      unit: 's',
      min: 5,
      max: 32_768,
      default: 30,
      help: 'Interval between LLDP frames while nothing changes.',
    }),
    lldpMessageTxHoldMultiplier: integer({
      mib: { column: 2 },
      label: 'Message TX Hold Multiplier',
      min: 2,
      max: 10,
      default: 4,
      help: 'Number of intervals that neighbors keep this switch after its last message.',
    }),
    lldpReinitDelay: integer({
      mib: { column: 3 },
      label: 'LLDP Reinit Delay',
      unit: 's',
      min: 1,
      max: 10,
      default: 2,
      help: 'Time that a port stays silent after it was disabled.',
    }),
    lldpTxDelay: integer({
      mib: { column: 4 },
      label: 'LLDP TX Delay',
      unit: 's',
      min: 1,
      max: 8192,
      default: 2,
      help: 'Minimum delay between LLDP frames when something changes; at most a quarter of the interval.',
    }),
    lldpNotificationInterval: integer({
      mib: { column: 5 },
      label: 'Notification Interval',
      unit: 's',
      min: 5,
      max: 3600,
      default: 5,
      help: 'Minimum interval between two notifications of a port; events in between are reported as a count.',
    }),
    lldpXMedFastStartRepeatCount: integer({
      mib: { column: '1.0.8802.1.1.2.1.5.4795.1.1.3', syntax: unsigned32 },
      label: 'Fast Start Repeat Count',
      min: 1,
      max: 10,
      default: 3,
      help: 'Messages, one per second, for a new neighbor.',
    }),
  },
  privateMib: { number: 55, columns: ['lldpStatus'] },
});

/** A port's row in the tables of LLDP: these count physical ports, also those in a trunk. */
export const lldpPort = {
  lldpPortConfigPortNum: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }),
} as const;

/** Common properties of the tables with a row for each port. */
export const perPort = {
  index: lldpPort,
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: ({ ports }: { readonly ports: ReadonlyMap<number, unknown> }) =>
    [...ports.keys()].map((lldpPortConfigPortNum) => ({ lldpPortConfigPortNum })),
  rowName: ({ lldpPortConfigPortNum }: { readonly lldpPortConfigPortNum: number }) =>
    say('port {{port}}', { port: lldpPortConfigPortNum }),
};

/** Whether a TLV is sent. */
export const sent = (label: string, byDefault: 1 | 2, help?: string): ReturnType<typeof truth> =>
  truth({ label, default: byDefault, ...(help !== undefined && { help }) });

/**
 * Operation of each port and the information that it sends (docs/specification/network.md, "LLDP > Basic TLVs";
 * LLDP-MIB).
 */
export const lldpPortConfigEntry = table('lldpPortConfigEntry', {
  ...perPort,
  title: 'LLDP of port',
  page: '/Network/LLDP/BasicTLVs',
  oid: `${LLDP_MIB}.1.6.1`,
  columns: {
    lldpPortConfigAdminStatus: enumeration({
      mib: { column: 2 },
      label: 'State',
      default: 3,
      choices: {
        txOnly: [1, 'Transmit only'],
        rxOnly: [2, 'Receive only'],
        txAndRx: [3, 'Transmit and receive'],
        disabled: [4, 'Disabled'],
      },
      help: 'Without transmission neighbors do not see this switch; without reception the port keeps no neighbors.',
    }),
    lldpPortConfigNotificationEnable: truth({
      mib: { column: 3 },
      label: 'Notification',
      help: 'Warns when neighbors appear or disappear; otherwise they are only logged.',
    }),
    lldpPortConfigTLVsTxEnable: hex({
      mib: { column: 4 },
      label: 'Basic TLVs',
      access: 'ro',
      octets: true,
      maxLength: 2,
      help: 'The four TLVs as bits, most significant first.',
    }),
    lldpPortDescTxEnable: sent(
      'Port Description',
      1,
      'Sends the description of the port, or its number and the model if it has none.',
    ),
    lldpSysNameTxEnable: sent('System Name', 1, 'Sends the system name of the switch.'),
    lldpSysDescTxEnable: sent('System Description', 1, 'Sends the model and the software version.'),
    lldpSysCapTxEnable: sent('System Capabilities', 1, 'Announces the switch as a bridge.'),
    lldpManAddrTxEnable: sent('Management Address', 1, 'Every management address of the switch.'),
  },
  privateMib: {
    number: 56,
    columns: [
      'lldpPortDescTxEnable',
      'lldpSysNameTxEnable',
      'lldpSysDescTxEnable',
      'lldpSysCapTxEnable',
      'lldpManAddrTxEnable',
    ],
  },
});

/** Wire values of `lldpPortConfigAdminStatus`. */
export const AdminStatus = lldpPortConfigEntry.fields.lldpPortConfigAdminStatus.values;

/**
 * The counters of the neighbor table (docs/specification/network.md, "LLDP > Statistics Information"; LLDP-MIB
 * lldpStatistics).
 */
export const lldpStatistics = group('lldpStatistics', {
  title: 'LLDP neighbors counted',
  page: '/Network/LLDP/StatisticsInformation',
  oid: `${LLDP_MIB}.2`,
  fields: {
    lldpStatsRemTablesLastChangeTime: ticks({
      mib: { column: 1 },
      label: 'Last Change Time',
      help: 'Time of the last neighbor change, since the start of the switch.',
    }),
    lldpStatsRemTablesInserts: gauge({
      mib: { column: 2, syntax: unsigned32 },
      label: 'Inserts',
      help: 'Neighbors added.',
    }),
    lldpStatsRemTablesDeletes: gauge({
      mib: { column: 3, syntax: unsigned32 },
      label: 'Deletes',
      help: 'Neighbors removed.',
    }),
    lldpStatsRemTablesDrops: gauge({
      mib: { column: 4, syntax: unsigned32 },
      label: 'Drops',
      help: 'Messages of neighbors beyond the limits: 8 neighbors per port, 256 in all.',
    }),
    lldpStatsRemTablesAgeouts: gauge({
      mib: { column: 5, syntax: unsigned32 },
      label: 'Ageouts',
      help: 'Neighbors that expired.',
    }),
    /** A port number, or 0 for every port and the table. */
    lldpStatsClear: integer({
      label: 'Clear port',
      min: 0,
      max: PORT_LIST_MAXIMUM,
      words: { 0: 'all ports' },
      access: 'action',
      help: 'Sets the counters of one port to zero; 0: those of all ports and of the neighbor table.',
    }),
  },
  privateMib: { number: 60, columns: ['lldpStatsClear'] },
});

/** Frames that each port sent and received (LLDP-MIB lldpStatsTxPortEntry and lldpStatsRxPortEntry, in one row). */
export const lldpStatsRxPortEntry = table('lldpStatsRxPortEntry', {
  title: 'LLDP statistics of port',
  help: 'Counters since the start or the last clearing. Discarded frames had errors or found no room.',
  page: '/Network/LLDP/StatisticsInformation',
  oid: `${LLDP_MIB}.2.7.1`,
  index: { lldpStatsRxPortNum: integer({ label: 'Port', access: 'ro', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    lldpStatsTxPortFramesTotal: gauge({ mib: { column: `${LLDP_MIB}.2.6.1.2`, syntax: counter32 }, label: 'TX Total' }),
    lldpStatsRxPortFramesTotal: gauge({ mib: { column: 4, syntax: counter32 }, label: 'RX Total' }),
    lldpStatsRxPortFramesDiscardedTotal: gauge({ mib: { column: 2, syntax: counter32 }, label: 'RX Discarded' }),
    lldpStatsRxPortFramesErrors: gauge({ mib: { column: 3, syntax: counter32 }, label: 'RX Errors' }),
    lldpStatsRxPortTLVsDiscardedTotal: gauge({ mib: { column: 5, syntax: counter32 }, label: 'TLVs Discarded' }),
    lldpStatsRxPortTLVsUnrecognizedTotal: gauge({ mib: { column: 6, syntax: counter32 }, label: 'TLVs Unrecognized' }),
    lldpStatsRxPortAgeoutsTotal: gauge({ mib: { column: 7, syntax: unsigned32 }, label: 'Ageouts' }),
    lldpStatsTxPortNamesLeftOut: gauge({
      label: 'Names Left Out',
      help: 'Names of VLANs that did not fit into the last message.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM },
  rowName: ({ lldpStatsRxPortNum }) => say('port {{port}}', { port: lldpStatsRxPortNum }),
  privateMib: { number: 61, columns: ['lldpStatsTxPortNamesLeftOut'] },
});
