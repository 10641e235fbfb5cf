import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { RadiusWay } from '../../../protocols/radius/question.ts';

/** Destination of packets to a server: an address of either family, and a UDP port. */
export interface ServerPlace {
  readonly server: number;
  readonly way: RadiusWay;
  readonly address: string;
  readonly port: number;
}

interface Opened {
  readonly socket: Socket;
  /** Resolves once the socket has its way to the server; rejects where there is none. */
  readonly connected: Promise<void>;
}

interface Wanted {
  readonly place: ServerPlace;
  opened: Opened | undefined;
}

/**
 * A socket for each place, connected: it receives only from its server. One that has no route to its server, or whose
 * own address the host no longer has, is reopened for the next packet. Never throws.
 */
export class ServerSockets {
  readonly #hear: (place: ServerPlace, octets: Uint8Array) => void;
  readonly #wanted = new Map<string, Wanted>();

  constructor(hear: (place: ServerPlace, octets: Uint8Array) => void) {
    this.#hear = hear;
  }

  /** Leaves the sockets of places that stay as they are. */
  configure(places: readonly ServerPlace[]): void {
    const next = new Map(places.map((place) => [keyOf(place.server, place.way), place]));
    for (const [key, { place, opened }] of [...this.#wanted]) {
      if (isSamePlace(next.get(key), place)) continue;
      this.#wanted.delete(key);
      opened?.socket.close();
    }
    for (const [key, place] of next) {
      if (this.#wanted.has(key)) continue;
      const wanted: Wanted = { place, opened: undefined };
      this.#wanted.set(key, wanted);
      this.#open(wanted);
    }
  }

  /** A packet that cannot be sent is lost: the waiting caller repeats it. */
  send(server: number, way: RadiusWay, octets: Uint8Array): void {
    const wanted = this.#wanted.get(keyOf(server, way));
    if (!wanted) return;
    const opened = wanted.opened ?? this.#open(wanted);
    opened.connected
      .then(() => {
        if (wanted.opened !== opened) return;
        opened.socket.send(octets, (error) => error && this.#forget(wanted, opened));
      })
      .catch(() => undefined);
  }

  /** The address that the server sees; undefined before it is known. */
  localAddress(server: number, way: RadiusWay): string | undefined {
    try {
      return this.#wanted.get(keyOf(server, way))?.opened?.socket.address().address;
    } catch {
      return undefined;
    }
  }

  close(): void {
    this.configure([]);
  }

  #open(wanted: Wanted): Opened {
    const { address, port } = wanted.place;
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    const connected = new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('close', () => reject(new Error('closed')));
    });
    connected.catch(() => undefined);
    const opened = { socket, connected };
    // The host reports a closed port for a packet that was sent; the next one may be received.
    socket.on('error', () => this.#forget(wanted, opened));
    socket.on('message', (octets) => this.#hear(wanted.place, octets));
    socket.connect(port, address);
    socket.unref();
    wanted.opened = opened;
    return opened;
  }

  #forget(wanted: Wanted, opened: Opened): void {
    if (wanted.opened !== opened) return;
    wanted.opened = undefined;
    opened.socket.close();
  }
}

function keyOf(server: number, way: RadiusWay): string {
  return `${server} ${way}`;
}

function isSamePlace(one: ServerPlace | undefined, other: ServerPlace): boolean {
  return one?.address === other.address && one.port === other.port;
}
