import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { HttpError } from './http-error.ts';
import { readText } from './read-form-body.ts';

let server: Server;

afterEach(() => server.close());

/** A POST of `body` that is here as a whole before it is read. */
async function arrived(body: string): Promise<readonly [request: IncomingMessage, answer: () => Promise<number>]> {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const reply = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
  const [request, response]: [IncomingMessage, ServerResponse] = await new Promise((resolve) =>
    server.once('request', (...both) => resolve(both)),
  );
  while (!request.complete) await new Promise((resolve) => setImmediate(resolve));
  const answer = async () => {
    response.end();
    return (await reply).status;
  };
  return [request, answer];
}

test('a body that came with its head is read at once, and its end is known', async () => {
  const [request, answer] = await arrived('über');
  const ended = once(request, 'end');
  expect(await readText(request, 5)).toBe('über');
  await ended;
  expect(await answer()).toBe(200);
});

test('a body is read at once where Node has not yet found that it ends, and its end follows', async () => {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const read = new Promise((resolve, reject) => {
    server.once('request', async (request: IncomingMessage) => {
      // Node hands over the body next, and lets this go on before it finds its end.
      await null;
      const wasComplete = request.complete;
      const ended = once(request, 'end');
      const listening = request.listenerCount('data');
      readText(request, 4).then(async (text) => {
        await ended;
        resolve({ text, wasComplete });
      }, reject);
      if (request.listenerCount('data') > listening) reject(new Error('It waits for a body that is here.'));
    });
  });
  socket.write('POST / HTTP/1.1\r\nHost: switch\r\nContent-Length: 4\r\n\r\nbody');
  expect(await read).toEqual({ text: 'body', wasComplete: false });
  socket.destroy();
});

test('one that is longer than it may be is refused all the same', async () => {
  const [request, answer] = await arrived('über');
  await expect(readText(request, 4)).rejects.toEqual(new HttpError(413));
  expect(await answer()).toBe(200);
});

test('one that came whole over a connection that broke since is refused, not taken for none', async () => {
  const [request, answer] = await arrived('über');
  request.destroy();
  await expect(readText(request, 5)).rejects.toEqual(new HttpError(400));
  await expect(answer()).rejects.toThrow();
});
