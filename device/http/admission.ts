import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Endpoint } from '../../model/wire/endpoints.ts';
import { namesTwoHosts } from '../names/own-name.ts';
import type { Backend } from '../switch/backend.ts';
import { answer, answerRefusal } from './answer.ts';
import { bearerToken } from './bearer-token.ts';
import type { BrowserCookies } from './browser-cookie.ts';
import type { Connections } from './connections.ts';
import type { Exchange } from './exchange.ts';
import { sentenceOf } from './http-error.ts';
import { LargeBodies } from './large-bodies.ts';
import type { OwnNames } from './own-names.ts';
import { isHere } from './read-form-body.ts';
import { isSameOrigin } from './same-origin.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';
import { UntakenAnswers } from './untaken-answers.ts';

/** Octets of a remote call's body: the longest batch, URL-escaped. */
export const CALL_LIMIT = 4 * 1024 * 1024;
/** Octets of a body that anybody may send. */
export const FORM_LIMIT = 16 * 1024;

const NOT_OURS = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not this device</title></head>
<body><p>This device does not have that name. Use its address or its system name.</p></body></html>`;

/** Options of admission. */
export interface AdmissionOptions {
  readonly backend: Backend;
  readonly connections: Connections;
  readonly cookies: BrowserCookies;
  readonly ownNames: OwnNames;
  readonly timeouts?: Timeouts;
  readonly large?: LargeBodies;
  readonly untaken?: UntakenAnswers;
}

/**
 * Looks at a request when nothing but its head was read, and answers the one that goes no further: for another host, from
 * another site, or with a long body of somebody who is not signed in. Answers whether the request may go on.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #timeouts: Timeouts;
  readonly #large: LargeBodies;
  readonly #untaken: UntakenAnswers;

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#timeouts = options.timeouts ?? defaultTimeouts;
    this.#large = options.large ?? new LargeBodies();
    this.#untaken = options.untaken ?? new UntakenAnswers();
  }

  async admit(exchange: Exchange): Promise<boolean> {
    const { request, response, path } = exchange;
    const { headers, method } = request;
    const { connections, ownNames } = this.#options;
    if (namesTwoHosts(request)) return refuse(exchange, 400, sentenceOf(400));
    if (!ownNames.has(headers.host)) {
      answer(response.setHeader('connection', 'close'), 421, 'text/html; charset=utf-8', NOT_OURS);
      return false;
    }
    const opens = method !== 'GET' || path === Endpoint.login;
    if (opens && !isSameOrigin(headers)) return refuse(exchange, 403, 'Forbidden');
    const length = bodyLength(headers);
    const isSignedIn = await this.#recognize(request, length > FORM_LIMIT);
    if (connections.isKnown(request.socket)) this.#waitFor(exchange);
    if (length === 0) return true;
    if (method === 'GET' || method === 'HEAD') return refuse(exchange, 400, sentenceOf(400));
    if (length <= FORM_LIMIT) this.#hurry(request);
    else if (!takesLong(path)) return refuse(exchange, 413, sentenceOf(413));
    else if (!isSignedIn) return refuse(exchange, 403, 'Requests of this size require a login.');
    else if (path === Endpoint.remoteCall) await this.#large.enter(exchange, Math.min(length, CALL_LIMIT));
    return true;
  }

  /** Reports known browsers to the connections. Returns, if `mattersNow`, whether the browser is logged in. */
  async #recognize(request: IncomingMessage, mattersNow: boolean): Promise<boolean> {
    const { backend, connections, cookies } = this.#options;
    if (!mattersNow && connections.isKnown(request.socket)) return false;
    const [cookie, known] = [cookies.session.read(request), cookies.known.read(request)];
    // A token matters only for a body that no stranger may send: short calls prove it themselves.
    const token = mattersNow ? bearerToken(request) : undefined;
    if (cookie === undefined && known === undefined && token === undefined) return false;
    // While the switch restarts, no browser is known.
    const { isSignedIn, isKnown } = await backend.visitor({ cookie, known, ...(token && { token }) }).catch(nobody);
    if (isKnown) connections.recognized(request.socket);
    return mattersNow && isSignedIn;
  }

  /**
   * A known browser may be silent for long while its answer is made, and takes it at once then. Most answers are out by then, and
   * need no timer set for them.
   */
  #waitFor(exchange: Exchange): void {
    const { socket } = exchange.request;
    const { response } = exchange;
    setImmediate(() => {
      if (response.writableEnded) return this.#untaken.made(exchange);
      socket.setTimeout(this.#timeouts.knownSilence);
      response.once('prefinish', () => {
        socket.setTimeout(this.#timeouts.silence);
        setImmediate(() => this.#untaken.made(exchange));
      });
    });
  }

  /** A short body comes soon, or not at all. */
  #hurry(request: IncomingMessage): void {
    if (isHere(request)) return;
    const tooLate = setTimeout(() => request.socket.destroy(), this.#timeouts.body);
    const stop = () => clearTimeout(tooLate);
    request.once('end', stop);
    request.once('close', stop);
  }
}

const nobody = () => ({ isSignedIn: false, isKnown: false });

/** Unread data of a request ends its connection. */
function refuse(exchange: Exchange, status: number, sentence: string): false {
  exchange.response.setHeader('connection', 'close');
  answerRefusal(exchange, status, sentence);
  return false;
}

/** Calls and files; everything else is short. */
function takesLong(path: string): boolean {
  return path === Endpoint.remoteCall || path.startsWith(Endpoint.cgi);
}

/** Octets; infinitely many where it is not said how many. */
function bodyLength(headers: IncomingHttpHeaders): number {
  if (headers['transfer-encoding'] !== undefined) return Number.POSITIVE_INFINITY;
  return Number(headers['content-length'] ?? 0);
}
