import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { enumeration, truth } from '../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { portList } from '../../model/schema/kinds/port-list.ts';
import { group, table } from '../../model/schema/object.ts';
import { PORT_LIST_MAXIMUM } from '../../model/values/port-list.ts';
import { cableFindings } from '../tools/diagnostics/objects.ts';
import { aSVPortEntry } from './vlan-objects.ts';

const page = '/HealthDiagnostic';

/** Checking ports: setting `healthPorts` checks them, with their cables where `healthCables` says so. */
export const aSVHealthCtrl = group('aSVHealthCtrl', {
  title: 'Health check',
  page,
  fields: {
    healthPorts: portList({
      label: 'Ports to check',
      required: true,
      access: 'action',
      help: 'Ports whose link, loop state, errors, power and device are checked.',
    }),
    healthCables: truth({
      label: 'Test the cables',
      access: 'action',
      help: 'Also runs the cable test, which interrupts each link for about a second.',
    }),
    /** Tests the cables of recorders, and of the session's port, too. */
    healthEverywhere: truth({
      label: 'Include recorders and this session',
      access: 'action',
      help: 'Otherwise the cable test skips ports of recorders and the port of this session.',
    }),
    /** 1 forgets what was found. */
    healthClear: integer({
      label: 'Clear results',
      min: 1,
      max: 1,
      access: 'action',
      help: 'Deletes the results of all ports.',
    }),
  },
  privateMib: { number: 192, columns: ['healthPorts', 'healthCables', 'healthEverywhere', 'healthClear'] },
});

/** How each port does (docs/specification/system.md B, "Health Diagnostic"). */
export const aSVHealthEntry = table('aSVHealthEntry', {
  title: 'Health of port',
  help: 'Result of the last check of each port.',
  page,
  index: { ifIndex: integer({ label: 'Port', access: 'ro', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    healthState: { ...aSVPortEntry.fields.healthState, label: 'Result' },
    healthReason: aSVPortEntry.fields.healthReason,
    healthReasonSaid: aSVPortEntry.fields.healthReasonSaid,
    healthLink: gauge({ label: 'Link', unit: 'Mbit/s', words: { 0: 'No link' } }),
    healthCable: enumeration({
      label: 'Cable',
      access: 'ro',
      choices: { notRun: [0, 'Not tested'], ...cableFindings },
    }),
    healthCableDistance: gauge({ label: 'Fault at', unit: 'm', words: { [-1]: '–' }, default: -1 }),
    healthLoop: enumeration({
      label: 'Loop',
      access: 'ro',
      choices: { normal: [1, 'No loop'], loop: [2, 'Loop'] },
    }),
    healthDamaged: gauge({ label: 'Damaged frames' }),
    healthReply: enumeration({
      label: 'Device',
      access: 'ro',
      choices: { replied: [1, 'Replied'], silent: [2, 'Silent'], noAddress: [3, 'Not checked yet'] },
      default: 3,
    }),
    healthTime: dateTime({ label: 'Checked' }),
    healthGroup: gauge({ label: 'Group', words: { 0: '–' } }),
  },
  rows: { max: PORT_LIST_MAXIMUM },
  privateMib: {
    number: 193,
    columns: [
      'ifIndex retired',
      'healthState',
      'healthReason',
      'healthReasonSaid',
      'healthLink',
      'healthCable',
      'healthCableDistance',
      'healthLoop',
      'healthDamaged',
      'healthReply',
      'healthTime',
      'healthGroup',
    ],
  },
});

/** Wire values of `healthCable`. */
export const CableResult = aSVHealthEntry.fields.healthCable.values;

/** Wire values of `healthReply`. */
export const HealthReply = aSVHealthEntry.fields.healthReply.values;
