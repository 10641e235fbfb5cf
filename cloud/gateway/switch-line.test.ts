import { once } from 'node:events';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { ManualClock } from '../../datapath/clock.ts';
import { reportOf } from '../store/contract-switch.ts';
import { SwitchLine, type SwitchLineEvents } from './switch-line.ts';

let server: WebSocketServer;
let clock: ManualClock;
let line: SwitchLine;
/** By what the cloud's end was closed. */
let close: MockInstance<WebSocket['close']>;
/** The switch's end. */
let socket: WebSocket;
/** What the switch hears, oldest first. */
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

const say = (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));

const closing = () => new Promise<number>((resolve) => socket.once('close', resolve));

beforeEach(async () => {
  vi.clearAllMocks();
  clock = new ManualClock();
  heard = [];
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  await once(server, 'listening');
  server.on('connection', (taken) => {
    close = vi.spyOn(taken, 'close');
    line = new SwitchLine(taken, clock, events);
  });
  socket = new WebSocket(`ws://127.0.0.1:${Object(server.address()).port}`);
  socket.on('message', (frame) => heard.push(JSON.parse(String(frame))));
  await once(socket, 'open');
  say({ id: 'connect', method: 'connect', params: reportOf() });
  await expect.poll(() => events.opened.mock.calls.length).toBe(1);
});

afterEach(() => {
  socket.terminate();
  server.close();
});

it('ends with a flood of probes, which the switch may send now and then', async () => {
  for (let minute = 0; minute < 30; minute += 1) {
    socket.ping();
    await once(socket, 'pong');
    clock.advance(20_000);
  }
  expect(line.isOver).toBe(false);
  for (let sent = 0; sent < 300; sent += 1) socket.ping();
  await expect.poll(() => close.mock.calls).toEqual([[1008]]);
  expect(events.ended).toHaveBeenCalledOnce();
});

it('ends after a minute without a word', async () => {
  clock.advance(59_999);
  expect(line.isOver).toBe(false);
  const closed = closing();
  clock.advance(1);
  expect(await closed).toBe(1006);
});

it('ends where the switch leaves unread what it is asked', async () => {
  socket.pause();
  const text = 'x'.repeat(1024 * 1024);
  const asked = Array.from({ length: 60 }, () => line.ask({ method: 'call', params: { text } }, 60_000));
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).not.toContain('fulfilled');
  expect(line.isOver).toBe(true);
});

it('takes no more than sixty-four questions at a time, and settles each by its own answer', async () => {
  const asked = Array.from({ length: 64 }, (_, at) => line.ask({ method: 'ping', params: { at } }, 60_000));
  await expect(line.ask({ method: 'ping', params: {} }, 60_000)).rejects.toThrow('busy');
  await expect.poll(() => heard.filter(({ method }) => method === 'ping').length).toBe(64);
  for (const { id, params } of heard.filter(({ method }) => method === 'ping').toReversed())
    say({ id, result: params });
  expect(await Promise.all(asked)).toEqual(asked.map((_, at) => ({ at })));
});

it('stays where there is no certificate now, and asks for no more of them than a few', async () => {
  events.renew.mockRejectedValue(new Error('no'));
  for (let sent = 0; sent < 100; sent += 1) say({ id: 'renew', method: 'renew' });
  await expect.poll(() => heard.filter(({ id }) => id === 'renew').length).toBe(40);
  expect(heard.at(-1)).toMatchObject({ id: 'renew', error: { message: 'There is no certificate now.' } });
  expect(line.isOver).toBe(false);
  expect(events.renew).toHaveBeenCalledTimes(40);
});
