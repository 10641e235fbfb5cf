import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

/** A loopback address of the test's own: port 123 of 127.0.0.1 may be somebody's. */
const ADDRESS = '127.0.77.1';

let chrony: ChildProcess;
let folder: string;
let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-chrony-'));
  const file = join(folder, 'chrony.conf');
  const settings = [
    'local stratum 3',
    `bindaddress ${ADDRESS}`,
    'allow 127.0.0.0/8',
    'cmdport 0',
    'bindcmdaddress /',
    `pidfile ${join(folder, 'chronyd.pid')}`,
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  // -x: it never touches the clock of this computer.
  chrony = spawn('chronyd', ['-d', '-x', '-u', 'root', '-f', file], { stdio: 'ignore' });
  agent = await startTestAgent();
  client = await agent.signedIn();
  agent.running.context.names.resolve = async () => [ADDRESS];
});

afterAll(async () => {
  await agent.close();
  chrony.kill();
  rmSync(folder, { recursive: true, force: true });
});

it('takes the time from chronyd: the first time at a step, then gently', async () => {
  const { wallClock } = agent.running.context;
  wallClock.step(Date.now() + 3_600_000);
  const enabled = await client.call('BatchPost', {
    FuncName: 'test',
    calls: [
      {
        method: 'CommonSet',
        params: { Template: 'sysTimeSntpServerEntry', sysTimeSntpServerIndex: 1, sysTimeSntpServer: 'time.example' },
      },
      { method: 'CommonSet', params: { Template: 'sysTimeCtrl', sysTimeSource: 1, sysTimeSntpPoll: 1 } },
    ],
  });
  expect(enabled.error.message).toBe('');
  // Until chronyd is up its port is closed; each poll asks again.
  await expect
    .poll(
      async () => {
        agent.clock.advance(60_000);
        return client.read('sysTimeCtrl');
      },
      { timeout: 30_000, interval: 500 },
    )
    .toMatchObject({ sysTimeSyncServer: 'time.example', sysTimeSyncError: '' });
  expect(Math.abs(wallClock.now() - Date.now())).toBeLessThan(200);
  const state = await client.read('sysTimeCtrl');
  expect(state).toMatchObject({ sysTimeLastSync: expect.stringMatching(/^\d{4}-\d{2}-\d{2} /) });
  wallClock.step(wallClock.now() + 300);
  const steps: number[] = [];
  wallClock.onStep((difference) => steps.push(difference));
  await client.set('sysTimeCtrl', { sysTimeSyncNow: 1 });
  await expect
    .poll(async () => {
      const now = await client.read('sysTimeCtrl');
      return typeof now === 'object' && now !== null && 'sysTimeOffset' in now ? Number(now.sysTimeOffset) : 0;
    })
    .toBeLessThan(-200);
  expect(steps).toEqual([]);
});
