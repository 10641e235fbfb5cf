import type { Listener } from './listener.ts';
import { OwnAddresses, type OwnAddressesFollower } from './own-addresses.ts';

/** Listens at one more port wherever the console is: one that HTTPS has for itself, or the one that browsers ask by HTTP. */
export class FurtherPort {
  readonly #listener: Listener;
  readonly #follower: OwnAddressesFollower;
  #addresses: readonly string[] = [];
  #present: { readonly port: number; readonly places: OwnAddresses } | undefined;

  constructor(listener: Listener, follower: OwnAddressesFollower) {
    this.#listener = listener;
    this.#follower = follower;
  }

  /** The port from now on; undefined for none. Connections that came in by a former one stay until they end. */
  set(port: number | undefined): void {
    if (port === this.#present?.port) return;
    this.#present?.places.follow([]);
    this.#present =
      port === undefined ? undefined : { port, places: new OwnAddresses(this.#listener, port, this.#follower) };
    this.#present?.places.follow(this.#addresses);
  }

  /** The console is at just these addresses now. */
  follow(addresses: readonly string[]): void {
    this.#addresses = addresses;
    this.#present?.places.follow(addresses);
  }
}
