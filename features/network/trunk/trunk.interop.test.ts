// @long-running
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../../protocols/frames/ethernet.ts';
import { floods } from '../../../tests/agent/floods.ts';
import { LabAgent } from '../../../tests/agent/lab-agent.ts';
import { createLab, type Lab } from '../../../tests/namespaces/lab.ts';
import type { Namespace } from '../../../tests/namespaces/namespace.ts';
import { PeerSwitch } from '../../../tests/openvswitch/peer-switch.ts';

/** The switch at the far end of the trunk. */
const PEER = '192.168.10.9';

let lab: Lab;
/** Ports 3 and 4 lead to one switch: the cable of host 4 goes over to host 3. */
let far: Namespace;
let peer: PeerSwitch;
let agent: LabAgent;

beforeEach(async () => {
  lab = await createLab({ ports: 6 });
  agent = new LabAgent(lab);
  far = lab.host(3).namespace;
  await lab.host(4).namespace.ip('link', 'set', 'eth0', 'netns', far.name, 'name', 'eth1');
  peer = await PeerSwitch.start(far, ['eth0', 'eth1'], `${PEER}/24`);
});

afterEach(async () => {
  await agent.stop();
  await lab.close();
  peer.removeFiles();
});

/**
 * The peer's report about its members, and about the information it received from us: "eth0: current attached",
 * "partner state: activity …".
 */
async function peerMembers(): Promise<string[]> {
  const shown = await peer.ask('lacp/show', 'lag1');
  return shown
    .split('\n')
    .flatMap((line) => /^(?:member: )?(\S+: .*attached|partner state: .*)$/.exec(line.trim())?.[1] ?? []);
}
/** Both ends of both links take frames in and send them out. */
const AGREED = ['eth0', 'eth1'].flatMap((member) => [
  `${member}: current attached`,
  'partner state: activity timeout aggregation synchronized collecting distributing',
]);

const AGREED_LONG = AGREED.map((line) => line.replace(' timeout', ''));

const activePorts = async () => (await agent.rows('dot3adAggPortListEntry'))[0]?.dot3adAggPortListPorts;
const comesUp = (ports = '3-4') => expect.poll(activePorts, { timeout: 40_000, interval: 300 }).toBe(ports);

/** Broadcasts that the switch has sent by port 3 and by port 4. */
async function broadcasts(): Promise<number[]> {
  const rows = await Promise.all([3, 4].map((ifIndex) => agent.rows('ifXEntry', { ifIndex })));
  return rows.map(([row]) => Number(row?.ifHCOutBroadcastPkts));
}

/** A trunk of ports 3 and 4 with a bond of the peer; both ends send LACPDUs each second, or both each 30 s. */
async function bonded(pace: 'fast' | 'slow' = 'fast'): Promise<void> {
  await agent.start();
  const bond = ['bond_mode=balance-tcp', 'lacp=active', `other_config:lacp-time=${pace}`];
  await peer.set('add-bond', 'br0', 'lag1', 'eth0', 'eth1', '--', 'set', 'port', 'lag1', ...bond);
  const lacpTimeout = pace === 'fast' ? 1 : 0;
  await agent.set('trunkGroupEntry', { trunkId: 1, trunkMode: 2, trunkMemberPorts: '3,4', lacpTimeout });
  await comesUp();
  await expect.poll(peerMembers).toEqual(pace === 'fast' ? AGREED : AGREED_LONG);
}

/** Frames that have arrived at each member of the peer. */
async function arrivals(): Promise<number[]> {
  const files = ['eth0', 'eth1'].map((member) => `/sys/class/net/${member}/statistics/rx_packets`);
  return (await far.exec('cat', ...files)).trim().split('\n').map(Number);
}

/** How many members broadcasts of many stations leave by, whether the agent lives or not. */
async function waysOut(): Promise<number> {
  const before = await arrivals();
  await sendBroadcasts();
  return (await arrivals()).filter((count, at) => count - (before[at] ?? 0) > 8).length;
}

async function sendBroadcasts(): Promise<void> {
  const station = await lab.host(2).station();
  for (let from = 0; from < 48; from += 1) {
    const source = `02-AA-00-00-00-${from.toString(16).padStart(2, '0').toUpperCase()}`;
    const payload = new Uint8Array(60);
    station.send(buildEthernet({ destination: BROADCAST_MAC, source, etherType: EtherType.experimental, payload }));
  }
  await station.sync();
  await station.close();
}

/** Broadcasts of many stations leave by both members. */
async function spreads(): Promise<void> {
  const before = await broadcasts();
  await sendBroadcasts();
  await expect
    .poll(async () => (await broadcasts()).map((count, at) => count - (before[at] ?? 0) > 8), { timeout: 10_000 })
    .toEqual([true, true]);
}

/** The peer stays within reach while a cable is gone, and the trunk has both again afterwards. */
async function outlivesCable(): Promise<void> {
  await far.ip('link', 'set', 'eth1', 'down');
  expect(await lab.host(1).reaches(PEER, 10)).toBe(true);
  await comesUp('3');
  await far.ip('link', 'set', 'eth1', 'up');
  await comesUp();
}

test('a trunk with the bond of an Open vSwitch comes up, spreads, and outlives a cable, before and after the end of each daemon and of the agent', async () => {
  await bonded();
  expect(await agent.rows('dot3adAggEntry')).toMatchObject([{ dot3adAggIndex: 5001, trunkMode: 2 }]);
  expect(await lab.host(1).reaches(PEER, 10)).toBe(true);
  await spreads();
  await outlivesCable();

  for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
    await agent.killDaemon(daemon);
    expect(await lab.host(1).reaches(PEER, 30)).toBe(true);
    await comesUp();
    await spreads();
    await outlivesCable();
  }

  await agent.save();
  await agent.kill();
  await agent.start();
  await comesUp();
  expect(await lab.host(1).reaches(PEER, 20)).toBe(true);
  await expect.poll(peerMembers).toEqual(AGREED);
  await spreads();
  await outlivesCable();
});

test('a partner with long timeouts has both members again at once after an agent that was away for longer than its leases, or briefly', async () => {
  await bonded('slow');
  await agent.save();
  await expect.poll(waysOut).toBe(2);
  for (const isLong of [true, false]) {
    await agent.kill();
    // The partner still sends by both.
    if (isLong) await expect.poll(waysOut, { timeout: 30_000 }).toBe(1);
    expect(await peerMembers()).toEqual(AGREED_LONG);
    await agent.start();
    // Before the partner would send by itself, twice.
    await comesUp();
    await expect.poll(peerMembers).toEqual(AGREED_LONG);
    await expect.poll(waysOut).toBe(2);
    expect(await lab.host(1).reaches(PEER, 20)).toBe(true);
  }
});

test('floods of LACPDUs and of other protocols at other ports leave an honest partner alone', async () => {
  await bonded();
  await agent.set('trunkGroupEntry', { trunkId: 2, trunkMode: 2, trunkMemberPorts: '5', lacpTimeout: 1 });
  await agent.set('igsCtrl', { igsStatus: 1 });
  const [liar, ill] = await Promise.all([5, 6].map((port) => lab.host(port).station()));
  const said = async () => JSON.stringify(await agent.rows('syslogMsgEntry'));
  const before = await said();
  // More than twice as long as either end waits for the other.
  const until = performance.now() + 8000;
  const seen = new Set<unknown>();
  for (let n = 0; performance.now() < until; ) {
    for (const end = n + 200; n < end; n += 1) {
      liar?.send(floods['LACPDUs of changing partners'](n));
      ill?.send(floods['LACPDUs of changing partners'](n));
      ill?.send(floods['LLDP of ever new chassis'](n));
      ill?.send(floods['IGMP reports of distinct groups'](n));
    }
    await Promise.all([liar?.sync(), ill?.sync()]);
    seen.add(await activePorts());
  }
  expect([...seen]).toEqual(['3-4']);
  expect(await peerMembers()).toEqual(AGREED);
  const after = await said();
  for (const word of ['Port 3', 'Port 4', 'Trunk 1', 'failed']) {
    expect(after.split(word).length, word).toBe(before.split(word).length);
  }
  expect(await lab.host(1).reaches(PEER, 10)).toBe(true);
  await Promise.all([liar, ill].map((station) => station?.close()));
});
