import type { IncomingMessage } from 'node:http';
import type { Exchange } from './exchange.ts';

/** The seconds that browsers keep a cookie at most (RFC 6265bis 5.5). */
const LONGEST = 400 * 86_400;

/**
 * A cookie that no script and no other site can use. Browsers store cookies by host and not by port, so its name
 * contains the port: two switches behind one address do not log each other out. Servers that replace one another behind
 * different ports have a mark instead. Its values are hexadecimal or Base64, so nothing in them is ever quoted or
 * escaped.
 */
export class BrowserCookie {
  readonly #prefix: string;
  readonly #attributes: string;
  readonly #age: string;
  readonly #mark: string | undefined;

  /** `secure`: the server speaks TLS, and the cookie is bound to it (RFC 6265bis 4.1.3.2). */
  constructor(name: string, secure: boolean, lasting: boolean, mark: string | undefined) {
    this.#mark = mark;
    this.#prefix = secure ? `__Host-${name}` : name;
    this.#attributes = `; Path=/; HttpOnly${secure ? '; Secure' : ''}; SameSite=Strict`;
    this.#age = lasting ? `; Max-Age=${LONGEST}` : '';
  }

  /** The first of this name; undefined where there is none. */
  read(request: IncomingMessage): string | undefined {
    const begin = `${this.#name(request)}=`;
    const pair = request.headers.cookie?.split(';').find((each) => each.trimStart().startsWith(begin));
    return pair?.trim().slice(begin.length);
  }

  set({ request, response }: Exchange, value: string): void {
    response.appendHeader('set-cookie', `${this.#name(request)}=${value}${this.#age}${this.#attributes}`);
  }

  clear({ request, response }: Exchange): void {
    response.appendHeader('set-cookie', `${this.#name(request)}=; Max-Age=0${this.#attributes}`);
  }

  #name({ socket }: IncomingMessage): string {
    return `${this.#prefix}-${this.#mark ?? socket.localPort ?? 0}`;
  }
}

/** The cookies of a browser. */
export interface BrowserCookies {
  /** That a session token is good with. */
  readonly session: BrowserCookie;
  /** That the browser signed in before. It opens nothing. */
  readonly known: BrowserCookie;
}

/** @param mark letters and digits that distinguish them from those of others at this host; default the port. */
export function browserCookies(secure: boolean, mark?: string): BrowserCookies {
  return {
    session: new BrowserCookie('faceplate', secure, false, mark),
    known: new BrowserCookie('faceplate-known', secure, true, mark),
  };
}
