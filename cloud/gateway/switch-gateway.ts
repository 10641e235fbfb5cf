import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TLSSocket } from 'node:tls';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Cancel, Clock } from '../../datapath/clock.ts';
import type { KeyPair } from '../../device/console-settings.ts';
import { Connections } from '../../device/http/connections.ts';
import { HandshakeTurns } from '../../device/http/handshake-turns.ts';
import { consoleListener, type Listener } from '../../device/http/listener.ts';
import { oneAtATime } from '../../device/http/one-at-a-time.ts';
import { defaultTimeouts } from '../../device/http/timeouts.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import { readClaiming, readSigningIn } from '../../protocols/cloud/claiming.ts';
import type { SwitchReport } from '../../protocols/cloud/report.ts';
import { FIRMWARE_PATH } from '../../protocols/cloud/upgrade.ts';
import { CLAIM_PATH, LONGEST_FRAME, SIGN_IN_PATH, SWITCH_PATH } from '../../protocols/cloud/wire.ts';
import type { Bus, Unsubscribe } from '../bus/bus.ts';
import { askController, type DoorAnswer } from '../controller/questions.ts';
import { holderOf } from '../trust/authority.ts';
import { SwitchLine } from './switch-line.ts';
import { answerForSwitch, followDropped, followMoved, type SwitchRequest, tellMoved } from './switch-subjects.ts';

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

/** Milliseconds within which switches come back after a restart that was announced. */
const SPREAD = 10_000;

/** Milliseconds that a switch has for an answer: a change that waits for its confirmation takes longest. */
const PATIENCE = 3_700_000;

/** Lines that a switch may have: beside the one that it is asked by, those that it opened before and ends soon. */
const LINES = 3;

/** Milliseconds between two signs of life to the controllers. */
const ALIVE = 10_000;

/** What a gateway is made of. */
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

/** Where switches come in. */
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
  readonly id = randomBytes(8).toString('hex');
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #wallClock: Pick<WallClock, 'now'>;
  readonly #authority: X509Certificate;
  readonly #connections = new Connections({ limits: LIMITS });
  readonly #listener: Listener;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: LONGEST_FRAME, perMessageDeflate: false });
  /** By serial number, oldest first. */
  readonly #lines = new Map<string, readonly SwitchLine[]>();
  /** Switches whose first report is being kept: the store may know a line of them already. */
  readonly #entering = new Map<SwitchLine, string>();
  /** What switches said that no controller has taken yet: it is said again until one has. */
  readonly #owed = new Map<
    SwitchLine,
    { readonly serial: string; readonly address: string; readonly report: SwitchReport }
  >();
  /** Whether the last sign of life found that the store knows other lines than there are. */
  #isOtherwise = false;
  #stopLiving: Cancel = () => {};
  /** Ends answering for a switch, by serial number. */
  readonly #answering = new Map<string, Unsubscribe>();
  readonly #ends: readonly Unsubscribe[];

  constructor({ bus, clock, wallClock, pair, authority, ticketKeys }: SwitchGatewayOptions) {
    this.#bus = bus;
    this.#clock = clock;
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
    this.#ends = [
      followDropped(bus, (serial) => {
        for (const line of this.#lines.get(serial) ?? []) line.close();
      }),
      followMoved(bus, (serial, gateway) => {
        if (gateway !== this.id) this.#answerNoMore(serial);
      }),
    ];
  }

  async listen(port: number, host: string): Promise<number> {
    // Known before its first line is: one over a gateway that nobody knows would be taken for the rest of a dead one.
    await this.#live();
    this.#stopLiving = this.#clock.every(ALIVE, () => void this.#live());
    return this.#listener.listen(port, host);
  }

  /** Says that it is there, and what has not come through before. Never rejects: it is said again. */
  async #live(): Promise<void> {
    try {
      for (const line of [...this.#owed.keys()]) void this.#report(line);
      const { id: gateway } = this;
      const known = await askController(this.#bus, 'alive', { gateway });
      const serials = [...new Set([...this.#lines.keys(), ...this.#entering.values()])];
      const wasOtherwise = this.#isOtherwise;
      this.#isOtherwise = known !== serials.length;
      // Lines come and go while it is asked: what is still otherwise the next time is not on its way any more.
      if (this.#isOtherwise && wasOtherwise) await askController(this.#bus, 'lines', { gateway, serials });
    } catch {}
  }

  /** Tells a controller what a switch said last. Never rejects: with the next sign of life it is said again. */
  async #report(line: SwitchLine): Promise<void> {
    const owed = this.#owed.get(line);
    if (!owed) return;
    const isKnown = await askController(this.#bus, 'state', { ...owed, gateway: this.id }).catch(() => undefined);
    if (isKnown === undefined) return;
    if (this.#owed.get(line) === owed) this.#owed.delete(line);
    if (!isKnown) line.close();
  }

  count(): number {
    return this.#lines.size;
  }

  replaceCertificate(pair: KeyPair): void {
    this.#listener.replaceCertificate(pair);
  }

  replaceTicketKeys(keys: Buffer): void {
    this.#listener.replaceTicketKeys(keys);
  }

  async close(): Promise<void> {
    this.#stopLiving();
    for (const end of this.#ends) end();
    const lines = [...this.#lines.values()].flat();
    for (const line of lines) {
      line.announceRestart(SPREAD);
      line.close();
    }
    await this.#listener.close();
  }

  /** A switch that is not taken yet, or not any more. */
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const reply = ({ status, ...rest }: DoorAnswer | { readonly status: 400 | 404 | 413 }) => {
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

  /** A switch of ours fetches firmware: piece by piece, so that nobody holds all of it. */
  async #sendFirmware(request: IncomingMessage, response: ServerResponse, digest: string): Promise<void> {
    const holder = this.#holderAt(request.socket);
    const isOurs = holder !== undefined && (await askController(this.#bus, 'admit', holder));
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
   * Who is at the other end, by a certificate that the authority issued to a switch. Throws where that is not good at this time: a
   * clock may be wrong for a while, here or where it was issued, so that whoever shows it may come again.
   */
  #holderAt(socket: Duplex): Holder | undefined {
    if (!(socket instanceof TLSSocket)) return undefined;
    const certificate = socket.getPeerX509Certificate();
    // What the TLS library says of the time is by the host's clock, and hides whether anything else is wrong.
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
    const refuse = (status: string) =>
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    try {
      const holder = request.url === SWITCH_PATH ? this.#holderAt(socket) : undefined;
      if (!holder || !(await askController(this.#bus, 'admit', holder))) {
        refuse('403 Forbidden');
        return;
      }
      if (socket.destroyed) return;
      this.#connections.recognized(request.socket);
      const address = request.socket.remoteAddress ?? '';
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#open(opened, holder, socket, address));
    } catch {
      refuse('503 Service Unavailable');
    }
  }

  #open(opened: WebSocket, { serial, tenant, number }: Holder, socket: Duplex, remoteAddress: string): void {
    const { id: gateway } = this;
    const address = remoteAddress.replace(/^::ffff:(?=\d+\.)/i, '');
    const line: SwitchLine = new SwitchLine(opened, this.#clock, {
      connected: async (report) => {
        this.#entering.set(line, serial);
        try {
          if (!(await askController(this.#bus, 'connected', { serial, gateway, address, report }))) return false;
          if (line.isOver) await askController(this.#bus, 'disconnected', { serial, gateway });
          else this.#take(serial, line);
          return !line.isOver;
        } finally {
          this.#entering.delete(line);
        }
      },
      opened: () => void askController(this.#bus, 'settled', { serial }).catch(() => {}),
      reported: latestOnly(async (report) => {
        if (this.#lines.get(serial)?.at(-1) !== line) return;
        this.#owed.set(line, { serial, address, report });
        await this.#report(line);
      }),
      // A word on how well it is comes again with the next line; one of the log is gone, as it is with a log server.
      logged: (said) => void askController(this.#bus, 'log', { serial, line: said }).catch(() => {}),
      told: (health) => void askController(this.#bus, 'health', { serial, health }).catch(() => {}),
      renew: async () => {
        const publicKey = socket instanceof TLSSocket ? publicKeyOf(socket) : undefined;
        if (!publicKey) throw new Error('The switch shows no key.');
        const question = { serial, tenant, number, publicKey: publicKey.toString('base64') };
        const issued = await askController(this.#bus, 'renew', question);
        if (!issued) throw new Error('The certificate is not good any more.');
        return issued;
      },
      ended: () => this.#leave(serial, line),
    });
  }

  /** The newest line of a switch is the one by which it is asked; an older one may still owe an answer, and the switch ends it. */
  #take(serial: string, line: SwitchLine): void {
    const [oldest, ...others] = this.#lines.get(serial) ?? [];
    const kept = oldest === undefined ? [] : others.length >= LINES - 1 ? others : [oldest, ...others];
    this.#lines.set(serial, [...kept, line]);
    if (oldest && !kept.includes(oldest)) oldest.close();
    if (!this.#answering.has(serial)) {
      const newest = () => this.#lines.get(serial)?.at(-1);
      const reply = (asked: SwitchRequest) =>
        newest()?.ask(asked, PATIENCE) ?? Promise.reject(new Error('The line to the switch ended.'));
      this.#answering.set(serial, answerForSwitch(this.#bus, serial, reply));
    }
    tellMoved(this.#bus, serial, this.id);
  }

  #leave(serial: string, line: SwitchLine): void {
    this.#owed.delete(line);
    const lines = this.#lines.get(serial);
    if (!lines?.includes(line)) return;
    const left = lines.filter((other) => other !== line);
    if (left.length > 0) {
      this.#lines.set(serial, left);
      return;
    }
    this.#lines.delete(serial);
    this.#answerNoMore(serial);
    askController(this.#bus, 'disconnected', { serial, gateway: this.id }).catch(() => {});
  }

  #answerNoMore(serial: string): void {
    this.#answering.get(serial)?.();
    this.#answering.delete(serial);
  }
}

/** Hands one thing on after the other, and of those that came meanwhile the latest: nobody is owed a look at each. */
function latestOnly<Item>(handOn: (item: Item) => Promise<void>): (item: Item) => void {
  let isBusy = false;
  let latest: { readonly item: Item } | undefined;
  const next = async () => {
    isBusy = true;
    for (let taken = latest; taken; taken = latest) {
      latest = undefined;
      await handOn(taken.item);
    }
    isBusy = false;
  };
  return (item) => {
    latest = { item };
    if (!isBusy) void next();
  };
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
