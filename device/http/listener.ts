import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer, type Server as SecureServer } from 'node:https';
import { createServer, type Socket, type Server as TcpServer } from 'node:net';
import { systemClock } from '../../datapath/clock.ts';
import type { KeyPair } from './certificate.ts';
import type { Connections } from './connections.ts';
import { HandshakeTurns } from './handshake-turns.ts';
import { isPlainHost } from './own-names.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';

/** First octet of a TLS handshake record (RFC 8446 5.1). */
const TLS_HANDSHAKE = 22;

/** Connections taken in one go: fewer than a source may have, so that those of one flood do not push out who came with them. */
const BACKLOG = 64;

/** Takes connections, on one address or several, and hands their requests to `server`. */
export interface Listener {
  /** The server whose 'request' events are to be answered. */
  readonly server: Server | SecureServer;
  readonly secure: boolean;
  /** Resolves to the port that is listened on. Rejects with the system's error. */
  listen(port: number, host: string): Promise<number>;
  /** Listens on this address no more; connections that are open stay. */
  leave(host: string): void;
  /** Puts another certificate in force for new connections. */
  replaceCertificate(pair: KeyPair): void;
  /** Ends every connection. */
  close(): Promise<void>;
}

/** Plain HTTP, for a loopback address. */
export function plainListener(connections: Connections, timeouts: Timeouts = defaultTimeouts): Listener {
  const server = armed(createHttpServer(optionsOf(timeouts)), timeouts);
  const fronts = new Fronts(connections, [server], (socket) => {
    if (!connections.admit(socket, 'http')) return;
    connections.opened(socket);
    server.emit('connection', socket);
  });
  return { ...fronts.methods, server, secure: false, replaceCertificate() {} };
}

/** HTTPS; who speaks plain HTTP to the same port is sent to the https address. */
export function secureListener(
  connections: Connections,
  pair: KeyPair,
  timeouts: Timeouts = defaultTimeouts,
  turns = new HandshakeTurns(systemClock),
): Listener {
  const tls = { cert: pair.certificate, key: pair.key, minVersion: 'TLSv1.2' } as const;
  const secure = armed(createHttpsServer({ ...optionsOf(timeouts), ...tls }), timeouts);
  const redirect = armed(createHttpServer(optionsOf(timeouts), redirectToHttps), timeouts);
  secure.on('secureConnection', (socket: Socket) => connections.opened(socket));
  const fronts = new Fronts(connections, [secure, redirect], (socket) => {
    // A handshake can be drawn out octet by octet, so its whole length counts, and not the silence in between.
    const tooLate = setTimeout(() => connections.isOpened(socket) || socket.destroy(), timeouts.handshake);
    socket.once('close', () => clearTimeout(tooLate));
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      const begin = (server: Server | SecureServer) => {
        server.emit('connection', socket);
        process.nextTick(() => socket.resume());
      };
      const isSecure = first[0] === TLS_HANDSHAKE;
      if (!connections.admit(socket, isSecure ? 'https' : 'http')) return;
      if (!isSecure) {
        connections.opened(socket);
        begin(redirect);
        return;
      }
      const { source, isKnown } = connections.originOf(socket);
      turns.enter(source, isKnown, () => {
        if (socket.destroyed) return false;
        begin(secure);
        return true;
      });
    });
  });
  return {
    ...fronts.methods,
    server: secure,
    secure: true,
    replaceCertificate: ({ certificate, key }) => secure.setSecureContext({ cert: certificate, key }),
  };
}

const redirectToHttps: Parameters<typeof createHttpServer>[1] = (request, response) => {
  const { host = '' } = request.headers;
  const follows = isPlainHost(host) && (request.method === 'GET' || request.method === 'HEAD');
  if (follows) response.setHeader('location', `https://${host}${request.url ?? '/'}`);
  response.writeHead(follows ? 308 : 403, { connection: 'close' }).end();
};

function optionsOf(timeouts: Timeouts) {
  return {
    keepAliveTimeout: timeouts.idle,
    headersTimeout: timeouts.head,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: timeouts.check,
  };
}

/**
 * Makes a server that is handed its connections keep the time of their requests: Node begins to look after them when a
 * server listens, which this one never does by itself.
 */
function armed<Handed extends Server | SecureServer>(server: Handed, { silence }: Timeouts): Handed {
  server.setTimeout(silence);
  server.emit('listening');
  return server;
}

/** The sockets that listen, one an address, and what came in by them. */
class Fronts {
  readonly #connections: Connections;
  readonly #servers: readonly (Server | SecureServer)[];
  readonly #take: (socket: Socket) => void;
  readonly #spoken: readonly ['http'] | readonly ['https', 'http'];
  readonly #fronts = new Map<string, TcpServer>();
  readonly #sockets = new Set<Socket>();

  constructor(connections: Connections, servers: readonly (Server | SecureServer)[], take: (socket: Socket) => void) {
    this.#connections = connections;
    this.#servers = servers;
    this.#take = take;
    this.#spoken = servers.length > 1 ? ['https', 'http'] : ['http'];
  }

  get methods(): Pick<Listener, 'listen' | 'leave' | 'close'> {
    return {
      listen: (port, host) => this.#listen(port, host),
      leave: (host) => {
        this.#fronts.get(host)?.close();
        this.#fronts.delete(host);
      },
      close: () => this.#close(),
    };
  }

  #listen(port: number, host: string): Promise<number> {
    const front = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      if (this.#connections.accept(socket, this.#spoken)) this.#take(socket);
    });
    return new Promise((resolve, reject) => {
      front.once('error', reject);
      front.listen({ port, host, backlog: BACKLOG }, () => {
        front.off('error', reject);
        this.#fronts.set(host, front);
        const address = front.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  }

  async #close(): Promise<void> {
    const closed = [...this.#fronts.values()].map((front) => new Promise((resolve) => front.close(resolve)));
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers) server.close();
    await Promise.all(closed);
  }
}
