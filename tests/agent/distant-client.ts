import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import { AgentClient } from './agent-client.ts';

/** Makes a request for each line of its input, accepting any certificate, and prints the answer as a line of JSON. */
const program = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, url, method, headers, body } = JSON.parse(line);
  const say = (answer) => console.log(JSON.stringify({ id, ...answer }));
  const options = { method, headers, agent: false, rejectUnauthorized: false, timeout: 15000 };
  const call = require('node:https').request(url, options, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part) => { text += part; });
    answer.on('end', () => say({ status: answer.statusCode, raw: answer.rawHeaders, text }));
    answer.on('error', (error) => say({ error: error.message }));
  });
  call.on('timeout', () => call.destroy(new Error('no answer')));
  call.on('error', (error) => say({ error: error.message }));
  call.end(Buffer.from(body, 'base64'));
});
`;

interface Asked {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  /** In base 64. */
  readonly body: string;
}

/** What starts programs on a host. */
export interface ClientHost {
  spawn(program: string, words: readonly string[], options: SpawnOptions): ChildProcess;
}

interface Answered {
  readonly id: number;
  readonly error?: string;
  readonly status: number;
  readonly raw: readonly string[];
  readonly text: string;
}

/** A program on a host that makes requests there; it ends with the host. */
class Requester {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (answer: Answered | Error) => void>();
  #id = 0;

  constructor(host: ClientHost) {
    this.#child = host.spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
    if (this.#child.stdout) {
      createInterface({ input: this.#child.stdout }).on('line', (line) => {
        const answer: Answered = JSON.parse(line);
        this.#settle(answer.id, answer.error === undefined ? answer : new Error(answer.error));
      });
    }
    this.#child.stdin?.on('error', () => {});
    this.#child.once('exit', () => {
      for (const id of [...this.#waiting.keys()]) this.#settle(id, new Error('The host is gone.'));
    });
  }

  ask(asked: Asked): Promise<Answered> {
    this.#id += 1;
    const id = this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
      this.#child.stdin?.write(`${JSON.stringify({ id, ...asked })}\n`);
    });
  }

  #settle(id: number, answer: Answered | Error): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }
}

const requesters = new WeakMap<ClientHost, Requester>();

/** The requester of a host, started by its first request. */
function requesterOn(host: ClientHost): Requester {
  const requester = requesters.get(host) ?? new Requester(host);
  requesters.set(host, requester);
  return requester;
}

/** For tests: a client on a host of a lab, at the switch's address over HTTPS. Each of its calls opens a connection of its own. */
export class DistantClient extends AgentClient {
  readonly #host: ClientHost;

  constructor(host: ClientHost, address: string) {
    super(`https://${address}`);
    this.#host = host;
  }

  /** The same session at another address of the switch. */
  at(address: string): DistantClient {
    const other = new DistantClient(this.#host, address);
    other.gambit = this.gambit;
    other.cookie = this.cookie;
    return other;
  }

  override get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#request(path, 'GET', headers);
  }

  override post(body: URLSearchParams | string, headers: Record<string, string> = {}): Promise<Response> {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#request('/iss/specific/rpc.js', 'POST', { ...type, ...headers }, Buffer.from(String(body)));
  }

  /** Sends a file by an upload's form. */
  async sendFile(name: string, fields: Readonly<Record<string, string>>, content: string | Blob): Promise<Response> {
    const form = new FormData();
    for (const [field, value] of Object.entries({ Gambit: this.gambit, ...fields })) form.append(field, value);
    form.append('file', new Blob([content]), 'switch.cfg');
    const encoded = new Request('http://form', { method: 'POST', body: form });
    const type = { 'content-type': encoded.headers.get('content-type') ?? '' };
    return this.#request(`/iss/specific/cgi/${name}`, 'POST', type, Buffer.from(await encoded.arrayBuffer()));
  }

  override async upload(name: string, file: Blob, fields: Readonly<Record<string, string>> = {}) {
    return (await this.sendFile(name, fields, file)).json();
  }

  async #request(path: string, method: string, headers: Record<string, string>, body?: Buffer): Promise<Response> {
    const cookie: Record<string, string> = this.cookie === '' ? {} : { cookie: this.cookie };
    const asked = {
      url: this.origin + path,
      method,
      headers: { ...cookie, ...headers },
      body: body?.toString('base64') ?? '',
    };
    const { status, raw, text } = await requesterOn(this.#host).ask(asked);
    const answered = new Headers();
    for (let at = 0; at + 1 < raw.length; at += 2) answered.append(raw[at] ?? '', raw[at + 1] ?? '');
    return new Response(text, { status, headers: answered });
  }
}
