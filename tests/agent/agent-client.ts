import { constants, publicEncrypt } from 'node:crypto';
import type { Answer } from '../../model/wire/call.ts';

/** An answer to a remote call, as it came over the wire. */
export interface WireAnswer {
  readonly id: number;
  readonly error: Omit<Answer['error'], 'code'> & { readonly code: number };
  readonly result?: unknown;
}

/** For tests: a browser's side of the wire (protocol.md), without a browser. */
export class AgentClient {
  readonly origin: string;
  gambit = '';
  cookie = '';

  constructor(origin: string) {
    this.origin = origin;
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

  /** Logs in and keeps token and cookie; resolves to the error code. */
  async login(password: string, user = 'admin'): Promise<number> {
    return this.send(await this.sealed(user, password));
  }

  async send(parameters: URLSearchParams): Promise<number> {
    const response = await this.get(`/iss/specific/login_data.js?${parameters}`);
    const answer: { error: { code: number }; gambit?: string } = await response.json();
    this.gambit = answer.gambit ?? '';
    const set = response.headers.getSetCookie()[0];
    if (set !== undefined) this.cookie = set.split(';')[0] ?? '';
    return answer.error.code;
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
    return fetch(`${this.origin}/iss/specific/rpc.js`, {
      method: 'POST',
      body,
      headers: { ...this.#cookies(), ...headers },
    });
  }

  call(method: string, params: object): Promise<WireAnswer> {
    return this.callText(JSON.stringify({ method, id: 0, params }));
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

  #cookies(): Record<string, string> {
    return this.cookie === '' ? {} : { cookie: this.cookie };
  }
}
