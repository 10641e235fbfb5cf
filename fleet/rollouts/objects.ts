import { enumeration, truth } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH, say } from '../../model/values/message.ts';
import { moment } from '../moment.ts';

/** Switches of a rollout at most. */
export const ROLLOUT_SWITCHES = 20_000;

const fleetRolloutState = enumeration({
  label: 'State',
  help: 'A stopped rollout starts no further switches; an aborted one cannot be resumed.',
  choices: { running: [1, 'Running'], stopped: [2, 'Stopped'], aborted: [3, 'Aborted'], done: [4, 'Finished'] },
  access: 'ro',
});

/** State of a rollout. */
export const RolloutCondition = fleetRolloutState.values;

const fleetRolloutAction = enumeration({
  label: 'Action',
  help: 'Switches in progress finish after Stop and Abort, too.',
  choices: { hold: [1, 'Stop'], resume: [2, 'Resume'], abort: [3, 'Abort'] },
  access: 'action',
});

/** Actions on a rollout. */
export const RolloutAction = fleetRolloutAction.values;

const fleetRolloutChosen = enumeration({
  label: 'Selected switches',
  help: 'Whether the selected switches are the only ones or the exceptions.',
  choices: { get: [1, 'receive it'], leftOut: [2, 'are skipped'] },
  default: 1,
  access: 'create',
});

/** Progress of the chosen switches. */
export const ChosenSwitches = fleetRolloutChosen.values;

const count = (label: string, help: string) => integer({ label, help, min: 0, max: ROLLOUT_SWITCHES, access: 'ro' });

const said = (label: string, help: string) => text({ label, help, maxLength: MESSAGE_TEXT_LENGTH, access: 'ro' });

/** Names that are joined by blanks. */
const names = (label: string, help: string) => text({ label, help, maxLength: 700_000, access: 'create' });

/** Contents distributed to many switches, wave by wave. */
export const fleetRolloutEntry = table('fleetRolloutEntry', {
  title: 'Rollout',
  page: '/Rollouts',
  index: {
    fleetRolloutName: text({
      label: 'Name',
      minLength: 1,
      maxLength: 64,
      access: 'create',
      trim: true,
      help: 'Name that identifies the rollout.',
    }),
  },
  columns: {
    fleetRolloutState,
    fleetRolloutKind: enumeration({
      label: 'Content',
      help: 'Settings of a switch, or firmware.',
      choices: { settings: [1, 'Settings'], firmware: [2, 'Firmware'] },
      access: 'ro',
    }),
    fleetRolloutTotal: count('Switches', 'Switches of the rollout.'),
    fleetRolloutDone: count('Done', 'Switches that have the content.'),
    fleetRolloutUnderWay: count('In progress', 'Switches that are receiving the content.'),
    fleetRolloutWaiting: count('Waiting', 'Switches of this wave or a later one that have not started.'),
    fleetRolloutFailed: count('Failed', 'Switches that refused or reverted the content, or were unreachable.'),
    fleetRolloutLeftOut: count(
      'Skipped',
      'Switches that the content does not fit, or that were removed from the rollout.',
    ),
    fleetRolloutAt: moment('Created', 'Time at which the rollout was created.'),
    fleetRolloutBegin: {
      ...moment('Start at', 'The first wave starts at this time; empty: at once.'),
      access: 'create',
    },
    fleetRolloutBy: text({ label: 'By', help: 'User who created the rollout.', maxLength: 64, access: 'ro' }),
    /** Its content, and why it is no longer running, as messages in JSON; "" for no reason. */
    fleetRolloutWhatSaid: said('Content', 'The content in words.'),
    fleetRolloutReasonSaid: said('Reason', 'Why the rollout is no longer running.'),
    /** The switch whose settings are brought, which of them, and whether other rows of the same tables go. */
    fleetRolloutFrom: text({
      label: 'Source',
      help: 'Serial number of the switch whose settings are copied.',
      maxLength: 32,
      access: 'create',
    }),
    fleetRolloutSettings: names('Settings', 'Names of the settings that are copied, separated by blanks.'),
    fleetRolloutReplaces: truth({
      label: 'Remove other rows',
      default: 2,
      access: 'create',
      help: 'Rows of the same tables that do not exist on this switch.',
    }),
    /** In the place of settings: the digest of a bundle. */
    fleetRolloutFirmware: text({
      label: 'Firmware',
      help: 'SHA-256 of the firmware that is installed.',
      maxLength: 64,
      access: 'create',
    }),
    /** To which switches it goes: to these, or to all but these in which the words are found. Without any it is all of those. */
    fleetRolloutSwitches: names(
      'Switches',
      'Serial numbers of the selected switches, separated by blanks; empty: all that match the search.',
    ),
    fleetRolloutSearch: text({
      label: 'Search',
      help: 'Limits the rollout to switches with these words in name, model, address or serial number.',
      maxLength: 64,
      access: 'create',
    }),
    fleetRolloutChosen,
    fleetRolloutAction,
  },
  filters: { fields: { search: text({ label: 'Search', maxLength: 64 }) }, fits: () => true },
  rows: { max: 100_000 },
  rowName: ({ fleetRolloutName: name }) => say('rollout {{name}}', { name }),
});

const fleetMemberState = enumeration({
  label: 'State',
  help: 'Progress of this switch. Reverted: it returned to its former configuration because nothing confirmed the new one.',
  choices: {
    waiting: [1, 'Waiting'],
    sent: [2, 'In progress'],
    done: [3, 'Done'],
    cameBack: [4, 'Reverted'],
    refused: [5, 'Refused'],
    unreachable: [6, 'Unreachable'],
    leftOut: [7, 'Skipped'],
    takenOut: [8, 'Removed'],
  },
  access: 'ro',
});

/** State of a switch of a rollout. */
export const MemberCondition = fleetMemberState.values;

/** The switches of a rollout. */
export const fleetMemberEntry = table('fleetMemberEntry', {
  title: 'Switch of a rollout',
  page: '/Rollouts',
  index: {
    fleetMemberRollout: text({ label: 'Rollout', maxLength: 64, access: 'create' }),
    fleetMemberSwitch: text({ label: 'Serial number', maxLength: 32, access: 'create' }),
  },
  columns: {
    fleetMemberName: text({ label: 'Name', maxLength: 255, access: 'ro' }),
    fleetMemberModel: text({ label: 'Model', maxLength: 64, access: 'ro' }),
    fleetMemberWave: integer({
      label: 'Wave',
      help: 'Group of switches that start together; the next one starts when this one has succeeded.',
      min: 1,
      max: 4,
      access: 'ro',
    }),
    fleetMemberState,
    fleetMemberReasonSaid: said('Reason', 'Why the switch was skipped or failed.'),
    fleetMemberAt: moment('Since', 'Time of the last change of its state.'),
    /** 1 takes a switch out that waits for its turn. */
    fleetMemberTakeOut: integer({
      label: 'Remove',
      help: 'Skips a switch that is still waiting.',
      min: 1,
      max: 1,
      access: 'action',
    }),
  },
  filters: {
    fields: {
      rollout: text({ label: 'Rollout', maxLength: 64 }),
      search: text({ label: 'Search', maxLength: 64 }),
      state: integer({ label: 'State', min: 1, max: 8 }),
    },
    fits: () => true,
  },
  rows: { max: ROLLOUT_SWITCHES, fixed: true },
});

/** The result of a rollout at each switch, before it begins: columns of the rollout are its filters. */
export const fleetPreviewEntry = table('fleetPreviewEntry', {
  title: 'Preview',
  page: '/Rollouts',
  index: { fleetPreviewSwitch: text({ label: 'Serial number', maxLength: 32, access: 'create' }) },
  columns: {
    fleetPreviewName: text({ label: 'Name', maxLength: 255, access: 'ro' }),
    fleetPreviewModel: text({ label: 'Model', maxLength: 64, access: 'ro' }),
    fleetPreviewSaid: said('Changes', 'Settings that will change at this switch, or why it is skipped.'),
  },
  filters: {
    fields: {
      search: text({ label: 'Search', maxLength: 64 }),
      fleetRolloutFrom: text({ label: 'Source', maxLength: 32 }),
      fleetRolloutSettings: text({ label: 'Settings', maxLength: 65_536 }),
      fleetRolloutReplaces: integer({ label: 'Remove other rows', min: 1, max: 2 }),
      fleetRolloutFirmware: text({ label: 'Firmware', maxLength: 64 }),
    },
    fits: () => true,
  },
  rows: { max: ROLLOUT_SWITCHES, fixed: true },
});

/** Settings of a switch, one by one: a column of a group, or a whole table. */
export const fleetSettingEntry = table('fleetSettingEntry', {
  title: 'Setting',
  page: '/Rollouts',
  index: {
    fleetSettingSwitch: text({ label: 'Serial number', maxLength: 32, access: 'create' }),
    fleetSettingName: text({ label: 'Setting', maxLength: 128, access: 'create' }),
  },
  columns: {
    fleetSettingWhat: said('Setting', 'The setting in words.'),
    fleetSettingValue: said('Value', 'Its value at the source.'),
    fleetSettingSection: said('Section', 'Its part of the menu.'),
    fleetSettingChanged: truth({ label: 'Changed', help: 'Whether the value is not the default.', access: 'ro' }),
  },
  rows: { max: 100_000, fixed: true },
});
