import type { Namespace } from '../namespaces/namespace.ts';
import { AgentClient } from './agent-client.ts';

/** Makes one request by what stands in its parameter, whoever signed the certificate, and prints the answer as JSON. */
const program = `
const { url, method, headers, body } = JSON.parse(process.argv[1]);
const call = require('node:https').request(url, { method, headers, rejectUnauthorized: false, timeout: 15000 }, (answer) => {
  let text = '';
  answer.setEncoding('utf8').on('data', (part) => { text += part; });
  answer.on('end', () => console.log(JSON.stringify({ status: answer.statusCode, raw: answer.rawHeaders, text })));
});
call.on('timeout', () => call.destroy(new Error('no answer')));
call.on('error', (error) => { console.error(error.message); process.exit(1); });
call.end(body);
`;

/** For tests: a client on a host of a lab, at the switch's address over HTTPS. Each of its calls opens a connection of its own. */
export class DistantClient extends AgentClient {
  readonly #host: Namespace;

  constructor(host: Namespace, address: string) {
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
    return this.#request('/iss/specific/rpc.js', 'POST', { ...type, ...headers }, String(body));
  }

  /** Sends a file by an upload's form. */
  async sendFile(name: string, fields: Readonly<Record<string, string>>, text: string): Promise<Response> {
    const form = new FormData();
    for (const [field, value] of Object.entries({ Gambit: this.gambit, ...fields })) form.append(field, value);
    form.append('file', new Blob([text]), 'switch.cfg');
    const encoded = new Request('http://form', { method: 'POST', body: form });
    const type = { 'content-type': encoded.headers.get('content-type') ?? '' };
    return this.#request(`/iss/specific/cgi/${name}`, 'POST', type, await encoded.text());
  }

  async #request(path: string, method: string, headers: Record<string, string>, body = ''): Promise<Response> {
    const cookie = this.cookie === '' ? {} : { cookie: this.cookie };
    const asked = JSON.stringify({ url: this.origin + path, method, headers: { ...cookie, ...headers }, body });
    const printed = await this.#host.exec(process.execPath, '-e', program, asked);
    const { status, raw, text }: { status: number; raw: string[]; text: string } = JSON.parse(printed);
    const answered = new Headers();
    for (let at = 0; at + 1 < raw.length; at += 2) answered.append(raw[at] ?? '', raw[at + 1] ?? '');
    return new Response(text, { status, headers: answered });
  }
}
