import type { Listener } from './listener.ts';

/** Milliseconds between two tries to listen on an address that the host does not have yet. */
const RETRY = 500;
/** Tries: duplicate address detection may take a few seconds. */
const TRIES = 20;

/**
 * Listens wherever the switch itself is: when its addresses change, the web server moves with them, so that a browser
 * finds it at the new one.
 */
export class OwnAddresses {
  readonly #listener: Listener;
  readonly #port: number;
  /** Called before a new address is listened on. */
  readonly #prepare: (address: string) => Promise<void>;
  readonly #listening = new Set<string>();
  #wanted: ReadonlySet<string> = new Set();

  constructor(listener: Listener, port: number, prepare: (address: string) => Promise<void>) {
    this.#listener = listener;
    this.#port = port;
    this.#prepare = prepare;
  }

  /** The switch has just these addresses now. Resolves when they are listened on, or cannot be. */
  async follow(addresses: readonly string[]): Promise<void> {
    this.#wanted = new Set(addresses);
    for (const gone of [...this.#listening].filter((address) => !this.#wanted.has(address))) {
      this.#listener.leave(gone);
      this.#listening.delete(gone);
    }
    await Promise.all(
      addresses.filter((address) => !this.#listening.has(address)).map((address) => this.#take(address)),
    );
  }

  /** The addresses that are listened on, or are being tried. */
  get listening(): ReadonlySet<string> {
    return this.#listening;
  }

  async #take(address: string): Promise<void> {
    this.#listening.add(address);
    await this.#prepare(address);
    for (let tries = 0; tries < TRIES && this.#wanted.has(address); tries += 1) {
      try {
        await this.#listener.listen(this.#port, address);
        // It may have gone while the socket was opened.
        if (!this.#wanted.has(address)) this.#listener.leave(address);
        return;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL')) break;
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    }
    this.#listening.delete(address);
  }
}
