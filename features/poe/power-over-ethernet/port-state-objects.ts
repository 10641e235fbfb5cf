import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { table } from '../../../model/schema/object.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

/** `poePortClass` where there is no device, and of one from before the standard. */
export const PowerClass = { none: -1, legacy: -2 } as const;

/** Power supplied by each port; no rows on a switch without Power over Ethernet. */
export const poePortState = table('poePortState', {
  title: 'Power of port',
  help: 'Power at the port now, as measured.',
  page: '/PoE/PowerOverEthernet',
  index: { pethPsePortIndex: integer({ label: 'Port', access: 'ro', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    poePortStatus: enumeration({
      label: 'PoE',
      access: 'ro',
      default: 2,
      choices: {
        'POWER ON': [1, 'POWER ON'],
        'POWER OFF': [2, 'POWER OFF'],
        'Time-Based OFF': [3, 'Time-Based OFF'],
        Short: [4, 'Short'],
        Overload: [5, 'Overload'],
        'Power denied': [6, 'Power denied'],
        'Thermal shutdown': [7, 'Thermal shutdown'],
      },
    }),
    poePortClass: gauge({ label: 'Class', words: { [PowerClass.none]: 'N/A', [PowerClass.legacy]: 'Legacy PD' } }),
    poePortPower: gauge({ label: 'Power', unit: 'W', scale: 1000, decimals: 1 }),
    poePortVoltage: gauge({ label: 'Voltage', unit: 'V', scale: 10, decimals: 1 }),
    poePortCurrent: gauge({ label: 'Current', unit: 'mA' }),
  },
  rows: { max: PORT_LIST_MAXIMUM },
  privateMib: {
    number: 13,
    columns: [
      'pethPsePortIndex retired',
      'poePortStatus',
      'poePortPower',
      'poePortClass',
      'poePortVoltage',
      'poePortCurrent',
    ],
  },
});

/** Values of `poePortStatus`; the labels are those of docs/specification/product.md 4. */
export const PowerStatus = poePortState.fields.poePortStatus.values;
