import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Server as SecureServer } from 'node:https';
import { createServer, type Socket, type Server as TcpServer } from 'node:net';
import { systemClock } from '../../datapath/clock.ts';
import type { KeyPair } from '../console-settings.ts';
import { isPlainHost, namesTwoHosts } from '../names/own-name.ts';
import type { Connections } from './connections.ts';
import { HandshakeTurns } from './handshake-turns.ts';
import { SECURE_CIPHERS } from './secure-ciphers.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';

/** First octet of a TLS handshake record (RFC 8446 5.1). */
const TLS_HANDSHAKE = 22;

/** Connections taken in one go: fewer than a source may have, so that those of one flood do not push out who came with them. */
const BACKLOG = 64;

/** Seconds for which a TLS session may be resumed where listeners share its keys: those who come back had their lines for long. */
const TICKET_LIFE = 86_400;

/** How the console is answered; where both share a port, the first octet of a connection says which of them is spoken. */
export interface ConsoleWays {
  /** `redirect` sends to the https address. */
  readonly http: 'serve' | 'redirect' | 'off';
  readonly https: boolean;
  /** The port at which HTTPS is answered, and nothing else is; default any. */
  readonly httpsPort?: number | undefined;
  readonly minVersion: 'TLSv1.2' | 'TLSv1.3';
}

/** Takes connections, on one address or several, and hands their requests on. */
export interface Listener {
  /** Calls `attach` with each server whose 'request' events are to be answered, once it is needed, and whether it speaks TLS. */
  onServer(attach: (server: Server | SecureServer, secure: boolean) => void): void;
  /** Resolves to the port that is listened on. Rejects with the system's error. */
  listen(port: number, host: string): Promise<number>;
  /** Stops listening on this port of the address, as requested; open connections stay. */
  leave(port: number, host: string): void;
  /** From now on; connections in a way that is no longer served end after the answer in progress. */
  set(ways: ConsoleWays): void;
  /** Puts another certificate in force for new connections; undefined where the next handshake is to ask for one. */
  replaceCertificate(pair: KeyPair | undefined): void;
  /** From now on TLS sessions are resumed by tickets of these keys. */
  replaceTicketKeys(keys: Buffer): void;
  /** Ends every connection. */
  close(): Promise<void>;
}

interface ListenerOptions {
  /** Default: `plainOnly`. */
  readonly ways?: ConsoleWays;
  /** The certificate to begin with, asked for by the first handshake; needed where that is answered. */
  readonly pair?: () => Promise<KeyPair>;
  /** Asks who connects for a certificate; it is verified against this authority (PEM), and who has none is heard all the same. */
  readonly clientAuthority?: string | undefined;
  /** 48 octets that all listeners share at which a TLS session may be resumed; default random ones. */
  readonly ticketKeys?: Buffer;
  readonly timeouts?: Timeouts;
  readonly turns?: HandshakeTurns;
}

const noPair = () => Promise.reject(new Error('There is no certificate.'));

/** Only HTTP. */
export const plainOnly: ConsoleWays = { http: 'serve', https: false, minVersion: 'TLSv1.2' };

/** HTTPS, to which HTTP is sent. */
export const secureOnly: ConsoleWays = { http: 'redirect', https: true, minVersion: 'TLSv1.2' };

/** Answers HTTP and HTTPS on one port, as configured. */
export function consoleListener(connections: Connections, options: ListenerOptions = {}): Listener {
  const { timeouts = defaultTimeouts, turns = new HandshakeTurns(systemClock) } = options;
  const servers = new ConsoleServers(connections, options, timeouts);
  const fronts = new Fronts(connections, servers, (socket) => {
    if (!servers.ways.https) {
      if (!connections.admit(socket, 'http')) return;
      connections.opened(socket);
      servers.plain().emit('connection', socket);
      return;
    }
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
      const { http, https, httpsPort } = servers.ways;
      const isSecure = first[0] === TLS_HANDSHAKE;
      const isOfHttps = httpsPort === socket.localPort;
      if (isSecure ? !https || (httpsPort !== undefined && !isOfHttps) : http === 'off' || isOfHttps) {
        socket.resetAndDestroy();
        return;
      }
      if (!connections.admit(socket, isSecure ? 'https' : 'http')) return;
      if (!isSecure) {
        connections.opened(socket);
        begin(http === 'serve' ? servers.plain() : servers.redirect());
        return;
      }
      const { share, isKnown } = connections.originOf(socket);
      turns.enter(share, isKnown, () => {
        if (socket.destroyed) return false;
        servers.secure().then(begin, () => socket.destroy());
        return true;
      });
    });
  });
  return {
    ...fronts.methods,
    onServer: (attach) => servers.onServer(attach),
    set: (ways) => servers.set(ways),
    replaceCertificate: (pair) => servers.replaceCertificate(pair),
    replaceTicketKeys: (keys) => servers.replaceTicketKeys(keys),
  };
}

/** The servers that connections are handed to, each made when the first one asks for it. */
class ConsoleServers {
  readonly #connections: Connections;
  readonly #timeouts: Timeouts;
  readonly #firstPair: () => Promise<KeyPair>;
  readonly #clientAuthority: string | undefined;
  #ticketKeys: Buffer | undefined;
  readonly #attached: ((server: Server | SecureServer, secure: boolean) => void)[] = [];
  #ways: ConsoleWays;
  #plain: Server | undefined;
  #redirect: Server | undefined;
  #secure: SecureServer | undefined;
  #pair: KeyPair | undefined;

  constructor(connections: Connections, options: ListenerOptions, timeouts: Timeouts) {
    const { ways = plainOnly, pair = noPair, clientAuthority, ticketKeys } = options;
    this.#connections = connections;
    this.#timeouts = timeouts;
    this.#ways = ways;
    this.#firstPair = pair;
    this.#clientAuthority = clientAuthority;
    this.#ticketKeys = ticketKeys;
  }

  get ways(): ConsoleWays {
    return this.#ways;
  }

  get made(): readonly (Server | SecureServer)[] {
    return [this.#plain, this.#redirect, this.#secure].filter((server) => server !== undefined);
  }

  onServer(attach: (server: Server | SecureServer, secure: boolean) => void): void {
    this.#attached.push(attach);
    if (this.#plain) attach(this.#plain, false);
    if (this.#secure) attach(this.#secure, true);
  }

  set(ways: ConsoleWays): void {
    this.#ways = ways;
    this.#renewContext();
    const http = ways.http === 'serve' || !ways.https;
    this.#connections.serve([...(http ? (['http'] as const) : []), ...(ways.https ? (['https'] as const) : [])]);
  }

  replaceCertificate(pair: KeyPair | undefined): void {
    this.#pair = pair;
    this.#renewContext();
  }

  replaceTicketKeys(keys: Buffer): void {
    if (this.#ticketKeys?.equals(keys)) return;
    this.#ticketKeys = keys;
    this.#renewContext();
  }

  plain(): Server {
    if (!this.#plain) {
      this.#plain = armed(createHttpServer(optionsOf(this.#timeouts)), this.#timeouts);
      this.#attach(this.#plain, false);
    }
    return this.#plain;
  }

  redirect(): Server {
    const redirect: RequestListener = (request, response) => redirectToHttps(request, response, this.#ways.httpsPort);
    this.#redirect ??= armed(createHttpServer(optionsOf(this.#timeouts), redirect), this.#timeouts);
    return this.#redirect;
  }

  async secure(): Promise<SecureServer> {
    // The first connection that speaks TLS loads it: at a loopback address there may be none.
    const { createServer: createHttpsServer } = await import('node:https');
    const isNew = this.#pair === undefined;
    const pair = this.#pair ?? (await this.#firstPair());
    this.#pair ??= pair;
    if (isNew) this.#renewContext();
    if (!this.#secure) {
      const made = armed(
        createHttpsServer({ ...optionsOf(this.#timeouts), ...this.#context(this.#pair) }),
        this.#timeouts,
      );
      made.on('secureConnection', (socket: Socket) => this.#connections.opened(socket));
      this.#secure = made;
      this.#attach(made, true);
    }
    return this.#secure;
  }

  #attach(server: Server | SecureServer, secure: boolean): void {
    for (const attach of this.#attached) attach(server, secure);
  }

  #renewContext(): void {
    if (this.#pair) this.#secure?.setSecureContext(this.#context(this.#pair));
  }

  #context({ certificate, key }: KeyPair) {
    return {
      cert: certificate,
      key,
      minVersion: this.#ways.minVersion,
      ciphers: SECURE_CIPHERS,
      // Sessions of other listeners with these keys are for the same: Node would distinguish them by its command line.
      ...(this.#ticketKeys && {
        ticketKeys: this.#ticketKeys,
        sessionIdContext: 'shared',
        sessionTimeout: TICKET_LIFE,
      }),
      ...(this.#clientAuthority !== undefined && {
        ca: this.#clientAuthority,
        requestCert: true,
        rejectUnauthorized: false,
      }),
    };
  }
}

function redirectToHttps(request: IncomingMessage, response: ServerResponse, port: number | undefined): void {
  const { host = '' } = request.headers;
  const isPlain = isPlainHost(host) && !namesTwoHosts(request);
  const follows = isPlain && (request.method === 'GET' || request.method === 'HEAD');
  const target = port === undefined ? host : `${host.replace(/:\d+$/, '')}:${port}`;
  if (follows) response.setHeader('location', `https://${target}${request.url ?? '/'}`);
  response.writeHead(follows ? 308 : 403, { connection: 'close' }).end();
}

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

/** The sockets that listen, one for each port of an address, and what came in by them. */
class Fronts {
  readonly #connections: Connections;
  readonly #servers: ConsoleServers;
  readonly #take: (socket: Socket) => void;
  readonly #fronts = new Map<string, TcpServer>();
  readonly #sockets = new Set<Socket>();

  constructor(connections: Connections, servers: ConsoleServers, take: (socket: Socket) => void) {
    this.#connections = connections;
    this.#servers = servers;
    this.#take = take;
  }

  get methods(): Pick<Listener, 'listen' | 'leave' | 'close'> {
    return {
      listen: (port, host) => this.#listen(port, host),
      leave: (port, host) => {
        this.#fronts.get(`${port} ${host}`)?.close();
        this.#fronts.delete(`${port} ${host}`);
      },
      close: () => this.#close(),
    };
  }

  #listen(port: number, host: string): Promise<number> {
    const front = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      if (this.#connections.accept(socket, this.#servers.ways.https ? ['https', 'http'] : ['http'])) this.#take(socket);
    });
    return new Promise((resolve, reject) => {
      front.once('error', reject);
      front.listen({ port, host, backlog: BACKLOG }, () => {
        front.off('error', reject);
        this.#fronts.set(`${port} ${host}`, front);
        const address = front.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  }

  async #close(): Promise<void> {
    const closed = [...this.#fronts.values()].map((front) => new Promise((resolve) => front.close(resolve)));
    for (const socket of this.#sockets) socket.destroy();
    for (const server of this.#servers.made) server.close();
    await Promise.all(closed);
  }
}
