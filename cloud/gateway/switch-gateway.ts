import { createHash, X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TLSSocket } from 'node:tls';
import { WebSocketServer } from 'ws';
import type { Clock } from '../../datapath/clock.ts';
import type { KeyPair } from '../../device/console-settings.ts';
import { Connections } from '../../device/http/connections.ts';
import { HandshakeTurns } from '../../device/http/handshake-turns.ts';
import { consoleListener, type Listener } from '../../device/http/listener.ts';
import { oneAtATime } from '../../device/http/one-at-a-time.ts';
import { defaultTimeouts } from '../../device/http/timeouts.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import { readClaiming, readSigningIn } from '../../protocols/cloud/claiming.ts';
import { FIRMWARE_PATH } from '../../protocols/cloud/upgrade.ts';
import { CLAIM_PATH, LONGEST_FRAME, SIGN_IN_PATH, SWITCH_PATH } from '../../protocols/cloud/wire.ts';
import type { Bus } from '../bus/bus.ts';
import { type AdmissionAnswer, askController } from '../bus/questions.ts';
import { holderOf } from '../trust/authority.ts';
import { GatewayLines } from './gateway-lines.ts';

/**
 * Connections that switches may have: of those that have shown no certificate of ours, in all and from one source; and of the
 * others.
 */
const LIMITS = { strangers: 4096, source: 1024, known: 20_000 };

/** Handshakes that may begin in a second: many switches come back at once after a cloud was away, and from behind few addresses. */
const HANDSHAKES = { all: { rate: 200, burst: 600 }, source: { rate: 100, burst: 300 } };

/** Octets of what a switch says before it is taken. */
const BODY_LIMIT = 16 * 1024;

/** Requests of switches are short and come at once: milliseconds for a whole one. */
const TIMEOUTS = { ...defaultTimeouts, request: 20_000 };

/** Parts of a gateway. */
export interface SwitchGatewayOptions {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly wallClock: Pick<WallClock, 'now'>;
  /** The server's certificate, with the authority behind it. */
  readonly pair: KeyPair;
  /** The authority's certificate, by which switches are known. */
  readonly authority: string;
  /** Of the tickets by which switches resume their TLS sessions, here and at every other gateway: 48 octets. */
  readonly ticketKeys: Buffer;
}

/** Entry of switches. */
export interface SwitchGateway {
  /** By what the store knows its lines. */
  readonly id: string;
  /** Resolves to the port. Rejects with the system's error. */
  listen(port: number, host: string): Promise<number>;
  /** Lines that are open. */
  count(): number;
  replaceCertificate(pair: KeyPair): void;
  replaceTicketKeys(keys: Buffer): void;
  close(): Promise<void>;
}

/**
 * Takes the connections of switches: TLS in which both show certificates. With one that it made itself a switch may sign in and ask
 * to be claimed; only one of the cloud's own opens a line, and what is true of the switch comes from there, never from a message.
 * It keeps nothing but the lines that are open.
 */
export function createSwitchGateway(options: SwitchGatewayOptions): SwitchGateway {
  return new Gateway(options);
}

class Gateway implements SwitchGateway {
  readonly #bus: Bus;
  readonly #wallClock: Pick<WallClock, 'now'>;
  readonly #authority: X509Certificate;
  readonly #connections = new Connections({ limits: LIMITS });
  readonly #listener: Listener;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: LONGEST_FRAME, perMessageDeflate: false });
  readonly #lines: GatewayLines;

  constructor({ bus, clock, wallClock, pair, authority, ticketKeys }: SwitchGatewayOptions) {
    this.#bus = bus;
    this.#lines = new GatewayLines(bus, clock);
    this.#wallClock = wallClock;
    this.#authority = new X509Certificate(authority);
    this.#listener = consoleListener(this.#connections, {
      ways: { http: 'off', https: true, minVersion: 'TLSv1.2' },
      pair: async () => pair,
      clientAuthority: authority,
      ticketKeys,
      turns: new HandshakeTurns(clock, HANDSHAKES),
      timeouts: TIMEOUTS,
    });
    this.#listener.onServer((server) => {
      server.on(
        'request',
        oneAtATime((request, response) => void this.#answer(request, response)),
      );
      server.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head));
    });
  }

  async listen(port: number, host: string): Promise<number> {
    await this.#lines.begin();
    return this.#listener.listen(port, host);
  }

  get id(): string {
    return this.#lines.id;
  }

  count(): number {
    return this.#lines.count();
  }

  replaceCertificate(pair: KeyPair): void {
    this.#listener.replaceCertificate(pair);
  }

  replaceTicketKeys(keys: Buffer): void {
    this.#listener.replaceTicketKeys(keys);
  }

  async close(): Promise<void> {
    this.#lines.close();
    await this.#listener.close();
  }

  /** A switch that is not accepted yet, or no longer. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = ({ status, ...rest }: AdmissionAnswer | { readonly status: 400 | 404 | 413 }) => {
      const body = JSON.stringify('body' in rest ? rest.body : {});
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          connection: 'close',
        })
        .end(body);
    };
    try {
      if (request.method === 'GET' && request.url?.startsWith(FIRMWARE_PATH)) {
        return await this.#sendFirmware(request, response, request.url.slice(FIRMWARE_PATH.length));
      }
      const shown = request.socket instanceof TLSSocket ? publicKeyOf(request.socket) : undefined;
      const path = request.method === 'POST' ? request.url : undefined;
      if (!shown || (path !== SIGN_IN_PATH && path !== CLAIM_PATH)) return reply({ status: 404 });
      const body = await bodyOf(request);
      if (body === undefined) return reply({ status: 413 });
      const { source } = this.#connections.originOf(request.socket);
      if (path === SIGN_IN_PATH) {
        const said = readSigningIn(body);
        if (!said) return reply({ status: 400 });
        return reply(await askController(this.#bus, 'signIn', { ...said, source, keyHash: hashOf(shown) }));
      }
      const said = readClaiming(body);
      if (!said) return reply({ status: 400 });
      const { serial, model, token } = said;
      const question = { serial, model, token, source, publicKey: shown.toString('base64') };
      return reply(await askController(this.#bus, 'claim', question));
    } catch {
      if (response.headersSent) response.destroy();
      else reply({ status: 503 });
    }
  }

  /** A switch of the fleet fetches firmware: piece by piece, without holding all of it in memory. */
  async #sendFirmware(request: IncomingMessage, response: ServerResponse, digest: string): Promise<void> {
    const holder = this.#holderAt(request.socket);
    const isOurs = holder !== undefined && (await askController(this.#bus, 'admit', holder)) !== null;
    const size = isOurs ? await askController(this.#bus, 'firmwareSize', { tenant: holder.tenant, digest }) : null;
    if (!isOurs || size === null) {
      response.writeHead(isOurs ? 404 : 403, { 'content-length': 0, connection: 'close' }).end();
      return;
    }
    this.#connections.recognized(request.socket);
    const bus = this.#bus;
    const { tenant } = holder;
    // A switch whose connection broke off goes on where it was.
    const from = Number(/^bytes=(\d{1,10})-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from >= size) {
      response.writeHead(416, { 'content-length': 0, connection: 'close' }).end();
      return;
    }
    async function* pieces(total: number) {
      for (let at = from; at < total; ) {
        const piece = await askController(bus, 'firmware', { tenant, digest, at });
        const octets = Buffer.from(piece ?? '', 'base64');
        if (octets.length === 0) throw new Error('The firmware is gone.');
        at += octets.length;
        yield octets;
      }
    }
    response.writeHead(request.headers.range === undefined ? 200 : 206, {
      'content-type': 'application/octet-stream',
      'content-length': size - from,
      ...(request.headers.range !== undefined && { 'content-range': `bytes ${from}-${size - 1}/${size}` }),
      connection: 'close',
    });
    await pipeline(pieces(size), response);
  }

  /**
   * The switch at the other end, by a certificate that the authority issued. Throws if it is not valid at this time: a
   * clock may be wrong for a while, here or at the issuer, so the switch may try again.
   */
  #holderAt(socket: Duplex): Holder | undefined {
    if (!(socket instanceof TLSSocket)) return undefined;
    const certificate = socket.getPeerX509Certificate();
    // The TLS library's verdict on validity uses the host's clock, and hides all other errors.
    const isOurs = certificate?.checkIssued(this.#authority) === true && certificate.verify(this.#authority.publicKey);
    const holder = isOurs ? holderOf(certificate) : undefined;
    if (!certificate || !holder) return undefined;
    const now = this.#wallClock.now();
    if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo)) {
      throw new Error('The certificate is not good at this time.');
    }
    const keyHash = hashOf(certificate.publicKey.export({ type: 'spki', format: 'der' }));
    return { ...holder, number: certificate.serialNumber, keyHash, until: Date.parse(certificate.validTo) };
  }

  /** A switch opens its line: the certificate is looked at with every one, whether its TLS session is new or resumed. */
  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    // A connection that was handed over has no time limit any more: the other end might never close it.
    const refuse = (status: string) =>
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
    try {
      const holder = request.url === SWITCH_PATH ? this.#holderAt(socket) : undefined;
      const line = holder ? await askController(this.#bus, 'admit', holder) : null;
      if (!holder || line === null) {
        refuse('403 Forbidden');
        return;
      }
      if (socket.destroyed) return;
      this.#connections.recognized(request.socket);
      const { serial, tenant, number } = holder;
      const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
      const publicKey = socket instanceof TLSSocket ? publicKeyOf(socket) : undefined;
      const admitted = { serial, line, tenant, number, address, publicKey };
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#lines.open(opened, admitted));
    } catch {
      refuse('503 Service Unavailable');
    }
  }
}

interface Holder {
  readonly serial: string;
  readonly tenant: string;
  /** The certificate's own number. */
  readonly number: string;
  /** SHA-256 of its key, in hexadecimal digits. */
  readonly keyHash: string;
  /** When it ends, in milliseconds since 1970. */
  readonly until: number;
}

/** The key that the other end has shown that it has: SubjectPublicKeyInfo, DER. */
function publicKeyOf(socket: TLSSocket): Buffer | undefined {
  return socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' });
}

function hashOf(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('hex');
}

/** A short body; undefined for one that is longer. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request) {
    const octets = Buffer.from(piece);
    length += octets.length;
    if (length > BODY_LIMIT) return undefined;
    pieces.push(octets);
  }
  return Buffer.concat(pieces).toString('utf8');
}
