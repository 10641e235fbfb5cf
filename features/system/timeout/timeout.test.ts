import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterAll(() => agent.close());

it.each([
  ['webIdleTimeout', 2, 'Please enter an integer between 3 ~ 60'],
  ['webIdleTimeout', 61, 'Please enter an integer between 3 ~ 60'],
  ['cliIdleTimeout', 2, 'Please enter an integer between 3 ~ 60'],
  ['cliIdleTimeout', 61, 'Please enter an integer between 3 ~ 60'],
  ['groupInterval', 119, 'Please enter an integer between 120 ~ 1225'],
  ['groupInterval', 1226, 'Please enter an integer between 120 ~ 1225'],
])('%s is not %i', async (column, value, message) => {
  const { error } = await client.set('sysUserInterface', { [column]: value });
  expect(error.message).toContain(message);
});

it('a new web timeout holds for the session that set it', async () => {
  expect((await client.set('sysUserInterface', { webIdleTimeout: 3, groupInterval: 0 })).error.code).toBe(0);
  agent.clock.advance(179_000);
  expect((await client.call('CommonGet', { Template: 'system' })).error.code).toBe(0);
  agent.clock.advance(181_000);
  expect((await client.call('CommonGet', { Template: 'system' })).error.code).toBe(8701);
});

it('the switch announces its address and model at the group interval, and not while it is off', async () => {
  const frames: string[] = [];
  const { datapath } = agent.running.context;
  const originate = vi.spyOn(datapath, 'originate').mockImplementation((_vlan, frame) => {
    frames.push(new TextDecoder('latin1').decode(frame));
  });
  const own = await agent.signedIn();
  await own.set('sysUserInterface', { webIdleTimeout: 60, groupInterval: 120 });
  agent.clock.advance(240_000);
  expect(frames.filter((frame) => frame.includes('model=TPE-1021WS') && frame.includes('local'))).toHaveLength(2);
  await own.set('sysUserInterface', { groupInterval: 0 });
  frames.length = 0;
  agent.clock.advance(2_000_000);
  expect(frames).toEqual([]);
  originate.mockRestore();
});
