import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Values } from '../../../model/wire/call.ts';
import { agentProgram } from '../../../tests/agent/agent-program.ts';
import { DistantClient } from '../../../tests/agent/distant-client.ts';
import { createLab, type Lab } from '../../../tests/namespaces/lab.ts';
import { PortRoleValue, PortStateValue } from './objects.ts';

const SCHEMA = '/usr/share/openvswitch/vswitch.ovsschema';
const PASSWORD = 'first-Passw0rd';
const ADDRESS = '192.168.10.200';

/** The administrator is at port 1; ports 2 and 3 lead to an Open vSwitch bridge of its own, which has 192.168.10.3. */
let lab: Lab;
let directory: string;
let agent: ChildProcess;
let client: DistantClient;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-rstp-'));
  lab = await createLab({ ports: 3 });
  await lab.host(1).address('192.168.10.1/24');
  await lab.host(1).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  agent = lab.switch.spawn(
    process.execPath,
    [agentProgram, '--listen', `${ADDRESS}:443`, '--datapath', 'openvswitch'].concat(
      ['--ports', lab.ports.join(',')],
      ['--data', join(directory, 'agent')],
    ),
    { env: { ...process.env, FACEPLATE_INITIAL_PASSWORD: PASSWORD }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  agent.stdout?.on('data', (text) => {
    said += text;
  });
  await vi.waitFor(() => expect(said).toContain('Listening on'), { timeout: 60_000, interval: 100 });
  client = new DistantClient(lab.host(1).namespace, ADDRESS);
  await vi.waitFor(async () => expect(await client.login(PASSWORD)).toBe(0), { timeout: 30_000, interval: 200 });
  // The session's port is said to be an edge port: it forwards at once.
  await client.set('dot1dStpExtPortEntry', { dot1dStpPort: 1, dot1dStpPortAdminEdgePort: 1 });
  await client.set('dot1dStp', { stpGlobalStatus: 1 });
  await startPeer();
});

afterAll(async () => {
  const gone = once(agent, 'exit');
  agent.kill('SIGTERM');
  await gone;
  await lab.close();
  rmSync(directory, { recursive: true, force: true });
});

/** The other bridge, in the namespace of host 2; the cable of host 3 ends there, too. It wants to be the root. */
async function startPeer(): Promise<void> {
  const { namespace } = lab.host(2);
  await lab.host(3).namespace.ip('link', 'set', 'eth0', 'netns', namespace.name, 'name', 'eth1');
  const database = join(directory, 'peer.db');
  const socket = `unix:${join(directory, 'peer.sock')}`;
  const environment = {
    env: { ...process.env, OVS_RUNDIR: directory, OVS_LOGDIR: directory },
    stdio: 'ignore',
  } as const;
  await namespace.exec('ovsdb-tool', 'create', database, SCHEMA);
  namespace.spawn('ovsdb-server', [`--remote=p${socket}`, '--no-chdir', database], environment);
  const control = (...words: string[]) => namespace.exec('ovs-vsctl', `--db=${socket}`, '--timeout=20', ...words);
  await vi.waitFor(() => control('--no-wait', 'init'), { timeout: 20_000, interval: 200 });
  namespace.spawn('ovs-vswitchd', [socket, '--disable-system'], environment);
  await control('add-br', 'br0', '--', 'set', 'bridge', 'br0', 'datapath_type=netdev', 'rstp_enable=true');
  await control('set', 'bridge', 'br0', 'other_config:rstp-priority=4096');
  for (const port of ['eth0', 'eth1']) {
    await namespace.ip('link', 'set', port, 'up');
    await control('add-port', 'br0', port);
  }
  await namespace.ip('address', 'add', '192.168.10.3/24', 'dev', 'br0');
  await namespace.ip('link', 'set', 'br0', 'up');
}

async function rolesAndStates(): Promise<readonly (readonly [unknown, unknown])[]> {
  const rows = (await client.read('dot1dStpPortEntry')) as readonly Values[];
  return rows.map((row) => [row.stpPortRole, row.dot1dStpPortState] as const);
}

test('a loop of two links to an Open vSwitch that speaks RSTP becomes a tree, which heals when a link is cut', async () => {
  const blocked = [
    [PortRoleValue.designated, PortStateValue.forwarding],
    [PortRoleValue.root, PortStateValue.forwarding],
    [PortRoleValue.alternate, PortStateValue.blocking],
  ];
  await vi.waitFor(async () => expect(await rolesAndStates()).toEqual(blocked), { timeout: 60_000, interval: 500 });
  expect(await lab.host(1).reaches('192.168.10.3', 20)).toBe(true);

  const pings = lab.host(1).namespace.spawn('ping', ['-n', '-i', '0.1', '-c', '60', '192.168.10.3']);
  let said = '';
  pings.stdout?.on('data', (text) => {
    said += text;
  });
  const closed = once(pings, 'close');
  await vi.waitFor(() => expect(said.split('bytes from').length).toBeGreaterThan(10), { timeout: 20_000 });
  await lab.switch.ip('link', 'set', 'p2', 'down');
  await closed;
  const [, sent, received] = /(\d+) packets transmitted, (\d+) received/.exec(said) ?? [];
  expect(Number(sent) - Number(received)).toBeLessThanOrEqual(10);
  await vi.waitFor(async () => expect((await rolesAndStates())[2]).toEqual(blocked[1]), { timeout: 20_000 });

  await lab.switch.ip('link', 'set', 'p2', 'up');
  await vi.waitFor(async () => expect(await rolesAndStates()).toEqual(blocked), { timeout: 60_000, interval: 500 });

  // The lowest priority wins: the root moves here, and the other bridge blocks.
  await client.set('dot1dStp', { dot1dStpPriority: 0 });
  const root = async () => expect(await client.read('dot1dStp')).toMatchObject({ dot1dStpRootPort: 0 });
  await vi.waitFor(root, { timeout: 30_000, interval: 500 });
  expect(await lab.host(1).reaches('192.168.10.3', 20)).toBe(true);
});
