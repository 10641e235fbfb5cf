import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Ends a connection that asks on before it was answered. HTTP allows that (RFC 9112 9.3.2), no browser does it, and what
 * fits into one packet would be hundreds of questions, all of them before the one of anybody else.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const answering = new WeakMap<Socket, ServerResponse>();
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const before = answering.get(socket);
    if (before && !before.writableEnded) {
      socket.destroy();
      return;
    }
    answering.set(socket, response);
    listener(request, response);
  };
}
