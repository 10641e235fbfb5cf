import { randomBytes } from 'node:crypto';
import type { Clock } from '../../datapath/clock.ts';
import { type Message, say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { LogWriter } from '../log/log.ts';
import { Severity } from '../log/log.ts';
import type { EventCounts } from '../metrics/event-counts.ts';
import { Refusal } from '../refusal.ts';
import type { WallClock } from '../wall-clock.ts';
import { countGuess } from './failed-guess.ts';
import { FollowTickets } from './follow-tickets.ts';
import { HandOver } from './hand-over.ts';
import type { KnownBrowsers } from './known-browsers.ts';
import { type LineOpening, type LineSession, LineSessions } from './line-sessions.ts';
import type { Passwords } from './passwords.ts';
import { ProvedSessions } from './proved-sessions.ts';
import {
  hashOf,
  NoSessionLeft,
  named,
  type OpenedSession,
  type Proof,
  type Session,
  type SessionOpening,
  type Ticketed,
} from './session.ts';
import type { Prover, SessionControl, SessionState, SourceState } from './session-control.ts';
import { type Guesser, SourceLock } from './source-lock.ts';

const SESSION_MAXIMUM = 4;
/** Milliseconds after which a session ends, however busy it is. */
const LIFE = 12 * 3_600_000;
/** The same for one that was opened by a ticket of the wizard. */
const WIZARD_LIFE = 3_600_000;
/** Ended sessions that are remembered, so that their browsers hear of the timeout and not of a wrong token. */
const REMEMBERED = 64;

/** Dependencies of the sessions. */
export interface SessionSurroundings {
  readonly clock: Clock;
  readonly wallClock: WallClock;
  readonly log: LogWriter;
  readonly counts: EventCounts;
  readonly passwords: Passwords;
  readonly browsers: KnownBrowsers;
  readonly initialPasswordHash: string | undefined;
  /** Sessions side by side; default 4 (docs/specification/system.md, "Login"). */
  readonly maximum?: number;
  /** Milliseconds, by the running configuration. */
  idleTimeout(): number;
  /** The same for command lines. */
  lineIdleTimeout(): number;
  isDefault(): boolean;
  /** A session ended. */
  ended(): void;
}

/** The sessions: opened by a login, proved by every call, ended by logout, idleness or a change of password. */
export class Sessions implements SessionControl {
  readonly locks: SourceLock;
  readonly handOver: HandOver;
  readonly #follow: FollowTickets;
  readonly lines: LineSessions;
  readonly #surroundings: SessionSurroundings;
  /** By token hash. */
  readonly #sessions = new Map<string, Session>();
  readonly #proved: ProvedSessions;
  /** Why they ended, by token hash. */
  readonly #ended = new Map<string, Message>();
  #lastLogin: { readonly time: number; readonly remoteAddress: string } | undefined;

  constructor(surroundings: SessionSurroundings) {
    this.#surroundings = surroundings;
    this.locks = new SourceLock(surroundings.clock);
    this.handOver = new HandOver(surroundings.clock);
    this.#follow = new FollowTickets(surroundings.clock);
    this.#proved = new ProvedSessions(surroundings.clock);
    this.lines = new LineSessions({ ...surroundings, idleTimeout: surroundings.lineIdleTimeout });
  }

  get initialPasswordHash(): string | undefined {
    return this.#surroundings.initialPasswordHash;
  }

  /** Opens a session; the browser keeps its cookie while a session of it lives. Throws `NoSessionLeft`. */
  open({ user, remoteAddress, cookie, known, ticket, end }: SessionOpening): OpenedSession {
    const { forWizard = false, follows } = ticket ?? {};
    this.#makeRoom(remoteAddress, follows ?? end);
    if (follows !== undefined) this.#leave(follows);
    else if (forWizard) this.handOver.withdraw();
    const { clock, wallClock, browsers } = this.#surroundings;
    const kept = cookie !== undefined && this.isSignedIn(cookie) ? cookie : randomBytes(32).toString('hex');
    const remembered = browsers.remember(known, remoteAddress);
    const gambit = randomBytes(32).toString('hex');
    const time = wallClock.now();
    const now = clock.now();
    const session: Session = {
      id: randomBytes(8).toString('hex'),
      number: this.#freeNumber(),
      user,
      remoteAddress,
      signedInAt: time,
      tokenHash: hashOf(gambit),
      browser: hashOf(kept),
      guesser: browsers.visitor(remembered, remoteAddress),
      forWizard,
      until: now + (forWizard ? WIZARD_LIFE : LIFE),
      lastUsed: now,
    };
    this.#sessions.set(session.tokenHash, session);
    this.#lastLogin = { time, remoteAddress };
    return { gambit, cookie: kept, known: remembered };
  }

  /** The session goes on at another address: its ticket is used. */
  #leave(id: string): void {
    this.#follow.withdraw(id);
    const session = this.#find(id);
    if (session) this.#end(session, say('The session goes on at the new address of the switch.'));
  }

  #freeNumber(): number {
    const taken = new Set([...this.#sessions.values()].map(({ number }) => number));
    return [...Array(taken.size + 1).keys()].map((at) => at + 1).find((one) => !taken.has(one)) ?? 1;
  }

  /** Ends the session that the new one asks to replace, where they are all taken. */
  #makeRoom(remoteAddress: string, end: string | undefined): void {
    this.endOver();
    const { maximum = SESSION_MAXIMUM } = this.#surroundings;
    if (this.#sessions.size < maximum) return;
    const replaced = [...this.#sessions.values()].find(({ id }) => id === end);
    if (!replaced) {
      const [longest] = this.list().toSorted((a, b) => b.idle - a.idle);
      if (longest) throw new NoSessionLeft(longest, maximum);
      return;
    }
    const why = say('The session was ended by a login from {{address}}. Please log in again.', {
      address: remoteAddress,
    });
    const log = say('The session of {{user}} from {{address}} was ended by a login from {{other}}.', {
      ...named(replaced),
      other: remoteAddress,
    });
    this.#end(replaced, why);
    this.#surroundings.log.write(Severity.notice, log);
  }

  /** The session that these prove; throws a `Refusal` (8701 where the device ended it, else 4294967295). */
  prove({ gambit, cookie }: Proof): Session {
    this.endOver();
    const tokenHash = hashOf(gambit);
    const session = this.#sessions.get(tokenHash);
    if (session && cookie !== undefined && session.browser === hashOf(cookie)) return session;
    const why = session ? undefined : this.#ended.get(tokenHash);
    if (why) throw new Refusal(ErrorCode.webTimeout, why);
    throw new Refusal(ErrorCode.gambit, say('The session is not valid. Please log in again.'));
  }

  /** The monotonic milliseconds at which the session ends unless it is used. */
  endOf({ until, lastUsed }: Session): number {
    return Math.min(until, lastUsed + this.#surroundings.idleTimeout());
  }

  /** The call counts as use. */
  touch(session: Session): void {
    session.lastUsed = this.#surroundings.clock.now();
  }

  /**
   * Ends the caller's own session; whether the browser has neither another one nor the wizard's ticket, and so no use for its
   * cookie. Anything else is no matter.
   */
  close(proof: Proof): { readonly lastOfBrowser: boolean } {
    try {
      const session = this.prove(proof);
      this.#remove(session);
      this.#surroundings.log.write(
        Severity.informational,
        say('{{user}} logged out from {{address}}.', named(session)),
      );
      const { browser } = session;
      return { lastOfBrowser: !this.#hasBrowser(browser) && this.handOver.ticketFor(browser) === undefined };
    } catch {
      return { lastOfBrowser: false };
    }
  }

  /** Opens the session of a command line. */
  openLine(opening: LineOpening): LineSession {
    this.#lastLogin = { time: this.#surroundings.wallClock.now(), remoteAddress: opening.remoteAddress };
    return this.lines.open(opening);
  }

  /** Ends what was idle, or open, for too long. */
  endOver(): void {
    this.lines.endOver();
    const { clock, log } = this.#surroundings;
    const now = clock.now();
    const oldest = now - this.#surroundings.idleTimeout();
    for (const session of this.#sessions.values()) {
      if (session.until <= now) {
        this.#end(session, say('The session has reached its maximum duration. Please log in again.'));
        log.write(
          Severity.informational,
          say('The session of {{user}} from {{address}} reached its maximum duration.', named(session)),
        );
      } else if (session.lastUsed <= oldest) {
        this.#end(session, say('The session ended because it was idle. Please log in again.'));
        log.write(Severity.informational, say('The session of {{user}} from {{address}} timed out.', named(session)));
      }
    }
  }

  count(): number {
    this.endOver();
    return this.#sessions.size + this.lines.count;
  }

  list(): readonly SessionState[] {
    this.endOver();
    const now = this.#surroundings.clock.now();
    return [...this.#sessions.values()].map(({ id, number, user, remoteAddress, signedInAt, lastUsed }) => ({
      id,
      number,
      user,
      remoteAddress,
      signedInAt,
      idle: Math.floor((now - lastUsed) / 1000),
    }));
  }

  endNumber(number: number, by: { readonly user: string; readonly remoteAddress: string | undefined }): boolean {
    this.endOver();
    const session = [...this.#sessions.values()].find((one) => one.number === number);
    if (!session) return false;
    const { user: other, remoteAddress: from = '' } = by;
    this.#end(
      session,
      say('The session was ended by {{user}} from {{address}}. Please log in again.', { user: other, address: from }),
    );
    const values = { ...named(session), other, from };
    const message = say('The session of {{user}} from {{address}} was ended by {{other}} from {{from}}.', values);
    this.#surroundings.log.write(Severity.notice, message);
    return true;
  }

  sources(): readonly SourceState[] {
    return this.locks.list();
  }

  lastLogin(): { readonly time: number; readonly remoteAddress: string } | undefined {
    return this.#lastLogin;
  }

  endOthers(keep: string | undefined): void {
    for (const session of this.#sessions.values()) {
      if (session.id !== keep) this.#remove(session);
    }
    this.lines.endOthers(keep);
    this.handOver.withdraw();
    this.#follow.withdrawOthers(keep);
  }

  /** Counts a failed login. */
  countGuess(guesser: Guesser, remoteAddress: string): void {
    this.#surroundings.counts.add('failedLogins');
    countGuess(this.locks, this.#surroundings.log, guesser, remoteAddress);
  }

  countFailure(prover: Prover): void {
    const guesser = this.#guesserOf(prover);
    if (guesser) this.countGuess(guesser, prover.remoteAddress ?? '');
  }

  isLocked(prover: Prover): boolean {
    const guesser = this.#guesserOf(prover);
    return guesser !== undefined && this.locks.isLocked(guesser);
  }

  proved(session: string): void {
    this.#proved.add(session);
  }

  isProved(session: string): boolean {
    return this.#proved.has(session);
  }

  hashPassword(password: string): Promise<string> {
    return this.#surroundings.passwords.hash(password);
  }

  verifyPassword(password: string, hash: string): Promise<boolean> {
    return this.#surroundings.passwords.verify(password, hash, 'browser');
  }

  offerHandOver(id: string): void {
    const session = this.#find(id);
    if (!session || !this.#surroundings.isDefault()) {
      throw new Refusal(
        ErrorCode.inconsistentValue,
        say('The hand-over is only for a device that has never been configured.'),
      );
    }
    if (session.forWizard) {
      throw new Refusal(
        ErrorCode.inconsistentValue,
        say('A session can follow the switch to another address only once without the password. Please log in.'),
      );
    }
    this.handOver.offer(session.browser);
  }

  /** The wizard's ticket, for the browser that asked for it while the device counts as never configured. */
  ticketFor(cookie: string | undefined): string | undefined {
    if (cookie === undefined || !this.#surroundings.isDefault()) return undefined;
    return this.handOver.ticketFor(hashOf(cookie));
  }

  /**
   * The session that `password` opens if it is a ticket: the wizard's in its own browser, or that of a session of
   * `user` which follows the switch to another address. Opening the session uses it up.
   */
  ticketed(user: string, password: string, cookie: string | undefined): Ticketed | undefined {
    const follows = this.#follow.sessionBy(password);
    const session = follows === undefined ? undefined : this.#find(follows);
    if (session?.user === user) return { forWizard: session.forWizard, follows: session.id };
    if (cookie === undefined || !this.#surroundings.isDefault()) return undefined;
    return this.handOver.fits(password, hashOf(cookie)) ? { forWizard: true } : undefined;
  }

  ticketToFollow(id: string): string {
    this.endOver();
    return this.#find(id) ? this.#follow.of(id) : '';
  }

  /** The switch goes to no other address: the tickets for that are void. */
  withdrawTickets(): void {
    this.#follow.withdrawOthers(undefined);
  }

  /** Whether the browser with this session cookie has a session. */
  isSignedIn(cookie: string): boolean {
    return this.#hasBrowser(hashOf(cookie));
  }

  #find(id: string): Session | undefined {
    return [...this.#sessions.values()].find((session) => session.id === id);
  }

  #hasBrowser(browser: string): boolean {
    return [...this.#sessions.values()].some((session) => session.browser === browser);
  }

  #guesserOf({ session: id, remoteAddress }: Prover): Guesser | undefined {
    if (remoteAddress === undefined) return undefined;
    const session = id === undefined ? undefined : this.#find(id);
    return session?.guesser ?? this.#surroundings.browsers.visitor(undefined, remoteAddress);
  }

  #remove({ tokenHash }: Session): void {
    this.#sessions.delete(tokenHash);
    this.#surroundings.ended();
  }

  /** `why` is what its browser hears when it asks again. */
  #end(session: Session, why: Message): void {
    this.#remove(session);
    this.#ended.set(session.tokenHash, why);
    const [first] = this.#ended.keys();
    if (first !== undefined && this.#ended.size > REMEMBERED) this.#ended.delete(first);
  }
}
