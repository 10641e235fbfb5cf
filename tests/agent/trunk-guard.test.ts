import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AgentClient } from './agent-client.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent({ locate: () => ADMINISTRATOR });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const trunk = (columns: object) => client.set('trunkGroupEntry', { trunkId: 1, ...columns });

test('a trunk of the port of the session alone is let be; another member might take its answers, and is guarded', async () => {
  const wider = await trunk({ trunkMode: 1, trunkMemberPorts: '1,2' });
  expect(wider.error.code).toBe(8710);
  expect(wider.error.message).toContain('The answers to this session might leave by another member of trunk 1.');
  expect((await trunk({ trunkMode: 1, trunkMemberPorts: '1' })).error).toMatchObject({ code: 0, message: '' });
});

test('a trunk that forwards nothing until a partner agrees is guarded', async () => {
  expect((await trunk({ trunkMode: 2, trunkMemberPorts: '1,2' })).error.code).toBe(8710);
  expect((await trunk({ trunkMode: 2, trunkMemberPorts: '3,4' })).error.code).toBe(0);
});

test('ports that join take over settings, which is told as changes before', async () => {
  await client.set('portCtrlEntry', { ifIndex: 3, portJumbo: 1 });
  const { result } = await trunk({ trunkMode: 1, trunkMemberPorts: '3,4', DryRun: 1 });
  expect(result).toMatchObject({
    changes: expect.arrayContaining([
      expect.objectContaining({ object: 'portCtrlEntry', row: expect.objectContaining({ ifIndex: 4 }), to: 1 }),
    ]),
  });
});
