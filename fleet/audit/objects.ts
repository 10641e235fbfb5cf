import { integer } from '../../model/schema/kinds/integer.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { MESSAGE_TEXT_LENGTH } from '../../model/values/message.ts';
import { moment } from '../moment.ts';

/** Actions in the fleet, and their users. */
export const fleetAuditEntry = table('fleetAuditEntry', {
  title: 'Audit entry',
  page: '/Audit',
  index: {
    fleetAuditNumber: integer({ label: 'No.', min: 1, max: Number.MAX_SAFE_INTEGER, access: 'create' }),
  },
  columns: {
    fleetAuditTime: moment('Time', 'Time of the action.'),
    fleetAuditUser: text({
      label: 'User',
      help: 'Account that acted; the cloud for actions of its own.',
      maxLength: 64,
      access: 'ro',
    }),
    fleetAuditSource: text({ label: 'Address', maxLength: 64, access: 'ro' }),
    fleetAuditSwitch: text({
      label: 'Switch',
      help: 'Serial number of the switch concerned.',
      maxLength: 32,
      access: 'ro',
    }),
    fleetAuditWords: text({
      label: 'Action',
      help: 'The action, in English.',
      maxLength: MESSAGE_TEXT_LENGTH,
      access: 'ro',
    }),
    /** The same as a `Message` in JSON. */
    fleetAuditSaid: text({
      label: 'Action',
      help: 'The action, with its outcome.',
      maxLength: MESSAGE_TEXT_LENGTH,
      access: 'ro',
    }),
  },
  filters: { fields: { search: text({ label: 'Search', maxLength: 64 }) }, fits: () => true },
  rows: { max: 1_000_000, fixed: true },
});
