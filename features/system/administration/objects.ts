import { dateTime } from '../../../model/schema/kinds/date-time.ts';
import { truth } from '../../../model/schema/kinds/enumeration.ts';
import { gauge } from '../../../model/schema/kinds/gauge.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { newPassword, password } from '../../../model/schema/kinds/password.ts';
import { secret } from '../../../model/schema/kinds/secret.ts';
import { alphanumeric, text } from '../../../model/schema/kinds/text.ts';
import { table } from '../../../model/schema/object.ts';
import type { ChangedPlace } from '../../../model/schema/telling.ts';
import { type Message, say } from '../../../model/values/message.ts';

/** The name of the account that a device starts its life with. */
export const INITIAL_USER_NAME = 'admin';

/**
 * The administrator's account (docs/specification/system.md, "Administration" and "Modify Administration"). One row:
 * docs/specification/product.md 6 knows a single administrator login. The password itself is never kept: setting `sysUserPassword`
 * stores its hash.
 */
export const sysUserEntry = table('sysUserEntry', {
  title: 'Administrator account',
  page: '/System/Administration',
  index: { sysUserIndex: integer({ label: 'No.', min: 1, max: 1, access: 'create' }) },
  columns: {
    sysUserName: text({
      label: 'User name',
      minLength: 5,
      maxLength: 32,
      characters: alphanumeric,
      default: INITIAL_USER_NAME,
      help: 'Letters and digits. Needs the current password.',
    }),
    /** The password in force; needed with every change of name or password. */
    oldPassword: password({
      label: 'Current password',
      access: 'action',
      help: 'Required for every change of name or password.',
    }),
    sysUserPassword: newPassword({
      label: 'New password',
      optional: true,
      access: 'action',
      help: '8 to 128 printable characters, including blanks. Empty: unchanged.',
    }),
    confirmPassword: newPassword({
      label: 'Confirm password',
      optional: true,
      access: 'action',
      help: 'Must be the same as the new password.',
    }),
    sysUserRevokeTokens: truth({
      label: 'Revoke all API tokens',
      access: 'action',
      help: 'Programs that use one are refused at once.',
    }),
    /** As `SessionControl.hashPassword` made it; no call sets it. Empty until the agent has set the initial password. */
    sysUserPasswordHash: secret({
      label: 'Password',
      minLength: 0,
      maxLength: 255,
      access: 'wo',
      hash: true,
      help: 'Salted hash of the password; it cannot be set.',
    }),
    /** Whether the password is still the one that the device made itself. */
    sysUserFactoryPassword: truth({
      label: 'Initial password still set',
      access: 'ro',
      help: 'Yes: the password is still the one that the switch generated.',
    }),
    sysUserLastLogin: dateTime({ label: 'Last login', help: 'Last successful login.' }),
    sysUserLastAddr: text({
      label: 'Address',
      maxLength: 64,
      access: 'ro',
      help: 'Address from which the last login came.',
    }),
    sysUserSessions: gauge({ label: 'Active sessions', help: 'Sessions of the console and the command line.' }),
  },
  rows: { max: 1, fixed: true },
  // A hash that could be entered would be a password that was never chosen.
  isOwn: true,
  rowName: () => say('the administrator account'),
  factory: () => [{ sysUserIndex: 1 }],
  privateMib: {
    number: 24,
    columns: [
      'sysUserIndex',
      'sysUserName',
      'oldPassword',
      'sysUserPassword',
      'confirmPassword',
      'sysUserPasswordHash',
      'sysUserFactoryPassword',
      'sysUserLastLogin',
      'sysUserLastAddr',
      'sysUserSessions',
      'sysUserRevokeTokens',
    ],
  },
});

/** Said where password and confirmation differ. */
export const passwordsDiffer: Message = say('The two passwords are not the same.');

/**
 * Whether a change is one of the account. No way back touches it: a password in force is replaced only by a new one, with the
 * password before, so that neither the initial password returns nor one that was given up because others knew it.
 */
export function isAccount({ object }: ChangedPlace): boolean {
  return object === sysUserEntry;
}

/** Said where nothing but the account would be undone. */
export const accountStays: Message = say('User name and password cannot be undone. Set them under Administration.');
