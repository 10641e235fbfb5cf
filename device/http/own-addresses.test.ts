import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Connections } from './connections.ts';
import { consoleListener, type Listener } from './listener.ts';
import { OwnAddresses } from './own-addresses.ts';

let listener: Listener;
let port: number;

beforeEach(async () => {
  listener = consoleListener(new Connections());
  listener.onServer((server) =>
    server.on('request', (_request, response) => response.setHeader('connection', 'close').end('here')),
  );
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

/** Listens on the switch's addresses; events are recorded in `prepared`, `opened` and `refused`. */
function ownAddresses(told: { prepared?: string[]; opened?: string[]; refused?: string[] } = {}): OwnAddresses {
  return new OwnAddresses(listener, port, {
    async prepare(address) {
      told.prepared?.push(address);
    },
    opened: (address) => void told.opened?.push(address),
    refused: (address) => void told.refused?.push(address),
  });
}

const answering = () => Promise.all(['127.0.0.11', '127.0.0.12', '127.0.0.13'].map(answers));

test('the web server moves with the addresses of the switch', async () => {
  const prepared: string[] = [];
  const own = ownAddresses({ prepared });
  own.follow(['127.0.0.11', '127.0.0.12']);
  await expect.poll(answering).toEqual([true, true, false]);
  own.follow(['127.0.0.12', '127.0.0.13']);
  await expect.poll(answering).toEqual([false, true, true]);
  expect(prepared).toEqual(['127.0.0.11', '127.0.0.12', '127.0.0.13']);
});

test('a port that somebody else has is waited for, and told of once', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.11', resolve));
  const [opened, refused]: [string[], string[]] = [[], []];
  const own = ownAddresses({ opened, refused });
  own.follow(['127.0.0.11', '127.0.0.12']);
  await expect.poll(() => opened).toEqual(['127.0.0.12']);
  await expect.poll(() => refused).toEqual(['127.0.0.11']);
  await new Promise((resolve) => other.close(resolve));
  await expect.poll(answering).toEqual([true, true, false]);
  expect(opened).toEqual(['127.0.0.12', '127.0.0.11']);
  expect(refused).toEqual(['127.0.0.11']);
});

test('an address that came back while it was waited for is listened on once', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.11', resolve));
  const [opened, refused]: [string[], string[]] = [[], []];
  const own = ownAddresses({ opened, refused });
  own.follow(['127.0.0.11']);
  await expect.poll(() => refused).toHaveLength(1);
  own.follow([]);
  own.follow(['127.0.0.11', '127.0.0.12']);
  await expect.poll(() => refused).toHaveLength(2);
  await new Promise((resolve) => other.close(resolve));
  await expect.poll(answering).toEqual([true, true, false]);
  own.follow(['127.0.0.12']);
  await expect.poll(answering).toEqual([false, true, false]);
  expect(opened).toEqual(['127.0.0.12', '127.0.0.11']);
});

test('an address is listened on without what was to be prepared for it', async () => {
  const refused: string[] = [];
  const own = new OwnAddresses(listener, port, {
    prepare: () => Promise.reject(new Error('the flash is full')),
    opened() {},
    refused: (address) => void refused.push(address),
  });
  own.follow(['127.0.0.11']);
  await expect.poll(answering).toEqual([true, false, false]);
  expect(refused).toEqual(['127.0.0.11']);
});
