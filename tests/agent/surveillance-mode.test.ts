import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishOf } from '../../device/log/log.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;

beforeAll(async () => {
  agent = await startTestAgent();
});
afterAll(() => agent.close());

test('entering the Surveillance Mode enables loopback detection and syslog for who enters it; leaving it changes no more than the mode', async () => {
  const client = await agent.signedIn();
  const syslog = async () => (await client.call('CommonGet', { Template: 'syslogCtrl' })).result;
  const detection = async () => (await client.call('CommonGet', { Template: 'sysLBD' })).result;
  expect(await syslog()).toMatchObject({ syslogState: 2 });
  expect(await detection()).toMatchObject({ sysLBDStateEnable: 2 });
  await client.call('CommonSet', { Template: 'aSVViewMode', sysWebViewMode: 2 });
  expect(await syslog()).toMatchObject({ syslogState: 1 });
  expect(await detection()).toMatchObject({ sysLBDStateEnable: 1 });
  const messages = agent.running.context.log.entries().map(englishOf);
  expect(messages.filter((message) => message.startsWith('admin: '))).toEqual([
    expect.stringContaining('View mode'),
    expect.stringContaining('Loopback Detection State'),
    expect.stringMatching(/^admin: .*Enabled$/),
  ]);
  await client.call('CommonSet', { Template: 'aSVViewMode', sysWebViewMode: 1 });
  expect(await syslog()).toMatchObject({ syslogState: 1 });
  expect((await client.call('CommonGet', { Template: 'aSVViewMode' })).result).toEqual({ sysWebViewMode: 1 });
});
