// @long-running
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { neighbourFrame } from '../../../protocols/lldp/testing.ts';
import { floods } from '../../../tests/agent/floods.ts';
import { LabAgent } from '../../../tests/agent/lab-agent.ts';
import { createLab, type Lab } from '../../../tests/namespaces/lab.ts';
import { PeerSwitch } from '../../../tests/openvswitch/peer-switch.ts';
import { PortRoleValue, PortStateValue } from './objects.ts';

const PEER = '192.168.10.3';
const PATIENCE = { timeout: 60_000, interval: 300 };

/**
 * The administrator is at port 1; ports 2 and 3 lead to an Open vSwitch bridge of its own, which wants to be the root;
 * ports 4 and 5 to attackers.
 */
let lab: Lab;
let agent: LabAgent;
let peer: PeerSwitch;

beforeAll(async () => {
  lab = await createLab({ ports: 5 });
  agent = new LabAgent(lab);
  await agent.start();
  // The session's port is said to be an edge port: it forwards at once.
  await agent.set('dot1dStpExtPortEntry', { dot1dStpPort: 1, dot1dStpPortAdminEdgePort: 1 });
  await agent.set('dot1dStp', { stpGlobalStatus: 1 });
  // The cable of host 3 goes over to host 2, whose namespace is the peer's.
  const { namespace } = lab.host(2);
  await lab.host(3).namespace.ip('link', 'set', 'eth0', 'netns', namespace.name, 'name', 'eth1');
  peer = await PeerSwitch.start(namespace, ['eth0', 'eth1'], `${PEER}/24`);
  await peer.set('set', 'bridge', 'br0', 'rstp_enable=true', 'other_config:rstp-priority=4096');
  for (const port of ['eth0', 'eth1']) await peer.set('add-port', 'br0', port);
});

afterAll(async () => {
  await agent.stop();
  await lab.close();
  peer.removeFiles();
});

/** Cuts a cable at the peer's end, or joins it: at its own end the switch would put it right. */
const cable = (port: string, link: 'up' | 'down') => lab.host(2).namespace.ip('link', 'set', port, link);

/** The state of the peer's ports in its tree. */
async function peerStates(): Promise<readonly (string | undefined)[]> {
  const shown = await peer.ask('rstp/show', 'br0');
  return ['eth0', 'eth1'].map((port) => new RegExp(`^ *${port} +\\S+ +(\\S+)`, 'm').exec(shown)?.[1]);
}

async function rolesAndStates(): Promise<readonly (readonly [unknown, unknown])[]> {
  const rows = await agent.rows('dot1dStpPortEntry');
  return rows.slice(0, 3).map((row) => [row.stpPortRole, row.dot1dStpPortState] as const);
}

/** Port 2 is the way to the peer, port 3 waits, and so does no port of the peer. */
const BLOCKED = [
  [PortRoleValue.designated, PortStateValue.forwarding],
  [PortRoleValue.root, PortStateValue.forwarding],
  [PortRoleValue.alternate, PortStateValue.blocking],
];
async function isTree(): Promise<void> {
  await expect.poll(rolesAndStates, PATIENCE).toEqual(BLOCKED);
  await expect.poll(peerStates, PATIENCE).toEqual(['Forwarding', 'Forwarding']);
}

test('a loop of two links to an Open vSwitch that speaks RSTP becomes a tree, which heals when a link is cut', async () => {
  await cable('eth0', 'up');
  await agent.set('dot1dStp', { dot1dStpPriority: 32_768 });
  await isTree();
  const findings = await agent.rows('attentionEntry');
  expect(findings.map((row) => row.attentionKey)).toContain('tree-blocked 3');
  expect(await lab.host(1).reaches(PEER, 20)).toBe(true);

  const pings = lab.host(1).namespace.spawn('ping', ['-n', '-i', '0.1', '-c', '60', PEER]);
  let said = '';
  pings.stdout?.on('data', (text) => {
    said += text;
  });
  const closed = once(pings, 'close');
  await vi.waitFor(() => expect(said.split('bytes from').length).toBeGreaterThan(10), { timeout: 20_000 });
  await cable('eth0', 'down');
  await closed;
  const [, sent, received] = /(\d+) packets transmitted, (\d+) received/.exec(said) ?? [];
  expect(Number(sent) - Number(received), said).toBeLessThanOrEqual(10);
  await expect.poll(async () => (await rolesAndStates())[2], PATIENCE).toEqual(BLOCKED[1]);

  await cable('eth0', 'up');
  await isTree();

  // The lowest priority wins: the root moves here, and the other bridge blocks.
  await agent.set('dot1dStp', { dot1dStpPriority: 0 });
  await expect.poll(() => agent.rows('dot1dStp'), PATIENCE).toMatchObject([{ dot1dStpRootPort: 0 }]);
  expect(await lab.host(1).reaches(PEER, 20)).toBe(true);
});

test('a session through the peer is asked before its ports close, and has the switch back once that is taken back', async () => {
  await agent.set('dot1dStp', { dot1dStpPriority: 32_768 });
  await isTree();
  const session = await agent.administratorOn(lab.host(2).namespace);
  // Nothing behind these ports may become the root: there the tree would close both ways to the session.
  const calls = [2, 3].map((ieee8021MstpCistPortNum) => ({
    method: 'CommonSet',
    params: {
      Template: 'ieee8021MstpCistPortEntry',
      ...{ ieee8021MstpCistPortNum, ieee8021MstpCistPortRestrictedRole: 1 },
    },
  }));
  const change = (more: object) => session.call('BatchPost', { FuncName: 'test', calls, ...more });
  const { error } = await change({});
  expect(error.message).toMatch(
    /In the worst case: Port 2 would not forward .*: its spanning-tree instance discards\.$/,
  );
  // The answer may be lost on the way that closes.
  await change({ Force: 1 }).catch(() => undefined);
  const closed = [PortRoleValue.alternate, PortStateValue.blocking];
  await expect.poll(rolesAndStates, PATIENCE).toEqual([BLOCKED[0], closed, closed]);
  expect(await agent.rows('managementGuard')).toMatchObject([{ managementGuardState: 2 }]);
  await agent.set('managementGuard', { managementGuardTakeBack: 1 });
  await isTree();
  await expect
    .poll(() => session.read('dot1dStp').catch(() => undefined), PATIENCE)
    .toMatchObject({ stpGlobalStatus: 1 });
});

test('floods of other protocols at other ports leave the tree with the peer and an LLDP neighbour alone', async () => {
  await agent.set('dot1dStp', { dot1dStpPriority: 32_768 });
  await agent.set('ieee8021MstpCistPortEntry', {
    ...{ ieee8021MstpCistPortNum: 4, ieee8021MstpCistPortRestrictedRole: 1, ieee8021MstpCistPortRestrictedTcn: 1 },
  });
  await agent.set('trunkGroupEntry', { trunkId: 2, trunkMode: 2, trunkMemberPorts: '5' });
  await agent.set('igsCtrl', { igsStatus: 1 });
  await agent.set('igsVlanFilterEntry', { igsVlanFilterVlanId: 1, igsVlanFilterStatus: 1 });
  await isTree();
  const [honest, ill, worse] = await Promise.all([2, 4, 5].map((port) => lab.host(port).station()));
  const neighbours = async () =>
    (await agent.rows('lldpRemEntry')).filter((row) => JSON.stringify(row).includes('honest'));
  const sayHello = () => honest?.send(neighbourFrame('honest', {}, 4));
  sayHello();
  await expect.poll(neighbours, PATIENCE).toHaveLength(1);
  const said = async () => JSON.stringify(await agent.rows('syslogMsgEntry'));
  const before = await said();
  // Both neighbors expire after less time without messages.
  const until = performance.now() + 8000;
  for (let n = 0; performance.now() < until; ) {
    sayHello();
    for (const end = n + 200; n < end; n += 1) {
      ill?.send(floods['BPDUs of changing roots'](n));
      ill?.send(floods['LLDP of ever new chassis'](n));
      ill?.send(floods['IGMP reports of distinct groups'](n));
      worse?.send(floods['LACPDUs of changing partners'](n));
    }
    await Promise.all([ill?.sync(), worse?.sync()]);
  }
  expect(await rolesAndStates()).toEqual(BLOCKED);
  expect(await peerStates()).toEqual(['Forwarding', 'Forwarding']);
  expect(await neighbours()).toHaveLength(1);
  const after = await said();
  for (const word of ['Port 2', 'Port 3', 'failed']) {
    expect(after.split(word).length, word).toBe(before.split(word).length);
  }
  await Promise.all([honest, ill, worse].map((station) => station?.close()));
});

test('the tree is as before after the end of each daemon and of the agent, heals and follows the root still', async () => {
  await agent.set('dot1dStp', { dot1dStpPriority: 32_768 });
  await isTree();
  await agent.save();
  const isAsBefore = async () => {
    await isTree();
    expect(await lab.host(1).reaches(PEER, 20)).toBe(true);
    await cable('eth0', 'down');
    await expect.poll(async () => (await rolesAndStates())[2], PATIENCE).toEqual(BLOCKED[1]);
    expect(await lab.host(1).reaches(PEER, 20)).toBe(true);
    await cable('eth0', 'up');
    await agent.set('dot1dStp', { dot1dStpPriority: 0 });
    await expect.poll(() => agent.rows('dot1dStp'), PATIENCE).toMatchObject([{ dot1dStpRootPort: 0 }]);
    await agent.set('dot1dStp', { dot1dStpPriority: 32_768 });
  };
  for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
    await agent.killDaemon(daemon);
    await isAsBefore();
  }
  await agent.kill();
  await agent.start();
  await isAsBefore();
});

test('beside an Open vSwitch that speaks STP alone it falls back, with its delays, also after every kill, and comes back', async () => {
  const links = async (ifAdminStatus: 1 | 2) => {
    for (const ifIndex of [2, 3]) await agent.set('ifEntry', { ifIndex, ifAdminStatus });
  };
  await links(2);
  await agent.set('dot1dStp', {
    dot1dStpPriority: 0,
    dot1dStpBridgeHelloTime: 1,
    dot1dStpBridgeMaxAge: 6,
    dot1dStpBridgeForwardDelay: 4,
  });
  await peer.set('set', 'bridge', 'br0', 'rstp_enable=false', 'stp_enable=true');
  const heard = await lab.host(2).capture('-Q', 'in', 'stp');
  await links(1);
  const states = new Set<unknown>();
  await expect
    .poll(async () => {
      const [, [, state] = []] = await rolesAndStates();
      states.add(state);
      return state;
    }, PATIENCE)
    .toBe(PortStateValue.forwarding);
  // No agreement is to be had: the forward delay passes twice.
  expect(states).toContain(PortStateValue.learning);
  await heard.line(/STP 802\.1d, Config/, 60_000);
  expect(await lab.host(1).reaches(PEER, 30)).toBe(true);
  await heard.stop();

  await agent.save();
  const isStp = async () => {
    await expect.poll(async () => (await rolesAndStates())[1]?.[1], PATIENCE).toBe(PortStateValue.forwarding);
    expect(await lab.host(1).reaches(PEER, 40)).toBe(true);
  };
  for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
    await agent.killDaemon(daemon);
    await isStp();
  }
  await agent.kill();
  await agent.start();
  await isStp();

  await peer.set('set', 'bridge', 'br0', 'stp_enable=false', 'rstp_enable=true');
  const rapid = await lab.host(2).capture('-Q', 'in', 'stp');
  for (const dot1dStpPort of [2, 3]) {
    await agent.set('dot1dStpExtPortEntry', { dot1dStpPort, dot1dStpPortProtocolMigration: 1 });
  }
  await rapid.line(/STP 802\.1w, Rapid/, 60_000);
  await rapid.stop();
  await expect.poll(async () => [...(await peerStates())].sort(), PATIENCE).toEqual(['Discarding', 'Forwarding']);
  expect(await lab.host(1).reaches(PEER, 30)).toBe(true);
});
