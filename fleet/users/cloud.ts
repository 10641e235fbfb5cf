import type { FleetFeature } from '../../cloud/fleet/fleet-feature.ts';
import type { KeptUser } from '../../cloud/store/accounts.ts';
import { placeIn, Refusal } from '../../device/refusal.ts';
import { refuseGuessable } from '../../device/sessions/new-password.ts';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { fleetUserEntry, UserRole } from './objects.ts';
import { ownAccount } from './own-account.ts';

/** Accounts of the fleet console. */
export const users: FleetFeature = {
  answers: [
    {
      object: fleetUserEntry,
      read: async ({ users }, _query, { user: { tenant } }) =>
        users
          .all()
          .filter((user) => user.tenant === tenant)
          .map(rowOf),
      grantsAccess: ({ kind }) => kind !== 'destroy',
      async perform({ users, passwords }, { kind, values }, { user: { tenant, name: own }, did }) {
        const name = String(values.fleetUserName);
        const present = users.named(name);
        const fail = (code: ErrorCode, message: ReturnType<typeof say>, column?: string) =>
          new Refusal(code, message, placeIn(fleetUserEntry, values, column));
        // A name is one user's in the whole cloud: who signs in at a switch says nothing else.
        if (kind === 'create' ? present : present?.tenant !== tenant) {
          throw kind === 'create'
            ? fail(ErrorCode.inconsistentName, say('An account with this name already exists.'), 'fleetUserName')
            : fail(ErrorCode.noSuchName, say('No account has this name.'));
        }
        if (kind === 'destroy') {
          if (name === own) throw fail(ErrorCode.inconsistentValue, say('This is your own account.'));
          await users.remove(name);
          return did(say('Deleted the account {{name}}.', { name }));
        }
        const role =
          values.fleetUserRole === undefined
            ? (present?.role ?? 'observer')
            : values.fleetUserRole === UserRole.administrator
              ? 'administrator'
              : 'observer';
        if (name === own && role !== 'administrator') {
          throw fail(ErrorCode.inconsistentValue, say('This is your own account.'), 'fleetUserRole');
        }
        const password = String(values.fleetUserPassword ?? '');
        if (password === '' && !present) {
          const message = say('{{label}} must be filled in.', { label: say('Password') });
          throw fail(ErrorCode.wrongValue, message, 'fleetUserPassword');
        }
        if (password !== '' && name === own) {
          const message = say('Change your own password with the current one.');
          throw fail(ErrorCode.inconsistentValue, message, 'fleetUserPassword');
        }
        if (password !== '') {
          const place = placeIn(fleetUserEntry, values, 'fleetUserPassword');
          await refuseGuessable(password, { userName: name, shown: [], place });
        }
        const passwordHash = password === '' ? (present?.passwordHash ?? '') : await passwords.hash(password);
        await users.put({ name, tenant, passwordHash, role });
        return did(
          present ? say('Changed the account {{name}}.', { name }) : say('Created the account {{name}}.', { name }),
        );
      },
    },
    ownAccount,
  ],
};

function rowOf({ name, role }: KeptUser): Values {
  return { fleetUserName: name, fleetUserRole: UserRole[role], fleetUserPassword: '' };
}
