import { afterAll, beforeAll, expect, it } from 'vitest';
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
