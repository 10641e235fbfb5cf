import type { RequestListener, Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import { Endpoint } from '../../model/wire/endpoints.ts';
import { METRICS_TYPE } from '../metrics/metric.ts';
import { type Backend, Unavailable } from '../switch/backend.ts';
import { Admission, CALL_LIMIT, FORM_LIMIT } from './admission.ts';
import { answer, answerJson, answerRefusal, answerZipped, answerZippedJson } from './answer.ts';
import { bearerToken } from './bearer-token.ts';
import { browserCookies } from './browser-cookie.ts';
import type { BuiltConsole } from './built-console.ts';
import { Cgi } from './cgi.ts';
import type { Connections } from './connections.ts';
import { takes } from './content-coding.ts';
import { type Exchange, exchangeOf } from './exchange.ts';
import { type Form, formField } from './form-field.ts';
import { HttpError, sentenceOf } from './http-error.ts';
import type { LargeBodies } from './large-bodies.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { OwnNames } from './own-names.ts';
import { PolledForms } from './polled-forms.ts';
import { isJson, readFormBody, readFormText, readText } from './read-form-body.ts';
import { Readiness } from './readiness.ts';
import { answerHeaders, pageHeaders } from './security-headers.ts';
import type { Timeouts } from './timeouts.ts';
import type { UntakenAnswers } from './untaken-answers.ts';

/** Dependencies of answering requests, for any server. */
export interface WebAnswererOptions {
  readonly backend: Backend;
  readonly connections: Connections;
  readonly built: BuiltConsole;
  /** The long bodies that are read at a time; default those that come by this answerer. */
  readonly large?: LargeBodies;
  /** The answers that wait to be taken; default those that this answerer made. */
  readonly untaken?: UntakenAnswers;
  /** Whether it speaks TLS. */
  readonly secure: boolean;
  /** Letters and digits that distinguish its cookies from those of others at this host; default its port. */
  readonly cookieMark?: string;
  /** Under which it is asked for. */
  readonly ownNames: OwnNames;
  /** Default: `defaultTimeouts`. */
  readonly timeouts?: Timeouts;
}

/** Dependencies of the web server. */
export interface WebServerOptions extends WebAnswererOptions {
  /** The server that requests come in by. */
  readonly server: Server | SecureServer;
}

/** Answers the requests that come in by the server. */
export function startWebServer(options: WebServerOptions): void {
  options.server.on('request', oneAtATime(webAnswerer(options)));
}

/** Answers an accepted request. */
type Route = (exchange: Exchange) => Promise<void>;

/**
 * Resources of the console's scripts are not shown as pages, like its own files: there are many, and they stay small.
 */
const askedByScripts: ReadonlySet<string> = new Set([
  Endpoint.constants,
  Endpoint.publicKey,
  Endpoint.login,
  Endpoint.remoteCall,
  Endpoint.logout,
  Endpoint.metrics,
  Endpoint.health,
  Endpoint.readiness,
]);

/**
 * Answers requests: static files, and everything else handed on to the switch. There are so
 * few addresses that a table of them is the whole router; a framework would take more memory than the rest of this thread.
 * No log is kept, and so no secret in one.
 */
export function webAnswerer(options: WebAnswererOptions): RequestListener {
  const { connections } = options;
  const cookies = browserCookies(options.secure, options.cookieMark);
  const admission = new Admission({ ...options, cookies });
  const routes = routesOf({ ...options, cookies });
  const respond: Route = async (exchange) => {
    const { request, response, path } = exchange;
    setHeaders(exchange, forAll);
    if (!path.startsWith('/assets/') && !askedByScripts.has(path)) setHeaders(exchange, forPages);
    // No Strict-Transport-Security: a browser that enforces it does not let its user past a certificate that has
    // expired or was renewed, and would lock the owner out. A connection from before a forced change proves nothing
    // about it: the browser should open a new one.
    if (connections.isStale(request.socket)) response.setHeader('connection', 'close');
    if (await admission.admit(exchange)) await routes(exchange);
  };
  return (request, response) => {
    const exchange = exchangeOf(request, response);
    response.once('close', connections.answering(request.socket));
    respond(exchange).catch((error: unknown) => answerError(error, exchange));
  };
}

interface Parts extends WebAnswererOptions {
  readonly cookies: ReturnType<typeof browserCookies>;
}

/** The routes; HEAD is a GET whose body Node leaves out. */
function routesOf(parts: Parts): Route {
  const { backend, connections, cookies } = parts;
  const { files } = parts.built;
  const { session } = cookies;
  const page = pageRoute(parts);
  const login = loginRoute(parts);
  const readiness = new Readiness(backend);
  const cgi = new Cgi(backend, connections, session);
  const polls = new PolledForms();
  const gets: Readonly<Record<string, Route>> = {
    [Endpoint.devicePage]: page,
    '/index.html': page,
    [Endpoint.constants]: async (exchange) =>
      answerScript(exchange, await backend.constants({ cookie: session.read(exchange.request) })),
    [Endpoint.publicKey]: async (exchange) => answerScript(exchange, await backend.publicKey(undefined)),
    [Endpoint.login]: (exchange) => login(exchange, exchange.query()),
    [Endpoint.metrics]: async (exchange) => {
      const { request } = exchange;
      const { status, body } = await backend.metrics({
        token: bearerToken(request),
        arrival: connections.arrival(request),
      });
      if (status === 401) requireToken(exchange);
      await answerZipped(exchange, status === 200 ? METRICS_TYPE : 'text/plain', body, status);
    },
    [Endpoint.health]: async ({ response }) =>
      answer(response.setHeader('cache-control', 'no-store'), 200, 'text/plain', 'ok\n'),
    [Endpoint.readiness]: async ({ response }) => {
      const isReady = await readiness.isReady();
      answer(
        response.setHeader('cache-control', 'no-store'),
        isReady ? 200 : 503,
        'text/plain',
        isReady ? 'ok\n' : 'not ready\n',
      );
    },
    [Endpoint.logout]: async (exchange) => {
      const gambit = formField(exchange.query(), 'Gambit');
      const { lastOfBrowser } = await backend.logout({ gambit, cookie: session.read(exchange.request) });
      if (lastOfBrowser) session.clear(exchange);
      answerJson(exchange, '{"error":{"code":0,"message":""}}');
    },
  };
  const posts: Readonly<Record<string, Route>> = {
    [Endpoint.remoteCall]: async (exchange) => {
      const { request } = exchange;
      const token = bearerToken(request);
      if (token !== undefined) return answerProgram(exchange, token);
      const sent = await readFormText(request, CALL_LIMIT);
      const form = polls.form(sent);
      const { text, standing } = await backend.call({
        gambit: formField(form, 'Gambit'),
        cookie: session.read(request),
        rpc: formField(form, 'RPC'),
        arrival: connections.arrival(request),
      });
      if (standing) polls.keep(sent, form);
      await answerZippedJson(exchange, text);
    },
    [Endpoint.login]: async (exchange) => login(exchange, await readFormBody(exchange.request, FORM_LIMIT)),
  };
  async function answerProgram(exchange: Exchange, token: string): Promise<void> {
    const { request } = exchange;
    const rpc = isJson(request)
      ? await readText(request, CALL_LIMIT)
      : formField(await readFormBody(request, CALL_LIMIT), 'RPC');
    const { status, body } = await backend.tokenCall({ token, rpc, arrival: connections.arrival(request) });
    if (status === 401) requireToken(exchange);
    await answerZippedJson(exchange, body, status);
  }

  return async (exchange) => {
    const { request, response, path } = exchange;
    const isGet = request.method === 'GET' || request.method === 'HEAD';
    const isPost = request.method === 'POST';
    const routes = isGet ? gets : isPost ? posts : {};
    if (Object.hasOwn(routes, path)) return routes[path]?.(exchange);
    const name = path.startsWith(Endpoint.cgi) ? decoded(path.slice(Endpoint.cgi.length)) : '';
    if (cgiName.test(name) && isGet) return cgi.download(exchange, name);
    if (cgiName.test(name) && isPost) return cgi.upload(exchange, name);
    if (isGet && (await files.send(exchange))) return;
    answer(response, 404, 'text/plain', 'Not found');
  };
}

/** Tells a program how it has to identify itself (RFC 6750 3). */
function requireToken({ response }: Exchange): void {
  response.setHeader('www-authenticate', 'Bearer');
}

/** Names of what is fetched or sent are plain. */
const cgiName = /^[\w.-]{1,64}$/;

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new HttpError(400);
  }
}

function pageRoute({ backend, built: { pages }, cookies: { session } }: Parts): Route {
  return async ({ request, response }) => {
    const cookie = session.read(request);
    const page = pages.page(await backend.globals({ cookie }), cookie !== undefined);
    const zipped = takes(request, 'gzip');
    response.setHeader('cache-control', 'no-store').setHeader('vary', 'accept-encoding');
    if (zipped) response.setHeader('content-encoding', 'gzip');
    answer(response, 200, 'text/html; charset=utf-8', zipped ? page.gzip : page.plain);
  };
}

function loginRoute({ backend, connections, cookies }: Parts) {
  return async (exchange: Exchange, parameters: Form): Promise<void> => {
    const { request } = exchange;
    const { body, cookies: set } = await backend.login({
      pelican: formField(parameters, 'pelican'),
      pinkpanther: formField(parameters, 'pinkpanther'),
      end: formField(parameters, 'end'),
      cookie: cookies.session.read(request),
      known: cookies.known.read(request),
      arrival: connections.arrival(request),
    });
    if (set) {
      cookies.session.set(exchange, set.session);
      cookies.known.set(exchange, set.known);
      connections.recognized(request.socket);
    }
    answerJson(exchange, body);
  };
}

function answerScript({ response }: Exchange, text: string): void {
  response.setHeader('cache-control', 'no-store');
  answer(response, 200, 'text/javascript; charset=utf-8', text);
}

const forAll = Object.entries(answerHeaders);
const forPages = Object.entries(pageHeaders);

function setHeaders({ response }: Exchange, headers: readonly (readonly [name: string, value: string])[]): void {
  for (const [name, value] of headers) response.setHeader(name, value);
}

function answerError(error: unknown, exchange: Exchange): void {
  const { response } = exchange;
  // An answer in progress can only be broken off.
  if (response.headersSent || response.destroyed) response.destroy();
  else if (error instanceof Unavailable) {
    response.setHeader('retry-after', '5');
    answerRefusal(exchange, 503, error.message);
  } else if (error instanceof HttpError) answerRefusal(exchange, error.status, error.message);
  else answerRefusal(exchange, 500, sentenceOf(500));
}
