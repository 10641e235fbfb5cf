import { systemClock } from '../../datapath/clock.ts';
import type { Backend } from '../switch/backend.ts';

/** Milliseconds for which an answer counts, so that probes cost the switch nothing however many there are. */
const FRESH = 1_000;

/** Milliseconds in which the switch has to answer. */
const PATIENCE = 2_000;

/** Whether the switch answers: asked at most once a second, for all probes together. */
export class Readiness {
  readonly #backend: Pick<Backend, 'ready'>;
  #last: { readonly at: number; readonly answer: Promise<boolean> } | undefined;

  constructor(backend: Pick<Backend, 'ready'>) {
    this.#backend = backend;
  }

  isReady(): Promise<boolean> {
    const at = systemClock.now();
    if (!this.#last || at - this.#last.at >= FRESH) this.#last = { at, answer: this.#ask() };
    return this.#last.answer;
  }

  async #ask(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE);
    });
    try {
      return await Promise.race([this.#backend.ready(undefined), tooLate]);
    } catch {
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}
