import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Characters below which zipping saves no packet. */
const WORTH_ZIPPING = 1000;

const zip = promisify(gzip);

/** Sends JSON that is text already. */
export function json(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(text);
}

/** The same, zipped where that is worth it and the browser takes it. Zipping runs beside this thread. */
export async function zippedJson(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (text.length < WORTH_ZIPPING || !takesGzip) return json(reply, text);
  reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').header('content-encoding', 'gzip');
  return reply.send(await zip(text));
}
