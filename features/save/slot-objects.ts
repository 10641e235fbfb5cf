import { dateTime } from '../../model/schema/kinds/date-time.ts';
import { truth } from '../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../model/schema/kinds/gauge.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';

/** The two places that configurations are kept in (docs/specification/system.md, "Config Backup/Restore"). */
export const cfgSlotEntry = table('cfgSlotEntry', {
  title: 'Configuration',
  help: 'The two configurations on flash.',
  page: '/Save',
  index: { cfgSlotId: integer({ label: 'Configuration', access: 'ro', min: 1, max: 2 }) },
  columns: {
    cfgSlotSize: gauge({ label: 'Size', unit: 'bytes', words: { 0: 'empty' } }),
    cfgSlotTime: dateTime({ label: 'Saved' }),
    cfgSlotUser: text({ label: 'By', access: 'ro', maxLength: 32 }),
    cfgSlotStartUp: truth({ label: 'Startup', access: 'ro' }),
  },
  rows: { max: 2, fixed: true },
  rowName: ({ cfgSlotId }) => say('configuration {{slot}}', { slot: cfgSlotId }),
  privateMib: { number: 6, columns: ['cfgSlotId', 'cfgSlotSize', 'cfgSlotTime', 'cfgSlotUser', 'cfgSlotStartUp'] },
});
