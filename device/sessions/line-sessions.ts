import { randomBytes } from 'node:crypto';
import type { Clock } from '../../datapath/clock.ts';
import { type Message, say } from '../../model/values/message.ts';
import { type LogWriter, Severity } from '../log/log.ts';

/** A command line that is to become a session. */
export interface LineOpening {
  readonly user: string;
  readonly remoteAddress: string;
  /** How it is reached, for the log: "SSH". */
  readonly way: Message;
  /** Ends what the session runs on; called once, unless `close` came first. Must not throw. */
  end(why: Message): void;
}

/** The session of one command line. */
export interface LineSession {
  readonly id: string;
  /** A line was entered: it is not idle. */
  touch(): void;
  /** Its user has left, or is gone. */
  close(): void;
}

interface Kept extends LineOpening {
  readonly until: number;
  lastUsed: number;
}

/** Dependencies of the sessions. */
export interface LineSurroundings {
  readonly clock: Clock;
  readonly log: LogWriter;
  /** Milliseconds, by the running configuration. */
  idleTimeout(): number;
}

/** Milliseconds after which a session ends, however busy it is. */
const LIFE = 12 * 3_600_000;

/** The sessions of command lines: ended by their users, by idleness, by age, or by a new password. */
export class LineSessions {
  readonly #around: LineSurroundings;
  readonly #sessions = new Map<string, Kept>();

  constructor(around: LineSurroundings) {
    this.#around = around;
  }

  get count(): number {
    return this.#sessions.size;
  }

  open(opening: LineOpening): LineSession {
    const { clock, log } = this.#around;
    const id = randomBytes(8).toString('hex');
    const kept: Kept = { ...opening, until: clock.now() + LIFE, lastUsed: clock.now() };
    this.#sessions.set(id, kept);
    log.write(Severity.notice, say('{{user}} logged in from {{address}} by {{way}}.', named(kept)));
    return {
      id,
      touch() {
        kept.lastUsed = clock.now();
      },
      close: () => {
        if (!this.#sessions.delete(id)) return;
        log.write(Severity.informational, say('{{user}} logged out from {{address}} ({{way}}).', named(kept)));
      },
    };
  }

  /** Ends what was idle, or open, for too long. */
  endOver(): void {
    const { clock, log } = this.#around;
    const now = clock.now();
    const oldest = now - this.#around.idleTimeout();
    for (const [id, session] of this.#sessions) {
      if (session.until <= now) {
        this.#end(id, say('The session has reached its maximum duration.'));
        const message = say('The session of {{user}} from {{address}} reached its maximum duration.', named(session));
        log.write(Severity.informational, message);
      } else if (session.lastUsed <= oldest) {
        this.#end(id, say('The session ended because it was idle.'));
        log.write(Severity.informational, say('The session of {{user}} from {{address}} timed out.', named(session)));
      }
    }
  }

  /** Ends every session but `keep`. */
  endOthers(keep: string | undefined): void {
    for (const id of [...this.#sessions.keys()]) {
      if (id !== keep) this.#end(id, say('The session was ended: log in again.'));
    }
  }

  #end(id: string, why: Message): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    session?.end(why);
  }
}

function named({ user, remoteAddress, way }: LineOpening): {
  readonly user: string;
  readonly address: string;
  readonly way: Message;
} {
  return { user, address: remoteAddress, way };
}
