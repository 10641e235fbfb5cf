import { say } from '../../model/values/message.ts';
import { type LogWriter, Severity } from '../log/log.ts';
import type { Guesser, SourceLock } from './source-lock.ts';

/** Counts a failed login, and says so in the log. */
export function countGuess(locks: SourceLock, log: LogWriter, guesser: Guesser, address: string): void {
  log.write(Severity.warning, say('Login from {{address}} failed.', { address }));
  if (!locks.fail(guesser)) return;
  const refused = say('Logins from {{address}} are refused for 10 minutes after 3 failures.', {
    address: guesser.shownAs,
  });
  log.write(Severity.warning, refused);
}
