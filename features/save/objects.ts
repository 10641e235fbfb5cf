import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { enumeration, truth } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH } from '../../model/values/message.ts';

/** Writing the running configuration to flash (docs/specification/product.md 3 and 4; docs/specification/system.md, "Save"). */
export const sysConfig = group('sysConfig', {
  title: 'Configuration',
  page: '/Save',
  fields: {
    configCurrStartUpConfigID: enumeration({
      label: 'Startup configuration',
      access: 'ro',
      choices: { 1: 'Configuration 1', 2: 'Configuration 2' },
      help: 'Configuration that the switch starts with.',
    }),
    configOperConfigID: enumeration({
      label: 'Configuration to write',
      access: 'action',
      choices: { 1: 'Configuration 1', 2: 'Configuration 2' },
      help: 'Configuration that the operation saves to, erases or starts with.',
    }),
    configOper: enumeration({
      label: 'Operation',
      access: 'action',
      choices: {
        none: [0, 'None'],
        setStartUp: [1, 'Set as startup'],
        erase: [2, 'Erase'],
        save: [3, 'Save'],
        restoreFactory: [4, 'Restore factory settings'],
      },
      help: 'Save writes the running configuration to flash. The startup configuration is used from the next start.',
    }),
    configOperStatus: enumeration({
      label: 'Status',
      access: 'ro',
      choices: { 0: 'Idle', 1: 'Success', 2: 'Failure', 3: 'Writing', 4: 'Verifying' },
      help: 'Progress of the last operation.',
    }),
    configDirty: truth({
      label: 'Unsaved changes',
      access: 'ro',
      help: 'Whether the running configuration differs from the startup configuration.',
    }),
    configSavedTime: dateTime({ label: 'Last saved', help: 'When the startup configuration was written.' }),
  },
  privateMib: {
    number: 5,
    columns: [
      'configCurrStartUpConfigID',
      'configOperConfigID',
      'configOper',
      'configOperStatus',
      'configDirty',
      'configSavedTime',
    ],
  },
});

/** Wire values of `configOper` (docs/specification/product.md 4: save is 3). */
export const ConfigOperation = sysConfig.fields.configOper.values;

/** The changes that Save would write: the running configuration against the startup one, in words, the latest first. */
export const configChangeEntry = table('configChangeEntry', {
  title: 'Unsaved change',
  help: 'Differences of the running configuration from the startup configuration, the latest first.',
  page: '/Save',
  index: { configChangeIndex: integer({ label: 'No.', access: 'ro', min: 1, max: 2_147_483_647 }) },
  columns: {
    configChangeWhat: text({ label: 'Setting', access: 'ro', maxLength: 255 }),
    configChangeFrom: text({ label: 'Saved', access: 'ro', maxLength: 1024 }),
    configChangeTo: text({ label: 'Now', access: 'ro', maxLength: 1024 }),
    /** The three before it as one `ChangeMessage` in JSON, for readers of languages other than English. */
    configChangeSaid: text({ label: 'Message', access: 'ro', maxLength: MESSAGE_TEXT_LENGTH }),
    configChangeUser: text({ label: 'By', access: 'ro', maxLength: 32 }),
    configChangeTime: dateTime({ label: 'When' }),
    /** Names the change for as long as it says the same, wherever it stands in the list. */
    configChangeKey: text({ label: 'Key', access: 'ro', maxLength: 32 }),
    configChangeDiscard: text({
      label: 'Discard',
      access: 'action',
      maxLength: 32,
      help: 'Discards the unsaved change with this key.',
    }),
  },
  rows: { max: 2_147_483_647 },
  privateMib: {
    number: 7,
    columns: [
      'configChangeIndex',
      'configChangeWhat',
      'configChangeFrom',
      'configChangeTo',
      'configChangeUser',
      'configChangeTime',
      'configChangeSaid',
      'configChangeKey',
      'configChangeDiscard',
    ],
  },
});
