import { integer } from '../schema/kinds/integer.ts';
import { text } from '../schema/kinds/text.ts';
import { table } from '../schema/object.ts';
import { MESSAGE_TEXT_LENGTH } from '../values/message.ts';

/** Places that are answered; a port of the largest switch in every VLAN has one line for them. */
const PLACES = 1000;

/** Where one row of a table is used: see `usesOf`. Nothing unless a row is asked for. */
export const usageEntry = table('usageEntry', {
  title: 'Use',
  help: 'Places where one entry is used: rows that refer to it, and settings of its number or name.',
  page: '/',
  index: { usagePlace: integer({ label: 'No.', access: 'ro', min: 1, max: PLACES }) },
  columns: {
    usageWhat: text({ label: 'Used by', access: 'ro', maxLength: 1024 }),
    /** The same as a `Message` in JSON. */
    usageSaid: text({ label: 'Message', access: 'ro', maxLength: MESSAGE_TEXT_LENGTH, characters: /[^\0]/ }),
    /** The path of the page where it is set. */
    usagePage: text({ label: 'Page', access: 'ro', maxLength: 128 }),
  },
  rows: { max: PLACES },
  filters: {
    fields: {
      /** The name of the table that the row is in. */
      usageObject: text({ label: 'Object', access: 'action', maxLength: 64 }),
      /** The key of the row: see `rowKey`. */
      usageRow: text({ label: 'Row', access: 'action', maxLength: 255, characters: /[^\0]/ }),
    },
    fits: () => true,
  },
  privateMib: { number: 220, columns: ['usagePlace', 'usageWhat', 'usageSaid', 'usagePage'] },
});
