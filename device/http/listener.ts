import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer, type Server as SecureServer } from 'node:https';
import { createServer, type Socket, type Server as TcpServer } from 'node:net';
import type { KeyPair } from './certificate.ts';
import type { Connections } from './connections.ts';

/** First octet of a TLS handshake record (RFC 8446 5.1). */
const TLS_HANDSHAKE = 22;
/** Milliseconds in which a connection has to say its first word. */
const FIRST_WORD = 10_000;
/** Connections at the same time. */
const CONNECTIONS = 512;

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

const timeouts = { keepAliveTimeout: 75_000, headersTimeout: 15_000, requestTimeout: 120_000 };

/** Plain HTTP, for a loopback address. */
export function plainListener(connections: Connections): Listener {
  const server = createHttpServer(timeouts);
  server.on('connection', (socket) => connections.opened(socket));
  const fronts = new Fronts((socket) => server.emit('connection', socket));
  return { ...fronts.methods, server, secure: false, replaceCertificate() {} };
}

/** HTTPS; who speaks plain HTTP to the same port is sent to the https address. */
export function secureListener(connections: Connections, pair: KeyPair): Listener {
  const secure = createHttpsServer({ ...timeouts, cert: pair.certificate, key: pair.key, minVersion: 'TLSv1.2' });
  secure.on('secureConnection', (socket: Socket) => connections.opened(socket));
  const redirect = createHttpServer(timeouts, (request, response) => {
    const { host = '' } = request.headers;
    const plain = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host);
    const follows = plain && (request.method === 'GET' || request.method === 'HEAD');
    if (follows) response.setHeader('location', `https://${host}${request.url ?? '/'}`);
    response.writeHead(follows ? 308 : 403, { connection: 'close' }).end();
  });
  const fronts = new Fronts((socket) => {
    const tooLate = setTimeout(() => socket.destroy(), FIRST_WORD);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => clearTimeout(tooLate));
    socket.once('data', (first: Buffer) => {
      clearTimeout(tooLate);
      socket.pause();
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? secure : redirect).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  return {
    ...fronts.methods,
    server: secure,
    secure: true,
    replaceCertificate: ({ certificate, key }) => secure.setSecureContext({ cert: certificate, key }),
  };
}

/** The sockets that listen, one an address, and what came in by them. */
class Fronts {
  readonly #take: (socket: Socket) => void;
  readonly #fronts = new Map<string, TcpServer>();
  readonly #sockets = new Set<Socket>();

  constructor(take: (socket: Socket) => void) {
    this.#take = take;
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
      if (this.#sockets.size >= CONNECTIONS) {
        socket.destroy();
        return;
      }
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      this.#take(socket);
    });
    return new Promise((resolve, reject) => {
      front.once('error', reject);
      front.listen(port, host, () => {
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
    await Promise.all(closed);
  }
}
