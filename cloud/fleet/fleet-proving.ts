import type { Clock } from '../../datapath/clock.ts';
import type { LogWriter } from '../../device/log/log.ts';
import { AttemptBudget } from '../../device/sessions/attempt-budget.ts';
import type { KnownBrowsers } from '../../device/sessions/known-browsers.ts';
import type { LoginKey } from '../../device/sessions/login-key.ts';
import type { Passwords } from '../../device/sessions/passwords.ts';
import type { ProofSurroundings } from '../../device/sessions/sign-in.ts';
import type { Users } from '../users.ts';
import type { FleetSessions } from './fleet-sessions.ts';

/** Dependencies of proving a password of the fleet. */
interface Surroundings {
  readonly users: Users;
  readonly sessions: FleetSessions;
  readonly passwords: Passwords;
  readonly browsers: KnownBrowsers;
  readonly key: LoginKey;
  readonly clock: Clock;
  readonly log: LogWriter;
}

/** How passwords of the fleet's accounts are proved, and what came sealed is opened. */
export type FleetProving = ProofSurroundings & { readonly key: LoginKey };

/**
 * Authenticates users of the fleet as a switch authenticates its administrator: only against the accounts of the cloud.
 */
export function fleetProving({ users, sessions, passwords, browsers, key, clock, log }: Surroundings): FleetProving {
  return {
    ...{ sessions, passwords, browsers, key, log },
    budget: new AttemptBudget(clock),
    account(name) {
      const user = users.named(name);
      return { name: user?.name ?? '', passwordHash: user?.passwordHash ?? '' };
    },
    renewHash: (name, password, former) => renewHash({ users, passwords }, { name, password, former }),
    servers: () => [],
  };
}

/** Stores a new hash of a password that was hashed with former parameters. Never rejects: the next login does it. */
export async function renewHash(
  { users, passwords }: Pick<Surroundings, 'users' | 'passwords'>,
  { name, password, former }: { readonly name: string; readonly password: string; readonly former: string },
): Promise<void> {
  try {
    await users.renewHash(name, former, await passwords.hash(password));
  } catch {
    // The store is away.
  }
}
