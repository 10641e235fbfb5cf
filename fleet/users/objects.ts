import { enumeration } from '../../model/schema/kinds/enumeration.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { alphanumeric, text } from '../../model/schema/kinds/text.ts';
import { table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';

/** A password that a switch takes, too, whose wizard takes 6 to 32 letters and digits (specification section 9). */
export const PASSWORD = { shortest: 10, longest: 32, characters: alphanumeric } as const;

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
      help: 'A name, or an e-mail address.',
    }),
  },
  columns: {
    fleetUserRole: enumeration({
      label: 'Role',
      choices: { administrator: [1, 'Administrator'], observer: [2, 'Observer'] },
      default: 2,
      help: 'An observer looks at everything and changes nothing.',
    }),
    fleetUserPassword: secret({
      label: 'Password',
      minLength: PASSWORD.shortest,
      maxLength: PASSWORD.longest,
      optional: true,
      help: '10 to 32 letters and digits: the setup wizard of a switch takes no others.',
    }),
  },
  rows: { max: () => 1000 },
  rowName: ({ fleetUserName: name }) => say('user {{name}}', { name }),
});

/** What a user may do. */
export const UserRole = fleetUserEntry.fields.fleetUserRole.values;
