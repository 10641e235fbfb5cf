import type { Listener } from './listener.ts';
import { listenPatiently } from './patient-listening.ts';

/** Callbacks for the places of the web server. */
export interface OwnAddressesFollower {
  /** Called before a new address is listened on. If it rejects, the address is listened on anyway. */
  prepare(address: string): Promise<void>;
  /** The address is listened on now. */
  opened(address: string): void;
  /** The address cannot be listened on yet; it is tried again. */
  refused(address: string, error: unknown): void;
}

/**
 * Listens wherever the switch itself is: when its addresses change, the web server moves with them, so that a browser
 * finds it at the new one.
 */
export class OwnAddresses {
  readonly #listener: Listener;
  readonly #port: number;
  readonly #follower: OwnAddressesFollower;
  /** Addresses that are listened on, or are being tried, each with the turn that does so. */
  readonly #taken = new Map<string, symbol>();

  constructor(listener: Listener, port: number, follower: OwnAddressesFollower) {
    this.#listener = listener;
    this.#port = port;
    this.#follower = follower;
  }

  /** The switch has just these addresses now. */
  follow(addresses: readonly string[]): void {
    for (const address of [...this.#taken.keys()].filter((one) => !addresses.includes(one))) {
      this.#listener.leave(this.#port, address);
      this.#taken.delete(address);
    }
    for (const address of addresses) if (!this.#taken.has(address)) void this.#take(address);
  }

  async #take(address: string): Promise<void> {
    const turn = Symbol(address);
    this.#taken.set(address, turn);
    await this.#follower.prepare(address).catch((error: unknown) => this.#follower.refused(address, error));
    const taken = await listenPatiently(this.#listener, this.#port, address, {
      wanted: () => this.#taken.get(address) === turn,
      refused: (error) => this.#follower.refused(address, error),
    });
    if (taken !== undefined) this.#follower.opened(address);
  }
}
