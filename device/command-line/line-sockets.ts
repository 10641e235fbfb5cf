import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import type { Connection } from '../../datapath/datapath.ts';
import type { ServicePlace } from '../service-places.ts';
import { sourceOf } from '../sessions/source-of.ts';

/** Whoever hears of connections and of what becomes of the places. */
interface SocketEvents {
  /** A connection came in. `proved` says that its user has proved himself: until then it can be pushed out by others. */
  connected(socket: Socket, connection: Connection, proved: () => void): void;
  /** What is listened at has changed. */
  changed(): void;
  /** A place cannot be listened at; it is tried again. */
  refused(place: ServicePlace, error: Error): void;
}

/** Connections of people who have proved nothing yet, in all and of one source. */
const STRANGERS = { all: 24, source: 8 };

/**
 * Listens for connections at the places of a service. Where too many wait to be proved, a new one pushes out the oldest of the
 * source that has most of them: a flood pushes out itself.
 */
export class LineSockets {
  readonly #events: SocketEvents;
  readonly #servers = new Map<string, Server>();
  readonly #bound = new Map<string, string>();
  /** Oldest first, by their sources. */
  readonly #strangers = new Map<Socket, string>();
  readonly #all = new Set<Socket>();

  constructor(events: SocketEvents) {
    this.#events = events;
  }

  /** "192.168.10.200:22" for each place that is listened at. */
  get listening(): readonly string[] {
    return [...this.#bound.values()];
  }

  /**
   * Listens at these places and no other; those that were refused are tried anew. Connections that are open stay.
   * Resolves when each is listened at or refused.
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

  /** Listens no more, and ends every connection. */
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
    // Whatever goes wrong on a socket closes it, and that is heard.
    socket.on('error', () => {});
    if (remoteAddress === undefined || localAddress === undefined || localPort === undefined) {
      socket.destroy();
      return;
    }
    const source = sourceOf(remoteAddress);
    if (this.#countOf(source) >= STRANGERS.source) this.#pushOut(source);
    else if (this.#strangers.size >= STRANGERS.all) this.#pushOut(this.#largestSource());
    this.#strangers.set(socket, source);
    this.#all.add(socket);
    socket.once('close', () => {
      this.#strangers.delete(socket);
      this.#all.delete(socket);
    });
    const connection = { localAddress, localPort, remoteAddress };
    this.#events.connected(socket, connection, () => this.#strangers.delete(socket));
  }

  #countOf(source: string): number {
    return [...this.#strangers.values()].filter((one) => one === source).length;
  }

  #largestSource(): string {
    const counts = new Map<string, number>();
    for (const source of this.#strangers.values()) counts.set(source, (counts.get(source) ?? 0) + 1);
    return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
  }

  #pushOut(source: string): void {
    const oldest = [...this.#strangers].find(([, one]) => one === source)?.[0];
    if (!oldest) return;
    this.#strangers.delete(oldest);
    oldest.destroy();
  }
}
