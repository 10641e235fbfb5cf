import type { ServerResponse } from 'node:http';
import { takes } from './content-coding.ts';
import type { Exchange } from './exchange.ts';
import { KeptBodies } from './kept-bodies.ts';

/** Characters below which zipping saves no packet. */
const WORTH_ZIPPING = 1000;

const JSON_TYPE = 'application/json; charset=utf-8';

const bodies = new KeptBodies();

/** Ends an answer with a body of this media type. */
export function answer(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

/** The same with JSON that is text already, which is not cached. */
export function answerJson({ response }: Exchange, text: string, status = 200): void {
  response.setHeader('cache-control', 'no-store');
  answer(response, status, JSON_TYPE, text);
}

/** The same, zipped where that is worth it and the browser takes it. Zipping runs beside this thread. */
export function answerZippedJson(exchange: Exchange, text: string, status = 200): Promise<void> {
  return answerZipped(exchange, JSON_TYPE, text, status);
}

/** The same with text of another type. */
export async function answerZipped(
  { request, response }: Exchange,
  type: string,
  text: string,
  status = 200,
): Promise<void> {
  response.setHeader('cache-control', 'no-store');
  if (text.length < WORTH_ZIPPING) return answer(response, status, type, text);
  if (!takes(request, 'gzip')) return answer(response, status, type, bodies.plain(text));
  response.setHeader('content-encoding', 'gzip');
  return answer(response, status, type, await bodies.zipped(text));
}

/** Refuses with one sentence. A request that was not read to its end takes its connection with it. */
export function answerRefusal({ request, response }: Exchange, status: number, message: string): void {
  if (!request.complete) response.setHeader('connection', 'close');
  answer(response, status, JSON_TYPE, JSON.stringify({ message }));
}
