import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dot1qVlanStaticEntry } from '../../features/network/vlan/static-vlan-objects.ts';
import { system } from '../../features/system/system-management/objects.ts';
import type { AgentClient, WireAnswer } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

const examples = new URL('../../docs/examples/', import.meta.url);
const READ_AND_CHANGE = 2;
const ANSIBLE = '/usr/bin/ansible-playbook';

let agent: TestAgent;
let client: AgentClient;
let token: string;

beforeEach(async () => {
  agent = await startTestAgent({ scenario: 'office' });
  client = await agent.signedIn();
  const columns = { apiTokenNewName: 'example', apiTokenNewScope: READ_AND_CHANGE };
  token = String(Object((await client.set('apiTokenCtrl', columns)).result).apiTokenIssued);
});

afterEach(() => agent.close());

/** Runs an example as its own comment says; resolves to its exit status, and what it printed. */
async function runs(file: string, word: string, given: Readonly<Record<string, string>> = {}) {
  const child = spawn(new URL(file, examples).pathname, [word], {
    env: { ...process.env, SWITCH: agent.origin, TOKEN: token, ...given },
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (text) => {
      printed[name] += String(text);
    });
  }
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, ...printed };
}

const startup = () => agent.running.context.startup();

test.each(['switch.sh', 'switch.py'])('%s tries a change out, makes it, and saves it', async (file) => {
  const { status, stdout, stderr } = await runs(file, 'attic');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('System name: (empty) → attic');
  await expect.poll(() => startup().group(system).sysName).toBe('attic');
  expect(stdout.includes('port 3: up')).toBe(file === 'switch.py');
});

test.each(['switch.sh', 'switch.py'])('%s says why it was refused, and fails', async (file) => {
  const refused = await runs(file, 'x'.repeat(300));
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/^refused: .*characters/);
  const unknown = await runs(file, 'attic', { TOKEN: 'fpt_wrong' });
  expect(unknown.status).not.toBe(0);
  expect(unknown.stderr).toContain('401');
});

/** Sends the calls that a file has as JSON, one after another, as its tool would. */
async function calls(file: string, body: RegExp): Promise<WireAnswer[]> {
  const found = [...readFileSync(new URL(file, examples), 'utf8').matchAll(body)].map(([, text = '']) => text);
  const answers: WireAnswer[] = [];
  for (const text of found) {
    const response = await fetch(`${agent.origin}/iss/specific/rpc.js`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: text,
    });
    expect(response.status).toBe(200);
    answers.push(await response.json());
  }
  return answers;
}

test('Ansible plays the playbook, and finds nothing to add the next time', async () => {
  const play = async () => {
    const variables = [
      '-e',
      `token=${token}`,
      '-e',
      `origin=${agent.origin}`,
      '-e',
      'ca=/etc/ssl/certs/ca-certificates.crt',
    ];
    const words = ['-i', 'switch,', ...variables, new URL('ansible.yml', examples).pathname];
    const child = spawn(ANSIBLE, words, { env: { ...process.env, ANSIBLE_NOCOLOR: '1' } });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)));
    await new Promise((resolve) => child.on('close', resolve));
    return said;
  };
  expect(await play()).toMatch(/switch +: ok=4 +changed=1 +unreachable=0 +failed=0/);
  await expect
    .poll(() => startup().rowMap(dot1qVlanStaticEntry).get('20'))
    .toMatchObject({ dot1qVlanStaticName: 'Cameras', dot1qVlanStaticEgressPorts: '5-8' });
  expect(await play()).toMatch(/switch +: ok=3 +changed=0 +unreachable=0 +failed=0 +skipped=1/);
});

test('the requests of the Terraform file give the name', async () => {
  const [set, read] = await calls('switch.tf', /<<-JSON\n\s*(\{.*\})\n/g);
  expect(set?.error.code).toBe(0);
  expect(Object(read?.result).sysName).toBe('attic');
});
