import { constants, publicEncrypt } from 'node:crypto';
import type { Answer, LoginAnswer } from '../../model/wire/call.ts';

/** An answer to a remote call, as it came over the wire. */
export interface WireAnswer {
  readonly id: number;
  readonly error: Omit<Answer['error'], 'code'> & { readonly code: number };
  readonly result?: unknown;
}

/** For tests: a browser's side of the wire (docs/specification/protocol.md), without a browser. */
export class AgentClient {
  readonly origin: string;
  gambit = '';
  cookie = '';
  /** The cookie that proves an earlier login. */
  known = '';
  #password = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  /** The same browser, with the same session, at another address of the same server. */
  moved(origin: string): AgentClient {
    const other = new AgentClient(origin);
    other.#password = this.#password;
    return Object.assign(other, { gambit: this.gambit, cookie: this.cookie, known: this.known });
  }

  /** The two login parameters for these credentials, with a fresh nonce unless one is given. */
  async sealed(user: string, password: string, nonce?: string): Promise<URLSearchParams> {
    const key = await (await this.get('/iss/specific/public_key.js')).text();
    const fresh = /^\/\/ nonce: (\S+)\n/.exec(key)?.[1] ?? '';
    const pem = key.slice(key.indexOf('-----BEGIN'));
    const seal = (value: string) =>
      publicEncrypt(
        { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
        Buffer.from(`${nonce ?? fresh}\n${value}`),
      ).toString('base64');
    return new URLSearchParams({ pelican: seal(user), pinkpanther: seal(password) });
  }

  /** Logs in and keeps token and cookies; resolves to the error code. */
  async login(password: string, user = 'admin'): Promise<number> {
    this.#password = password;
    return this.send(await this.sealed(user, password));
  }

  async send(parameters: URLSearchParams): Promise<number> {
    return (await this.answerTo(parameters)).error.code;
  }

  /** Sends a login, keeps token and cookies, and resolves to the answer. */
  async answerTo(parameters: URLSearchParams): Promise<LoginAnswer> {
    const response = await this.get(`/iss/specific/login_data.js?${parameters}`);
    const answer: LoginAnswer = await response.json();
    this.gambit = answer.gambit ?? '';
    const set = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    this.cookie = set.find((cookie) => !cookie.includes('-known-')) ?? this.cookie;
    this.known = set.find((cookie) => cookie.includes('-known-')) ?? this.known;
    return answer;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.origin}${path}`, { headers: { ...this.#cookies(), ...headers }, redirect: 'manual' });
  }

  /** A remote call whose RPC text is as given. */
  async callText(rpc: string, gambit = this.gambit): Promise<WireAnswer> {
    const response = await this.post(new URLSearchParams({ Gambit: gambit, RPC: rpc }));
    if (response.status !== 200) throw new Error(`HTTP status ${response.status}`);
    return response.json();
  }

  post(body: URLSearchParams | string, headers: Record<string, string> = {}): Promise<Response> {
    const send = () =>
      fetch(`${this.origin}/iss/specific/rpc.js`, {
        method: 'POST',
        body,
        headers: { ...this.#cookies(), ...headers },
      });
    return send().catch((failure: Error) => againOnClosed(failure, send));
  }

  /** As the console does it, what grants access is repeated with the password. */
  async call(method: string, params: object): Promise<WireAnswer> {
    const answer = await this.callOnce(method, params);
    if (answer.error.code === 0 && 'sysUserPassword' in params) this.#password = String(params.sysUserPassword);
    if (answer.error.code !== 8711 || this.#password === '') return answer;
    return this.callOnce(method, { ...params, Proof: await this.proof(this.#password) });
  }

  callOnce(method: string, params: object): Promise<WireAnswer> {
    return this.callText(JSON.stringify({ method, id: 0, params }));
  }

  /** Shows the password again: for two minutes the session may grant access. */
  async prove(): Promise<void> {
    const calls = [{ method: 'CommonGet', params: { Template: 'system' } }];
    await this.callOnce('BatchPost', { FuncName: 'prove', calls, Proof: await this.proof(this.#password) });
  }

  /** The password as a call carries it. */
  async proof(password: string): Promise<string> {
    return (await this.sealed('', password)).get('pinkpanther') ?? '';
  }

  /** The result of a CommonGet. */
  async read(template: string, index: object = {}): Promise<unknown> {
    const { error, result } = await this.call('CommonGet', { Template: template, ...index });
    if (error.code !== 0) throw new Error(`${template}: ${error.code} ${error.message}`);
    return result;
  }

  set(template: string, columns: object): Promise<WireAnswer> {
    return this.call('CommonSet', { Template: template, ...columns });
  }

  /** Sends a file to the upload of this name, with what else its form says. */
  async upload(name: string, file: Blob, fields: Readonly<Record<string, string>> = {}): Promise<WireAnswer> {
    const form = new FormData();
    for (const [field, value] of Object.entries({ Gambit: this.gambit, ...fields })) form.set(field, value);
    form.set('file', file, 'file');
    const url = `${this.origin}/iss/specific/cgi/${name}`;
    const send = () => fetch(url, { method: 'POST', body: form, headers: this.#cookies() });
    return (await send().catch((failure: Error) => againOnClosed(failure, send))).json();
  }

  #cookies(): Record<string, string> {
    const cookies = [this.cookie, this.known].filter((cookie) => cookie !== '');
    return cookies.length === 0 ? {} : { cookie: cookies.join('; ') };
  }
}

/** As browsers do: an idle connection may be closed for another's sake in the moment in which it is used again. */
function againOnClosed(failure: Error, send: () => Promise<Response>): Promise<Response> {
  const { cause } = failure;
  const isClosed = cause instanceof Error && /other side closed|ECONNRESET/.test(cause.message);
  if (isClosed) return send();
  throw failure;
}
