import { readdirSync } from 'node:fs';
import { Client, type ClientChannel } from 'ssh2';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { hostFiles } from '../../../device/flash/flash-files.ts';
import { LARGEST_FILE } from '../../../model/wire/file-size.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { ADMINISTRATOR, PASSWORD, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { scpOrder } from './serve-scp.ts';
import { sshState } from './slots.ts';

let agent: TestAgent;
let web: AgentClient;
let ssh: Client | undefined;

beforeAll(async () => {
  agent = await startTestAgent({ files: hostFiles, locate: async () => ADMINISTRATOR });
  web = await agent.signedIn();
  await web.set('system', { sysName: 'core' });
  await web.set('sshCtrl', { sshState: 1 });
  await vi.waitFor(() => expect(agent.running.context.slots.get(sshState).listening).toHaveLength(1));
});

afterAll(() => agent.close());

/** A connection is one command line. */
async function signIn(): Promise<void> {
  ssh?.end();
  // The allowance for handshakes fills up over time.
  agent.clock.advance(10_000);
  const port = Number(agent.running.context.slots.get(sshState).listening[0]?.split(':').at(-1));
  const client = new Client();
  ssh = client;
  await new Promise((resolve, reject) => {
    client.once('ready', () => resolve(undefined)).once('error', reject);
    client.connect({ host: '127.0.0.1', port, username: 'admin', password: PASSWORD });
  });
}

afterEach(() => ssh?.end());

async function begin(command: string): Promise<ClientChannel> {
  await signIn();
  return new Promise((resolve, reject) =>
    ssh?.exec(command, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
}

/** Runs a command at the switch, whose input is already there, and is at its end. */
async function runs(command: string, input: string | Buffer): Promise<{ status: number | null; output: string }> {
  const channel = await begin(command);
  let output = '';
  let status: number | null = null;
  channel.on('data', (octets: Buffer) => (output += octets.toString()));
  channel.on('exit', (code: number | null) => (status = code));
  channel.end(input);
  await new Promise((resolve) => channel.once('close', resolve));
  return { status, output };
}

const waiting = () =>
  readdirSync(agent.directory, { recursive: true })
    .map(String)
    .filter((name) => /[0-9a-f]{8}-[0-9a-f]{4}-/.test(name));
const name = async () => Object(await web.read('system')).sysName;

test.each([
  ['scp -t config', { sends: true, path: 'config' }],
  ['scp -v -p -t -- /config', { sends: true, path: '/config' }],
  ["scp -pf 'log.txt'", { sends: false, path: 'log.txt' }],
  ['scp -t -f config', undefined],
  ['scp config', undefined],
  ['scp -t config; reboot', undefined],
  ['show scp -t config', undefined],
])('%s', (command, order) => {
  expect(scpOrder(command)).toEqual(order);
});

test('a configuration is fetched whole, and sent back changed it is in force', async () => {
  const { status, output } = await runs('scp -f config', '\0\0\0');
  expect(status).toBe(0);
  const [, size = '', content = ''] = /^C0600 (\d+) config\n([\s\S]*)\0$/.exec(output) ?? [];
  expect(Buffer.byteLength(content)).toBe(Number(size));
  const other = content.replaceAll('"core"', '"edge"');
  const sent = await runs('scp -p -t config', `T1 0 1 0\nC0644 ${other.length} any name\n${other}\0`);
  expect(sent).toEqual({ status: 0, output: '\0\0\0\0' });
  expect(await name()).toBe('edge');
  expect(waiting()).toEqual([]);
});

test.each([
  ['a folder', 'D0755 0 config\n', /Only files/],
  ['no size', 'C0644 config\n', /Only files/],
  ['a size below nothing', 'C0644 -1 config\n', /Only files/],
  ['more than there is room for', `C0644 ${LARGEST_FILE * 100} config\n`, /too long/],
  ['less than it says', 'C0644 5000 config\n{"half":', /not complete/],
  ['what its sender could not read to the end', 'C0644 4 config\nabcd\u0001read error\n', /broke off/],
  ['a name that no file has', 'C0644 4 ../config\nabcd\0', /No such file/],
  ['what is no configuration', 'C0644 4 config\nabcd\0', /scp: ./],
])('%s is refused, changes nothing and leaves nothing', async (_what, input, reason) => {
  const before = await name();
  const { status, output } = await runs('scp -t .', input);
  expect(status).toBe(1);
  expect(output).toContain('\u0001scp: ');
  expect(output).toMatch(reason);
  expect(await name()).toBe(before);
  expect(waiting()).toEqual([]);
});

test('a line without an end is not waited for', async () => {
  const { status } = await runs('scp -t config', 'C'.repeat(100_000));
  expect(status).toBe(0);
  expect(waiting()).toEqual([]);
});

test('a client that goes in the midst of a file leaves nothing', async () => {
  const channel = await begin('scp -t config');
  channel.write('C0644 5000 config\n{"half":');
  await vi.waitFor(() => expect(waiting()).toHaveLength(1));
  ssh?.end();
  await vi.waitFor(() => expect(waiting()).toEqual([]));
});
