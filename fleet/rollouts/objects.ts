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
  choices: { running: [1, 'Running'], stopped: [2, 'Stopped'], aborted: [3, 'Aborted'], done: [4, 'Finished'] },
  access: 'ro',
});

/** State of a rollout. */
export const RolloutCondition = fleetRolloutState.values;

const fleetRolloutAction = enumeration({
  label: 'Action',
  choices: { hold: [1, 'Stop'], resume: [2, 'Resume'], abort: [3, 'Abort'] },
  access: 'action',
});

/** Actions on a rollout. */
export const RolloutAction = fleetRolloutAction.values;

const fleetRolloutChosen = enumeration({
  label: 'Selected switches',
  choices: { get: [1, 'receive it'], leftOut: [2, 'are skipped'] },
  default: 1,
  access: 'create',
});

/** Progress of the chosen switches. */
export const ChosenSwitches = fleetRolloutChosen.values;

const count = (label: string) => integer({ label, min: 0, max: ROLLOUT_SWITCHES, access: 'ro' });

const said = (label: string) => text({ label, maxLength: MESSAGE_TEXT_LENGTH, access: 'ro' });

/** Names that are joined by blanks. */
const names = (label: string) => text({ label, maxLength: 700_000, access: 'create' });

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
      choices: { settings: [1, 'Settings'], firmware: [2, 'Firmware'] },
      access: 'ro',
    }),
    fleetRolloutTotal: count('Switches'),
    fleetRolloutDone: count('Done'),
    fleetRolloutUnderWay: count('In progress'),
    fleetRolloutWaiting: count('Waiting'),
    fleetRolloutFailed: count('Failed'),
    fleetRolloutLeftOut: count('Skipped'),
    fleetRolloutAt: moment('Created'),
    fleetRolloutBegin: { ...moment('Start at'), access: 'create' },
    fleetRolloutBy: text({ label: 'By', maxLength: 64, access: 'ro' }),
    /** Its content, and why it is no longer running, as messages in JSON; "" for no reason. */
    fleetRolloutWhatSaid: said('Content'),
    fleetRolloutReasonSaid: said('Reason'),
    /** The switch whose settings are brought, which of them, and whether other rows of the same tables go. */
    fleetRolloutFrom: text({ label: 'Source', maxLength: 32, access: 'create' }),
    fleetRolloutSettings: names('Settings'),
    fleetRolloutReplaces: truth({
      label: 'Remove other rows',
      default: 2,
      access: 'create',
      help: 'Rows of the same tables that do not exist on this switch.',
    }),
    /** In the place of settings: the digest of a bundle. */
    fleetRolloutFirmware: text({ label: 'Firmware', maxLength: 64, access: 'create' }),
    /** To which switches it goes: to these, or to all but these in which the words are found. Without any it is all of those. */
    fleetRolloutSwitches: names('Switches'),
    fleetRolloutSearch: text({ label: 'Search', maxLength: 64, access: 'create' }),
    fleetRolloutChosen,
    fleetRolloutAction,
  },
  filters: { fields: { search: text({ label: 'Search', maxLength: 64 }) }, fits: () => true },
  rows: { max: 100_000 },
  rowName: ({ fleetRolloutName: name }) => say('rollout {{name}}', { name }),
});

const fleetMemberState = enumeration({
  label: 'State',
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
    fleetMemberWave: integer({ label: 'Wave', min: 1, max: 4, access: 'ro' }),
    fleetMemberState,
    fleetMemberReasonSaid: said('Reason'),
    fleetMemberAt: moment('Since'),
    /** 1 takes a switch out that waits for its turn. */
    fleetMemberTakeOut: integer({ label: 'Remove', min: 1, max: 1, access: 'action' }),
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
    fleetPreviewSaid: said('Changes'),
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
  columns: { fleetSettingWhat: said('Setting'), fleetSettingValue: said('Value') },
  rows: { max: 100_000, fixed: true },
});
