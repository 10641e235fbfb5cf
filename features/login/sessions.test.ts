import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishOf } from '../../device/log/log.ts';
import { startTestAgent, type TestAgent } from '../../tests/agent/test-agent.ts';

let agent: TestAgent;

beforeAll(async () => {
  agent = await startTestAgent();
});

afterAll(() => agent.close());

test('sessions are listed, keep their numbers, and are ended by one another and by themselves', async () => {
  const [first, second, third] = [await agent.signedIn(), await agent.signedIn(), await agent.signedIn()];
  const listed = async (client = third) => {
    const rows = (await client.read('sysWebSessionEntry')) as readonly Record<string, unknown>[];
    return rows.map((row) => [row.sysWebSessionIndex, row.sysWebSessionOwn]);
  };
  const end = async (number: number, client = third) =>
    (await client.set('sysWebSessionCtrl', { sysWebSessionEnd: number })).error;
  expect(await listed()).toEqual([
    [1, 2],
    [2, 2],
    [3, 1],
  ]);
  expect(await end(1)).toMatchObject({ code: 0 });
  expect((await first.call('CommonGet', { Template: 'system' })).error).toMatchObject({
    code: 8701,
    message: 'The session was ended by admin from 127.0.0.1. Please log in again.',
  });
  expect(agent.running.context.log.entries().map(englishOf)).toContain(
    'The session of admin from 127.0.0.1 was ended by admin from 127.0.0.1.',
  );
  expect(await listed(second)).toEqual([
    [2, 1],
    [3, 2],
  ]);
  expect(await end(1)).toMatchObject({ code: 2, message: 'Session 1 is not open.' });
  expect(await end(3)).toMatchObject({ code: 0 });
  expect((await third.call('CommonGet', { Template: 'system' })).error.code).toBe(8701);
  expect(await listed(second)).toEqual([[2, 1]]);
  const next = await agent.signedIn();
  expect(await listed(next)).toEqual([
    [2, 2],
    [1, 1],
  ]);
});
