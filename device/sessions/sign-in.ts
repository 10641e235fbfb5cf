import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { type LogWriter, Severity } from '../log/log.ts';
import { Refusal } from '../refusal.ts';
import type { Account } from './account-source.ts';
import type { AttemptBudget } from './attempt-budget.ts';
import { sameText } from './hand-over.ts';
import type { KnownBrowsers, Visitor } from './known-browsers.ts';
import type { LoginKey } from './login-key.ts';
import { busyWithLogins, type Passwords } from './passwords.ts';
import type { OpenedSession, SessionOpening, Ticketed } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { ServerVerdict, SignInServers } from './sign-in-servers.ts';

/** Dependencies of a login. */
interface SignInSurroundings extends ProofSurroundings {
  readonly key: LoginKey;
}

/** The sessions of which a login becomes one. */
export interface SignInSessions extends Pick<Sessions, 'locks' | 'ticketed' | 'countGuess'> {
  open(opening: SessionOpening): OpenedSession | Promise<OpenedSession>;
}

/** Dependencies of proving a password. */
export interface ProofSurroundings {
  readonly passwords: Passwords;
  readonly sessions: SignInSessions;
  readonly browsers: KnownBrowsers;
  readonly budget: AttemptBudget;
  readonly log: LogWriter;
  /** The account with this name, or one that its password cannot prove. */
  account(name: string): Account;
  /** Stores a new hash of a password that was hashed with former parameters. Never rejects. */
  renewHash?(name: string, password: string, former: string): Promise<void>;
  /** Servers that are asked before the switch's own account, in this order. */
  servers(): readonly SignInServers[];
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

/** Says neither whether there is such an account nor what was wrong. */
export const wrongCredentials = () =>
  new Refusal(ErrorCode.badCredentials, say('The user name or the password is not correct.'));

/**
 * Logs the administrator in (docs/specification/protocol.md, "Endpoints"). A wrong name takes as long as a wrong
 * password and reads the same. The cost of clients without a login is bounded, for each source and for all strangers
 * together. Throws a `Refusal`: 8702 bad credentials, 8703 source locked, 8704 too many sessions, 13 busy.
 */
export function signIn(around: SignInSurroundings, request: SignInRequest): Promise<OpenedSession> {
  const visitor = around.browsers.visitor(request.known, request.remoteAddress);
  return admitted(around, visitor, () => proveAndOpen(around, request, visitor));
}

/** A name and a password that were sent as they are, over a connection that is encrypted or trusted. */
interface PlainCredentials {
  readonly name: string;
  readonly password: string;
  readonly remoteAddress: string;
}

/** Proves the administrator by his password, for a session that is no browser's. Throws as `signIn` does. */
export function proveUser(around: ProofSurroundings, credentials: PlainCredentials): Promise<void> {
  const visitor = around.browsers.visitor(undefined, credentials.remoteAddress);
  return admitted(around, visitor, () => provePassword(around, credentials, visitor));
}

/** Lets an attempt through that its source may make now. */
async function admitted<Result>(
  { sessions, budget }: ProofSurroundings,
  visitor: Visitor,
  attempt: () => Promise<Result>,
): Promise<Result> {
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
    return await attempt();
  } finally {
    sessions.locks.leave(visitor);
  }
}

async function proveAndOpen(
  around: SignInSurroundings,
  request: SignInRequest,
  visitor: Visitor,
): Promise<OpenedSession> {
  const { key, sessions, log, account } = around;
  const { remoteAddress, cookie, known, end } = request;
  const name = key.unseal(request.pelican);
  const password = key.unseal(request.pinkpanther);
  // Nothing was guessed here, so it does not count towards the lock: a page left open sends an old nonce.
  if (!name || !password || name.nonce !== password.nonce || !key.redeem(name.nonce)) throw wrongCredentials();
  const { nonce } = name;

  const { name: user } = account(name.value);
  const ticket = sessions.ticketed(name.value, password.value, cookie);
  // The wizard's own is that of the switch's account; a session that follows may be of a user that a server knows.
  if (ticket && (ticket.follows !== undefined || sameText(name.value, user))) return opened(name.value, ticket);
  await provePassword(around, { name: name.value, password: password.value, remoteAddress }, visitor);
  return opened(name.value);

  async function opened(user: string, ticket?: Ticketed): Promise<OpenedSession> {
    const session = await sessions.open({
      user,
      remoteAddress,
      cookie,
      known,
      nonce,
      end,
      ...(ticket && { ticket }),
    });
    log.write(Severity.notice, say('{{user}} logged in from {{address}}.', { user, address: remoteAddress }));
    return session;
  }
}

/** Throws where they are no administrator's, and counts that. A server that answers decides; where none does the account does. */
async function provePassword(
  around: ProofSurroundings,
  credentials: PlainCredentials,
  visitor: Visitor,
): Promise<void> {
  const { passwords, sessions, account: present } = around;
  const { name, password, remoteAddress } = credentials;
  const verdict = await askServers(around.servers(), credentials);
  if (verdict === 'accepted') {
    sessions.locks.succeed(visitor);
    return;
  }
  if (verdict === 'refused') {
    sessions.countGuess(visitor, remoteAddress);
    throw wrongCredentials();
  }
  const account = present(name);
  const possible = sameText(name, account.name) && account.passwordHash !== '' && password !== '' && isPlain(password);
  const hash = possible ? account.passwordHash : passwords.decoy();
  const right = await passwords.verify(password, hash, visitor.standing);
  if (!right || !possible) {
    sessions.countGuess(visitor, remoteAddress);
    throw wrongCredentials();
  }
  // While it was verified the account may have been given another one, and every session of before was ended.
  const now = present(name);
  if (now.name !== account.name || now.passwordHash !== account.passwordHash) throw wrongCredentials();
  sessions.locks.succeed(visitor);
  if (passwords.isOutdated(account.passwordHash))
    await around.renewHash?.(account.name, password, account.passwordHash);
}

/** Characters that a server is asked with at most: no account has more. */
const ASKED_MAXIMUM = 128;

async function askServers(
  servers: readonly SignInServers[],
  { name, password, remoteAddress }: PlainCredentials,
): Promise<ServerVerdict> {
  const isPossible = [name, password].every((text) => text !== '' && text.length <= ASKED_MAXIMUM && isPlain(text));
  if (!isPossible) return 'silent';
  for (const server of servers) {
    const verdict = await server.ask({ name, password, remoteAddress });
    if (verdict !== 'silent') return verdict;
  }
  return 'silent';
}

/** No password holds a control character: a NUL and what follows it must never count as the text before it. */
function isPlain(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}
