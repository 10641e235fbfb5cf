import type { WebSocket } from 'ws';
import type { Cancel, Clock } from '../../datapath/clock.ts';
import { Allowance, type Rate } from '../../device/allowance.ts';
import { readSwitchMessage, type SwitchMessage } from '../../protocols/cloud/messages.ts';
import type { Health, LogLine, SwitchReport } from '../../protocols/cloud/report.ts';
import { LONGEST_FRAME, RpcErrorCode } from '../../protocols/cloud/wire.ts';
import type { BusValue } from '../bus/bus.ts';
import type { SwitchRequest } from './switch-subjects.ts';

/** Milliseconds in which a switch has to say who it is, and without a word of which its line counts as dead. */
const FIRST_WORD = 10_000;
const SILENCE = 60_000;

/** Milliseconds that a switch has to keep a change that is confirmed. */
const CONFIRMATION = 30_000;

/** Frames that a switch may send: a report every five seconds, a probe every twenty, and answers to what it is asked. */
const FRAMES: Rate = { rate: 20, burst: 200 };

/** Characters of a report at most, by far. */
const LONGEST_REPORT = 256 * 1024;

/** Words of a switch on what somebody should see; what it says beyond is not heard. */
const NOTICES: Rate = { rate: 1, burst: 40 };

/** Octets that a switch may leave unread: it is asked little at a time. */
const UNREAD = 4 * LONGEST_FRAME;

/** Requests to one switch that wait for their answers. */
const WAITING = 64;

/** Why a WebSocket closes (RFC 6455 7.4.1). */
const CloseCode = { malformed: 1007, policy: 1008, error: 1011 } as const;

/** Events of a line. */
export interface SwitchLineEvents {
  /** The first report; resolves to whether the switch is taken. */
  connected(report: SwitchReport): Promise<boolean>;
  /** It was taken, and can be asked. */
  opened(): void;
  reported(report: SwitchReport): void;
  /** A line of its log, or how well it is. */
  logged(line: LogLine): void;
  told(health: Health): void;
  /** The switch asks for its next certificate. */
  renew(): Promise<{ readonly certificate: string; readonly authority: string }>;
  /** The connection ended, in any way; reported once. */
  ended(): void;
}

interface Waiting {
  settle(result: BusValue): void;
  fail(error: Error): void;
}

/** The line of a switch whose certificate was verified: JSON-RPC 2.0 over a WebSocket. All other data ends it. */
export class SwitchLine {
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #events: SwitchLineEvents;
  readonly #allowance: Allowance;
  readonly #notices: Allowance;
  readonly #waiting = new Map<string, Waiting>();
  #standing: 'new' | 'entering' | 'open' | 'over' = 'new';
  #asked = 0;
  #cancelSilence: Cancel;

  constructor(socket: WebSocket, clock: Clock, events: SwitchLineEvents) {
    this.#socket = socket;
    this.#clock = clock;
    this.#events = events;
    this.#allowance = new Allowance(FRAMES, clock.now());
    this.#notices = new Allowance(NOTICES, clock.now());
    this.#cancelSilence = clock.after(FIRST_WORD, () => this.#end());
    socket.on('message', (frame, isBinary) => this.#take(isBinary ? undefined : String(frame)));
    socket.on('ping', () => {
      if (this.#allowance.take(this.#clock.now())) this.#heard();
      else this.#end(CloseCode.policy);
    });
    socket.on('error', () => this.#end());
    socket.on('close', () => this.#end());
  }

  get isOver(): boolean {
    return this.#standing === 'over';
  }

  /** Whether the switch still owes an answer. */
  get isAwaited(): boolean {
    return this.#waiting.size > 0;
  }

  /** Asks the switch; rejects where it does not answer within `timeout` milliseconds, or the line ends before it did. */
  ask({ method, params }: SwitchRequest, timeout: number): Promise<BusValue> {
    if (this.#standing !== 'open') return Promise.reject(new Error('The line to the switch is not open.'));
    if (this.#waiting.size >= WAITING) return Promise.reject(new Error('The switch is busy with other requests.'));
    this.#asked += 1;
    const id = `g${this.#asked}`;
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(timeout, () => waiting.fail(new Error('The switch does not answer.')));
      const over = () => {
        cancel();
        this.#waiting.delete(id);
      };
      const waiting: Waiting = {
        settle(result) {
          over();
          resolve(result);
        },
        fail(error) {
          over();
          reject(error);
        },
      };
      this.#waiting.set(id, waiting);
      this.#say({ id, method, params });
    });
  }

  /** Says that the cloud restarts: the switch comes back within so many milliseconds. */
  announceRestart(spread: number): void {
    this.#say({ method: 'restarting', params: { spread } });
  }

  /** Ends the connection of a switch that the cloud no longer accepts, or that has another one. */
  close(): void {
    this.#end(CloseCode.policy);
  }

  #take(frame: string | undefined): void {
    if (this.#standing === 'over') return;
    const isAllowed = this.#allowance.take(this.#clock.now());
    const read = frame === undefined || !isAllowed ? undefined : readSwitchMessage(frame);
    const isLong = read && 'method' in read && (frame?.length ?? 0) > LONGEST_REPORT;
    const message = isLong ? undefined : read;
    if (!message) this.#end(isAllowed ? CloseCode.malformed : CloseCode.policy);
    else if (this.#standing !== 'new') {
      this.#heard();
      this.#handle(message);
    } else if ('method' in message && message.method === 'connect') void this.#enter(message.params);
    else this.#end(CloseCode.policy);
  }

  #handle(message: SwitchMessage): void {
    // Answers that are no longer awaited came too late.
    if ('result' in message) this.#waiting.get(String(message.id))?.settle(message.result as BusValue);
    else if ('error' in message) this.#waiting.get(String(message.id))?.fail(new Error(message.error.message));
    else if (message.method === 'state') this.#events.reported(message.params);
    else if (message.method === 'renew' || message.method === 'log' || message.method === 'healthcheck') {
      if (!this.#notices.take(this.#clock.now())) return;
      if (message.method === 'renew') void this.#renew();
      else if (message.method === 'log') this.#events.logged(message.params);
      else this.#events.told(message.params);
    }
    // A second first word.
    else if (message.method === 'connect') this.#end(CloseCode.policy);
  }

  async #enter(report: SwitchReport): Promise<void> {
    this.#standing = 'entering';
    try {
      const isTaken = await this.#events.connected(report);
      if (this.isOver) return;
      if (!isTaken) {
        this.#say({
          id: 'connect',
          error: { code: RpcErrorCode.serverError, message: 'The cloud does not know this switch.' },
        });
        this.#end(CloseCode.policy);
        return;
      }
      this.#standing = 'open';
      this.#say({ id: 'connect', result: {} });
      this.#heard();
      // That this line could be opened is what shows that the change did no harm (docs/specification/cloud.md 5).
      if (report.pending) await this.ask({ method: 'confirm', params: { id: report.pending.id } }, CONFIRMATION);
      this.#events.opened();
    } catch {
      this.#end(CloseCode.error);
    }
  }

  async #renew(): Promise<void> {
    try {
      this.#say({ id: 'renew', result: await this.#events.renew() });
    } catch {
      // The line is as good as before: the switch asks again.
      this.#say({ id: 'renew', error: { code: RpcErrorCode.serverError, message: 'There is no certificate now.' } });
    }
  }

  /** The switch is there. */
  #heard(): void {
    if (this.#standing === 'over') return;
    this.#cancelSilence();
    this.#cancelSilence = this.#clock.after(SILENCE, () => this.#end());
  }

  #say(message: object): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > UNREAD) this.#end();
    else this.#socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  #end(code?: number): void {
    if (this.#standing === 'over') return;
    this.#standing = 'over';
    this.#cancelSilence();
    if (code === undefined) this.#socket.terminate();
    else {
      this.#socket.close(code);
      // A peer that does not answer the close frame is cut off.
      this.#clock.after(FIRST_WORD, () => this.#socket.terminate());
    }
    for (const waiting of [...this.#waiting.values()]) waiting.fail(new Error('The line to the switch ended.'));
    this.#events.ended();
  }
}
