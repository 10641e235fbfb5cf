import { changesBetween } from '../../model/configuration/change.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import type { Transactions } from '../configuration/transactions.ts';
import type { Flash } from '../flash/flash.ts';
import { type Log, Severity } from '../log/log.ts';
import type { AccountSource } from '../sessions/account-source.ts';
import type { Passwords } from '../sessions/passwords.ts';

/** Dependencies of `hashRenewal`. */
interface HashSurroundings {
  readonly objects: readonly ObjectDeclaration[];
  running(): Transactions;
  readonly flash: Flash;
  readonly passwords: Passwords;
  readonly accounts: AccountSource;
  readonly initial: { readonly hash: string };
  readonly log: Log;
}

/** Hashes a password again that was hashed by former rules; what was saved before stays saved. Never rejects. */
export function hashRenewal({ objects, running, flash, passwords, accounts, initial, log }: HashSurroundings) {
  return async (_name: string, password: string, former: string): Promise<void> => {
    // The initial password is known by its hash until the owner has replaced it.
    if (former === initial.hash) return;
    try {
      const hash = await passwords.hash(password);
      const isSaved = changesBetween(objects, flash.startup, running().configuration).length === 0;
      await running().change(say('a current hash for the password'), (configuration) =>
        accounts.account(configuration).passwordHash === former
          ? accounts.withPasswordHash(configuration, hash)
          : configuration,
      );
      if (isSaved) await flash.write(running().configuration, accounts.account(running().configuration).name);
    } catch (error) {
      log.write(
        Severity.warning,
        say('The password could not be rehashed, because {{reason}}.', { reason: saidBy(error) }),
      );
    }
  };
}
