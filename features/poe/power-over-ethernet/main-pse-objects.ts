import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { table } from '../../../model/schema/object.ts';
import { scaled } from '../../../model/smi/syntax.ts';
import { say } from '../../../model/values/message.ts';

/** The supply for powered devices (RFC 3621); no row on a switch without Power over Ethernet. */
export const pethMainPseEntry = table('pethMainPseEntry', {
  title: 'PoE supply',
  page: '/PoE/PowerOverEthernet',
  oid: '1.3.6.1.2.1.105.1.3.1.1',
  index: { pethMainPseGroupIndex: integer({ label: 'Group', access: 'create', min: 1, max: 1 }) },
  columns: {
    pethMainPsePower: gauge({
      mib: { column: 2, syntax: scaled(1000) },
      label: 'PoE budget',
      unit: 'W',
      scale: 1000,
      decimals: 0,
      help: 'Power that the supply can provide to all ports together.',
    }),
    pethMainPseOperStatus: enumeration({
      mib: { column: 3 },
      label: 'Supply status',
      access: 'ro',
      choices: { on: [1, 'On'], off: [2, 'Off'], faulty: [3, 'Faulty'] },
      help: 'Faulty: ports get no power.',
    }),
    pethMainPseConsumptionPower: gauge({
      mib: { column: 4, syntax: scaled(1000) },
      label: 'PoE used',
      unit: 'W',
      scale: 1000,
      decimals: 1,
      help: 'Power that all devices draw now.',
    }),
    pethMainPseUsageThreshold: integer({
      mib: { column: 5 },
      label: 'Usage alarm threshold',
      unit: '%',
      min: 1,
      max: 99,
      default: 90,
      help: 'Percentage of the supply in use at which an alarm is raised.',
    }),
    pethPsePortsPowered: gauge({ label: 'Devices powered', help: 'Number of ports that provide power now.' }),
  },
  rows: { max: 1, fixed: true },
  factory: ({ powerBudget = 0 }) => (powerBudget > 0 ? [{ pethMainPseGroupIndex: 1 }] : []),
  rowName: () => say('the PoE supply'),
  privateMib: { number: 12, columns: ['pethPsePortsPowered'] },
});

/** Wire values of `pethMainPseOperStatus`. */
export const SupplyStatus = pethMainPseEntry.fields.pethMainPseOperStatus.values;
