import type { Cancel, Clock } from '../../datapath/clock.ts';
import { type Message, say } from '../../model/values/message.ts';
import { laterFault } from '../guard/judge.ts';
import type { Outlook } from '../guard/outlook.ts';
import type { Confirmation } from '../guard/proof.ts';
import { sessionOf } from '../guard/session.ts';
import { sessionFault } from '../guard/session-fault.ts';
import { type LogWriter, Severity } from '../log/log.ts';
import { type Slot, type Slots, slot } from '../slot.ts';

/** The future loss of the session that confirmed a forced change; undefined if none is known. */
export const laterCut: Slot<Message | undefined> = slot<Message | undefined>('laterCut', undefined);

/** Milliseconds between two looks at whether that has come. */
const PAUSE = 15_000;

/** Dependencies of watching. */
interface LaterSurroundings {
  readonly clock: Clock;
  readonly log: LogWriter;
  readonly slots: Pick<Slots, 'update'>;
  /** The outlook in force, with what it comes to later. */
  prospect(): Outlook;
}

/**
 * A confirmation proves that a change works now. It cannot prove that the change works when timed state has expired or
 * after a restart: this is reported at the confirmation, shown for as long as it is expected, and reported again when
 * it happens.
 */
export class LaterCut {
  readonly #around: LaterSurroundings;
  #stop: Cancel | undefined;

  constructor(around: LaterSurroundings) {
    this.#around = around;
  }

  /** `user` forced a change, and this connection confirmed it. */
  watch(user: string, { connection, path }: Pick<Confirmation, 'connection' | 'path'>): void {
    this.end();
    if (!path) return;
    const { clock, log, prospect } = this.#around;
    const session = sessionOf(prospect(), path, connection);
    const expected = () => laterFault(prospect(), session);
    const reason = expected();
    if (!reason) return;
    const message = say(
      'The change forced by {{user}} was confirmed and works now, but disconnects its session later. {{reason}}',
      {
        user,
        reason,
      },
    );
    log.write(Severity.warning, message);
    this.#tell(reason);
    this.#stop = clock.every(PAUSE, () => {
      const fault = sessionFault(prospect(), session);
      if (fault) {
        const values = { user, station: session.clientMac, reason: fault };
        log.write(
          Severity.warning,
          say('The change forced by {{user}} disconnects station {{station}} now. {{reason}}', values),
        );
      }
      if (fault || !expected()) this.end();
    });
  }

  /** Nothing further is expected. */
  end(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#tell(undefined);
  }

  #tell(reason: Message | undefined): void {
    this.#around.slots.update(laterCut, () => reason);
  }
}
