import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { type Log, Severity } from '../log/log.ts';
import { Refusal } from '../refusal.ts';
import type { Account } from './account-source.ts';
import { sameText } from './hand-over.ts';
import type { LoginKey } from './login-key.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';

/** What a login needs of the device. */
export interface SignInSurroundings {
  readonly key: LoginKey;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly log: Log;
  account(): Account;
}

/** A login as it arrived: both parameters still encrypted. */
export interface SignInRequest {
  readonly pelican: string;
  readonly pinkpanther: string;
  readonly cookie: string | undefined;
  readonly remoteAddress: string;
}

const wrong = () => new Refusal(ErrorCode.badCredentials, say('The user name or the password is not correct.'));

/**
 * Signs the administrator in (protocol.md, "login"). A wrong name takes as long as a wrong password and reads the same.
 * Throws a `Refusal`: 8702 bad credentials, 8703 source locked, 8704 too many sessions.
 */
export async function signIn(
  surroundings: SignInSurroundings,
  request: SignInRequest,
): Promise<{ gambit: string; cookie: string }> {
  const { key, passwords, sessions, log } = surroundings;
  const { remoteAddress, cookie } = request;
  if (sessions.isLocked(remoteAddress)) {
    throw new Refusal(ErrorCode.sourceLocked, say('Logins from this address are refused for 10 minutes.'));
  }
  const name = key.unseal(request.pelican);
  const password = key.unseal(request.pinkpanther);
  // Nothing was guessed here, so it does not count towards the lock: a page left open sends an old nonce.
  if (!name || !password || name.nonce !== password.nonce || !key.redeem(name.nonce)) throw wrong();

  const account = surroundings.account();
  const rightName = sameText(name.value, account.name);
  if (rightName && sessions.redeemTicket(password.value, cookie)) return opened(account.name);
  const known = rightName && account.passwordHash !== '' && password.value !== '';
  const right = await passwords.verify(password.value, known ? account.passwordHash : passwords.decoy());
  // Other attempts of this source may have been refused while this one waited for its turn.
  if (sessions.isLocked(remoteAddress)) throw wrong();
  if (!right || !known) {
    sessions.countFailure(remoteAddress);
    throw wrong();
  }
  sessions.locks.succeed(remoteAddress);
  return opened(account.name);

  function opened(user: string) {
    const session = sessions.open(user, remoteAddress, cookie);
    log.write(Severity.notice, say('{{user}} logged in from {{address}}.', { user, address: remoteAddress }));
    return session;
  }
}
