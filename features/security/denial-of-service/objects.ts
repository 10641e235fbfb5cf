import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { enumeration, status } from '../../../model/schema/kinds/enumeration.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';

const page = '/Security/DenialOfService';

/** Counters of all shapes (docs/specification/security.md, "Denial of Service"). */
export const dosConfig = group('dosConfig', {
  title: 'Denial of service',
  page,
  fields: {
    dosClearCounters: enumeration({
      label: 'Counters',
      access: 'action',
      choices: { clear: [1, 'Clear'] },
      help: 'Sets the counters of dropped frames to zero.',
    }),
  },
  privateMib: { number: 182, columns: ['dosClearCounters'] },
});

const attackType = enumeration({
  label: 'Attack Type',
  access: 'create',
  choices: {
    land: [1, 'Land'],
    blat: [2, 'Blat'],
    smurf: [3, 'Smurf'],
    tcpNullScan: [4, 'TCP Null Scan'],
    tcpXmasScan: [5, 'TCP Xmas Scan'],
    tcpSynFin: [6, 'TCP SYN-FIN'],
    tcpSynSrcPortLess1024: [7, 'TCP SYN from a port below 1024'],
    pingOfDeath: [8, 'Ping of Death'],
    tcpTinyFragment: [9, 'TCP Tiny Fragment'],
  },
  help: 'Shape of frames that is recognized as an attack.',
});

/** Shapes of attacks that are dropped (docs/specification/security.md, "Denial of Service"). */
export const dosTypeEntry = table('dosTypeEntry', {
  title: 'Attack',
  page,
  index: {
    dosType: attackType,
  },
  columns: {
    dosState: status({
      label: 'State',
      help: 'Drops frames of this shape on every port, including those to the switch itself.',
    }),
    dosAction: enumeration({
      label: 'Action',
      access: 'ro',
      choices: { drop: [1, 'Drop'] },
      help: 'Frames of the attack are always dropped.',
    }),
    dosTrapState: status({ label: 'Trap / Log', help: 'Reports dropped frames, at most once a minute.' }),
    dosDropCount: counter64({ label: 'Dropped Frames', help: 'Frames that were dropped since the last clearing.' }),
  },
  rows: { max: 9, fixed: true },
  factory: () => ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map((dosType) => ({ dosType })),
  rowName: ({ dosType }) => say('attack {{type}}', { type: say(attackType.show(dosType)) }),
  privateMib: { number: 183, columns: ['dosType', 'dosState', 'dosAction', 'dosTrapState', 'dosDropCount'] },
});

/** Wire values of `dosType`. */
export const AttackType = dosTypeEntry.fields.dosType.values;
