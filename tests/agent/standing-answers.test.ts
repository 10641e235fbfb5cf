import { afterEach, beforeEach, expect, test } from 'vitest';
import { gvrpStatistics } from '../../features/network/gvrp/slots.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { AgentClient } from './agent-client.ts';
import { freshCall } from './fresh-call.ts';
import { ADMINISTRATOR, PASSWORD, startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
/** Whether the administrator's way leads through the switch. */
let isThrough: boolean;

/** Of a session, in milliseconds. */
const WEB_TIMEOUT = 10 * 60_000;

beforeEach(async () => {
  isThrough = true;
  agent = await startTestAgent({ locate: async () => (isThrough ? ADMINISTRATOR : undefined) });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const asPoll = (template: string) => ({ Template: template, WebAuthenRequestState: 'Disable' });
const poll = (template: string, by = client) => by.call('CommonGet', asPoll(template));
/** Reads that the switch has carried out for sessions. */
const carriedOut = () => agent.running.context.counts.of('calls').get('web read') ?? 0;

/** Polls the table of ports often enough to be answered without the switch. */
async function pollPorts(): Promise<void> {
  for (let time = 0; time < 3; time += 1) expect((await poll('dot1qPortVlanEntry')).error.code).toBe(0);
}

test('a poll of what stands still reaches the switch once', async () => {
  await pollPorts();
  const before = carriedOut();
  await pollPorts();
  expect(carriedOut()).toBe(before);
});

test("a poll says what another session's change has made of it", async () => {
  isThrough = false;
  await pollPorts();
  const other = await agent.signedIn();
  await other.set('dot1qPortVlanEntry', { dot1dBasePort: 5, dot1qPortAcceptableFrameTypes: 2 });
  expect((await poll('dot1qPortVlanEntry')).result).toContainEqual(
    expect.objectContaining({ dot1dBasePort: 5, dot1qPortAcceptableFrameTypes: 2 }),
  );
});

test('a poll says what a service has learned since', async () => {
  const failures = async () => ((await poll('dot1qPortVlanEntry')).result as Record<string, unknown>[])[0];
  expect(await failures()).toMatchObject({ dot1qPortGvrpFailedRegistrations: 0 });
  expect(await failures()).toMatchObject({ dot1qPortGvrpFailedRegistrations: 0 });
  const counted = { failed: 3, lastOrigin: undefined };
  agent.running.context.slots.update(gvrpStatistics, () => new Map([[1, counted]]));
  expect(await failures()).toMatchObject({ dot1qPortGvrpFailedRegistrations: 3 });
});

test('polls of a session that has ended are refused, whoever ended it', async () => {
  await pollPorts();
  const other = await agent.signedIn();
  const changed = await other.set('sysUserEntry', {
    sysUserIndex: 1,
    oldPassword: PASSWORD,
    sysUserPassword: 'Another-Passw0rd',
    confirmPassword: 'Another-Passw0rd',
  });
  expect(changed.error.code).toBe(0);
  expect((await poll('dot1qPortVlanEntry')).error.code).toBe(ErrorCode.gambit);

  expect((await poll('dot1qPortVlanEntry', other)).error.code).toBe(0);
  await other.get(`/iss/specific/logout.js?Gambit=${other.gambit}`);
  expect((await poll('dot1qPortVlanEntry', other)).error.code).toBe(ErrorCode.gambit);
});

/** What the switch says of a poll's answer, past HTTP; over a connection opened before anything was forced. */
async function standing(call: object = asPoll('dot1qPortVlanEntry')) {
  const { gambit, cookie } = client;
  const reply = await agent.running.backend.call({
    ...{ gambit, cookie: cookie.slice(cookie.indexOf('=') + 1) },
    rpc: JSON.stringify({ method: 'CommonGet', id: 0, params: call }),
    arrival: { localAddress: '127.0.0.1', localPort: 1, remoteAddress: '127.0.0.1', secure: false, epoch: 0 },
  });
  expect(JSON.parse(reply.text).error.code).toBe(0);
  return reply.standing && { ...reply.standing, left: reply.standing.until - agent.clock.now() };
}

test('an answer stands until its client is to be looked for again, or its session ends', async () => {
  expect(await standing()).toMatchObject({ left: 5_000 });
  agent.clock.advance(WEB_TIMEOUT - 2_000);
  expect(await standing()).toMatchObject({ left: 2_000 });
  agent.clock.advance(2_000);
  expect((await poll('dot1qPortVlanEntry')).error.code).toBe(ErrorCode.webTimeout);
});

test('calls that count as use, that show a password, or that say something else each time have to reach the switch', async () => {
  expect(await standing({ Template: 'dot1qPortVlanEntry' })).toBeUndefined();
  expect(await standing({ ...asPoll('dot1qPortVlanEntry'), Proof: await client.proof(PASSWORD) })).toBeUndefined();
  expect(await standing(asPoll('sysTimeCtrl'))).toBeUndefined();
});

test('nothing stands while a forced change waits, and nothing does that was read before one', async () => {
  const before = await standing();
  const moved = { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.201', Force: 1 };
  expect((await client.set('ipv4InterfaceEntry', moved)).error.code).toBe(0);
  expect(await standing()).toBeUndefined();
  await freshCall(client, 'CommonGet', asPoll('dot1qPortVlanEntry'));
  expect(await client.read('managementGuard')).toMatchObject({ managementGuardState: 1 });
  expect((await standing())?.revision).toBeGreaterThan(before?.revision ?? 0);
});
