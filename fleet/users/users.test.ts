import { beforeEach, expect, test } from 'vitest';
import type { FleetCaller, FleetContext } from '../../cloud/fleet/fleet-feature.ts';
import type { KeptUser } from '../../cloud/store/accounts.ts';
import type { Request } from '../../device/management.ts';
import { Passwords } from '../../device/sessions/passwords.ts';
import { weakSecrets } from '../../device/sessions/testing.ts';
import { wordsOf } from '../../model/values/message.ts';
import { users } from './cloud.ts';
import { fleetUserEntry, UserRole } from './objects.ts';

const userNamed = (name: string): KeptUser => ({ name, tenant: 'own', passwordHash: '', role: 'administrator' });

let kept: Map<string, KeptUser>;
let trail: string[];

beforeEach(() => {
  kept = new Map(['admin', 'other'].map((name) => [name, userNamed(name)]));
  trail = [];
});

/** Asks for a change as "admin", who is an administrator. */
async function ask(kind: Request['kind'], values: Request['values']): Promise<void> {
  const context = {
    passwords: new Passwords(weakSecrets.passwordCost),
    users: {
      named: (name: string) => kept.get(name),
      all: () => [...kept.values()],
      put: async (user: KeptUser) => void kept.set(user.name, user),
      remove: async (name: string) => void kept.delete(name),
    },
  };
  const caller: FleetCaller = {
    user: userNamed('admin'),
    session: 'own',
    source: '192.0.2.1',
    did: async (said) => void trail.push(wordsOf(said)),
  };
  // Accounts ask for nothing else.
  await users.answers[0]?.perform?.(
    context as unknown as FleetContext,
    { kind, object: fleetUserEntry, values },
    caller,
  );
}

test('nobody deletes his own account, or takes its rights away: the last administrator could be gone', async () => {
  const refused = { message: 'This is your own account.', code: 12 };
  await expect(ask('destroy', { fleetUserName: 'admin' })).rejects.toMatchObject(refused);
  const observer = { fleetUserName: 'admin', fleetUserRole: UserRole.observer };
  await expect(ask('set', observer)).rejects.toMatchObject({ ...refused, place: { column: 'fleetUserRole' } });
  expect([...kept.values()]).toEqual(['admin', 'other'].map(userNamed));
  expect(trail).toEqual([]);
});

test('an administrator changes the passwords of others and deletes their accounts', async () => {
  await ask('set', { fleetUserName: 'other', fleetUserPassword: 'quite another 2' });
  expect(kept.get('other')).toMatchObject({ role: 'administrator', passwordHash: expect.stringMatching(/./) });
  await ask('destroy', { fleetUserName: 'other' });
  expect([...kept.keys()]).toEqual(['admin']);
  expect(trail).toEqual(['Changed the account other.', 'Deleted the account other.']);
});

test('an account is created with the password and the role that it is given, and under a name of its own', async () => {
  const made = { fleetUserName: 'third', fleetUserRole: UserRole.administrator, fleetUserPassword: 'quite another 2' };
  await expect(ask('create', { ...made, fleetUserPassword: '' })).rejects.toMatchObject({ code: 10 });
  await expect(ask('create', { ...made, fleetUserName: 'other' })).rejects.toMatchObject({ code: 18 });
  await ask('create', made);
  expect(kept.get('third')).toMatchObject({ tenant: 'own', role: 'administrator' });
  const { passwordHash } = kept.get('third') ?? userNamed('');
  expect(passwordHash).not.toBe('');
  await ask('set', { fleetUserName: 'third', fleetUserRole: UserRole.observer });
  expect(kept.get('third')).toMatchObject({ role: 'observer', passwordHash });
  expect(trail).toEqual(['Created the account third.', 'Changed the account third.']);
});

test('accounts of another tenant are not there to be changed', async () => {
  kept.set('their', { ...userNamed('their'), tenant: 'other' });
  for (const kind of ['set', 'destroy'] as const) {
    await expect(ask(kind, { fleetUserName: 'their', fleetUserRole: 2 })).rejects.toMatchObject({ code: 2 });
  }
  expect(kept.get('their')).toMatchObject({ tenant: 'other', role: 'administrator' });
});

test('nobody gives himself another password without the one that he has', async () => {
  const change = ask('set', { fleetUserName: 'admin', fleetUserPassword: 'quite another 2' });
  await expect(change).rejects.toMatchObject({ code: 12, place: { column: 'fleetUserPassword' } });
});

test.each(['password1', 'other2026', 'faceplate1', 'OTHER'])(
  'no account is given the password "%s"',
  async (password) => {
    const change = ask('set', { fleetUserName: 'other', fleetUserPassword: password });
    await expect(change).rejects.toMatchObject({ code: 10, place: { column: 'fleetUserPassword' } });
  },
);
