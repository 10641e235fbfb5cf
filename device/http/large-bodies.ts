import type { ServerResponse } from 'node:http';

/** Long bodies that are read and worked on at the same time; each costs several times its length. */
const AT_ONCE = 2;

/** Lets long bodies in a few at a time; the others stay in the network until it is their turn. */
export class LargeBodies {
  #present = 0;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when the body may be read that is answered by `response`; the next one's turn comes when that is closed. */
  async enter(response: ServerResponse): Promise<void> {
    if (this.#present < AT_ONCE) this.#present += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (response.destroyed) this.#leave();
    else response.once('close', () => this.#leave());
  }

  /** Hands the place on. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#present -= 1;
  }
}
