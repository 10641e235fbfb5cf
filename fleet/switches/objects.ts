import { enumeration, truth } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH, say } from '../../model/values/message.ts';
import { moment } from '../moment.ts';

const fleetSwitchCondition = enumeration({
  label: 'State',
  help: 'Whether the switch has its connection to the cloud.',
  choices: { connected: [1, 'Connected'], away: [2, 'Not connected'] },
  access: 'ro',
});

/** Whether a switch has its line. */
export const SwitchCondition = fleetSwitchCondition.values;

const fleetSwitchStanding = enumeration({
  label: 'Configuration',
  help: 'Configuration of the switch compared with the wanted one.',
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
  help: 'Resolves a difference between the switch and the wanted configuration.',
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
    fleetSwitchVersion: text({ label: 'Version', help: 'Firmware that is running.', maxLength: 64, access: 'ro' }),
    fleetSwitchStanding,
    fleetSwitchAlarms: integer({
      label: 'Alarms',
      help: 'Active alarms of the switch.',
      min: 0,
      max: 1000,
      access: 'ro',
    }),
    fleetSwitchLastSeen: moment('Last seen', 'Time of its last message.'),
    fleetSwitchConnectedSince: moment('Connected since', 'Start of its present connection.'),
    fleetSwitchClaimedAt: moment('Claimed', 'Time at which the fleet took it over.'),
    fleetSwitchClaimedBy: text({
      label: 'Claimed by',
      help: 'User who claimed the switch.',
      maxLength: 64,
      access: 'ro',
    }),
    fleetSwitchWanted: integer({
      label: 'Wanted revision',
      help: 'Number of the configuration that the switch should have.',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      access: 'ro',
    }),
    fleetSwitchPresent: integer({
      label: 'Present revision',
      help: 'Number of the configuration that the switch has.',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      access: 'ro',
    }),
    fleetSwitchSafe: integer({
      label: 'Safe revision',
      help: 'Number of the last configuration that the cloud confirmed over a new connection.',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      access: 'ro',
    }),
    fleetSwitchAction,
    /** Why the last change came back, as a `Message` in JSON; "" for none that did. */
    fleetSwitchReasonSaid: text({
      label: 'Reason',
      help: 'Why the last change was reverted.',
      maxLength: MESSAGE_TEXT_LENGTH,
      access: 'ro',
    }),
  },
  filters: {
    fields: {
      search: text({ label: 'Search', maxLength: 64 }),
      condition: enumeration({ label: 'State', choices: { 1: 'Connected', 2: 'Not connected' } }),
      drifted: truth({ label: 'Configuration differs' }),
      alarmed: truth({ label: 'With alarms' }),
      /** All but this one. */
      except: text({ label: 'Serial number', maxLength: 32 }),
      /** With blanks between them. */
      models: text({ label: 'Model', maxLength: 4096 }),
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

const said = (label: string, help: string) => text({ label, help, maxLength: MESSAGE_TEXT_LENGTH, access: 'ro' });

/** Differences between the configurations of a switch; each value is a `Message` in JSON, "" if unknown. */
export const fleetDifferenceEntry = table('fleetDifferenceEntry', {
  title: 'Difference',
  page: '/',
  index: {
    fleetDifferenceSwitch: text({ label: 'Serial number', maxLength: 32, access: 'create' }),
    fleetDifferenceNumber: integer({ label: 'No.', min: 1, max: 100_000, access: 'create' }),
  },
  columns: {
    fleetDifferenceWhat: said('Setting', 'The setting that differs.'),
    fleetDifferenceWanted: said('Wanted', 'Value that the switch should have.'),
    fleetDifferencePresent: said('Present', 'Value that the switch has.'),
    fleetDifferenceSafe: said('Safe', 'Value in the last configuration that worked.'),
  },
  rows: { max: 100_000, fixed: true },
});
