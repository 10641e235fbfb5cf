import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import type { Connection } from '../../datapath/datapath.ts';
import type { ServicePlace } from '../service-places.ts';
import { type Origin, WaitingPlaces } from './waiting-places.ts';

/** Callbacks for connections and for the state of the places. */
interface SocketEvents {
  /** A connection came in; undefined if it is dropped. */
  arrived(connection: Connection): Newcomer | undefined;
  /** The listening places have changed. */
  changed(): void;
  /** A place cannot be listened at; it is tried again. */
  refused(place: ServicePlace, error: Error): void;
}

/** A connection that may take a place. */
interface Newcomer extends Origin {
  /** Has it served. `proved` says that its user has proved himself: until then others can push it out. */
  begin(socket: Socket, proved: () => void): void;
}

/** Listens for connections at the places of a service, and gives those whose users have proved nothing yet their places. */
export class LineSockets {
  readonly #events: SocketEvents;
  readonly #servers = new Map<string, Server>();
  readonly #bound = new Map<string, string>();
  readonly #waiting = new WaitingPlaces<Socket>((socket) => socket.destroy());
  readonly #all = new Set<Socket>();

  constructor(events: SocketEvents) {
    this.#events = events;
  }

  /** "192.168.10.200:22" for each place that is listened at. */
  get listening(): readonly string[] {
    return [...this.#bound.values()];
  }

  /**
   * Listens at exactly these places; refused ones are retried. Open connections stay. Resolves when each is listened at
   * or refused.
   */
  async follow(places: readonly ServicePlace[]): Promise<void> {
    const wanted = new Map(places.map((place) => [`${place.address} ${place.port}`, place]));
    for (const [key, server] of this.#servers) {
      if (wanted.has(key)) continue;
      this.#forget(key);
      server.close();
    }
    const opening = [...wanted].filter(([key]) => !this.#servers.has(key));
    this.#events.changed();
    await Promise.all(opening.map(([key, place]) => this.#listen(key, place)));
  }

  /** Stops listening, and ends every connection. */
  close(): void {
    for (const [key, server] of this.#servers) {
      this.#forget(key);
      server.close();
    }
    for (const socket of this.#all) socket.destroy();
  }

  #forget(key: string): void {
    this.#servers.delete(key);
    this.#bound.delete(key);
  }

  #listen(key: string, place: ServicePlace): Promise<unknown> {
    const server = createServer({ noDelay: true, keepAlive: true }, (socket) => this.#accept(socket));
    this.#servers.set(key, server);
    const settled = new Promise((resolve) =>
      server.once('listening', resolve).once('error', resolve).once('close', resolve),
    );
    server.on('error', (error) => {
      if (this.#servers.get(key) !== server) return;
      this.#forget(key);
      server.close();
      this.#events.refused(place, error);
      this.#events.changed();
    });
    server.listen({ port: place.port, host: place.address, ipv6Only: isIPv6(place.address) }, () => {
      const bound = server.address();
      if (this.#servers.get(key) !== server || bound === null || typeof bound === 'string') return;
      const { address, port } = bound;
      this.#bound.set(key, isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`);
      this.#events.changed();
    });
    return settled;
  }

  #accept(socket: Socket): void {
    const { remoteAddress, localAddress, localPort } = socket;
    // An error of a socket closes it, which is handled.
    socket.on('error', () => {});
    if (remoteAddress === undefined || localAddress === undefined || localPort === undefined) {
      socket.destroy();
      return;
    }
    const connection = { localAddress, localPort, remoteAddress };
    const newcomer = this.#events.arrived(connection);
    if (!newcomer || !this.#waiting.enter(socket, newcomer)) {
      socket.destroy();
      return;
    }
    this.#all.add(socket);
    socket.once('close', () => {
      this.#waiting.leave(socket);
      this.#all.delete(socket);
    });
    newcomer.begin(socket, () => this.#waiting.leave(socket));
  }
}
