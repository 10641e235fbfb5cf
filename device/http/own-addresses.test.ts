import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Connections } from './connections.ts';
import { type Listener, plainListener } from './listener.ts';
import { OwnAddresses } from './own-addresses.ts';

let listener: Listener;
let port: number;

beforeEach(async () => {
  listener = plainListener(new Connections());
  listener.server.on('request', (_request, response) => response.end('here'));
  // A port that is free on all of loopback.
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '0.0.0.0', resolve));
  const address = probe.address();
  port = typeof address === 'object' && address ? address.port : 0;
  await new Promise((resolve) => probe.close(resolve));
});

afterEach(() => listener.close());

const answers = (address: string) =>
  fetch(`http://${address}:${port}/`).then(
    (response) => response.ok,
    () => false,
  );

test('the web server moves with the addresses of the switch', async () => {
  const prepared: string[] = [];
  const own = new OwnAddresses(listener, port, async (address) => {
    prepared.push(address);
  });
  await own.follow(['127.0.0.11', '127.0.0.12']);
  expect(await Promise.all(['127.0.0.11', '127.0.0.12', '127.0.0.13'].map(answers))).toEqual([true, true, false]);
  await own.follow(['127.0.0.12', '127.0.0.13']);
  expect(await Promise.all(['127.0.0.11', '127.0.0.12', '127.0.0.13'].map(answers))).toEqual([false, true, true]);
  expect(prepared).toEqual(['127.0.0.11', '127.0.0.12', '127.0.0.13']);
});

test('a port that somebody else has is given up at once', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.11', resolve));
  const own = new OwnAddresses(listener, port, async () => {});
  await own.follow(['127.0.0.11', '127.0.0.12']);
  expect([...own.listening]).toEqual(['127.0.0.12']);
  other.close();
});
