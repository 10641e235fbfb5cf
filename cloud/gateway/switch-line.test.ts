import { beforeEach, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { ManualClock } from '../../datapath/clock.ts';
import { LineSocket } from '../../tests/cloud/line-socket.ts';
import { reportOf } from '../store/contract-switch.ts';
import { SwitchLine, type SwitchLineEvents } from './switch-line.ts';

let clock: ManualClock;
let line: SwitchLine;
let socket: LineSocket;
/** Messages to the switch, oldest first. */
let heard: Record<string, unknown>[];

const events = {
  connected: vi.fn(async () => true),
  opened: vi.fn(),
  reported: vi.fn(),
  logged: vi.fn(),
  told: vi.fn(),
  renew: vi.fn<SwitchLineEvents['renew']>(),
  ended: vi.fn(),
};

/** Lets everything happen that needs no time. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(async () => {
  vi.clearAllMocks();
  clock = new ManualClock();
  heard = [];
  socket = new LineSocket(
    (frame) => heard.push(JSON.parse(frame)),
    () => {},
  );
  // It is all of a socket that a line uses.
  line = new SwitchLine(socket as unknown as WebSocket, clock, events);
  socket.say({ id: 'connect', method: 'connect', params: reportOf() });
  await settle();
  expect(events.opened).toHaveBeenCalledOnce();
});

it('ends with a flood of probes, which the switch may send now and then', () => {
  for (let minute = 0; minute < 30; minute += 1) {
    socket.emit('ping');
    clock.advance(20_000);
  }
  expect(line.isOver).toBe(false);
  for (let sent = 0; sent < 300; sent += 1) socket.emit('ping');
  expect(socket.closedBy).toEqual([1008]);
  expect(events.ended).toHaveBeenCalledOnce();
});

it('ends after a minute without a word', () => {
  clock.advance(59_999);
  expect(line.isOver).toBe(false);
  clock.advance(1);
  expect(line.isOver).toBe(true);
  // A silent switch does not answer the close frame.
  expect(socket).toMatchObject({ closedBy: [], readyState: 3 });
});

it('ends where the switch leaves unread what it is asked', async () => {
  const ask = () => line.ask({ method: 'call', params: {} }, 60_000);
  const first = ask();
  socket.bufferedAmount = 64 * 1024 * 1024;
  const ends = await Promise.allSettled([first, ask()]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(line.isOver).toBe(true);
});

it('takes no more than sixty-four questions at a time, and settles each by its own answer', async () => {
  const asked = Array.from({ length: 64 }, (_, at) => line.ask({ method: 'ping', params: { at } }, 60_000));
  await expect(line.ask({ method: 'ping', params: {} }, 60_000)).rejects.toThrow('busy');
  const probes = heard.filter(({ method }) => method === 'ping');
  expect(probes).toHaveLength(64);
  for (const { id, params } of probes.toReversed()) socket.say({ id, result: params });
  expect(await Promise.all(asked)).toEqual(asked.map((_, at) => ({ at })));
});

it('stays where there is no certificate now, and asks for no more of them than a few', async () => {
  events.renew.mockRejectedValue(new Error('no'));
  for (let sent = 0; sent < 100; sent += 1) socket.say({ id: 'renew', method: 'renew' });
  await settle();
  expect(heard.filter(({ id }) => id === 'renew')).toHaveLength(40);
  expect(heard.at(-1)).toMatchObject({ id: 'renew', error: { message: 'There is no certificate now.' } });
  expect(line.isOver).toBe(false);
  expect(events.renew).toHaveBeenCalledTimes(40);
});
