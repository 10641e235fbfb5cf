import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { enumeration, truth } from '../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH } from '../../model/values/message.ts';

const page = '/History';

const MAXIMUM = 2_147_483_647;

/** Characters of a point's name. */
export const POINT_NAME_LENGTH = 64;

/** The history as a whole (docs/specification/system.md, "History"). */
export const cfgHistoryCtrl = group('cfgHistoryCtrl', {
  title: 'History',
  page,
  fields: {
    cfgHistorySize: gauge({ label: 'Size', unit: 'bytes', help: 'Flash that history and points use.' }),
    cfgHistorySizeMax: gauge({
      label: 'Maximum size',
      unit: 'bytes',
      help: 'At this size the oldest entries and points are deleted.',
    }),
    cfgHistoryPointsMax: gauge({ label: 'Points at most', help: 'With more saves the oldest points are deleted.' }),
    cfgHistoryDiscard: integer({
      label: 'Discard all unsaved changes',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Puts the startup configuration in force again, without a restart.',
    }),
  },
  privateMib: {
    number: 204,
    columns: ['cfgHistorySize', 'cfgHistorySizeMax', 'cfgHistoryPointsMax', 'cfgHistoryDiscard'],
  },
});

const cfgHistoryKind = enumeration({
  label: 'Kind',
  access: 'ro',
  choices: { change: [1, 'Change'], save: [2, 'Save'], start: [3, 'Start'] },
});

/** What an entry of the history is. */
export const HistoryKind = cfgHistoryKind.values;

const cfgHistoryState = enumeration({
  label: 'State',
  access: 'ro',
  choices: { none: [0, '–'], unsaved: [1, 'unsaved'], saved: [2, 'saved'], undone: [3, 'undone'], lost: [4, 'lost'] },
});

/** What has become of a change. */
export const HistoryState = cfgHistoryState.values;

const cfgHistoryWay = enumeration({
  label: 'Way',
  access: 'ro',
  choices: {
    web: [1, 'Web'],
    wizard: [2, 'Setup wizard'],
    ssh: [3, 'SSH'],
    telnet: [4, 'Telnet'],
    commandLine: [5, 'Command line'],
    snmp: [6, 'SNMP'],
    cloud: [7, 'Cloud'],
    autoConfiguration: [8, 'Auto-configuration'],
    surveillanceMode: [9, 'Surveillance Mode'],
    device: [10, 'Device'],
    token: [11, 'API token'],
  },
});

/** The ways by which the configuration is changed. */
export const HistoryWay = cfgHistoryWay.values;

/** Values of `cfgHistoryUndo`. */
export const Undo = { alone: 1, withLater: 2 } as const;

/** Every change of the configuration, every save and every start, by number: a larger one came later. */
export const cfgHistoryEntry = table('cfgHistoryEntry', {
  title: 'History entry',
  help: 'Changes, saves and starts, with who made them and from where.',
  page,
  index: { cfgHistoryIndex: integer({ label: 'No.', access: 'ro', min: 1, max: MAXIMUM }) },
  columns: {
    cfgHistoryKind,
    cfgHistoryTime: dateTime({ label: 'When' }),
    cfgHistoryUser: text({ label: 'User', access: 'ro', maxLength: 255 }),
    cfgHistoryWay,
    cfgHistoryAddress: text({ label: 'Address', access: 'ro', maxLength: 64 }),
    cfgHistoryForced: truth({ label: 'Forced', access: 'ro' }),
    cfgHistoryState,
    cfgHistoryWhat: text({ label: 'Change', access: 'ro', maxLength: 1024 }),
    /** The lines of the change in words as a list of `ChangeMessage` in JSON, at most eight. */
    cfgHistorySaid: text({ label: 'Message', access: 'ro', maxLength: 2 * MESSAGE_TEXT_LENGTH }),
    /** What it was made for, as a `Message` in JSON; "" if unknown. */
    cfgHistoryNote: text({ label: 'Note', access: 'ro', maxLength: MESSAGE_TEXT_LENGTH }),
    cfgHistoryCount: gauge({ label: 'Settings' }),
    /** Titles of what was changed, separated by " · ". */
    cfgHistoryObjects: text({ label: 'Objects', access: 'ro', maxLength: 1024 }),
    /** The ports that it concerns: "1-3,8". */
    cfgHistoryPorts: text({ label: 'Ports', access: 'ro', maxLength: 255 }),
    cfgHistoryPoint: integer({ label: 'Point', access: 'ro', min: 0, max: MAXIMUM }),
    cfgHistoryPointName: text({ label: 'Point name', access: 'ro', maxLength: POINT_NAME_LENGTH }),
    /** The point can be gone back to, or the change be undone. */
    cfgHistoryRevertible: truth({ label: 'Revertible', access: 'ro' }),
    cfgHistoryUndo: integer({
      label: 'Undo',
      access: 'action',
      min: 1,
      max: 2,
      help: '1 undoes the change, 2 undoes it with the later changes that build on it.',
    }),
  },
  rows: { max: MAXIMUM },
  privateMib: {
    number: 205,
    columns: [
      'cfgHistoryIndex',
      'cfgHistoryKind',
      'cfgHistoryTime',
      'cfgHistoryUser',
      'cfgHistoryWay',
      'cfgHistoryAddress',
      'cfgHistoryForced',
      'cfgHistoryState',
      'cfgHistoryWhat',
      'cfgHistorySaid',
      'cfgHistoryNote',
      'cfgHistoryCount',
      'cfgHistoryObjects',
      'cfgHistoryPorts',
      'cfgHistoryPoint',
      'cfgHistoryPointName',
      'cfgHistoryRevertible',
      'cfgHistoryUndo',
    ],
  },
});

/** The points that one can go back to: the last 100 saves of the startup configuration. */
export const cfgPointEntry = table('cfgPointEntry', {
  title: 'Point',
  help: 'Saves of the startup configuration, which can be gone back to.',
  page,
  index: { cfgPointIndex: integer({ label: 'Point', access: 'ro', min: 1, max: MAXIMUM }) },
  columns: {
    cfgPointTime: dateTime({ label: 'Saved' }),
    cfgPointUser: text({ label: 'By', access: 'ro', maxLength: 255 }),
    cfgPointName: text({ label: 'Name', access: 'ro', maxLength: POINT_NAME_LENGTH }),
    cfgPointChanges: gauge({ label: 'Changed values' }),
    cfgPointRename: text({
      label: 'New name',
      access: 'action',
      maxLength: POINT_NAME_LENGTH,
      help: 'Name of the point; empty removes it.',
    }),
    cfgPointGoBack: integer({
      label: 'Go back',
      access: 'action',
      min: 1,
      max: 1,
      help: 'Puts the configuration of this point in force; nothing is saved.',
    }),
  },
  rows: { max: 100 },
  privateMib: {
    number: 206,
    columns: [
      'cfgPointIndex',
      'cfgPointTime',
      'cfgPointUser',
      'cfgPointName',
      'cfgPointChanges',
      'cfgPointRename',
      'cfgPointGoBack',
    ],
  },
});

/** What differs between two points; 0 is the running configuration. Empty unless both are named. */
export const cfgDifferenceEntry = table('cfgDifferenceEntry', {
  title: 'Difference',
  help: 'Changes from one point to another; point 0 is the running configuration.',
  page,
  index: {
    cfgDifferenceFrom: integer({ label: 'From point', access: 'ro', min: 0, max: MAXIMUM }),
    cfgDifferenceTo: integer({ label: 'To point', access: 'ro', min: 0, max: MAXIMUM }),
    cfgDifferenceIndex: integer({ label: 'No.', access: 'ro', min: 1, max: MAXIMUM }),
  },
  columns: {
    cfgDifferenceWhat: text({ label: 'Setting', access: 'ro', maxLength: 1024 }),
    /** A `ChangeMessage` in JSON. */
    cfgDifferenceSaid: text({ label: 'Message', access: 'ro', maxLength: MESSAGE_TEXT_LENGTH }),
  },
  rows: { max: MAXIMUM },
  privateMib: {
    number: 207,
    columns: ['cfgDifferenceFrom', 'cfgDifferenceTo', 'cfgDifferenceIndex', 'cfgDifferenceWhat', 'cfgDifferenceSaid'],
  },
});
