import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Form, readForm } from './form-field.ts';

/** A request and the answer to it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The requested path, as sent, without its query. */
  readonly path: string;
  /** The query's fields; read when asked for. */
  query(): Form;
}

/** A request as it came, with an answer that nothing was said in yet. */
export function exchangeOf(request: IncomingMessage, response: ServerResponse): Exchange {
  const { url = '/' } = request;
  const mark = url.indexOf('?');
  return {
    request,
    response,
    path: mark === -1 ? url : url.slice(0, mark),
    query: () => readForm(mark === -1 ? '' : url.slice(mark + 1)),
  };
}
