import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Endpoint } from '../../model/wire/endpoints.ts';
import { type Entrance, Unavailable } from '../switch/entrance.ts';
import { Admission, CALL_LIMIT, FORM_LIMIT } from './admission.ts';
import { type BrowserCookies, browserCookies } from './browser-cookie.ts';
import { addCgi } from './cgi.ts';
import type { Connections } from './connections.ts';
import { ConsoleFiles, takesGzip } from './console-files.ts';
import { DevicePages } from './device-page.ts';
import { formField, readForm } from './form-field.ts';
import { json, zippedJson } from './json-reply.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { OwnNames } from './own-names.ts';
import { answerHeaders, pageHeaders } from './security-headers.ts';
import type { Timeouts } from './timeouts.ts';

/** What the web server is made of. */
export interface WebServerOptions {
  readonly entrance: Entrance;
  readonly connections: Connections;
  /** Folder of the built console; nothing of it has to be there. */
  readonly consoleDirectory: string;
  /** The server that requests come in by. */
  readonly server: Server | SecureServer;
  /** Whether it speaks TLS. */
  readonly secure: boolean;
  /** Under which it is asked for. */
  readonly ownNames: OwnNames;
  /** Default: `defaultTimeouts`. */
  readonly timeouts?: Timeouts;
}

/** The web server: static files, and everything else handed on to the switch. It keeps no log, and so no secret in one. */
export async function createWebServer(options: WebServerOptions): Promise<FastifyInstance> {
  const { entrance, connections, consoleDirectory, secure } = options;
  const app: FastifyInstance = fastify({
    logger: false,
    // No route has a schema; what would be made of them takes 4 MB, and is not even loaded.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    bodyLimit: FORM_LIMIT,
    routerOptions: { maxParamLength: 64 },
    // No hook runs for these.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(answerHeaders)),
    serverFactory: (handler) => options.server.on('request', oneAtATime(handler)),
  });
  await app.register(cookie);
  await app.register(formbody, { bodyLimit: CALL_LIMIT, parser: readForm });
  await app.register(multipart, { throwFileSizeLimit: true });
  const cookies = browserCookies(secure);
  const admission = new Admission({ ...options, cookies });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(answerHeaders);
    // The console's own files and the answers to calls are no pages; there are many of them, and they stay small.
    const { url } = request;
    if (!url.startsWith('/assets/') && url !== Endpoint.remoteCall) reply.headers(pageHeaders);
    if (secure) reply.header('strict-transport-security', 'max-age=31536000');
    // A connection from before a forced change proves nothing about it: the browser should open a new one.
    if (connections.isStale(request.socket)) reply.header('connection', 'close');
    if (!(await admission.admit(request, reply))) return reply;
    return undefined;
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Not found'));

  addPages(app, entrance, consoleDirectory, cookies);
  addLogin(app, entrance, connections, cookies);
  app.post(Endpoint.remoteCall, { bodyLimit: CALL_LIMIT }, async (request, reply) => {
    const answer = await entrance.call({
      gambit: formField(request.body, 'Gambit'),
      cookie: cookies.session.read(request),
      rpc: formField(request.body, 'RPC'),
      arrival: connections.arrival(request),
    });
    return zippedJson(request, reply, answer);
  });
  addCgi(app, entrance, connections, cookies.session);
  return app;
}

function addPages(app: FastifyInstance, entrance: Entrance, directory: string, { session }: BrowserCookies) {
  const built = (name: string) => {
    const path = join(directory, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const pages = new DevicePages({ index: built('index.html'), behindLogin: built('behind-login.txt') ?? '' });
  const files = new ConsoleFiles(directory);
  app.get('/*', (request, reply) => files.send(request, reply));
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = pages.page(await entrance.globals(undefined), session.read(request) !== undefined);
    const zipped = takesGzip(request);
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').header('vary', 'accept-encoding');
    if (zipped) reply.header('content-encoding', 'gzip');
    return reply.send(zipped ? page.gzip : page.plain);
  };
  app.get(Endpoint.devicePage, sendPage);
  app.get('/index.html', sendPage);
  app.get(Endpoint.constants, async (request, reply) =>
    script(reply, await entrance.constants({ cookie: session.read(request) })),
  );
  app.get(Endpoint.publicKey, async (_request, reply) => script(reply, await entrance.publicKey(undefined)));
}

function addLogin(app: FastifyInstance, entrance: Entrance, connections: Connections, cookies: BrowserCookies) {
  const login = async (parameters: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { body, cookies: set } = await entrance.login({
      pelican: formField(parameters, 'pelican'),
      pinkpanther: formField(parameters, 'pinkpanther'),
      end: formField(parameters, 'end'),
      cookie: cookies.session.read(request),
      known: cookies.known.read(request),
      arrival: connections.arrival(request),
    });
    if (set) {
      cookies.session.set(request, reply, set.session);
      cookies.known.set(request, reply, set.known);
      connections.recognized(request.socket);
    }
    return json(reply, body);
  };
  app.get(Endpoint.login, (request, reply) => login(request.query, request, reply));
  app.post(Endpoint.login, { bodyLimit: FORM_LIMIT }, (request, reply) => login(request.body, request, reply));
  app.get(Endpoint.logout, async (request, reply) => {
    const { lastOfBrowser } = await entrance.logout({
      gambit: formField(request.query, 'Gambit'),
      cookie: cookies.session.read(request),
    });
    if (lastOfBrowser) cookies.session.clear(request, reply);
    return json(reply, '{"error":{"code":0,"message":""}}');
  });
}

function script(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(text);
}

function noSchemas(): never {
  throw new Error('No route has a schema.');
}

/** One sentence and no more: neither stack nor path nor what was sent. */
function answerError(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Unavailable) {
    return reply.code(503).header('retry-after', '5').send({ message: error.message });
  }
  const given = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  const status = typeof given === 'number' && given >= 400 && given < 500 ? given : 500;
  return reply.code(status).send({ message: messages[status] ?? 'The request cannot be answered.' });
}

const messages: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  413: 'The request is too long.',
  415: 'The request has a content type that is not understood.',
  500: 'The device could not carry out the request.',
};
