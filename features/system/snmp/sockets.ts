import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { ServicePlace } from '../../../device/service-places.ts';

/** A datagram that came in. */
export interface Datagram {
  readonly octets: Uint8Array;
  readonly remoteAddress: string;
  readonly localAddress: string;
  readonly localPort: number;
  /** Sends an answer from where the datagram came in. */
  reply(octets: Uint8Array): void;
}

/** Callbacks for datagrams and for the state of the places. */
interface SocketEvents {
  received(datagram: Datagram): void;
  /** The listening addresses have changed. */
  changed(): void;
  /** A place cannot be listened at; it is tried again. */
  refused(place: ServicePlace, error: Error): void;
}

/** One socket for each place: answers leave from the address that was asked. */
export class AgentSockets {
  readonly #events: SocketEvents;
  readonly #open = new Map<string, Socket>();
  readonly #bound = new Map<string, string>();

  constructor(events: SocketEvents) {
    this.#events = events;
  }

  /** "192.168.10.200:161" for each place that is listened at. */
  get listening(): readonly string[] {
    return [...this.#bound.values()];
  }

  /** Listens at exactly these places; refused ones are retried. */
  follow(places: readonly ServicePlace[]): void {
    const wanted = new Map(places.map((place) => [`${place.address} ${place.port}`, place]));
    for (const [key, socket] of this.#open) {
      if (wanted.has(key)) continue;
      this.#forget(key);
      socket.close();
    }
    for (const [key, place] of wanted) if (!this.#open.has(key)) this.#listen(key, place);
    this.#events.changed();
  }

  close(): void {
    for (const [key, socket] of this.#open) {
      this.#forget(key);
      socket.close();
    }
  }

  #forget(key: string): void {
    this.#open.delete(key);
    this.#bound.delete(key);
  }

  #listen(key: string, place: ServicePlace): void {
    const socket = isIPv6(place.address) ? createSocket({ type: 'udp6', ipv6Only: true }) : createSocket('udp4');
    this.#open.set(key, socket);
    socket.on('error', (error) => {
      if (this.#open.get(key) !== socket) return;
      this.#forget(key);
      socket.close();
      this.#events.refused(place, error);
      this.#events.changed();
    });
    // Asked once: of a socket it is a system call.
    let localPort = place.port;
    socket.on('message', (octets, { address: remoteAddress, port }) => {
      this.#events.received({
        octets,
        remoteAddress,
        localAddress: place.address,
        localPort,
        // A manager that does not receive the answer asks again.
        reply: (answer) => socket.send(answer, port, remoteAddress, () => {}),
      });
    });
    socket.bind(place.port, place.address, () => {
      if (this.#open.get(key) !== socket) return;
      const { address, port } = socket.address();
      localPort = port;
      this.#bound.set(key, isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`);
      this.#events.changed();
    });
  }
}
