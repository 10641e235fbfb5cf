import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import { createCertificate } from '../../../device/http/certificate.ts';
import { wordsOf } from '../../../model/values/message.ts';
import { LogStream, QUEUE_MAXIMUM } from './log-stream.ts';

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

const octets = (text: string) => new TextEncoder().encode(text);

/** A log server: what it received, and its connections. */
async function collector(listening: Server, port = 0) {
  const received: string[] = [];
  const sockets: Socket[] = [];
  const take = (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => received.push(data.toString()));
  };
  listening.on(listening.listenerCount('secureConnection') > 0 ? 'secureConnection' : 'connection', take);
  listening.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  open.push(listening, { close: () => sockets.map((socket) => socket.destroy()) });
  return {
    port: (listening.address() as AddressInfo).port,
    text: () => received.join(''),
    size: () => received.reduce((sum, { length }) => sum + length, 0),
    sockets,
  };
}

function stream(port: number, authority?: string, host = 'collector.example') {
  const clock = new ManualClock();
  const failures: string[] = [];
  const made = new LogStream(
    { host, vlan: 0, port, authority },
    {
      clock,
      resolve: async () => ['127.0.0.1'],
      failed: (reason) => failures.push(wordsOf({ text: '{{reason}}', values: { reason } })),
      dropped: (count) => octets(`dropped ${count}`),
    },
  );
  open.push(made);
  return { stream: made, clock, failures };
}

test('sends each message behind the number of its octets', async () => {
  const server = await collector(createServer());
  const { stream: sends } = stream(server.port);
  sends.send(octets('one'));
  sends.send(octets('grün'));
  await expect.poll(server.text).toBe('3 one5 grün');
});

test('reports a server that is not there once, keeps messages for it, and reports what it dropped', async () => {
  const gone = await collector(createServer());
  open.splice(0).forEach((one) => {
    one.close();
  });
  const { stream: sends, clock, failures } = stream(gone.port);
  await expect.poll(() => failures).toHaveLength(1);
  for (let number = 1; number <= QUEUE_MAXIMUM + 2; number += 1) sends.send(octets(`m${number}`));
  const server = await collector(createServer(), gone.port);
  clock.advance(1_000);
  await expect.poll(server.text).toMatch(/^9 dropped 22 m32 m4.*4 m514$/);
  expect(failures).toHaveLength(1);
});

test('connects again, with growing pauses, and reports the next failure only after a stable connection', async () => {
  const server = await collector(createServer());
  const { stream: sends, clock, failures } = stream(server.port);
  await expect.poll(() => server.sockets).toHaveLength(1);
  for (const pause of [1_000, 2_000]) {
    const [count, since] = [server.sockets.length, clock.now()];
    server.sockets.at(-1)?.destroy();
    await expect
      .poll(
        () => {
          clock.advance(100);
          return server.sockets.length;
        },
        { interval: 10 },
      )
      .toBe(count + 1);
    expect(clock.now() - since).toBeGreaterThanOrEqual(pause);
    expect(failures).toHaveLength(1);
  }
  sends.send(octets('back'));
  await expect.poll(server.text).toContain('4 back');
  clock.advance(60_000);
  server.sockets.at(-1)?.destroy();
  await expect.poll(() => failures).toHaveLength(2);
  const count = server.sockets.length;
  clock.advance(1_000);
  await expect.poll(() => server.sockets.length).toBe(count + 1);
});

test('counts as stable after a minute, however much was sent at once in it', async () => {
  const server = await collector(createServer());
  const { stream: sends, clock, failures } = stream(server.port);
  await expect.poll(() => server.sockets).toHaveLength(1);
  server.sockets[0]?.destroy();
  await expect.poll(() => failures).toHaveLength(1);
  clock.advance(1_000);
  await expect.poll(() => server.sockets).toHaveLength(2);
  // More than the kernel takes at once: what is left waits until the socket has drained.
  server.sockets[1]?.pause();
  const long = octets('x'.repeat(50_000));
  for (let number = 0; number < 300; number += 1) sends.send(long);
  server.sockets[1]?.resume();
  await expect.poll(() => server.size()).toBe(300 * 50_006);
  clock.advance(60_000);
  server.sockets[1]?.destroy();
  await expect.poll(() => failures).toHaveLength(2);
});

test('sends over TLS only to a server whose certificate an authority has signed for its name', async () => {
  const [own, other] = await Promise.all([createCertificate(['collector.example']), createCertificate(['127.0.0.1'])]);
  const secured = async ({ certificate, key }: typeof own) => {
    const listening = createSecureServer({ cert: certificate, key });
    listening.on('secureConnection', () => undefined);
    listening.on('tlsClientError', () => undefined);
    return collector(listening);
  };
  const [right, wrong] = [await secured(own), await secured(other)];
  const good = stream(right.port, own.certificate.replaceAll('\n', ''));
  good.stream.send(octets('secret'));
  await expect.poll(right.text).toBe('6 secret');
  const bad = [
    stream(wrong.port, own.certificate),
    // Its authority is right, the name is not.
    stream(wrong.port, other.certificate),
    stream(right.port, ''),
  ];
  for (const { stream: sends } of bad) sends.send(octets('never'));
  for (const { failures } of bad) await expect.poll(() => failures).toHaveLength(1);
  expect([right.text(), wrong.text()]).toEqual(['6 secret', '']);
});
