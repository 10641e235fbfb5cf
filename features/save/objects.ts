import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { enumeration, truth } from '../../model/schema/kinds/enumeration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';

const slots = { 1: 'Configuration 1', 2: 'Configuration 2' } as const;

/** The startup configuration and the work on it (specification section 3, sysConfig; reference: Save). */
export const sysConfig = group('sysConfig', {
  title: 'Configuration',
  fields: {
    configCurrStartUpConfigID: enumeration({ label: 'Start-up configuration', choices: slots, access: 'ro' }),
    configOperConfigID: enumeration({ label: 'Configuration to write', choices: slots, access: 'action' }),
    configOper: enumeration({
      label: 'Operation',
      choices: { 0: 'None', 1: 'Set start-up', 2: 'Erase', 3: 'Save', 4: 'Restore factory default' },
      access: 'action',
    }),
    configOperStatus: enumeration({
      label: 'Status',
      choices: { 0: 'Idle', 1: 'Success', 2: 'Failure', 3: 'Writing', 4: 'Verifying' },
      access: 'ro',
    }),
    configDirty: truth({ label: 'Unsaved changes', access: 'ro' }),
    configSavedTime: dateTime({ label: 'Last saved', access: 'ro' }),
  },
});

/** What differs between the running and the startup configuration, in words and in menu order. */
export const configChangeEntry = table('configChangeEntry', {
  title: 'Unsaved change',
  index: { configChangeIndex: integer({ label: 'No.', min: 1, max: 65_535, access: 'ro' }) },
  columns: {
    configChangeWhat: text({ label: 'What', maxLength: 255, access: 'ro' }),
    configChangeFrom: text({ label: 'Saved', maxLength: 255, access: 'ro' }),
    configChangeTo: text({ label: 'Now', maxLength: 255, access: 'ro' }),
  },
  rows: { max: 65_535 },
});
