import { connect, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { type Message, say, wordsOf } from '../../model/values/message.ts';
import { freePort } from '../../tests/free-port.ts';
import type { ServiceContext } from '../feature.ts';
import { SlotStore, slot } from '../slot.ts';
import { LineService } from './line-service.ts';
import { type LineState, noLines } from './line-state.ts';

const lines = slot<LineState>('lines of a test', noLines);
const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A service that listens on one port of the loopback address, or at the addresses that it is given. */
function serviceAt(port: number, addresses: readonly string[] = ['127.0.0.1']) {
  let own = addresses;
  const clock = new ManualClock();
  const said: string[] = [];
  const slots = new SlotStore(
    () => undefined,
    (error) => said.push(String(error)),
  );
  const context = {
    clock,
    slots,
    places: { of: () => own.map((address) => ({ address, port })), follow: () => () => undefined },
    sources: { admits: () => false, follow: () => () => undefined },
    log: { write: (_severity: number, message: Message) => said.push(wordsOf(message)) },
  };
  // Listening needs nothing else of its surroundings.
  const service = new LineService(context as unknown as ServiceContext, {
    name: say('Telnet'),
    service: 'telnet',
    state: lines,
    verbs: [],
    port: () => port,
    vlan: () => undefined,
    maximum: () => 4,
    graceTime: () => 1000,
    takesKeys: () => false,
    switchName: () => 'switch',
    serve: (socket) => socket.destroy(),
  });
  ends.push(() => service.close());
  const moved = (to: readonly string[]) => {
    own = to;
    return service.listen();
  };
  return { service, clock, said, moved, listening: () => slots.get(lines).listening };
}

it('tries a port that another program holds every second until it is free, and says so once', async () => {
  const port = await freePort();
  const holder = createServer();
  ends.push(() => holder.close());
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
  const { service, clock, said, listening } = serviceAt(port);
  const tries: Promise<void>[] = [];
  const listen = service.listen.bind(service);
  service.listen = () => {
    const attempt = listen();
    tries.push(attempt);
    return attempt;
  };
  await service.listen();
  for (let second = 1; second <= 3; second += 1) {
    clock.advance(999);
    expect(tries).toHaveLength(second);
    clock.advance(1);
    expect(tries).toHaveLength(second + 1);
    await tries.at(-1);
  }
  expect(listening()).toEqual([]);
  expect(said).toEqual([expect.stringMatching(/^Telnet cannot listen on 127\.0\.0\.1:\d+ yet: /)]);
  await new Promise<void>((resolve) => void holder.close(() => resolve()));
  clock.advance(1000);
  await tries.at(-1);
  expect(listening()).toEqual([`127.0.0.1:${port}`]);
  clock.advance(10_000);
  expect(tries).toHaveLength(5);
});

it('listens where it should now, and again at an address that comes back', async () => {
  const port = await freePort();
  const { service, moved, listening } = serviceAt(port, ['127.0.0.1', '127.0.0.2']);
  const reaches = (host: string) =>
    new Promise((resolve) => {
      const socket = connect({ port, host }, () => resolve(true));
      socket.on('error', () => resolve(false));
      ends.push(() => socket.destroy());
    });
  await service.listen();
  expect(listening()).toEqual([`127.0.0.1:${port}`, `127.0.0.2:${port}`]);
  await moved(['127.0.0.2']);
  expect(listening()).toEqual([`127.0.0.2:${port}`]);
  await expect.poll(() => reaches('127.0.0.1')).toBe(false);
  await moved(['127.0.0.2', '127.0.0.1']);
  expect(listening()).toEqual([`127.0.0.2:${port}`, `127.0.0.1:${port}`]);
  expect([await reaches('127.0.0.1'), await reaches('127.0.0.2')]).toEqual([true, true]);
});
