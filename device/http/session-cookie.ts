import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookie that a session token is good with. Browsers keep cookies by host and not by port, so its name holds the
 * port: two switches behind one address do not sign each other out.
 */
export class SessionCookie {
  readonly #prefix: string;
  readonly #options: CookieSerializeOptions;

  /** `secure`: the server speaks TLS, and the cookie is bound to it (RFC 6265bis 4.1.3.2). */
  constructor(secure: boolean) {
    this.#prefix = secure ? '__Host-faceplate' : 'faceplate';
    this.#options = { path: '/', httpOnly: true, sameSite: 'strict', secure };
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
