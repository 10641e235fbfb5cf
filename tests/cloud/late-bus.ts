import { type Bus, type BusValue, NobodyAnswers, type Unsubscribe } from '../../cloud/bus/bus.ts';
import type { Clock } from '../../datapath/clock.ts';

/** Milliseconds by which a message is late at most: the patience of a question and more. */
const LATEST = 10_000;

type Reply = (question: BusValue) => Promise<BusValue>;

/**
 * The worst bus that is still one: each word, question and answer comes twice, each time by up to ten seconds late, so that all of
 * them overtake one another.
 */
export class LateBus implements Bus {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #heard = new Map<string, Set<(value: BusValue) => void>>();
  readonly #replies = new Map<string, Reply[]>();
  /** Whether it is late: where not, it is as quick as it can be. */
  isLate = true;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Brings a message, twice. */
  #carry(text: string, bring: (value: BusValue) => void): void {
    if (!this.isLate) {
      bring(JSON.parse(text));
      return;
    }
    for (let copy = 0; copy < 2; copy += 1) {
      this.#clock.after(this.#random() * LATEST, () => bring(JSON.parse(text)));
    }
  }

  publish(subject: string, value: BusValue): void {
    const text = JSON.stringify(value);
    for (const heard of this.#heard.get(subject) ?? []) this.#carry(text, heard);
  }

  subscribe(subject: string, heard: (value: BusValue) => void): Unsubscribe {
    const all = this.#heard.get(subject) ?? new Set();
    this.#heard.set(subject, all.add(heard));
    return () => all.delete(heard);
  }

  answer(subject: string, reply: Reply): Unsubscribe {
    this.#replies.set(subject, [...(this.#replies.get(subject) ?? []), reply]);
    return () => {
      const left = (this.#replies.get(subject) ?? []).filter((one) => one !== reply);
      if (left.length > 0) this.#replies.set(subject, left);
      else this.#replies.delete(subject);
    };
  }

  ask(subject: string, question: BusValue, timeout: number): Promise<BusValue> {
    if (!this.#replies.has(subject)) return Promise.reject(new NobodyAnswers(subject));
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(timeout, () => reject(new NobodyAnswers(subject)));
      const settle = (act: () => void) => {
        cancel();
        act();
      };
      this.#carry(JSON.stringify(question), (brought) => {
        const replies = this.#replies.get(subject) ?? [];
        const reply = replies[Math.floor(this.#random() * replies.length)];
        if (!reply) return;
        Promise.resolve(brought)
          .then(reply)
          .then(
            (answer) => this.#carry(JSON.stringify(answer), (value) => settle(() => resolve(value))),
            (error: Error) => this.#carry('null', () => settle(() => reject(error))),
          );
      });
    });
  }

  async close(): Promise<void> {
    this.#heard.clear();
    this.#replies.clear();
  }
}
