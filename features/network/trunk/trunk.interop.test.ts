import { afterEach, beforeEach, expect, test } from 'vitest';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../../protocols/frames/ethernet.ts';
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
  lab = await createLab({ ports: 4 });
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

/** What the peer says of its members, and of what we told it of ours: "eth0: current attached", "partner state: activity …". */
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

const activePorts = async () => (await agent.rows('dot3adAggPortListEntry'))[0]?.dot3adAggPortListPorts;
const comesUp = (ports = '3-4') => expect.poll(activePorts, { timeout: 40_000, interval: 300 }).toBe(ports);

/** Broadcasts that the switch has sent by port 3 and by port 4. */
async function broadcasts(): Promise<number[]> {
  const rows = await Promise.all([3, 4].map((ifIndex) => agent.rows('ifXEntry', { ifIndex })));
  return rows.map(([row]) => Number(row?.ifHCOutBroadcastPkts));
}

test('a trunk with the bond of an Open vSwitch comes up, spreads, and outlives a cable, each daemon and the agent', async () => {
  await agent.start();
  const bond = ['bond_mode=balance-tcp', 'lacp=active', 'other_config:lacp-time=fast'];
  await peer.set('add-bond', 'br0', 'lag1', 'eth0', 'eth1', '--', 'set', 'port', 'lag1', ...bond);
  await agent.set('trunkGroupEntry', { trunkId: 1, trunkMode: 2, trunkMemberPorts: '3,4', lacpTimeout: 1 });
  await comesUp();
  await expect.poll(peerMembers, { timeout: 20_000 }).toEqual(AGREED);
  expect(await agent.rows('dot3adAggEntry')).toMatchObject([{ dot3adAggIndex: 5001, trunkMode: 2 }]);
  expect(await lab.host(1).reaches(PEER, 10)).toBe(true);

  const before = await broadcasts();
  const station = await lab.host(2).station();
  for (let from = 0; from < 48; from += 1) {
    const source = `02-AA-00-00-00-${from.toString(16).padStart(2, '0').toUpperCase()}`;
    const payload = new Uint8Array(60);
    station.send(buildEthernet({ destination: BROADCAST_MAC, source, etherType: EtherType.experimental, payload }));
  }
  await station.sync();
  await expect
    .poll(async () => (await broadcasts()).map((count, at) => count - (before[at] ?? 0) > 8), { timeout: 10_000 })
    .toEqual([true, true]);

  await far.ip('link', 'set', 'eth1', 'down');
  expect(await lab.host(1).reaches(PEER, 10)).toBe(true);
  await comesUp('3');
  await far.ip('link', 'set', 'eth1', 'up');
  await comesUp();

  for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
    await agent.killDaemon(daemon);
    expect(await lab.host(1).reaches(PEER, 30)).toBe(true);
    await comesUp();
  }

  await agent.save();
  await agent.kill();
  await agent.start();
  await comesUp();
  expect(await lab.host(1).reaches(PEER, 20)).toBe(true);
  await expect.poll(peerMembers, { timeout: 20_000 }).toEqual(AGREED);
});
