import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startDevelopedAgent } from '../scripts/dev-agent.mjs';
import { AgentClient } from './agent/agent-client.ts';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';

// `npm run dev`: the console from its sources, in front of an agent that is restarted with each change of its own.

const root = fileURLToPath(new URL('..', import.meta.url));
const password = 'dev-Passw0rd';
let data = '';
let bundled = '';
let origin = '';
let child: ChildProcess | undefined;
let said = '';

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'faceplate-dev-'));
  const port = await freePort();
  bundled = join(root, '.cache', 'dev', String(port));
  origin = `http://127.0.0.1:${port}`;
  child = spawn(process.execPath, [join(root, 'scripts', 'dev.mjs'), '--factory-settings', '--data', data], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      said += text;
    });
  }
  await vi.waitFor(() => expect(said).toContain(`The console is at ${origin}/, user admin`));
});

afterAll(async () => {
  if (child) await endProcess(child, 'SIGTERM');
  for (const folder of [data, bundled]) rmSync(folder, { recursive: true, force: true });
});

test('the page has what the switch says of itself, and its code from the sources', async () => {
  const page = await (await fetch(`${origin}/`)).text();
  const globals = /<script type="application\/json" id="device">(.*?)<\/script>/.exec(page)?.[1] ?? '{}';
  expect(JSON.parse(globals)).toMatchObject({ Port_num: 28 });
  expect(page).toContain('src="/apps/console/main.tsx"');
});

test('a change of the agent is run, on what was configured and not yet saved', async () => {
  const before = new AgentClient(origin);
  expect(await before.login(password)).toBe(0);
  const vlan = { RowStatus: 4, dot1qVlanIndex: 30, dot1qVlanStaticName: 'cameras' };
  expect((await before.set('dot1qVlanStaticEntry', vlan)).error.code).toBe(0);
  const changed = new Date();
  utimesSync(join(root, 'device', 'software-version.ts'), changed, changed);
  await vi.waitFor(() => expect(said).toContain('The agent runs with the change'));
  // Its sessions have ended with it.
  const after = new AgentClient(origin);
  expect(await after.login(password)).toBe(0);
  const kept = { dot1qVlanIndex: 30, dot1qVlanStaticName: 'cameras' };
  expect(await after.read('dot1qVlanStaticEntry')).toContainEqual(expect.objectContaining(kept));
});

test('an agent that is ended while it takes up a change does not begin again', async () => {
  const folder = join(root, '.cache', 'dev', 'ended');
  const agent = await startDevelopedAgent(folder, ['--factory-settings', '--data', join(data, 'ended')]);
  const restarted = agent.restart([join(root, 'device', 'software-version.ts')], undefined);
  await agent.close();
  expect(await restarted).toBe(false);
  await expect(fetch(`${agent.origin}/healthz`)).rejects.toThrow();
  rmSync(folder, { recursive: true, force: true });
});
