import { Listeners } from './listeners.ts';
import { plannedSlot } from './slot.ts';

/** The place of a service that waits for packets or connections. */
export interface ServicePlace {
  readonly address: string;
  /** 0 for any that is free. */
  readonly port: number;
}

/** Places of the services of a switch, besides its console. */
export interface ServicePlaces {
  /** The places of a service that is set to this port, as they are now. */
  of(port: number): readonly ServicePlace[];
  /** Calls `listener` whenever they may have changed, until the function it gives back is called. */
  follow(listener: () => void): () => void;
}

/** Which of the host's addresses and ports the services of a switch take. */
export interface ServiceListening {
  /** An address of the host; undefined for all of the switch's own. */
  readonly host: string | undefined;
  /** The port that is taken for a service that is set to `port`. */
  portFor(port: number): number;
}

/** Which ports the services of a switch really take. */
export interface ServicePorts {
  /** Of the console: HTTP, and HTTPS where that has no port of its own. */
  readonly console: number;
  /** As `ServiceListening` has it. */
  portFor(port: number): number;
}

/** Fixed from the start on. */
export const servicePorts = plannedSlot<ServicePorts>(
  'servicePorts',
  { console: 80, portFor: (port) => port },
  'returns',
);

/** The places of a switch whose addresses come and go. */
export class FollowedPlaces implements ServicePlaces {
  readonly #listening: ServiceListening;
  readonly #followers: Listeners<void>;
  #own: readonly string[] = [];

  /** @param failed is called with what a follower threw. */
  constructor(listening: ServiceListening, failed: (error: unknown) => void) {
    this.#listening = listening;
    this.#followers = new Listeners(failed);
  }

  /** The switch answers at these addresses from now on. */
  moved(own: readonly string[]): void {
    if (own.length === this.#own.length && own.every((address, at) => address === this.#own[at])) return;
    this.#own = own;
    if (this.#listening.host === undefined) this.#followers.tell();
  }

  of(port: number): readonly ServicePlace[] {
    const { host } = this.#listening;
    const addresses = host === undefined ? this.#own : [host];
    return addresses.map((address) => ({ address, port: this.#listening.portFor(port) }));
  }

  follow(listener: () => void): () => void {
    return this.#followers.add(() => listener());
  }
}
