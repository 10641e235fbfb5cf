import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { say } from '../../../model/values/message.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { largeConfiguration } from '../../../tests/agent/full-configuration.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { BACKUP_DOWNLOAD } from './objects.ts';

/** A loopback address of the test's own: port 69 of 127.0.0.1 may be somebody's. */
const ADDRESS = '127.0.77.2';

let dnsmasq: ChildProcess;
let folder: string;
let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-tftp-'));
  dnsmasq = spawn(
    'dnsmasq',
    [
      '--keep-in-foreground',
      '--port=0',
      '--conf-file=/dev/null',
      '--user=root',
      `--pid-file=${join(folder, 'pid')}`,
      '--enable-tftp',
      `--tftp-root=${folder}`,
      `--listen-address=${ADDRESS}`,
      '--bind-interfaces',
    ],
    { stdio: 'ignore' },
  );
  agent = await startTestAgent();
  client = await agent.signedIn();
  agent.running.context.names.resolve = async () => [ADDRESS];
});

afterAll(async () => {
  await agent.close();
  dnsmasq.kill();
  rmSync(folder, { recursive: true, force: true });
});

const restore = (cfgFileName: string) =>
  client.set('cfgTransferCtrl', { cfgDirection: 2, cfgMethod: 2, cfgServerAddr: 'tftp.example', cfgFileName });

it('restores a file that dnsmasq serves, after a confirmation', async () => {
  await client.set('cfgTransferCtrl', { cfgDirection: 1 });
  const download = await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}&_=1`);
  const text = (await download.text()).replace('"sysName":""', '"sysName":"from-tftp"');
  writeFileSync(join(folder, 'switch.cfg'), text, { mode: 0o644 });
  expect((await restore('gone.cfg')).error.message).toBe('The file was not found on the server.');
  const { error, result } = await restore('switch.cfg');
  expect(error.message).toBe('');
  expect(result).toMatchObject({ cfgRestoreChanges: 1, cfgRestoreReport: 'System: System name: (empty) → from-tftp' });
  expect((await client.set('cfgTransferCtrl', { cfgConfirm: 1 })).error.code).toBe(0);
  await expect.poll(() => agent.reboots()).toBe(1);
});

it('fetches what a switch with full tables backs up, octet by octet', async () => {
  const { context } = agent.running;
  const large = largeConfiguration(context.hardware, context.configuration());
  await context.change(say('a test'), () => large);
  await client.set('cfgTransferCtrl', { cfgDirection: 1 });
  const download = await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}&_=2`);
  const text = await download.text();
  expect(text.length).toBeGreaterThan(1024 * 1024);
  writeFileSync(join(folder, 'large.cfg'), text, { mode: 0o644 });
  const { error, result } = await restore('large.cfg');
  expect(error.message).toBe('');
  expect(result).toMatchObject({ cfgRestoreChanges: 0 });
});
