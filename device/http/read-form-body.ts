import type { IncomingMessage } from 'node:http';
import { type Form, readForm } from './form-field.ts';
import { HttpError } from './http-error.ts';

const JSON_TYPE = /^application\/json *(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:;|$)/i;

/** Whether a body is JSON by what its sender says. */
export function isJson({ headers }: IncomingMessage): boolean {
  return JSON_TYPE.test(headers['content-type'] ?? '');
}

/**
 * The fields of a request's URL-escaped form of at most `limit` octets; none where it has no body. Rejects with `HttpError`
 * where it is something else or longer, and where its connection breaks.
 */
export async function readFormBody(request: IncomingMessage, limit: number): Promise<Form> {
  return readForm(await readFormText(request, limit));
}

/** The same form, as it was sent. */
export async function readFormText(request: IncomingMessage, limit: number): Promise<string> {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (length === 0 && headers['transfer-encoding'] === undefined) return '';
  if (!FORM_TYPE.test(headers['content-type'] ?? '')) throw new HttpError(415);
  if (length > limit) throw new HttpError(413);
  return readText(request, limit);
}

/** A body of at most `limit` octets as text. Rejects with `HttpError` if it is longer, and if its connection breaks. */
export async function readText(request: IncomingMessage, limit: number): Promise<string> {
  if (request.destroyed || !isHere(request)) return textToCome(request, limit);
  if (request.readableLength > limit) throw new HttpError(413);
  const body: Buffer | null = request.read();
  // What is left is its end, which those who wait for it are to see.
  if (!request.complete) request.resume();
  return body?.toString() ?? '';
}

/**
 * Whether the whole body has come and can be read at once, as short ones do with their head. Of one that is as long as its head says,
 * Node finds the end only after it has let others run.
 */
export function isHere({ complete, headers, readableLength }: IncomingMessage): boolean {
  return complete || readableLength === Number(headers['content-length']);
}

function textToCome(request: IncomingMessage, limit: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let octets = 0;
    const take = (part: Buffer) => {
      octets += part.length;
      if (octets <= limit) parts.push(part);
      else {
        request.off('data', take).pause();
        reject(new HttpError(413));
      }
    };
    request.on('data', take);
    request.once('end', () => resolve(Buffer.concat(parts).toString()));
    // Every request closes, nearly all of them after their end: an error costs too much to be made for nothing.
    const broken = () => request.readableEnded || reject(new HttpError(400));
    request.once('close', broken);
    if (request.destroyed) broken();
  });
}
