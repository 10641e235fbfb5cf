import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Endpoint } from '../../model/wire/endpoints.ts';
import type { Entrance } from '../switch/entrance.ts';
import type { BrowserCookies } from './browser-cookie.ts';
import type { Connections } from './connections.ts';
import { LargeBodies } from './large-bodies.ts';
import type { OwnNames } from './own-names.ts';
import { isSameOrigin } from './same-origin.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';

/** Octets of a remote call's body: the longest batch, URL-escaped. */
export const CALL_LIMIT = 4 * 1024 * 1024;
/** Octets of a body that anybody may send. */
export const FORM_LIMIT = 16 * 1024;

const NOT_OURS = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not this device</title></head>
<body><p>This device does not go by that name. Ask for it by its address, or by its system name.</p></body></html>`;

/** What decides over requests. */
export interface AdmissionOptions {
  readonly entrance: Entrance;
  readonly connections: Connections;
  readonly cookies: BrowserCookies;
  readonly ownNames: OwnNames;
  readonly timeouts?: Timeouts;
}

/**
 * Looks at a request when nothing but its head was read, and answers the one that goes no further: for another host, from
 * another site, or with a long body of somebody who is not signed in. Answers whether the request may go on.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #timeouts: Timeouts;
  readonly #large = new LargeBodies();

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#timeouts = options.timeouts ?? defaultTimeouts;
  }

  async admit(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    const { headers, method, url } = request;
    const { connections, ownNames } = this.#options;
    if (!ownNames.has(headers.host)) {
      return refuse(reply.type('text/html; charset=utf-8'), 421, NOT_OURS);
    }
    const opens = method !== 'GET' || url.startsWith(Endpoint.login);
    if (opens && !isSameOrigin(headers)) return refuse(reply, 403, { message: 'Forbidden' });
    const length = bodyLength(headers);
    const isSignedIn = await this.#recognize(request, length > FORM_LIMIT);
    if (connections.isKnown(request.socket)) request.socket.setTimeout(this.#timeouts.knownSilence);
    if (length === 0) return true;
    if (method === 'GET' || method === 'HEAD') return refuse(reply, 400, { message: 'The request is malformed.' });
    if (length <= FORM_LIMIT) this.#hurry(request);
    else if (!takesLong(url)) return refuse(reply, 413, { message: 'The request is too long.' });
    else if (!isSignedIn) return refuse(reply, 403, { message: 'Only who is signed in may send that much.' });
    else if (url === Endpoint.remoteCall) await this.#large.enter(reply.raw, Math.min(length, CALL_LIMIT));
    return true;
  }

  /** Tells the connections who is known. Answers, where `mattersNow`, whether the browser is signed in. */
  async #recognize(request: FastifyRequest, mattersNow: boolean): Promise<boolean> {
    const { entrance, connections, cookies } = this.#options;
    const [cookie, known] = [cookies.session.read(request), cookies.known.read(request)];
    if (cookie === undefined && known === undefined) return false;
    if (mattersNow || !connections.isKnown(request.socket)) {
      // While the switch starts anew nobody is known.
      const { isSignedIn, isKnown } = await entrance.visitor({ cookie, known }).catch(nobody);
      if (isKnown) connections.recognized(request.socket);
      if (mattersNow) return isSignedIn;
    }
    return false;
  }

  /** A short body comes soon, or not at all. */
  #hurry({ raw, socket }: FastifyRequest): void {
    const tooLate = setTimeout(() => socket.destroy(), this.#timeouts.body);
    const stop = () => clearTimeout(tooLate);
    raw.once('end', stop);
    raw.once('close', stop);
  }
}

const nobody = () => ({ isSignedIn: false, isKnown: false });

/** What is not read of a request ends its connection. */
function refuse(reply: FastifyReply, status: number, answer: unknown): false {
  reply.code(status).header('connection', 'close').send(answer);
  return false;
}

/** Calls and files; everything else is short. */
function takesLong(url: string): boolean {
  return url === Endpoint.remoteCall || url.startsWith(Endpoint.cgi);
}

/** Octets; infinitely many where it is not said how many. */
function bodyLength(headers: IncomingHttpHeaders): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}
