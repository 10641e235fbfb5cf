import type { WebSocket } from 'ws';
import type { Bus, BusValue } from '../../cloud/bus/bus.ts';
import { askController } from '../../cloud/bus/questions.ts';
import type { GatewayLines } from '../../cloud/gateway/gateway-lines.ts';
import { claimedSwitch, reportOf } from '../../cloud/store/contract-switch.ts';
import type { Clock } from '../../datapath/clock.ts';
import type { Outcome } from '../../protocols/cloud/change.ts';
import { readCloudMessage } from '../../protocols/cloud/messages.ts';
import { LineSocket } from './line-socket.ts';

/** Milliseconds: between two signs of life, for a line that is to be taken, for a change, and of the pause before the next line. */
const PROBE = 20_000;
const ATTEMPT = 30_000;
const WINDOW = 120_000;
const PAUSE = 3_000;

/** What a switch and its gateways share. */
interface Surroundings {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: () => number;
  readonly gateways: readonly GatewayLines[];
}

/** A line without a network, with its number. */
class NumberedSocket extends LineSocket {
  readonly line: number;

  constructor(line: number, heard: (frame: string) => void, ended: () => void) {
    super(heard, ended);
    this.line = line;
  }
}

/** A switch that does what real ones do when they are connected, changed, cut off and asked again. */
export class LateSwitch {
  readonly serial: string;
  revision = 0;
  readonly #around: Surroundings;
  #bad: readonly number[] = [];
  #last: Outcome | undefined;
  #pending: { readonly id: string; readonly revision: number; readonly until: number } | undefined;
  /** The one that it has, and those that another one is to take the place of. */
  #line: NumberedSocket | undefined;
  #opening: NumberedSocket | undefined;
  #isOwed = false;
  #attempt = 0;
  #reports = 0;

  constructor(serial: string, around: Surroundings) {
    this.serial = serial;
    this.#around = around;
  }

  start(): void {
    void this.#connect();
  }

  /** Its line breaks; where it is silent, the gateway does not learn it. */
  cut(isSilent: boolean): void {
    const line = this.#line;
    this.#line = undefined;
    if (!isSilent) line?.terminate();
    this.#later();
  }

  #later(): void {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#around.clock.after(this.#around.random() * PAUSE, () => {
      if (attempt === this.#attempt) void this.#connect();
    });
  }

  async #connect(): Promise<void> {
    const { bus, clock, random, gateways } = this.#around;
    this.#attempt += 1;
    const attempt = this.#attempt;
    const isOver = () => attempt !== this.#attempt;
    // An attempt that another one took the place of may come through all the same, and be the later one.
    const isGivenUp = random() < 0.5;
    const gateway = gateways[Math.floor(random() * gateways.length)];
    const { tenant, keyHash, certificate } = claimedSwitch(this.serial);
    const { number, until } = certificate;
    const holder = { serial: this.serial, tenant, number, keyHash, until };
    const line = await askController(bus, 'admit', holder).catch(() => null);
    if (isOver() && (isGivenUp || line === null)) return;
    if (line === null || !gateway) return this.#later();
    const socket: NumberedSocket = new NumberedSocket(
      line,
      (frame) => this.#take(socket, frame),
      () => {
        const isWanted = this.#opening === socket || this.#line === socket;
        if (this.#opening === socket) this.#opening = undefined;
        if (this.#line === socket) this.#line = undefined;
        // One that is being opened takes its place, and one that took its place stays.
        if (!this.#opening && (isWanted || !this.#line)) this.#later();
      },
    );
    const admitted = { serial: this.serial, line, tenant, number, address: '', publicKey: undefined };
    // It is all of a socket that a line uses.
    gateway.open(socket as unknown as WebSocket, admitted);
    clock.after(ATTEMPT, () => {
      if (this.#line !== socket) socket.terminate();
    });
    const given = this.#opening;
    this.#opening = socket;
    if (isGivenUp) given?.terminate();
    socket.say({ id: 'connect', method: 'connect', params: this.#report(line) });
  }

  #report(line: number) {
    const { clock } = this.#around;
    const pending = this.#pending;
    this.#reports += 1;
    return reportOf({
      // Distinguishes a later report from an earlier one: those of a later connection count as such.
      upTime: line * 10_000 + this.#reports,
      revision: this.revision,
      revisionHash: 'a'.repeat(64),
      badRevisions: [...this.#bad],
      ...(pending && {
        pending: {
          id: pending.id,
          revision: pending.revision,
          secondsLeft: Math.max(0, (pending.until - clock.now()) / 1000),
        },
      }),
      ...(this.#last && { last: this.#last }),
    });
  }

  /**
   * Reports its state over the connection that is being opened as soon as that is open: its earlier state was sent
   * there.
   */
  #tell(): void {
    if (this.#opening) this.#isOwed = true;
    else if (this.#line) this.#line.say({ method: 'state', params: this.#report(this.#line.line) });
  }

  #opened(socket: NumberedSocket): void {
    const { clock } = this.#around;
    const former = this.#line;
    this.#line = socket;
    if (this.#opening === socket) this.#opening = undefined;
    former?.terminate();
    const probe = () => {
      if (this.#line !== socket) return;
      socket.emit('ping');
      clock.after(PROBE, probe);
    };
    clock.after(PROBE, probe);
    if (!this.#isOwed || this.#opening) return;
    this.#isOwed = false;
    this.#tell();
  }

  #take(socket: NumberedSocket, frame: string): void {
    const message = readCloudMessage(frame);
    if (!message || 'wrong' in message) return;
    if ('result' in message && message.id === 'connect') this.#opened(socket);
    if (!('method' in message) || message.method === 'restarting') return;
    const { id } = message;
    const answer = (result: BusValue) => socket.say({ id, result });
    if (message.method === 'configuration') {
      answer({ revision: this.revision, hash: 'a'.repeat(64), configuration: { objects: {} } });
    } else if (message.method === 'configure') {
      const { id: change, revision } = message.params;
      answer(this.#configure(change, revision));
      this.#tell();
    } else if (message.method === 'confirm') {
      const status = this.#pending?.id === message.params.id ? 'committed' : 'unknown';
      if (status === 'committed') this.#commit();
      answer({ id: message.params.id, status });
      this.#tell();
    } else {
      if (message.method === 'report') this.#tell();
      answer({});
    }
  }

  #configure(id: string, revision: number): BusValue {
    const { clock, random } = this.#around;
    if (this.#pending) {
      if (this.#pending.id === id) return { status: 'pending', id, revision, secondsLeft: 1 };
      const fault = { code: 1, message: 'Another change waits.' };
      return { status: 'refused', id, revision, cause: 'busy', fault };
    }
    if (this.#last?.id === id) return { status: this.#last.status, id, revision };
    if (revision <= this.revision) {
      return { status: 'refused', id, revision, cause: 'outdated', fault: { code: 1, message: 'It is old.' } };
    }
    const pending = { id, revision, until: clock.now() + WINDOW };
    this.#pending = pending;
    if (random() < 0.5) {
      // It changed nothing that has to be confirmed.
      this.#commit();
      return { status: 'committed', id, revision };
    }
    clock.after(WINDOW, () => {
      if (this.#pending !== pending) return;
      this.#pending = undefined;
      this.#bad = [...this.#bad, revision];
      const reason = { text: 'Nobody.' };
      this.#last = { status: 'reverted', id, revision, cause: 'deadline', reason };
      this.#tell();
    });
    void this.#connect();
    if (random() < 0.5) this.#later();
    return { status: 'pending', id, revision, secondsLeft: WINDOW / 1000 };
  }

  #commit(): void {
    if (!this.#pending) return;
    const { id, revision } = this.#pending;
    this.#pending = undefined;
    this.revision = revision;
    this.#last = { status: 'committed', id, revision };
  }
}
