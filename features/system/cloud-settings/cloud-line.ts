import type { ConnectionOptions } from 'node:tls';
import { type ClientOptions, WebSocket } from 'ws';
import type { Clock } from '../../../datapath/clock.ts';
import { CloudError } from '../../../protocols/cloud/connection.ts';
import { type CloudRequest, readCloudMessage } from '../../../protocols/cloud/messages.ts';
import type { SwitchReport } from '../../../protocols/cloud/report.ts';
import { LONGEST_FRAME, RpcErrorCode, SWITCH_PATH } from '../../../protocols/cloud/wire.ts';
import type { CloudDoor } from './cloud-exchange.ts';
import { CloudFailure } from './cloud-failure.ts';
import { CONNECT_TIME, serverName } from './cloud-trust.ts';

/** How often the line is tried, and how long an answer may take, in milliseconds. */
const PROBE = 20_000;
const PROBE_TIME = 8_000;

/** Code of a WebSocket that closes for what was said over it (RFC 6455 7.4.1). */
const PROTOCOL_ERROR = 1002;

/** What happens on a line. */
export interface LineEvents {
  /** The cloud has taken the first report. */
  opened(): void;
  /** The cloud asks something; resolves to what it is answered. */
  asked(user: string, rpc: string): Promise<unknown>;
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
  #spread: number | undefined;
  #cancelProbe = () => {};

  /** Begins to connect; `report` is the first thing that is said. */
  constructor({ cloud, authority, own }: CloudDoor, clock: Clock, report: SwitchReport, events: LineEvents) {
    this.#events = events;
    this.#clock = clock;
    const host = cloud.host.includes(':') ? `[${cloud.host}]` : cloud.host;
    const options: ClientOptions & Pick<ConnectionOptions, 'lookup' | 'servername'> = {
      lookup: cloud.lookup,
      servername: serverName(cloud.host),
      ...(authority !== undefined && { ca: authority }),
      cert: own.certificate,
      key: own.key,
      handshakeTimeout: CONNECT_TIME,
      maxPayload: LONGEST_FRAME,
      perMessageDeflate: false,
      followRedirects: false,
    };
    this.#socket = new WebSocket(`wss://${host}:${cloud.port}${SWITCH_PATH}`, options);
    this.#socket.on('open', () => this.#say({ id: 'connect', method: 'connect', params: report }));
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

  /** Tells the cloud how the switch is now. */
  report(report: SwitchReport): void {
    if (this.#isOpen) this.#say({ method: 'state', params: report });
  }

  /** Asks for the next certificate. */
  renew(): void {
    if (this.#isOpen) this.#say({ id: 'renew', method: 'renew' });
  }

  /** Ends the line; nothing more is told of it. */
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
    if (request.method === 'ping') this.#say({ id, result: {} });
    else if (request.method === 'call') {
      this.#say({ id, result: await this.#events.asked(request.params.user, request.params.rpc) });
    } else this.#say({ id, error: { code: RpcErrorCode.methodNotFound, message: 'Not built yet.' } });
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
