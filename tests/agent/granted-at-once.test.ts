import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentClient, WireAnswer } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

/** Changes by tokens and sessions that end while their calls are under way. */
let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterAll(() => agent.close());

async function called(token: string, call: object): Promise<WireAnswer & { status: number }> {
  const response = await fetch(`${agent.origin}/iss/specific/rpc.js`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(call),
  });
  return { status: response.status, ...(await response.json()) };
}

const name = async () => Object(await client.read('system')).sysName;
const rename = (sysName: string, more: object = {}) => ({
  method: 'CommonSet',
  params: { Template: 'system', sysName, ...more },
});

test('a token that is revoked while its calls come changes nothing after the answer to that', async () => {
  for (let round = 0; round < 6; round += 1) {
    const made = await client.set('apiTokenCtrl', { apiTokenNewName: `t${round}`, apiTokenNewScope: 2 });
    const token = String(Object(made.result).apiTokenIssued);
    const [row] = (await client.read('apiTokenEntry')) as Record<string, unknown>[];
    const before = Array.from({ length: 4 }, (_, at) => called(token, rename(`r${round}-${at}`)));
    const revoked = await client.set('apiTokenCtrl', { apiTokenRevoke: Number(row?.apiTokenIndex) });
    expect(revoked.error.message).toBe('');
    const late = await called(token, rename('late'));
    const answers = await Promise.all(before);
    expect(late.status).toBe(401);
    for (const { status, error } of answers) expect([200, 401], error.message).toContain(status);
    expect(await name()).not.toBe('late');
  }
});

test('dry runs beside changes change nothing, and answer for the configuration that they met', async () => {
  const made = await client.set('apiTokenCtrl', { apiTokenNewName: 'dry', apiTokenNewScope: 2 });
  const token = String(Object(made.result).apiTokenIssued);
  for (let round = 0; round < 6; round += 1) {
    const [dry, real] = await Promise.all([
      called(token, rename(`dry-${round}`, { DryRun: 1 })),
      client.set('system', { sysName: `real-${round}` }),
    ]);
    expect([dry.error.code, real.error.code]).toEqual([0, 0]);
    expect(await name()).toBe(`real-${round}`);
  }
});
