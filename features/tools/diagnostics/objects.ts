import type { Fields } from '../../../model/schema/field.ts';
import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, table } from '../../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH, say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

/** Testing cables: setting `cableDiagPorts` tests those of its ports, `cableDiagClear` forgets what was found. */
export const cableDiagCtrl = group('cableDiagCtrl', {
  title: 'Cable test',
  page: '/Tools/Diagnostics',
  fields: {
    cableDiagPorts: portList({
      label: 'Ports to test',
      required: true,
      access: 'action',
      help: 'Copper ports; each link is interrupted for about a second.',
    }),
    cableDiagClear: integer({ label: 'Clear', min: 1, max: 1, access: 'action', help: 'Deletes all results.' }),
  },
  privateMib: { number: 120, columns: ['cableDiagPorts', 'cableDiagClear'] },
});

/** Results for a cable, or for a pair of it. */
export const cableFindings = {
  ok: [1, 'OK'],
  open: [2, 'Open'],
  short: [3, 'Short'],
  openOrShort: [4, 'Open or short'],
  crosstalk: [5, 'Crosstalk'],
  unknown: [6, 'Unknown'],
  noCable: [7, 'No cable'],
  remoteOff: [8, 'Remote off'],
} as const;

const pairStatus = (label: string) =>
  enumeration({
    label,
    choices: { other: [0, 'Not tested'], ...cableFindings },
    access: 'ro',
  });

const pairLength = (label: string) => gauge({ label, unit: 'm', words: { [-1]: 'unknown' }, default: -1 });

const pairs = {
  cableDiagPair1Status: pairStatus('Pair A'),
  cableDiagPair1Length: pairLength('Pair A, length or fault at'),
  cableDiagPair2Status: pairStatus('Pair B'),
  cableDiagPair2Length: pairLength('Pair B, length or fault at'),
  cableDiagPair3Status: pairStatus('Pair C'),
  cableDiagPair3Length: pairLength('Pair C, length or fault at'),
  cableDiagPair4Status: pairStatus('Pair D'),
  cableDiagPair4Length: pairLength('Pair D, length or fault at'),
} satisfies Fields;

/** Result of the last test of each copper port (docs/specification/system.md, "Diagnostics"). */
export const cableDiagEntry = table('cableDiagEntry', {
  title: 'Cable',
  help: 'Result of the last cable test; a length of an intact pair, or the distance of its fault.',
  page: '/Tools/Diagnostics',
  index: { ifIndex: integer({ label: 'Port', min: 1, max: PORT_LIST_MAXIMUM, access: 'ro' }) },
  columns: {
    cableDiagStatus: enumeration({
      label: 'State',
      choices: {
        notRun: [0, 'Not run'],
        running: [1, 'Running'],
        done: [2, 'Done'],
        failed: [3, 'Failed'],
      },
      access: 'ro',
    }),
    ...pairs,
    cableDiagLink: enumeration({ label: 'Link at test', choices: { up: [1, 'Up'], down: [2, 'Down'] }, access: 'ro' }),
    cableDiagTime: dateTime({ label: 'When' }),
    cableDiagReason: text({ label: 'Reason', maxLength: 1024, access: 'ro' }),
    /** The reason as a `Message` in JSON. */
    cableDiagReasonSaid: text({ label: 'Message', maxLength: MESSAGE_TEXT_LENGTH, access: 'ro' }),
  },
  rows: { max: PORT_LIST_MAXIMUM },
  rowName: ({ ifIndex }) => say('the cable of port {{port}}', { port: ifIndex }),
  privateMib: {
    number: 121,
    columns: [
      'ifIndex retired',
      'cableDiagStatus',
      'cableDiagPair1Status',
      'cableDiagPair1Length',
      'cableDiagPair2Status',
      'cableDiagPair2Length',
      'cableDiagPair3Status',
      'cableDiagPair3Length',
      'cableDiagPair4Status',
      'cableDiagPair4Length',
      'cableDiagLink',
      'cableDiagTime',
      'cableDiagReason',
      'cableDiagReasonSaid',
    ],
  },
});

/** State of a port's test. */
export const CableTestStatus = cableDiagEntry.fields.cableDiagStatus.values;

/** Result for a pair. */
export const PairStatus = pairs.cableDiagPair1Status.values;
