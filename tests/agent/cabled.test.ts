import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AgentClient } from './agent-client.ts';
import { agentProgram } from './agent-program.ts';

const PASSWORD = 'first-Passw0rd';
const PATIENCE = { timeout: 60_000, interval: 100 };
const CABLE_PORT = 8;
const HOST_PORT = 2;

const hosts = [
  { name: 'attic', mac: '02-00-00-00-0A-01', address: '192.168.20.1' },
  { name: 'cellar', mac: '02-00-00-00-0B-01', address: '192.168.20.2' },
] as const;

let directory: string;
const processes = new Map<string, ChildProcess>();
const clients = new Map<string, AgentClient>();

/** Starts an agent of its own with a host in VLAN 20 that sends to the other's, and signs in. */
async function start(name: string): Promise<void> {
  const own = hosts.find((host) => host.name === name);
  const other = hosts.find((host) => host.name !== name);
  const scenario = join(directory, `${name}.json`);
  const traffic = [{ to: other?.address, kilobits: 50, frame: 500 }];
  writeFileSync(scenario, JSON.stringify({ stations: [{ ...own, port: HOST_PORT, vlan: 20, traffic }] }));
  const cable = `${CABLE_PORT}=unix:${join(directory, 'cable')}`;
  const words = ['--listen', '127.0.0.1:0', '--model', 'TEG-082WS', '--scenario', scenario, '--cable', cable];
  const child = spawn(process.execPath, [agentProgram, '--data', join(directory, name), ...words], {
    env: { ...process.env, FACEPLATE_INITIAL_PASSWORD: PASSWORD },
  });
  processes.set(name, child);
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  const origin = await vi.waitFor(() => {
    const address = /^Listening on (\S+?)\/$/m.exec(output)?.[1];
    if (address === undefined) throw new Error(output);
    return address;
  }, PATIENCE);
  const client = new AgentClient(origin);
  expect(await client.login(PASSWORD)).toBe(0);
  clients.set(name, client);
}

const clientOf = (name: string) => {
  const client = clients.get(name);
  if (!client) throw new Error(`${name} does not run`);
  return client;
};

async function rows(name: string, object: string): Promise<Record<string, unknown>[]> {
  const read = await clientOf(name).read(object);
  return Array.isArray(read) ? read : [];
}

async function set(name: string, object: string, values: object): Promise<void> {
  expect((await clientOf(name).set(object, values)).error, `${object} of ${name}`).toMatchObject({ code: 0 });
}

const linkOf = async (name: string) => (await rows(name, 'ifEntry'))[CABLE_PORT - 1]?.ifOperStatus;

/** Where the other's host was learned in VLAN 20. */
const learnt = async (name: string) =>
  (await rows(name, 'dot1qTpFdbEntry'))
    .filter(({ dot1qTpFdbAddress }) => hosts.some((host) => host.name !== name && host.mac === dot1qTpFdbAddress))
    .map(({ dot1qTpFdbPort }) => dot1qTpFdbPort);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-cabled-'));
  await Promise.all(hosts.map(({ name }) => start(name)));
}, 120_000);

afterAll(async () => {
  for (const child of processes.values()) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  rmSync(directory, { recursive: true, force: true });
});

describe('two agents with a cable between them', { timeout: 120_000 }, () => {
  test('see each other as neighbours', async () => {
    for (const { name } of hosts) {
      await set(name, 'system', { sysName: name });
    }
    for (const { name } of hosts) {
      const other = hosts.find((host) => host.name !== name)?.name;
      await vi.waitFor(async () => {
        const seen = await rows(name, 'lldpRemEntry');
        expect(seen.map(({ lldpRemSysName }) => lldpRemSysName)).toEqual([other]);
      }, PATIENCE);
    }
  });

  test('carry a VLAN between their hosts once both have it on the cable', async () => {
    const vlan = { RowStatus: 4, dot1qVlanIndex: 20, dot1qVlanStaticName: 'twenty' };
    await set('attic', 'dot1qVlanStaticEntry', { ...vlan, dot1qVlanStaticEgressPorts: `${HOST_PORT},${CABLE_PORT}` });
    await set('cellar', 'dot1qVlanStaticEntry', { ...vlan, dot1qVlanStaticEgressPorts: `${HOST_PORT}` });
    expect(await learnt('cellar')).toEqual([]);
    await set('cellar', 'dot1qVlanStaticEntry', {
      dot1qVlanIndex: 20,
      dot1qVlanStaticEgressPorts: `${HOST_PORT},${CABLE_PORT}`,
    });
    // Each asks for the other and is answered: the learned one has sent in VLAN 20.
    for (const { name } of hosts)
      await vi.waitFor(async () => expect(await learnt(name)).toEqual([CABLE_PORT]), PATIENCE);
  });

  test('go on where they were after one of them was killed', async () => {
    const killed = processes.get('attic');
    killed?.kill('SIGKILL');
    await vi.waitFor(async () => expect(await linkOf('cellar')).toBe(2), PATIENCE);
    await start('attic');
    await vi.waitFor(async () => expect([await linkOf('attic'), await linkOf('cellar')]).toEqual([1, 1]), PATIENCE);
  });
});
