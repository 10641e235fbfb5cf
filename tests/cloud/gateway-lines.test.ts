import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { ProcessBus } from '../../cloud/bus/process-bus.ts';
import { GatewayLines } from '../../cloud/gateway/gateway-lines.ts';
import { linesDigest } from '../../cloud/gateway/lines-digest.ts';
import { askSwitch, tellMoved } from '../../cloud/gateway/switch-subjects.ts';
import { reportOf } from '../../cloud/store/contract-switch.ts';
import type { HeldLine, LineFinding } from '../../cloud/store/lines.ts';
import { ManualClock } from '../../datapath/clock.ts';
import { LineSocket } from './line-socket.ts';

const SERIAL = 'A';
const ALIVE = 10_000;

let clock: ManualClock;
let bus: ProcessBus;
let gateway: GatewayLines;
/** Whether the controller answers. */
let isThere: boolean;
/** What it takes the gateway to have, and what it says of what that has. */
let known: readonly HeldLine[];
let findings: readonly LineFinding[];
/** What it was asked, oldest first. */
let asked: { readonly name: string; readonly question: unknown }[];

const of = (name: string) => asked.filter((one) => one.name === name).map(({ question }) => question);

/** Lets everything happen that needs no time. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

async function signOfLife(): Promise<void> {
  clock.advance(ALIVE);
  await settle();
}

/** Opens a line that the controller takes; the switch answers `ping`, unless it is silent. */
async function open(line: number, { isSilent = false } = {}): Promise<LineSocket> {
  const socket: LineSocket = new LineSocket(
    (frame) => {
      const { id, method } = JSON.parse(frame);
      if (method === 'ping' && !isSilent) socket.say({ id, result: { line } });
    },
    () => {},
  );
  const admitted = { serial: SERIAL, line, tenant: 'own', number: '1', address: '', publicKey: undefined };
  gateway.open(socket as unknown as WebSocket, admitted);
  socket.say({ id: 'connect', method: 'connect', params: reportOf() });
  await settle();
  return socket;
}

const ping = () => askSwitch(bus, SERIAL, { method: 'ping', params: {} }, 600_000);
const isOpen = ({ readyState }: LineSocket) => readyState === 1;

beforeEach(async () => {
  clock = new ManualClock();
  bus = new ProcessBus(clock);
  isThere = true;
  known = [];
  findings = [];
  asked = [];
  const answers: Record<string, () => unknown> = {
    connected: () => true,
    state: () => true,
    alive: () => linesDigest(known),
    lines: () => findings,
    disconnected: () => null,
    settled: () => null,
  };
  for (const [name, answer] of Object.entries(answers)) {
    bus.answer(`controller.${name}`, async (question) => {
      asked.push({ name, question });
      if (!isThere) throw new Error('The store is away.');
      return JSON.parse(JSON.stringify(answer()));
    });
  }
  gateway = new GatewayLines(bus, clock);
  await gateway.begin();
});

afterEach(async () => {
  gateway.close();
  await bus.close();
});

it('says a report again at each sign of life until a controller takes it, and no earlier one', async () => {
  const socket = await open(1);
  known = [{ serial: SERIAL, line: 1 }];
  isThere = false;
  for (const name of ['first', 'second']) {
    socket.say({ method: 'state', params: reportOf({ name }) });
    await settle();
  }
  asked = [];
  await signOfLife();
  expect(of('state')).toMatchObject([{ line: 1, number: 3, report: { name: 'second' } }]);
  isThere = true;
  await signOfLife();
  await signOfLife();
  expect(of('state')).toMatchObject([{ number: 3 }, { number: 3, report: { name: 'second' } }]);
});

it('owes no report of a line that is over', async () => {
  const socket = await open(1);
  isThere = false;
  socket.say({ method: 'state', params: reportOf() });
  await settle();
  socket.terminate();
  isThere = true;
  asked = [];
  await signOfLife();
  expect(of('state')).toEqual([]);
});

it('says which lines it has where the store knows others, though as many', async () => {
  await open(7);
  for (const held of [[], [{ serial: 'B', line: 7 }], [{ serial: SERIAL, line: 6 }]]) {
    known = held;
    asked = [];
    await signOfLife();
    expect(of('lines')).toEqual([{ gateway: gateway.id, lines: [{ serial: SERIAL, line: 7 }] }]);
  }
  known = [{ serial: SERIAL, line: 7 }];
  asked = [];
  await signOfLife();
  expect(of('lines')).toEqual([]);
});

it('says again that a line ended which the store still takes for one of its', async () => {
  findings = [{ serial: SERIAL, line: 3, finding: 'unnamed' }];
  known = [{ serial: SERIAL, line: 3 }];
  asked = [];
  await signOfLife();
  expect(of('disconnected')).toEqual([{ serial: SERIAL, line: 3 }]);
});

it.each(['here', 'elsewhere', 'as the store knows'])(
  'ends a line in whose place there is another one, %s',
  async (where) => {
    const former = await open(1);
    if (where === 'here') await open(2);
    else if (where === 'elsewhere') tellMoved(bus, SERIAL, 2);
    else {
      known = [{ serial: SERIAL, line: 9 }];
      findings = [{ serial: SERIAL, line: 1, finding: 'outdated' }];
      await signOfLife();
    }
    await settle();
    // The switch has some seconds to end it itself.
    await signOfLife();
    expect(isOpen(former)).toBe(true);
    await signOfLife();
    expect(isOpen(former)).toBe(false);
    if (where === 'here') expect(await ping()).toEqual({ line: 2 });
  },
);

it('leaves a line open that still owes an answer, and the one by which the switch is asked', async () => {
  const former = await open(1, { isSilent: true });
  const answer = ping().catch(() => 'ended');
  await settle();
  const newest = await open(2);
  for (let look = 0; look < 5; look += 1) {
    for (const socket of [former, newest]) socket.emit('ping');
    await signOfLife();
  }
  expect([former, newest].map(isOpen)).toEqual([true, true]);
  former.terminate();
  expect(await answer).toBe('ended');
  expect(await ping()).toEqual({ line: 2 });
});

it('keeps the three newest lines of a switch that opens one after the other, and ends the others', async () => {
  const sockets = [];
  for (const line of [1, 2, 3, 4, 5]) sockets.push(await open(line));
  expect(sockets.map(isOpen)).toEqual([false, false, true, true, true]);
  expect(await ping()).toMatchObject({ line: 5 });
});
