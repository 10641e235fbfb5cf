import type { Clock } from '../../datapath/clock.ts';
import { type Bus, type BusValue, NobodyAnswers, type Unsubscribe } from './bus.ts';

type Heard = (value: BusValue) => void;
type Reply = (question: BusValue) => Promise<BusValue>;

/**
 * The bus of a cloud that is one process. Values are copied, as over a network: receivers cannot change each other's.
 */
export class ProcessBus implements Bus {
  readonly #clock: Clock;
  readonly #heard = new Map<string, Set<Heard>>();
  readonly #replies = new Map<string, Reply[]>();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  publish(subject: string, value: BusValue): void {
    const text = JSON.stringify(value);
    for (const heard of this.#heard.get(subject) ?? []) {
      queueMicrotask(() => {
        if (this.#isClosed) return;
        try {
          heard(JSON.parse(text));
        } catch {
          // Errors of one receiver do not affect the others.
        }
      });
    }
  }

  subscribe(subject: string, heard: Heard): Unsubscribe {
    const all = this.#heard.get(subject) ?? new Set();
    this.#heard.set(subject, all.add(heard));
    return () => {
      all.delete(heard);
      if (all.size === 0 && this.#heard.get(subject) === all) this.#heard.delete(subject);
    };
  }

  answer(subject: string, reply: Reply): Unsubscribe {
    const all = this.#replies.get(subject) ?? [];
    this.#replies.set(subject, [...all, reply]);
    return () => {
      const left = (this.#replies.get(subject) ?? []).filter((one) => one !== reply);
      if (left.length > 0) this.#replies.set(subject, left);
      else this.#replies.delete(subject);
    };
  }

  async ask(subject: string, question: BusValue, timeout: number): Promise<BusValue> {
    const [reply, ...others] = this.#replies.get(subject) ?? [];
    if (!reply || this.#isClosed) throw new NobodyAnswers(subject);
    // Each takes its turn.
    this.#replies.set(subject, [...others, reply]);
    const copy: BusValue = JSON.parse(JSON.stringify(question));
    let cancel = () => {};
    const tooLate = new Promise<never>((_, reject) => {
      cancel = this.#clock.after(timeout, () => reject(new NobodyAnswers(subject)));
    });
    try {
      return JSON.parse(JSON.stringify(await Promise.race([reply(copy), tooLate])));
    } finally {
      cancel();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#heard.clear();
    this.#replies.clear();
  }
}
