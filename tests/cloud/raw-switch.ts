import { X509Certificate } from 'node:crypto';
import { type RequestOptions, request } from 'node:https';
import { WebSocket } from 'ws';
import { reportOf } from '../../cloud/store/contract-switch.ts';
import type { KeyPair } from '../../device/console-settings.ts';
import { createCertificate } from '../../device/http/certificate.ts';
import { claimCode } from '../../protocols/cloud/claim-code.ts';
import type { SwitchReport } from '../../protocols/cloud/report.ts';

/** Where a cloud is, and how it is known. */
export interface RawCloud {
  readonly host: string;
  readonly port: number;
}

/** What somebody with a key of his own can say to a cloud, true or not: for tests of what it takes, and of how much it bears. */
export class RawSwitch {
  readonly serial: string;
  readonly own: KeyPair;
  readonly #cloud: RawCloud;
  /** What the cloud issued, for the same key. */
  issued: string | undefined;

  private constructor(cloud: RawCloud, serial: string, own: KeyPair) {
    this.#cloud = cloud;
    this.serial = serial;
    this.own = own;
  }

  static async make(cloud: RawCloud, serial: string): Promise<RawSwitch> {
    return new RawSwitch(cloud, serial, await createCertificate([serial]));
  }

  /** SubjectPublicKeyInfo, DER. */
  get publicKey(): Buffer {
    return new X509Certificate(this.own.certificate).publicKey.export({ type: 'spki', format: 'der' });
  }

  get code(): string {
    return claimCode(this.publicKey);
  }

  /** Posts a body with the certificate that it made itself; resolves to the status and what came with it. */
  post(path: string, body: string | object): Promise<{ readonly status: number; readonly body: string }> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.#ask({ method: 'POST', path, cert: this.own.certificate }, text);
  }

  #ask(options: RequestOptions, body?: string): Promise<{ readonly status: number; readonly body: string }> {
    return new Promise((resolve, reject) => {
      const asked = request({
        ...this.#cloud,
        ...options,
        key: this.own.key,
        // These tests are about whom the cloud believes.
        rejectUnauthorized: false,
        agent: false,
      });
      asked.on('error', reject);
      asked.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          text += piece;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      });
      asked.end(body);
    });
  }

  /** Fetches something with a certificate, by default the one that was issued. */
  get(
    path: string,
    certificate = this.issued ?? this.own.certificate,
    range = 'bytes=0-',
  ): Promise<{ readonly status: number; readonly body: string }> {
    return this.#ask({ method: 'GET', path, cert: certificate, headers: { range } });
  }

  /** Asks to be taken; keeps what is issued, and resolves to the status. */
  async claim(token?: string, serial = this.serial): Promise<number> {
    const { status, body } = await this.post('/claim', { serial, model: 'RAW', ...(token !== undefined && { token }) });
    if (status === 200) this.issued = JSON.parse(body).certificate;
    return status;
  }

  /** Opens a line with a certificate, by default the one that was issued; rejects with the status where it is refused. */
  open(certificate = this.issued ?? this.own.certificate, key = this.own.key): Promise<WebSocket> {
    const { host, port } = this.#cloud;
    const socket = new WebSocket(`wss://${host}:${port}/switch`, { cert: certificate, key, rejectUnauthorized: false });
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(socket));
      socket.once('unexpected-response', (_request, { statusCode }) => {
        socket.terminate();
        reject(new Error(`status ${statusCode}`));
      });
      socket.once('error', reject);
    });
  }

  /** Asks for its next certificate over a line, and keeps it. */
  async renew(line: WebSocket): Promise<void> {
    const answer = new Promise<string>((resolve) => line.once('message', (text) => resolve(String(text))));
    line.send(frame('renew', {}, 'renew'));
    this.issued = JSON.parse(await answer).result.certificate;
  }

  /** Opens a line and says who it is; resolves once the cloud has taken that. */
  async connect(
    values: Partial<SwitchReport> = {},
    reply: (method: string, params: unknown) => unknown = () => undefined,
  ): Promise<WebSocket> {
    const socket = await this.open();
    answering(socket, reply);
    const answer = new Promise<void>((resolve, reject) => {
      socket.once('message', () => resolve());
      socket.once('close', (code) => reject(new Error(`closed ${code}`)));
    });
    socket.send(frame('connect', rawReport(values), 'connect'));
    await answer;
    return socket;
  }
}

/** Answers what the cloud asks over a line; what is undefined is never answered. */
export function answering(socket: WebSocket, reply: (method: string, params: unknown) => unknown): void {
  socket.on('message', (text) => {
    const { id, method, params } = JSON.parse(String(text));
    if (method === undefined) return;
    const result = reply(method, params);
    if (result !== undefined) socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
}

/** A request of JSON-RPC, or a notification. */
export function frame(method: string, params: object, id?: string): string {
  return JSON.stringify({ jsonrpc: '2.0', ...(id !== undefined && { id }), method, params });
}

/** What a switch of these tests says of itself. */
export function rawReport(values: Partial<SwitchReport> = {}): SwitchReport {
  return reportOf({ model: 'RAW', name: 'raw', address: '', owner: 'local', ...values });
}

/** The code with which a line is closed. */
export function closing(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => socket.once('close', resolve));
}
