import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../../protocols/frames/ethernet.ts';
import { agentProgram } from '../../../tests/agent/agent-program.ts';
import { DistantClient } from '../../../tests/agent/distant-client.ts';
import { createLab, type Lab } from '../../../tests/namespaces/lab.ts';
import { killed, type Namespace } from '../../../tests/namespaces/namespace.ts';

const PASSWORD = 'first-Passw0rd';
const ADDRESS = '192.168.10.200';
/** The switch at the far end of the trunk. */
const PEER = '192.168.10.9';

let lab: Lab;
let peer: Namespace;
let directory: string;
let agent: ChildProcess | undefined;
let said = '';

beforeEach(async () => {
  lab = await createLab({ ports: 4 });
  await lab.host(1).address('192.168.10.1/24');
  await lab.host(1).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  directory = mkdtempSync(join(tmpdir(), 'faceplate-trunk-'));
  // Ports 3 and 4 lead to one switch: the cable of host 4 goes over to host 3.
  peer = lab.host(3).namespace;
  await peer.ip('link', 'set', 'eth0', 'down');
  await peer.ip('link', 'set', 'eth0', 'name', 't1');
  const fourth = lab.host(4).namespace;
  await fourth.ip('link', 'set', 'eth0', 'down');
  await fourth.ip('link', 'set', 'eth0', 'name', 't2', 'netns', peer.name);
  await peer.leavesToSwitch('t1', 't2');
  for (const end of ['t1', 't2']) await peer.ip('link', 'set', end, 'up');
});

afterEach(async () => {
  if (agent && agent.exitCode === null && agent.signalCode === null) {
    const gone = once(agent, 'exit');
    agent.kill('SIGTERM');
    await gone;
  }
  agent = undefined;
  await lab.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts the agent and waits until it listens. */
async function start(): Promise<void> {
  const options = ['--datapath', 'openvswitch', '--ports', lab.ports.join(','), '--data', directory];
  said = '';
  const started = lab.switch.spawn(process.execPath, [agentProgram, '--listen', `${ADDRESS}:443`, ...options], {
    env: { ...process.env, FACEPLATE_INITIAL_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  agent = started;
  for (const stream of [started.stdout, started.stderr]) {
    stream?.on('data', (text) => {
      said += text;
    });
  }
  await expect.poll(() => said, { timeout: 60_000, interval: 100 }).toContain(`Listening on https://${ADDRESS}:443/`);
}

async function signIn(): Promise<DistantClient> {
  const client = new DistantClient(lab.host(1).namespace, ADDRESS);
  await expect.poll(() => client.login(PASSWORD).catch(() => -1), { timeout: 30_000, interval: 200 }).toBe(0);
  return client;
}

/** Starts an Open vSwitch in the peer's namespace with a bond of both cables, which speaks LACP. */
async function startPeer(): Promise<void> {
  const home = join(directory, 'peer');
  const database = `unix:${home}/db.sock`;
  const environment = { ...process.env, OVS_RUNDIR: home, OVS_LOGDIR: home, OVS_DBDIR: home };
  await peer.exec('mkdir', '-p', home);
  await peer.exec('ovsdb-tool', 'create', `${home}/conf.db`, '/usr/share/openvswitch/vswitch.ovsschema');
  const daemon = (program: string, ...parameters: string[]) =>
    peer.spawn(program, [...parameters, '--log-file'], { env: environment, stdio: 'ignore' });
  daemon('ovsdb-server', `${home}/conf.db`, `--remote=p${database}`, `--unixctl=${home}/ovsdb.ctl`);
  const control = (...parameters: string[]) => peer.exec('ovs-vsctl', `--db=${database}`, ...parameters);
  await expect
    .poll(
      () =>
        control('--no-wait', 'init').then(
          () => true,
          () => false,
        ),
      { timeout: 20_000 },
    )
    .toBe(true);
  daemon('ovs-vswitchd', database, `--unixctl=${home}/vswitchd.ctl`);
  await control('add-br', 'br0', '--', 'set', 'Bridge', 'br0', 'datapath_type=netdev');
  const bond = ['bond_mode=balance-tcp', 'lacp=active', 'other_config:lacp-time=fast'];
  await control('add-bond', 'br0', 'lag1', 't1', 't2', '--', 'set', 'Port', 'lag1', ...bond);
  await peer.ip('addr', 'add', `${PEER}/24`, 'dev', 'br0');
  await peer.ip('link', 'set', 'br0', 'up');
}

/** What the peer says of its members, and of what we told it of ours: "t1: current attached", "partner state: activity …". */
async function peerMembers(): Promise<string[]> {
  const shown = await peer.exec('ovs-appctl', '-t', join(directory, 'peer', 'vswitchd.ctl'), 'lacp/show', 'lag1');
  return shown
    .split('\n')
    .flatMap((line) => /^(?:member: )?(\S+: .*attached|partner state: .*)$/.exec(line.trim())?.[1] ?? []);
}
/** Both ends of both links take frames in and send them out. */
const AGREED = ['t1', 't2'].flatMap((member) => [
  `${member}: current attached`,
  'partner state: activity timeout aggregation synchronized collecting distributing',
]);

/** Ends a daemon of the switch's own Open vSwitch. */
function kill(program: 'ovs-vswitchd' | 'ovsdb-server'): void {
  const [file] = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith(`${program}.pid`) && !name.startsWith('peer'),
  );
  if (file === undefined) throw new Error(`${program} does not run.`);
  process.kill(Number(readFileSync(join(directory, file), 'utf8')), 'SIGKILL');
}

const activePorts = async (client: DistantClient) => {
  const rows = await client.read('dot3adAggPortListEntry').catch(() => []);
  return (rows as { dot3adAggPortListPorts: string }[])[0]?.dot3adAggPortListPorts;
};
const comesUp = (client: DistantClient, ports = '3-4') =>
  expect.poll(() => activePorts(client), { timeout: 40_000, interval: 300 }).toBe(ports);

/** Broadcasts that the switch has sent by port 3 and by port 4. */
async function broadcasts(client: DistantClient): Promise<number[]> {
  const rows = await Promise.all([3, 4].map((ifIndex) => client.read('ifXEntry', { ifIndex })));
  return rows.map((row) => Number((row as { ifHCOutBroadcastPkts: string }[])[0]?.ifHCOutBroadcastPkts));
}

test('a trunk with the bond of an Open vSwitch comes up, spreads, and outlives a cable, each daemon and the agent', async () => {
  await start();
  await startPeer();
  let client = await signIn();
  const trunk = { trunkId: 1, trunkMode: 2, trunkMemberPorts: '3,4', lacpTimeout: 1 };
  expect((await client.set('trunkGroupEntry', trunk)).error.code).toBe(0);
  await comesUp(client);
  await expect.poll(peerMembers, { timeout: 20_000 }).toEqual(AGREED);
  expect(await client.read('dot3adAggEntry')).toMatchObject([{ dot3adAggIndex: 5001, trunkMode: 2 }]);
  expect(await lab.host(1).reaches(PEER, 10)).toBe(true);

  const before = await broadcasts(client);
  const station = await lab.host(2).station();
  for (let from = 0; from < 48; from += 1) {
    const source = `02-AA-00-00-00-${from.toString(16).padStart(2, '0').toUpperCase()}`;
    const payload = new Uint8Array(60);
    station.send(buildEthernet({ destination: BROADCAST_MAC, source, etherType: EtherType.experimental, payload }));
  }
  await station.sync();
  await expect
    .poll(async () => (await broadcasts(client)).map((count, at) => count - (before[at] ?? 0) > 8), { timeout: 10_000 })
    .toEqual([true, true]);

  await peer.ip('link', 'set', 't2', 'down');
  expect(await lab.host(1).reaches(PEER, 10)).toBe(true);
  await comesUp(client, '3');
  await peer.ip('link', 'set', 't2', 'up');
  await comesUp(client);

  for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
    kill(daemon);
    expect(await lab.host(1).reaches(PEER, 30)).toBe(true);
    await comesUp(client);
  }

  await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await expect
    .poll(async () => await client.read('sysConfig'), { timeout: 20_000 })
    .toMatchObject({ configOperStatus: 1 });
  if (agent) await killed(agent);
  await start();
  client = await signIn();
  await comesUp(client);
  expect(await lab.host(1).reaches(PEER, 20)).toBe(true);
  await expect.poll(peerMembers, { timeout: 20_000 }).toEqual(AGREED);
});
