import { enumeration, truth } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH, say } from '../../model/values/message.ts';
import { moment } from '../moment.ts';

const fleetSwitchCondition = enumeration({
  label: 'State',
  choices: { connected: [1, 'Connected'], away: [2, 'Not connected'] },
  access: 'ro',
});

/** Whether a switch has its line. */
export const SwitchCondition = fleetSwitchCondition.values;

const fleetSwitchStanding = enumeration({
  label: 'Configuration',
  choices: {
    asWanted: [1, 'In sync'],
    underWay: [2, 'Change in progress'],
    differs: [3, 'Changed at the switch'],
    cameBack: [4, 'Change reverted'],
    local: [5, 'Managed locally'],
    unknown: [6, 'Not compared yet'],
    awaitsSetup: [7, 'Setup wizard not finished'],
  },
  access: 'ro',
});

/** Relation of a switch's configuration to the wanted one. */
export const SwitchStanding = fleetSwitchStanding.values;

const fleetSwitchAction = enumeration({
  label: 'Action',
  choices: {
    sendAgain: [1, 'Restore the wanted configuration'],
    takeOver: [2, 'Accept its configuration'],
    returnToSafe: [3, 'Return to the safe configuration'],
  },
  access: 'action',
});

/** Actions on a switch whose configuration differs from the wanted one. */
export const SwitchAction = fleetSwitchAction.values;

/** The switches of the fleet. */
export const fleetSwitchEntry = table('fleetSwitchEntry', {
  title: 'Switch',
  page: '/',
  index: { fleetSwitchSerial: text({ label: 'Serial number', maxLength: 32, access: 'create' }) },
  columns: {
    fleetSwitchCondition,
    fleetSwitchName: text({ label: 'Name', maxLength: 255, access: 'ro' }),
    fleetSwitchModel: text({ label: 'Model', maxLength: 64, access: 'ro' }),
    fleetSwitchAddress: text({ label: 'Address', maxLength: 64, access: 'ro' }),
    fleetSwitchVersion: text({ label: 'Version', maxLength: 64, access: 'ro' }),
    fleetSwitchStanding,
    fleetSwitchAlarms: integer({ label: 'Alarms', min: 0, max: 1000, access: 'ro' }),
    fleetSwitchLastSeen: moment('Last seen'),
    fleetSwitchConnectedSince: moment('Connected since'),
    fleetSwitchClaimedAt: moment('Claimed'),
    fleetSwitchClaimedBy: text({ label: 'Claimed by', maxLength: 64, access: 'ro' }),
    fleetSwitchWanted: integer({ label: 'Wanted revision', min: 0, max: Number.MAX_SAFE_INTEGER, access: 'ro' }),
    fleetSwitchPresent: integer({ label: 'Present revision', min: 0, max: Number.MAX_SAFE_INTEGER, access: 'ro' }),
    fleetSwitchSafe: integer({ label: 'Safe revision', min: 0, max: Number.MAX_SAFE_INTEGER, access: 'ro' }),
    fleetSwitchAction,
    /** Why the last change came back, as a `Message` in JSON; "" for none that did. */
    fleetSwitchReasonSaid: text({ label: 'Reason', maxLength: MESSAGE_TEXT_LENGTH, access: 'ro' }),
  },
  filters: {
    fields: {
      search: text({ label: 'Search', maxLength: 64 }),
      condition: enumeration({ label: 'State', choices: { 1: 'Connected', 2: 'Not connected' } }),
      drifted: truth({ label: 'Configuration differs' }),
      alarmed: truth({ label: 'With alarms' }),
    },
    // The store narrows them.
    fits: () => true,
  },
  rows: { max: 1_000_000 },
  rowName: ({ fleetSwitchSerial, fleetSwitchName }) =>
    fleetSwitchName === ''
      ? say('switch {{serial}}', { serial: fleetSwitchSerial })
      : say('switch {{name}} ({{serial}})', { name: fleetSwitchName, serial: fleetSwitchSerial }),
});

const said = (label: string) => text({ label, maxLength: MESSAGE_TEXT_LENGTH, access: 'ro' });

/** Differences between the configurations of a switch; each value is a `Message` in JSON, "" if unknown. */
export const fleetDifferenceEntry = table('fleetDifferenceEntry', {
  title: 'Difference',
  page: '/',
  index: {
    fleetDifferenceSwitch: text({ label: 'Serial number', maxLength: 32, access: 'create' }),
    fleetDifferenceNumber: integer({ label: 'No.', min: 1, max: 100_000, access: 'create' }),
  },
  columns: {
    fleetDifferenceWhat: said('Setting'),
    fleetDifferenceWanted: said('Wanted'),
    fleetDifferencePresent: said('Present'),
    fleetDifferenceSafe: said('Safe'),
  },
  rows: { max: 100_000, fixed: true },
});
