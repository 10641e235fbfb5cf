import type { FastifyReply } from 'fastify';

/** Sends JSON that is text already. */
export function json(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(text);
}
