import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { newPassword, password } from '../../model/schema/kinds/password.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';

/** Those who may sign in to the fleet console, and claim switches at the switch. */
export const fleetUserEntry = table('fleetUserEntry', {
  title: 'User',
  page: '/Users',
  index: {
    fleetUserName: text({
      label: 'Account',
      minLength: 5,
      maxLength: 64,
      characters: /[A-Za-z0-9@._+-]/,
      access: 'create',
      help: 'A name or an e-mail address.',
    }),
  },
  columns: {
    fleetUserRole: enumeration({
      label: 'Role',
      choices: { administrator: [1, 'Administrator'], observer: [2, 'Observer'] },
      default: 2,
      help: 'Observers can view everything and change nothing.',
    }),
    fleetUserPassword: newPassword({
      label: 'Password',
      optional: true,
      help: '8 to 128 printable characters, including blanks. Empty: unchanged.',
    }),
  },
  rows: { max: () => 1000 },
  rowName: ({ fleetUserName: name }) => say('user {{name}}', { name }),
});

/** Rights of a user. */
export const UserRole = fleetUserEntry.fields.fleetUserRole.values;

/** The account of the user. */
export const fleetOwnAccount = group('fleetOwnAccount', {
  title: 'Own password',
  page: '/Users',
  fields: {
    fleetOwnPresent: password({ label: 'Current password', help: 'Proves that it is you.', access: 'action' }),
    fleetOwnPassword: newPassword({
      label: 'New password',
      access: 'action',
      help: '8 to 128 printable characters, including blanks.',
    }),
    fleetOwnConfirm: password({ label: 'Confirm password', help: 'The new password once more.', access: 'action' }),
  },
});

/** Said where password and confirmation differ. */
export const passwordsDiffer: Message = say('The two passwords are not the same.');
