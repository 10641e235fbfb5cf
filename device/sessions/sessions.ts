import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../datapath/clock.ts';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { type Log, Severity } from '../log/log.ts';
import { Refusal } from '../refusal.ts';
import type { WallClock } from '../wall-clock.ts';
import { HandOver } from './hand-over.ts';
import type { Passwords } from './passwords.ts';
import type { SessionControl, SessionState, SourceState } from './session-control.ts';
import { SourceLock } from './source-lock.ts';

/** Sessions side by side (reference/system.md, sysWebSessionMax). */
const SESSION_MAXIMUM = 4;
/** Ended sessions that are remembered, so that their browsers hear of the timeout and not of a wrong token. */
const REMEMBERED = 64;

/** What a call proves its session with: the token and the cookie, neither good without the other. */
export interface Proof {
  readonly gambit: string;
  readonly cookie: string | undefined;
}

/** A session signed in. */
export interface Session {
  readonly id: string;
  readonly user: string;
  readonly remoteAddress: string;
  readonly signedInAt: number;
  readonly tokenHash: string;
  /** Hash of the cookie of the browser that it belongs to. */
  readonly browser: string;
  /** Monotonic milliseconds of its last call that counts. */
  lastUsed: number;
}

/** What the sessions need of the device around them. */
export interface SessionSurroundings {
  readonly clock: Clock;
  readonly wallClock: WallClock;
  readonly log: Log;
  readonly passwords: Passwords;
  readonly initialPasswordHash: string | undefined;
  /** Milliseconds, by the running configuration. */
  idleTimeout(): number;
  isDefault(): boolean;
}

/** The sessions: opened by a login, proved by every call, ended by logout, idleness or a change of password. */
export class Sessions implements SessionControl {
  readonly locks: SourceLock;
  readonly handOver: HandOver;
  readonly initialPasswordHash: string | undefined;
  readonly #surroundings: SessionSurroundings;
  /** By token hash. */
  readonly #sessions = new Map<string, Session>();
  readonly #timedOut = new Set<string>();
  #lastLogin: { readonly time: number; readonly remoteAddress: string } | undefined;

  constructor(surroundings: SessionSurroundings) {
    this.#surroundings = surroundings;
    this.locks = new SourceLock(surroundings.clock);
    this.handOver = new HandOver(surroundings.clock);
    this.initialPasswordHash = surroundings.initialPasswordHash;
  }

  /** Opens a session; the browser keeps its cookie while a session of it lives. Throws a `Refusal` (8704) when full. */
  open(user: string, remoteAddress: string, cookie: string | undefined): { gambit: string; cookie: string } {
    this.endIdle();
    if (this.#sessions.size >= SESSION_MAXIMUM) {
      throw new Refusal(
        ErrorCode.tooManySessions,
        say('Only {{max}} sessions can be open at the same time.', { max: SESSION_MAXIMUM }),
      );
    }
    const kept = cookie !== undefined && this.#hasBrowser(hashOf(cookie)) ? cookie : randomBytes(32).toString('hex');
    const gambit = randomBytes(32).toString('hex');
    const time = this.#surroundings.wallClock.now();
    const session: Session = {
      id: randomBytes(8).toString('hex'),
      user,
      remoteAddress,
      signedInAt: time,
      tokenHash: hashOf(gambit),
      browser: hashOf(kept),
      lastUsed: this.#surroundings.clock.now(),
    };
    this.#sessions.set(session.tokenHash, session);
    this.#lastLogin = { time, remoteAddress };
    return { gambit, cookie: kept };
  }

  /** The session that these prove; throws a `Refusal` (8701 after idleness, else 4294967295). */
  prove({ gambit, cookie }: Proof): Session {
    this.endIdle();
    const tokenHash = hashOf(gambit);
    const session = this.#sessions.get(tokenHash);
    if (session && cookie !== undefined && session.browser === hashOf(cookie)) return session;
    if (!session && this.#timedOut.has(tokenHash)) {
      throw new Refusal(ErrorCode.webTimeout, say('The session ended because it was idle. Please log in again.'));
    }
    throw new Refusal(ErrorCode.gambit, say('The session is not valid. Please log in again.'));
  }

  /** The call counts as use. */
  touch(session: Session): void {
    session.lastUsed = this.#surroundings.clock.now();
  }

  /** Ends the caller's own session; whether the browser has none left. Anything else is no matter. */
  close(proof: Proof): { readonly lastOfBrowser: boolean } {
    try {
      const session = this.prove(proof);
      this.#sessions.delete(session.tokenHash);
      this.#surroundings.log.write(
        Severity.informational,
        say('{{user}} logged out from {{address}}.', named(session)),
      );
      return { lastOfBrowser: !this.#hasBrowser(session.browser) };
    } catch {
      return { lastOfBrowser: false };
    }
  }

  /** Ends what was idle for too long. */
  endIdle(): void {
    const { clock, log } = this.#surroundings;
    const oldest = clock.now() - this.#surroundings.idleTimeout();
    for (const session of this.#sessions.values()) {
      if (session.lastUsed > oldest) continue;
      this.#sessions.delete(session.tokenHash);
      this.#timedOut.add(session.tokenHash);
      log.write(Severity.informational, say('The session of {{user}} from {{address}} timed out.', named(session)));
    }
    for (const first of this.#timedOut) {
      if (this.#timedOut.size <= REMEMBERED) break;
      this.#timedOut.delete(first);
    }
  }

  count(): number {
    this.endIdle();
    return this.#sessions.size;
  }

  list(): readonly SessionState[] {
    this.endIdle();
    const now = this.#surroundings.clock.now();
    return [...this.#sessions.values()].map(({ id, user, remoteAddress, signedInAt, lastUsed }) => ({
      id,
      user,
      remoteAddress,
      signedInAt,
      idle: Math.floor((now - lastUsed) / 1000),
    }));
  }

  sources(): readonly SourceState[] {
    return this.locks.list();
  }

  lastLogin(): { readonly time: number; readonly remoteAddress: string } | undefined {
    return this.#lastLogin;
  }

  endOthers(keep: string | undefined): void {
    for (const session of this.#sessions.values()) {
      if (session.id !== keep) this.#sessions.delete(session.tokenHash);
    }
    this.handOver.withdraw();
  }

  countFailure(remoteAddress: string): void {
    const { log } = this.#surroundings;
    log.write(Severity.warning, say('Login from {{address}} failed.', { address: remoteAddress }));
    if (this.locks.fail(remoteAddress)) {
      log.write(
        Severity.warning,
        say('Logins from {{address}} are refused for 10 minutes after 3 failures.', { address: remoteAddress }),
      );
    }
  }

  isLocked(remoteAddress: string): boolean {
    return this.locks.isLocked(remoteAddress);
  }

  hashPassword(password: string): Promise<string> {
    return this.#surroundings.passwords.hash(password);
  }

  verifyPassword(password: string, hash: string): Promise<boolean> {
    return this.#surroundings.passwords.verify(password, hash);
  }

  offerHandOver(id: string): void {
    const session = [...this.#sessions.values()].find((one) => one.id === id);
    if (!session || !this.#surroundings.isDefault()) {
      throw new Refusal(
        ErrorCode.inconsistentValue,
        say('The hand-over is only for a device that was never configured.'),
      );
    }
    this.handOver.offer(session.browser);
  }

  /** The wizard's ticket, for the browser that asked for it while the device counts as never configured. */
  ticketFor(cookie: string | undefined): string | undefined {
    if (cookie === undefined || !this.#surroundings.isDefault()) return undefined;
    return this.handOver.ticketFor(hashOf(cookie));
  }

  /** Whether `password` is the wizard's ticket in the hands of its browser; it is used up by being right. */
  redeemTicket(password: string, cookie: string | undefined): boolean {
    if (cookie === undefined || !this.#surroundings.isDefault()) return false;
    return this.handOver.redeem(password, hashOf(cookie));
  }

  #hasBrowser(browser: string): boolean {
    return [...this.#sessions.values()].some((session) => session.browser === browser);
  }
}

/** Tokens are 256 random bits, so a plain hash is enough to keep them from being read back out of memory. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whose session it is, and from where, for the log. */
function named({ user, remoteAddress }: Session): { readonly user: string; readonly address: string } {
  return { user, address: remoteAddress };
}
