import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The seconds that browsers keep a cookie at most (RFC 6265bis 5.5). */
const LONGEST = 400 * 86_400;

/**
 * A cookie that no script and no other site can use. Browsers keep cookies by host and not by port, so its name holds the
 * port: two switches behind one address do not sign each other out.
 */
export class BrowserCookie {
  readonly #prefix: string;
  readonly #options: CookieSerializeOptions;

  /** `secure`: the server speaks TLS, and the cookie is bound to it (RFC 6265bis 4.1.3.2). */
  constructor(name: string, secure: boolean, lasting: boolean) {
    this.#prefix = secure ? `__Host-${name}` : name;
    this.#options = { path: '/', httpOnly: true, sameSite: 'strict', secure, ...(lasting && { maxAge: LONGEST }) };
  }

  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.#name(request)];
  }

  set(request: FastifyRequest, reply: FastifyReply, value: string): void {
    reply.setCookie(this.#name(request), value, this.#options);
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    reply.clearCookie(this.#name(request), this.#options);
  }

  #name({ socket }: FastifyRequest): string {
    return `${this.#prefix}-${socket.localPort ?? 0}`;
  }
}

/** The cookies of a browser. */
export interface BrowserCookies {
  /** That a session token is good with. */
  readonly session: BrowserCookie;
  /** That the browser signed in before. It opens nothing. */
  readonly known: BrowserCookie;
}

export function browserCookies(secure: boolean): BrowserCookies {
  return {
    session: new BrowserCookie('faceplate', secure, false),
    known: new BrowserCookie('faceplate-known', secure, true),
  };
}
