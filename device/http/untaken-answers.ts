import type { Exchange } from './exchange.ts';

/** Octets of answers that wait to be taken: some forty of the largest tables. */
const MOST = 32 * 1024 * 1024;

/** What is asked of an `Exchange`. */
interface MadeExchange {
  readonly request: { readonly socket: { readonly writableLength: number } };
  readonly response: Pick<Exchange['response'], 'writableFinished' | 'destroyed'> & {
    destroy(): unknown;
    once(event: 'close', listener: () => void): unknown;
  };
}

/**
 * Bounds the memory of answers that their browsers do not take: those that wait longest lose their connections. Each browser that
 * is signed in could leave a long one on each of its connections.
 */
export class UntakenAnswers {
  /** Octets by the answer, the oldest first. */
  readonly #waiting = new Map<MadeExchange['response'], number>();

  /** An answer was made, and what the network took of it is gone by now. */
  made({ request, response }: MadeExchange): void {
    if (response.writableFinished || response.destroyed) return;
    this.#waiting.set(response, request.socket.writableLength);
    response.once('close', () => this.#waiting.delete(response));
    let octets = [...this.#waiting.values()].reduce((all, one) => all + one, 0);
    for (const [oldest, its] of this.#waiting) {
      // One is left, however long it is.
      if (octets <= MOST || oldest === response) return;
      octets -= its;
      this.#waiting.delete(oldest);
      oldest.destroy();
    }
  }
}
