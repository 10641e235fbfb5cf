import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, table } from '../../../model/schema/object.ts';
import { counter32 } from '../../../model/smi/syntax.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { poweredPorts } from '../powered-ports.ts';
import { NAME_LENGTH, timeRangeEntry } from '../time-range/objects.ts';

const page = '/PoE/PowerOverEthernet';

/** Milliwatts that a port gives at most (IEEE 802.3at). */
export const PORT_MAXIMUM = 30_000;

/** How the supply is shared out (docs/specification/security.md 2). */
export const poeSystemConfig = group('poeSystemConfig', {
  title: 'Power over Ethernet',
  page,
  fields: {
    poePowerThreshold: integer({
      label: 'System power threshold',
      unit: 'mW',
      min: 7000,
      max: 65_535_000,
      step: 100,
      fixed: [0],
      words: { 0: 'The whole supply' },
      default: 0,
      help: 'Maximum power of all ports together. 0: the whole supply.',
    }),
    poeDisconnectMethod: enumeration({
      label: 'Power shut-off sequence',
      choices: {
        denyNextPort: [1, 'Deny next port'],
        denyLowPriorityPort: [2, 'Deny low priority port'],
      },
      help: 'When the supply is exhausted, either the newest device is denied, or those of the lowest priority lose power.',
    }),
    poeAllocationMode: enumeration({
      label: 'Power allocation',
      choices: { byConsumption: [1, 'By consumption'], byClass: [2, 'By class'] },
      help: 'Counts the actual draw of the devices, or the maximum of their classes, as power in use.',
    }),
    poePowerLeft: gauge({
      label: 'Power left',
      unit: 'W',
      scale: 1000,
      decimals: 1,
      help: 'Power for further devices, by the chosen allocation.',
    }),
    poeUsageRatio: gauge({
      label: 'Usage',
      unit: '%',
      scale: 10,
      decimals: 1,
      help: 'Share of the threshold that is in use.',
    }),
  },
  factory: ({ powerBudget = 0 }) => ({ poePowerThreshold: powerBudget }),
  privateMib: {
    number: 147,
    columns: ['poePowerThreshold', 'poeDisconnectMethod', 'poeAllocationMode', 'poePowerLeft', 'poeUsageRatio'],
  },
});

/** Wire values of `poeDisconnectMethod`. */
export const DisconnectMethod = poeSystemConfig.fields.poeDisconnectMethod.values;

/** Wire values of `poeAllocationMode`. */
export const AllocationMode = poeSystemConfig.fields.poeAllocationMode.values;

/** Whether managers are notified of power (RFC 3621). */
export const pethNotificationControlEntry = table('pethNotificationControlEntry', {
  title: 'PoE notifications',
  page,
  oid: '1.3.6.1.2.1.105.1.4.1.1',
  index: { pethNotificationControlGroupIndex: integer({ label: 'Group', access: 'create', min: 1, max: 1 }) },
  columns: {
    pethNotificationControlEnable: status({
      mib: { column: 2 },
      label: 'PoE notifications',
      default: 1,
      help: 'Reports PoE faults and high usage to trap receivers, if the SNMP settings allow it. The log has them in any case.',
    }),
  },
  rows: { max: 1, fixed: true },
  factory: ({ powerBudget = 0 }) => (powerBudget > 0 ? [{ pethNotificationControlGroupIndex: 1 }] : []),
  rowName: () => say('the PoE supply'),
});

const counter = (column: number, label: string, help: string) =>
  gauge({ mib: { column, syntax: counter32 }, label, help });

/** Power over Ethernet of each port, and its counters (RFC 3621). */
export const pethPsePortEntry = table('pethPsePortEntry', {
  title: 'Power over Ethernet of port',
  page,
  oid: '1.3.6.1.2.1.105.1.1.1',
  index: {
    pethPsePortGroupIndex: integer({ label: 'Group', access: 'create', min: 1, max: 1 }),
    pethPsePortIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }),
  },
  columns: {
    pethPsePortAdminEnable: status({
      mib: { column: 3 },
      label: 'State',
      default: 1,
      help: 'Disabled cuts the power of the device. The data link of the port stays enabled.',
    }),
    pethPsePortDetectionStatus: enumeration({
      mib: { column: 6 },
      label: 'Detection',
      access: 'ro',
      choices: {
        disabled: [1, 'Disabled'],
        searching: [2, 'Searching'],
        deliveringPower: [3, 'Delivering power'],
        fault: [4, 'Fault'],
        test: [5, 'Test'],
        otherFault: [6, 'Other fault'],
      },
      help: 'Searching: no powered device was found at the port.',
    }),
    pethPsePortPowerPriority: enumeration({
      mib: { column: 7 },
      label: 'Priority',
      choices: { critical: [1, 'Critical'], high: [2, 'High'], low: [3, 'Low'] },
      default: 3,
      help: 'Ports of higher priority are powered first and switched off last; among equals, the lower port number comes first.',
    }),
    pethPsePortMPSAbsentCounter: counter(
      8,
      'Disconnections',
      'Number of times that a powered device was disconnected.',
    ),
    pethPsePortType: text({
      mib: { column: 9 },
      label: 'PD description',
      maxLength: 64,
      help: 'For example the kind or place of the powered device.',
    }),
    /** 1 more than the class. */
    pethPsePortPowerClassifications: enumeration({
      mib: { column: 10 },
      label: 'Class',
      access: 'ro',
      choices: { 1: '0', 2: '1', 3: '2', 4: '3', 5: '4', 6: '5', 7: '6', 8: '7', 9: '8' },
      help: 'Power class that the device announced; it decides the automatic limit.',
    }),
    pethPsePortInvalidSignatureCounter: counter(
      11,
      'Invalid signatures',
      'Number of connected devices that do not take power.',
    ),
    pethPsePortPowerDeniedCounter: counter(
      12,
      'Power denied',
      'Number of times that the supply had no power left for the device.',
    ),
    pethPsePortOverLoadCounter: counter(13, 'Overloads', 'Number of times that the device exceeded its limit.'),
    pethPsePortShortCounter: counter(14, 'Short circuits', 'Number of short circuits at the port.'),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: (hardware) =>
    poweredPorts(hardware).map((pethPsePortIndex) => ({ pethPsePortGroupIndex: 1, pethPsePortIndex })),
  rowName: ({ pethPsePortIndex }) => say('port {{port}}', { port: pethPsePortIndex }),
});

/** Wire values of `pethPsePortPowerPriority`. */
export const Priority = pethPsePortEntry.fields.pethPsePortPowerPriority.values;

/** Wire values of `pethPsePortDetectionStatus`. */
export const Detection = pethPsePortEntry.fields.pethPsePortDetectionStatus.values;

/** Seconds for which a device has no power during a restart. */
export const RESTART_SECONDS = 5;

/** Power over Ethernet of each port, beside the standard's table. */
export const poePortExtEntry = table('poePortExtEntry', {
  title: 'Power over Ethernet of port',
  page,
  index: { pethPsePortIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    poePortPowerLimitType: enumeration({
      label: 'Power limit',
      choices: {
        auto: [1, 'Auto'],
        class1: [2, 'Class 1'],
        class2: [3, 'Class 2'],
        class3: [4, 'Class 3'],
        class4: [5, 'Class 4'],
        userDefined: [6, 'User defined'],
      },
      help: "Auto allows the power of the device's class. Devices that draw more are switched off.",
    }),
    poePortPowerLimit: integer({
      label: 'User defined limit',
      unit: 'mW',
      min: 1000,
      max: PORT_MAXIMUM,
      step: 100,
      default: PORT_MAXIMUM,
      help: 'Only with a user defined power limit.',
    }),
    poePortDelayPower: status({
      label: 'Delay power detect',
      help: 'A device without power draw counts as disconnected after 500 ms instead of 400 ms.',
    }),
    poePortLegacyPd: status({ label: 'Legacy PD', help: 'Powers devices from before IEEE 802.3af, too.' }),
    poePortTimeRange: text({
      label: 'Time range',
      maxLength: NAME_LENGTH,
      references: { table: timeRangeEntry, except: [''] },
      help: 'Power is provided only within this schedule.',
    }),
    /** 1 cuts the power of the device for a while (see RESTART_SECONDS), so that it restarts. */
    poePortRestart: integer({
      label: 'Restart device',
      min: 1,
      max: 1,
      access: 'action',
      help: 'Cuts the power of the device for 5 s, so that it restarts.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: (hardware) => poweredPorts(hardware).map((pethPsePortIndex) => ({ pethPsePortIndex })),
  rowName: ({ pethPsePortIndex }) => say('port {{port}}', { port: pethPsePortIndex }),
  privateMib: {
    number: 148,
    columns: [
      'pethPsePortIndex retired',
      'poePortPowerLimitType',
      'poePortPowerLimit',
      'poePortDelayPower',
      'poePortLegacyPd',
      'poePortTimeRange',
      'poePortRestart',
    ],
  },
});

/** Wire values of `poePortPowerLimitType`. */
export const LimitType = poePortExtEntry.fields.poePortPowerLimitType.values;
