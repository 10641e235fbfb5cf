import { createHash, generateKeyPairSync } from 'node:crypto';
import { type ConnectionOptions, connect, createSecureContext, type SecureContext } from 'node:tls';
import { type ClientOptions, WebSocket } from 'ws';
import { reportOf } from '../../cloud/store/contract-switch.ts';
import type { Store } from '../../cloud/store/store.ts';
import type { Authority } from '../../cloud/trust/authority.ts';
import { readCloudMessage } from '../../protocols/cloud/messages.ts';
import type { SwitchReport } from '../../protocols/cloud/report.ts';
import { SWITCH_PATH } from '../../protocols/cloud/wire.ts';

/** A switch that was claimed: what it needs to open its line. */
export interface Enrolled {
  readonly serial: string;
  readonly certificate: string;
  readonly key: string;
}

/** Where a fleet connects to, as a balancer would spread it: each switch tries one of the ports after the other. */
interface FleetPlace {
  readonly ports: readonly number[];
  /** The cloud's authority, PEM. */
  readonly authority: string;
}

/** Milliseconds: between two signs of life, for the answer to one, and of the pause before a line is tried again (full jitter). */
const PROBE = 20_000;
const PROBE_TIME = 8_000;
const PAUSE = { shortest: 1_000, longest: 300_000 } as const;

/** Seconds that a change is pending, as the cloud is configured: it asks again soon after them. */
const WINDOW = 10;

/**
 * Connections that are made at a time. Real switches have a processor each; here all share one, and what takes longer than the
 * cloud waits for would be begun again and again.
 */
const CONNECTING = 100;

/** Has switches claimed, as if their codes had been typed: a certificate each, and a row in the store. */
export async function enrol(store: Store, authority: Authority, count: number): Promise<readonly Enrolled[]> {
  const enrolled: Enrolled[] = [];
  for (let at = 0; at < count; at += 50) {
    const batch = Array.from({ length: Math.min(50, count - at) }, async (_, each) => {
      const serial = `SIM${String(at + each).padStart(5, '0')}`;
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const der = publicKey.export({ type: 'spki', format: 'der' });
      const now = Date.now();
      const issued = await authority.forSwitch({ serial, tenant: 'own', publicKey: der }, now);
      const keyHash = createHash('sha256').update(der).digest('hex');
      const certificate = { number: issued.number, serial, until: issued.until };
      await store.claimed({ serial, tenant: 'own', user: 'admin', keyHash, model: 'SIM', at: now, certificate });
      const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
      return { serial, certificate: issued.certificate, key };
    });
    enrolled.push(...(await Promise.all(batch)));
  }
  return enrolled;
}

/** Lets so many do something at a time, one after the other as they came. */
class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Calls `begin` when it is its turn; what that is given ends the turn, however often it is called. */
  enter(begin: (leave: () => void) => void): void {
    this.#waiting.push(() => {
      let isOver = false;
      begin(() => {
        if (isOver) return;
        isOver = true;
        this.#free += 1;
        this.#serve();
      });
    });
    this.#serve();
  }

  #serve(): void {
    while (this.#free > 0) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#free -= 1;
      next();
    }
  }
}

/** Many switches in one process that speak as real ones do, and have nothing behind that. */
export class SimulatedFleet {
  readonly #switches: readonly SimulatedSwitch[];

  constructor(enrolled: readonly Enrolled[], place: FleetPlace) {
    const turns = new Turns(CONNECTING);
    this.#switches = enrolled.map((one, at) => new SimulatedSwitch(one, place, at, turns));
  }

  /** Connects them all, as fast as the cloud takes them. */
  start(): void {
    for (const one of this.#switches) one.start();
  }

  /** How many have a line that the cloud has taken. */
  up(): number {
    return this.#switches.filter(({ isUp }) => isUp).length;
  }

  /** The revision that each has and that is confirmed, by serial number. */
  revisions(): Record<string, number> {
    return Object.fromEntries(this.#switches.map(({ serial, revision }) => [serial, revision]));
  }

  stop(): void {
    for (const one of this.#switches) one.stop();
  }
}

class SimulatedSwitch {
  readonly serial: string;
  revision = 0;
  readonly #enrolled: Enrolled;
  readonly #place: FleetPlace;
  readonly #turns: Turns;
  readonly #source: string;
  /** Key and certificates are read once. */
  #context: SecureContext | undefined;
  /** By which it resumes its TLS session. */
  #session: Buffer | undefined;
  #configuration: object;
  /** What is in force and waits for its confirmation, over a line that is opened for that. */
  #pending: { readonly id: string; readonly revision: number; readonly configuration: object } | undefined;
  #line: WebSocket | undefined;
  #isUp = false;
  #isStopped = false;
  #failures = 0;
  #next: number;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(enrolled: Enrolled, place: FleetPlace, at: number, turns: Turns) {
    this.serial = enrolled.serial;
    this.#enrolled = enrolled;
    this.#place = place;
    this.#turns = turns;
    this.#next = at;
    // Of many addresses, as switches come; all of 127.0.0.0/8 are this host's.
    this.#source = `127.0.${1 + (at % 100)}.1`;
    this.#configuration = { objects: { system: { sysName: enrolled.serial } } };
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  start(): void {
    this.#isStopped = false;
    this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    this.#isUp = false;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#line?.terminate();
  }

  #after(milliseconds: number, action: () => void): () => void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, milliseconds);
    this.#timers.add(timer);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  #hash(): string {
    return createHash('sha256').update(JSON.stringify(this.#configuration)).digest('hex');
  }

  #report(): SwitchReport {
    const pending = this.#pending;
    const hash = this.#hash();
    return reportOf({
      model: 'SIM',
      name: this.serial,
      address: this.#source,
      hash,
      revision: this.revision,
      revisionHash: hash,
      safeRevision: this.revision,
      ...(pending && { pending: { id: pending.id, revision: pending.revision, secondsLeft: WINDOW } }),
    });
  }

  /** Opens a line, in the place of the one that there is once the cloud has taken it. */
  #connect(): void {
    this.#turns.enter((leave) => {
      if (this.#isStopped) leave();
      else this.#open(leave);
    });
  }

  /** The TLS connection below a line, by the session of the one before. */
  #secure: NonNullable<ClientOptions['createConnection']> = () => {
    const { ports, authority } = this.#place;
    const { certificate: cert, key } = this.#enrolled;
    this.#context ??= createSecureContext({ cert, key, ca: authority });
    const port = ports[this.#next % ports.length] ?? 0;
    this.#next += 1;
    const options: ConnectionOptions & { readonly localAddress: string } = {
      host: '127.0.0.1',
      port,
      localAddress: this.#source,
      secureContext: this.#context,
      ...(this.#session && { session: this.#session }),
    };
    const socket = connect(options);
    socket.on('session', (session) => {
      this.#session = session;
    });
    return socket;
  };

  #open(leave: () => void): void {
    const socket = new WebSocket(`wss://127.0.0.1${SWITCH_PATH}`, {
      createConnection: this.#secure,
      handshakeTimeout: 30_000,
      perMessageDeflate: false,
    });
    const say = (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
    let isTaken = false;
    let cancelProbe = this.#after(60_000, () => socket.terminate());
    const probe = () => {
      cancelProbe();
      cancelProbe = this.#after(PROBE, () => {
        socket.ping();
        cancelProbe = this.#after(PROBE_TIME, () => socket.terminate());
      });
    };
    socket.on('open', () => {
      leave();
      say({ id: 'connect', method: 'connect', params: this.#report() });
    });
    socket.on('pong', probe);
    socket.on('error', () => {});
    socket.on('close', () => {
      leave();
      cancelProbe();
      if (this.#line !== undefined && this.#line !== socket) {
        // Nothing is missing of a replaced connection; one that was never open was to show that a change does no harm.
        if (!isTaken && this.#pending && !this.#isStopped) this.#after(PAUSE.shortest, () => this.#connect());
        return;
      }
      this.#line = undefined;
      this.#isUp = false;
      const longest = Math.min(PAUSE.longest, PAUSE.shortest * 2 ** this.#failures);
      this.#failures += 1;
      if (!this.#isStopped) this.#after(Math.max(PAUSE.shortest, Math.random() * longest), () => this.#connect());
    });
    socket.on('message', (frame) => {
      const message = readCloudMessage(String(frame));
      if (!message || 'wrong' in message) return;
      if ('result' in message && message.id === 'connect') {
        const former = this.#line;
        this.#line = socket;
        isTaken = true;
        this.#isUp = true;
        this.#failures = 0;
        former?.terminate();
        probe();
      } else if ('method' in message && message.method !== 'restarting') {
        const { id } = message;
        if (message.method === 'configuration') {
          say({ id, result: { revision: this.revision, hash: this.#hash(), configuration: this.#configuration } });
        } else if (message.method === 'configure' && 'configuration' in message.params) {
          const { id: change, revision, configuration } = message.params;
          if (revision <= this.revision) say({ id, result: { status: 'committed', id: change, revision } });
          else {
            this.#pending = { id: change, revision, configuration };
            say({ id, result: { status: 'pending', id: change, revision, secondsLeft: WINDOW } });
            this.#connect();
          }
        } else if (message.method === 'confirm') {
          const pending = this.#pending;
          if (pending?.id === message.params.id) {
            this.#configuration = pending.configuration;
            this.revision = pending.revision;
            this.#pending = undefined;
            say({ id, result: { id: pending.id, status: 'committed' } });
            say({ method: 'state', params: this.#report() });
          } else say({ id, result: { id: message.params.id, status: 'unknown' } });
        } else {
          say({ id, result: {} });
          if (message.method === 'report') say({ method: 'state', params: this.#report() });
        }
      }
    });
  }
}
