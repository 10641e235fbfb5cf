import { randomBytes } from 'node:crypto';
import type { Cancel, Clock } from '../../datapath/clock.ts';
import { type LogWriter, Severity } from '../../device/log/log.ts';
import { Refusal } from '../../device/refusal.ts';
import { countGuess } from '../../device/sessions/failed-guess.ts';
import type { KnownBrowsers } from '../../device/sessions/known-browsers.ts';
import { PROVED_TIME } from '../../device/sessions/proved-sessions.ts';
import {
  hashOf,
  NoSessionLeft,
  type OpenedSession,
  type Proof,
  type SessionOpening,
} from '../../device/sessions/session.ts';
import { type SignInSessions, wrongCredentials } from '../../device/sessions/sign-in.ts';
import { type Guesser, SourceLock } from '../../device/sessions/source-lock.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import { type Message, say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { KeptUser } from '../store/accounts.ts';
import { accountChanged, type KeptSession } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import type { Users } from '../users.ts';

/** Milliseconds after which an idle session ends, and any session. */
const IDLE = 30 * 60_000;
const LIFE = 12 * 3_600_000;

/** Sessions of one tenant side by side. */
const MOST = 100;

/** Milliseconds by which its last use is kept too early at most: not every call is worth a write. */
const COARSE = 30_000;

/**
 * Milliseconds by which clocks of the processes of a cloud may differ; what was used later than that is of a clock that was
 * wrong.
 */
const APART = 5 * 60_000;

/** Milliseconds between two looks for sessions that are over, and for which one that ended is remembered beyond its life. */
const LOOK = 60_000;
const REMEMBERED = 3_600_000;

/** Dependencies of the sessions of the fleet console. */
interface Surroundings {
  readonly store: Pick<Store, 'sessions'>;
  readonly users: Pick<Users, 'named' | 'read'>;
  readonly clock: Clock;
  readonly wallClock: Pick<WallClock, 'now'>;
  readonly browsers: KnownBrowsers;
  readonly log: LogWriter;
}

/** Somebody who is signed in to the fleet console. */
export interface FleetVisit {
  readonly session: KeptSession;
  readonly user: KeptUser;
}

/**
 * The sessions of the fleet console. They are only in the store, so that any process of the cloud accepts them, and an
 * ended one is over at each of them at once; the store has only hashes of their secrets.
 */
export class FleetSessions implements SignInSessions {
  readonly locks: SourceLock;
  readonly #around: Surroundings;
  readonly #stop: Cancel;

  constructor(around: Surroundings) {
    this.#around = around;
    this.locks = new SourceLock(around.clock);
    this.#stop = around.clock.every(LOOK, () => void this.#look().catch(() => {}));
  }

  /** Opens a session; the browser keeps its cookie while a session of it lives. Rejects with a `Refusal`, or `NoSessionLeft`. */
  async open({ user, remoteAddress, cookie, known, nonce, end }: SessionOpening): Promise<OpenedSession> {
    const { store, users, wallClock, browsers } = this.#around;
    const account = users.named(user);
    if (!account) throw wrongCredentials();
    await this.#look();
    const kept = cookie !== undefined && (await this.isSignedIn(cookie)) ? cookie : randomBytes(32).toString('hex');
    const gambit = randomBytes(32).toString('hex');
    const { tenant, passwordHash } = account;
    const made = {
      tokenHash: hashOf(gambit),
      browser: hashOf(kept),
      id: randomBytes(8).toString('hex'),
      user,
      tenant,
      address: remoteAddress,
      signedInAt: wallClock.now(),
      nonce,
      passwordHash,
    };
    const why = say('The session was ended by a login from {{address}}. Please log in again.', {
      address: remoteAddress,
    });
    const became = await store.sessions.open(made, { maximum: MOST, instead: end || undefined, why });
    if (became === 'full') throw await this.#noneLeft(tenant);
    if (became !== 'opened') throw wrongCredentials();
    return { gambit, cookie: kept, known: browsers.remember(known, remoteAddress) };
  }

  /** No wizard moves a cloud to another address. */
  ticketed(): undefined {
    return undefined;
  }

  countGuess(guesser: Guesser, remoteAddress: string): void {
    countGuess(this.locks, this.#around.log, guesser, remoteAddress);
  }

  /** The session that these prove, and its user; rejects with a `Refusal` (8701 where the cloud ended it, else 4294967295). */
  async prove({ gambit, cookie }: Proof): Promise<FleetVisit> {
    const { store, users } = this.#around;
    const session = await store.sessions.of(hashOf(gambit));
    if (!session || cookie === undefined || session.browser !== hashOf(cookie)) {
      throw new Refusal(ErrorCode.gambit, say('The session is not valid. Please log in again.'));
    }
    const over = this.#overBy(session);
    if (over) await this.#end(session, over);
    const why = session.ended ?? over?.why;
    if (why) throw new Refusal(ErrorCode.webTimeout, why);
    const isTheirs = (user: KeptUser | undefined) => user?.tenant === session.tenant;
    // The word that there is a new account may not have come through yet.
    if (!isTheirs(users.named(session.user))) await users.read();
    const user = users.named(session.user);
    if (!user || !isTheirs(user)) throw new Refusal(ErrorCode.webTimeout, accountChanged);
    return { session, user };
  }

  /** The user has shown the password again. */
  async proved({ tokenHash }: KeptSession): Promise<void> {
    await this.#around.store.sessions.proved(tokenHash, this.#around.wallClock.now() + PROVED_TIME);
  }

  /** Whether the user has shown the password again lately, to whichever process of the cloud. */
  isProved({ provedUntil }: KeptSession): boolean {
    const left = provedUntil - this.#around.wallClock.now();
    return left > 0 && left <= PROVED_TIME + APART;
  }

  /** The call counts as use. Never rejects: the next one counts, too. */
  async touch({ tokenHash, lastUsed }: KeptSession): Promise<void> {
    const now = this.#around.wallClock.now();
    if (now - lastUsed >= COARSE) await this.#around.store.sessions.use(tokenHash, now).catch(() => {});
  }

  /**
   * Ends the caller's own session; whether the browser has no other one, and so no use for its cookie. Anything else is no
   * matter.
   */
  async close(proof: Proof): Promise<{ readonly lastOfBrowser: boolean }> {
    try {
      const { store, log } = this.#around;
      const { session } = await this.prove(proof);
      const isOver = await store.sessions.end(session.tokenHash, say('The session has ended. Please log in again.'));
      if (isOver) log.write(Severity.informational, say('{{user}} logged out from {{address}}.', named(session)));
      return { lastOfBrowser: (await store.sessions.ofBrowser(session.browser)).length === 0 };
    } catch {
      return { lastOfBrowser: false };
    }
  }

  /** Whether the browser with this session cookie has a session. */
  async isSignedIn(cookie: string): Promise<boolean> {
    return (await this.#ofBrowser(cookie)).length > 0;
  }

  /** The tenants whose users are signed in with the browser that has this session cookie. */
  async tenantsOf(cookie: string): Promise<readonly string[]> {
    return (await this.#ofBrowser(cookie)).map(({ tenant }) => tenant);
  }

  stop(): void {
    this.#stop();
  }

  async #ofBrowser(cookie: string): Promise<readonly KeptSession[]> {
    const living = await this.#around.store.sessions.ofBrowser(hashOf(cookie));
    return living.filter((session) => !this.#overBy(session));
  }

  async #noneLeft(tenant: string): Promise<Refusal> {
    const now = this.#around.wallClock.now();
    const living = await this.#around.store.sessions.ofTenant(tenant);
    const [longest] = living.toSorted((one, other) => one.lastUsed - other.lastUsed);
    if (!longest) return wrongCredentials();
    const { id, user, address: remoteAddress, signedInAt, lastUsed } = longest;
    const idle = Math.max(0, Math.floor((now - lastUsed) / 1000));
    return new NoSessionLeft({ id, user, remoteAddress, signedInAt, idle }, MOST);
  }

  /** Ends what is over, and forgets what ended long ago. */
  async #look(): Promise<void> {
    const { store, wallClock } = this.#around;
    const now = wallClock.now();
    for (const session of await store.sessions.over({ used: now - IDLE, opened: now - LIFE, now: now + APART })) {
      const over = this.#overBy(session);
      if (over) await this.#end(session, over);
    }
    await store.sessions.forget(now - LIFE - REMEMBERED);
  }

  async #end({ tokenHash }: KeptSession, { why, log }: Over): Promise<void> {
    if (await this.#around.store.sessions.end(tokenHash, why)) this.#around.log.write(Severity.informational, log);
  }

  /** Why a session is over by its time; undefined where it is not. */
  #overBy(session: KeptSession): Over | undefined {
    const { signedInAt, lastUsed } = session;
    const now = this.#around.wallClock.now();
    if (signedInAt <= now - LIFE || lastUsed > now + APART) {
      return {
        why: say('The session has reached its maximum duration. Please log in again.'),
        log: say('The session of {{user}} from {{address}} reached its maximum duration.', named(session)),
      };
    }
    if (lastUsed > now - IDLE) return undefined;
    return {
      why: say('The session ended because it was idle. Please log in again.'),
      log: say('The session of {{user}} from {{address}} timed out.', named(session)),
    };
  }
}

/** Reason of a session's end for its browser, and for the audit trail. */
interface Over {
  readonly why: Message;
  readonly log: Message;
}

/** User and address of a session, for the log. */
function named({ user, address }: KeptSession): { readonly user: string; readonly address: string } {
  return { user, address };
}
