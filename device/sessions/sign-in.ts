import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { type Log, Severity } from '../log/log.ts';
import { Refusal } from '../refusal.ts';
import type { Account } from './account-source.ts';
import type { AttemptBudget } from './attempt-budget.ts';
import { sameText } from './hand-over.ts';
import type { KnownBrowsers, Visitor } from './known-browsers.ts';
import type { LoginKey } from './login-key.ts';
import { busyWithLogins, type Passwords } from './passwords.ts';
import type { OpenedSession, Sessions } from './sessions.ts';

/** What a login needs of the device. */
export interface SignInSurroundings {
  readonly key: LoginKey;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly browsers: KnownBrowsers;
  readonly budget: AttemptBudget;
  readonly log: Log;
  account(): Account;
}

/** A login as it arrived: both parameters still encrypted. */
export interface SignInRequest {
  readonly pelican: string;
  readonly pinkpanther: string;
  /** The session cookie that the browser has. */
  readonly cookie: string | undefined;
  /** Its proof that it signed in before. */
  readonly known: string | undefined;
  /** A session to end where they are all taken; "" for none. */
  readonly end: string;
  readonly remoteAddress: string;
}

const wrong = () => new Refusal(ErrorCode.badCredentials, say('The user name or the password is not correct.'));

/**
 * Signs the administrator in (protocol.md, "login"). A wrong name takes as long as a wrong password and reads the same.
 * What somebody costs who is not signed in yet is bounded, for each source and for all strangers together.
 * Throws a `Refusal`: 8702 bad credentials, 8703 source locked, 8704 too many sessions, 13 busy.
 */
export async function signIn(around: SignInSurroundings, request: SignInRequest): Promise<OpenedSession> {
  const { sessions, browsers, budget } = around;
  const visitor = browsers.visitor(request.known, request.remoteAddress);
  if (sessions.locks.isLocked(visitor)) {
    const message =
      visitor.standing === 'browser'
        ? say('Logins from this browser are refused for 10 minutes after 3 failures.')
        : say('Logins from this address are refused for 10 minutes after 3 failures.');
    throw new Refusal(ErrorCode.sourceLocked, message);
  }
  if (!sessions.locks.enter(visitor)) throw new Refusal(ErrorCode.resourceUnavailable, busyWithLogins);
  try {
    if (!budget.take(visitor)) throw new Refusal(ErrorCode.resourceUnavailable, busyWithLogins);
    return await proveAndOpen(around, request, visitor);
  } finally {
    sessions.locks.leave(visitor);
  }
}

async function proveAndOpen(
  { key, passwords, sessions, log, account: present }: SignInSurroundings,
  request: SignInRequest,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { remoteAddress, cookie, known, end } = request;
  const name = key.unseal(request.pelican);
  const password = key.unseal(request.pinkpanther);
  // Nothing was guessed here, so it does not count towards the lock: a page left open sends an old nonce.
  if (!name || !password || name.nonce !== password.nonce || !key.redeem(name.nonce)) throw wrong();

  const account = present();
  const rightName = sameText(name.value, account.name);
  if (rightName && sessions.isTicket(password.value, cookie)) return opened(true);
  const possible = rightName && account.passwordHash !== '' && password.value !== '' && isPlain(password.value);
  const hash = possible ? account.passwordHash : passwords.decoy();
  const right = await passwords.verify(password.value, hash, visitor.standing);
  if (!right || !possible) {
    sessions.countGuess(visitor, remoteAddress);
    throw wrong();
  }
  // While it was verified the account may have been given another one, and every session of before was ended.
  const now = present();
  if (now.name !== account.name || now.passwordHash !== account.passwordHash) throw wrong();
  sessions.locks.succeed(visitor);
  return opened(false);

  function opened(forWizard: boolean): OpenedSession {
    const session = sessions.open({ user: account.name, remoteAddress, cookie, known, forWizard, end });
    log.write(
      Severity.notice,
      say('{{user}} logged in from {{address}}.', { user: account.name, address: remoteAddress }),
    );
    return session;
  }
}

/** No password holds a control character: a NUL and what follows it must never count as the text before it. */
function isPlain(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}
