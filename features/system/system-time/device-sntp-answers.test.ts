import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { type Slot, SlotStore } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../../model/configuration/factory.ts';
import { type Message, wordsOf } from '../../../model/values/message.ts';
import { putTimestamp } from '../../../protocols/sntp/packet.ts';
import { testHardware } from '../../network/testing.ts';
import { startSntp } from './device-sntp.ts';
import { sysTimeCtrl, TimeSource } from './objects.ts';
import { sysTimeSntpServerEntry } from './sntp-server-objects.ts';
import { sntpClient, syncResult } from './sntp-slots.ts';

const NEW_YEAR = Date.UTC(2026, 0);
const addresses: Readonly<Record<string, string>> = {
  'time.example': '127.0.0.1',
  'other.example': '127.0.0.1',
  'closed.example': '127.0.77.9',
};
const factory = factoryConfiguration([sysTimeCtrl, sysTimeSntpServerEntry], testHardware);
const withServers = (...servers: readonly string[]) =>
  servers.reduce(
    (configuration, sysTimeSntpServer, at) =>
      configuration.withRow(sysTimeSntpServerEntry, { sysTimeSntpServerIndex: at + 1, sysTimeSntpServer }),
    factory.withGroup(sysTimeCtrl, { sysTimeSource: TimeSource.sntp }),
  );

const sockets: Socket[] = [];
let service: RunningService | undefined;

afterEach(() => {
  service?.stop?.();
  for (const socket of sockets.splice(0)) socket.close();
});

/** A time server, and the client of a switch whose calendar stands still unless it is set. */
async function surroundings(configured: Configuration) {
  const clock = new ManualClock();
  const socket = createSocket('udp4');
  sockets.push(socket);
  const server = { ahead: 0, asked: 0, isSilent: false };
  socket.on('message', (request, { port, address }) => {
    server.asked += 1;
    if (server.isSilent) return;
    const reply = new Uint8Array(48);
    reply.set([0x24, 2]);
    reply.set(request.subarray(40, 48), 24);
    for (const at of [32, 40]) putTimestamp(reply, at, wall + server.ahead);
    socket.send(reply, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let wall = NEW_YEAR;
  const set: [string, number][] = [];
  const said: string[] = [];
  const looked: string[] = [];
  let configuration = configured;
  let resolve = async (name: string): Promise<readonly string[]> => [addresses[name] ?? '127.0.77.9'];
  const slots = new SlotStore(
    () => undefined,
    (error) => expect.fail(String(error)),
  );
  const context = {
    clock,
    wallClock: {
      now: () => wall,
      step(moment: number) {
        set.push(['step', moment - wall]);
        wall = moment;
      },
      slew: (offset: number) => void set.push(['slew', Math.round(offset)]),
    },
    configuration: () => configuration,
    slots,
    names: {
      resolve: (name: string) => {
        looked.push(name);
        return resolve(name);
      },
    },
    log: { write: (_severity: number, message: Message) => void said.push(wordsOf(message)) },
    offer: <Value>(place: Slot<Value>, value: Value) => slots.update(place, () => value),
  };
  service = startSntp(context as unknown as ServiceContext, (socket.address() as AddressInfo).port);
  const result = () => slots.get(syncResult);
  return {
    ...{ clock, server, set, said, looked, result, slots },
    change(next: Configuration) {
      configuration = next;
      service?.changed?.();
    },
    resolvesBy(next: typeof resolve) {
      resolve = next;
    },
    /** The next poll, answered by a server whose clock is `ahead`. */
    async polls(ahead: number) {
      const before = result().since;
      server.ahead = ahead;
      clock.advance(3_600_000);
      await expect.poll(() => result().since).not.toBe(before);
    },
  };
}

it('steps the clock the first time, however little it is off, and says when, by whom and how much', async () => {
  const around = await surroundings(withServers('time.example'));
  around.server.ahead = 125;
  await expect.poll(() => around.set).toEqual([['step', 125]]);
  expect(around.result()).toEqual({
    ...{ at: NEW_YEAR + 125, since: around.clock.now(), server: 'time.example', offset: 125, error: undefined },
  });
  expect(around.said).toEqual([]);
});

it('slews the clock afterwards by less than half a second, and steps it from there on', async () => {
  const around = await surroundings(withServers('time.example'));
  await expect.poll(() => around.set).toHaveLength(1);
  for (const ahead of [499, 500, -499, -500]) await around.polls(ahead);
  expect(around.set.slice(1)).toEqual([
    ['slew', 499],
    ['step', 500],
    ['slew', -499],
    ['step', -500],
  ]);
});

it('goes on to the next server where the port of the first is closed, and says so once', async () => {
  const around = await surroundings(withServers('closed.example', 'time.example'));
  await expect.poll(() => around.result().server).toBe('time.example');
  expect(around.said).toEqual(['Time server closed.example is unreachable.']);
  expect(around.looked).toEqual(['closed.example', 'time.example']);
  // What went wrong before is over.
  expect(around.result().error).toBeUndefined();
});

it('asks again three times, five seconds apart, and then says that nobody responds', async () => {
  const around = await surroundings(withServers('time.example'));
  around.server.isSilent = true;
  await expect.poll(() => around.server.asked).toBe(1);
  around.clock.advance(4999);
  expect(around.looked).toHaveLength(1);
  around.clock.advance(1);
  await expect.poll(() => around.server.asked).toBe(2);
  around.clock.advance(5000);
  await expect.poll(() => around.server.asked).toBe(3);
  around.clock.advance(5000);
  expect(around.said).toEqual(['Time server time.example does not respond.']);
  expect(wordsOf(around.result().error ?? expect.fail())).toBe('Time server time.example does not respond.');
  expect(around.result().at).toBeUndefined();
});

it('sends nothing to a server that was replaced while its name was looked up', async () => {
  const around = await surroundings(factory);
  let found: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    found = resolve;
  });
  around.resolvesBy(async (name) => {
    if (name === 'time.example') await first;
    return ['127.0.0.1'];
  });
  around.change(withServers('time.example'));
  around.change(withServers('other.example'));
  await expect.poll(() => around.result().server).toBe('other.example');
  found();
  await new Promise(setImmediate);
  await around.polls(0);
  expect([around.server.asked, around.looked]).toEqual([2, ['time.example', 'other.example', 'other.example']]);
});

it('hears nothing and asks nobody once it is stopped', async () => {
  const around = await surroundings(withServers('time.example'));
  around.server.isSilent = true;
  await expect.poll(() => around.server.asked).toBe(1);
  service?.stop?.();
  around.clock.advance(3_600_000);
  await new Promise(setImmediate);
  expect([around.looked, around.server.asked, around.said]).toEqual([['time.example'], 1, []]);
});

it('asks at once if told to, and not because of a setting that is none of its own', async () => {
  const around = await surroundings(withServers('time.example'));
  await expect.poll(() => around.set).toHaveLength(1);
  around.change(withServers('time.example').withGroup(sysTimeCtrl, { sysTimeZone: 60 }));
  expect(around.looked).toHaveLength(1);
  around.slots.get(sntpClient)?.start();
  await expect.poll(() => around.server.asked).toBe(2);
  expect(around.looked).toHaveLength(2);
});

it('asks no server without an address, none by another source, and a link-local one without its zone', async () => {
  const around = await surroundings(withServers('', 'time.example'));
  await expect.poll(() => around.result().server).toBe('time.example');
  around.change(withServers('other.example').withGroup(sysTimeCtrl, { sysTimeSource: TimeSource.local }));
  expect(around.looked).toEqual(['time.example']);
  around.change(withServers('fe80::1'));
  expect(around.looked).toEqual(['time.example', 'fe80::1']);
});
