import { WebSocket } from 'ws';
import type { Clock } from '../../../datapath/clock.ts';
import { Refusal } from '../../../device/refusal.ts';
import { CloudError } from '../../../protocols/cloud/connection.ts';
import { type CloudRequest, readCloudMessage } from '../../../protocols/cloud/messages.ts';
import type { Health, LogLine, SwitchReport } from '../../../protocols/cloud/report.ts';
import { LONGEST_FRAME, RpcErrorCode, SWITCH_PATH } from '../../../protocols/cloud/wire.ts';
import type { CloudEndpoint } from './cloud-exchange.ts';
import { CloudFailure } from './cloud-failure.ts';
import type { CloudSession } from './cloud-session.ts';
import { CONNECT_TIME } from './cloud-trust.ts';

/** How often the line is tried, and how long an answer may take, in milliseconds. */
const PROBE = 20_000;
const PROBE_TIME = 8_000;

/** Code of a WebSocket that closes for what was said over it (RFC 6455 7.4.1). */
const PROTOCOL_ERROR = 1002;

/** Events of a line. */
export interface LineEvents {
  /** The cloud has taken the first report. */
  opened(): void;
  /** A request of the cloud; resolves to the result. A rejection is answered as an error. */
  asked(request: CloudRequest): Promise<unknown>;
  /** The cloud has issued the next certificate. */
  renewed(issued: { readonly certificate: string; readonly authority: string }): void;
  /** It is over; `spread` where the cloud said that it restarts. `failure` where it never was open. */
  ended(how: { readonly spread?: number; readonly failure?: unknown }): void;
}

/** A line to the cloud: a WebSocket over TLS in which both show their certificates, with JSON-RPC 2.0 in it. */
export class CloudLine {
  readonly #socket: WebSocket;
  readonly #events: LineEvents;
  readonly #clock: Clock;
  #isOpen = false;
  #isOver = false;
  /** Unanswered requests, and whether it ends after the last one. */
  #unanswered = 0;
  #isRetired = false;
  #spread: number | undefined;
  #cancelProbe = () => {};
  #localAddress = '';

  /** Begins to connect, by `session`; `report` is the first thing that is said. */
  constructor(
    endpoint: CloudEndpoint,
    session: CloudSession,
    clock: Clock,
    report: () => SwitchReport,
    events: LineEvents,
  ) {
    this.#events = events;
    this.#clock = clock;
    const { host, port } = endpoint.cloud;
    this.#socket = new WebSocket(`wss://${host.includes(':') ? `[${host}]` : host}:${port}${SWITCH_PATH}`, {
      createConnection: () => session.connect(endpoint),
      handshakeTimeout: CONNECT_TIME,
      maxPayload: LONGEST_FRAME,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.#socket.on('open', () => this.#say({ id: 'connect', method: 'connect', params: report() }));
    this.#socket.on('upgrade', ({ socket }) => {
      this.#localAddress = socket.localAddress ?? '';
    });
    this.#socket.on('message', (frame, isBinary) => this.#take(isBinary ? '' : String(frame)));
    this.#socket.on('pong', () => this.#probeLater());
    this.#socket.on('unexpected-response', (_request, { statusCode }) => {
      const code = statusCode === 401 || statusCode === 403 ? CloudError.badAccount : CloudError.unreachable;
      this.#end(new CloudFailure(code));
    });
    this.#socket.on('error', (error) => this.#end(error));
    this.#socket.on('close', () => this.#end(new CloudFailure(CloudError.unreachable)));
    // Until the cloud has taken the first report, too.
    this.#cancelProbe = clock.after(CONNECT_TIME + PROBE_TIME, () => this.#end(new CloudFailure(CloudError.timedOut)));
  }

  /** The switch's address of it; "" until it is there. */
  get localAddress(): string {
    return this.#localAddress;
  }

  /** Reports the present state of the switch to the cloud. */
  report(report: SwitchReport): void {
    if (this.#isOpen) this.#say({ method: 'state', params: report });
  }

  /** Sends important log messages to the cloud. */
  log(line: LogLine): void {
    if (this.#isOpen) this.#say({ method: 'log', params: line });
  }

  /** Reports the health of the switch to the cloud. */
  health(health: Health): void {
    if (this.#isOpen) this.#say({ method: 'healthcheck', params: health });
  }

  /** Asks for the next certificate. */
  renew(): void {
    if (this.#isOpen) this.#say({ id: 'renew', method: 'renew' });
  }

  /** Another line takes its place: it ends as soon as everything that was asked is answered. */
  retire(): void {
    this.#isRetired = true;
    if (this.#unanswered === 0) this.close();
  }

  /** Ends the connection; no further events are reported. */
  close(): void {
    this.#isOver = true;
    this.#cancelProbe();
    this.#socket.terminate();
  }

  #take(frame: string): void {
    if (this.#isOver) return;
    const message = readCloudMessage(frame);
    if (!message) {
      this.#socket.close(PROTOCOL_ERROR);
      this.#end(new CloudFailure(CloudError.unreachable));
    } else if ('wrong' in message) this.#say({ id: message.id, error: message.wrong });
    else if ('method' in message) {
      if (message.method === 'restarting') this.#spread = message.params.spread;
      else void this.#answer(message);
    } else if (message.id === 'renew') {
      if ('result' in message) this.#events.renewed(message.result);
    } else if ('error' in message) this.#end(new CloudFailure(CloudError.badAccount));
    else if (!this.#isOpen) {
      this.#isOpen = true;
      this.#events.opened();
      this.#probeLater();
    }
  }

  async #answer(request: CloudRequest): Promise<void> {
    const { id } = request;
    this.#unanswered += 1;
    try {
      const result = await this.#events.asked(request);
      const isLong = JSON.stringify(result).length > LONGEST_FRAME / 2;
      this.#say(isLong ? { id, error: tooLong } : { id, result });
    } catch (error) {
      this.#say({ id, error: errorOf(error) });
    }
    this.#unanswered -= 1;
    if (this.#isRetired && this.#unanswered === 0) this.close();
  }

  #probeLater(): void {
    if (this.#isOver || !this.#isOpen) return;
    this.#cancelProbe();
    this.#cancelProbe = this.#clock.after(PROBE, () => {
      this.#socket.ping();
      this.#cancelProbe = this.#clock.after(PROBE_TIME, () => this.#end());
    });
  }

  #say(message: object): void {
    if (this.#isOver || this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  #end(failure?: unknown): void {
    if (this.#isOver) return;
    const wasOpen = this.#isOpen;
    this.close();
    this.#events.ended({
      ...(this.#spread !== undefined && { spread: this.#spread }),
      ...(!wasOpen && { failure }),
    });
  }
}

/** More than a frame may hold, with the room that its quotes take within quotes. */
const tooLong = { code: RpcErrorCode.serverError, message: 'The answer is too long for the line; ask for fewer rows.' };

function errorOf(error: unknown) {
  const isRefusal = error instanceof Refusal;
  return isRefusal
    ? { code: error.code, message: error.message }
    : { code: RpcErrorCode.serverError, message: 'The switch could not carry this out.' };
}
