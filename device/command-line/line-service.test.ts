import { createServer } from 'node:net';
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

/** A service that listens on one port of the loopback address. */
function serviceAt(port: number) {
  const clock = new ManualClock();
  const said: string[] = [];
  const slots = new SlotStore(
    () => undefined,
    (error) => said.push(String(error)),
  );
  const context = {
    clock,
    slots,
    places: { of: (own: number) => [{ address: '127.0.0.1', port: own }], follow: () => () => undefined },
    sources: { follow: () => () => undefined },
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
  return { service, clock, said, listening: () => slots.get(lines).listening };
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
