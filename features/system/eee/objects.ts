import { enumeration, status, truth } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

const page = '/System/IEEE8023azEEE';

/** Whether any link may sleep (docs/specification/system.md, "IEEE 802.3az EEE"). */
export const dot3EeeCtrl = group('dot3EeeCtrl', {
  title: 'Energy-Efficient Ethernet',
  page,
  fields: { eeeGlobalState: status({ label: 'EEE', help: 'Idle links of enabled ports sleep to save power.' }) },
  privateMib: { number: 123, columns: ['eeeGlobalState'] },
});

/** Which links may sleep while idle, and which do. */
export const dot3EeeEntry = table('dot3EeeEntry', {
  title: 'Energy-Efficient Ethernet of port',
  page,
  index: { ifIndex: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    eeePortState: status({
      label: 'State',
      help: 'Takes effect while EEE is enabled. A change interrupts the link for about 2 s.',
    }),
    /** Whether the port can do it at all: copper from 100 Mbit/s on, whose interface offers it. */
    eeeAvailable: truth({ label: 'Available', access: 'ro', help: 'Whether the interface of the port supports it.' }),
    eeeLinkPartner: enumeration({
      label: 'Partner ability',
      choices: { yes: [1, 'Yes'], no: [2, 'No'], unknown: [3, 'Unknown'] },
      default: 3,
      access: 'ro',
      help: 'Whether the far end supports it.',
    }),
    eeeOperState: enumeration({
      label: 'Active',
      choices: { active: [1, 'Active'], inactive: [2, 'Inactive'] },
      default: 2,
      access: 'ro',
      help: 'Both ends negotiate it, at 100 Mbit/s or more and in full duplex. A fixed speed disables it.',
    }),
    eeeTxLpi: truth({ label: 'Tx sleeping', access: 'ro', help: 'Whether the transmitter of the port sleeps now.' }),
    eeeRxLpi: truth({ label: 'Rx sleeping', access: 'ro', help: 'Whether the transmitter of the far end sleeps now.' }),
    eeeTxWakeTime: gauge({
      label: 'Wake time',
      unit: 'µs',
      decimals: 1,
      help: 'Delay of the first frame after a pause.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  factory: ({ ports }) => [...ports.keys()].map((ifIndex) => ({ ifIndex })),
  rowName: ({ ifIndex }) => say('port {{port}}', { port: ifIndex }),
  privateMib: {
    number: 124,
    columns: [
      'ifIndex retired',
      'eeePortState',
      'eeeAvailable',
      'eeeLinkPartner',
      'eeeOperState',
      'eeeTxLpi',
      'eeeRxLpi',
      'eeeTxWakeTime',
    ],
  },
});

/** Wire values of `eeeLinkPartner`. */
export const Partner = dot3EeeEntry.fields.eeeLinkPartner.values;

/** Wire values of `eeeOperState`. */
export const EnergyUse = dot3EeeEntry.fields.eeeOperState.values;
