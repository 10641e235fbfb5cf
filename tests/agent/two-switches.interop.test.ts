import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PortRoleValue, StpVersion } from '../../features/network/spanning-tree/objects.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { startCapture } from '../namespaces/capture.ts';
import { connect, createLab } from '../namespaces/lab.ts';
import type { Station } from '../namespaces/station.ts';
import { LabAgent } from './lab-agent.ts';

/**
 * Two switches, each on an Open vSwitch of its own, with two cables between their ports 5 and 6. At each an administrator is at
 * port 1, and hosts of the VLANs 10, 20 and 30 are at ports 2 to 4. The first switch is the root of every tree; VLAN 10 is to go by
 * port 5, VLAN 20 by port 6, and VLAN 30 where GVRP brings it.
 */
const HOSTS = [
  { port: 2, vlan: 10, net: '10.0.10' },
  { port: 3, vlan: 20, net: '10.0.20' },
  { port: 4, vlan: 30, net: '10.0.30' },
] as const;
const CABLES = [5, 6];
const PATIENCE = { timeout: 60_000, interval: 200 };

let root: LabAgent;
let leaf: LabAgent;

beforeAll(async () => {
  root = new LabAgent(await createLab({ ports: 6 }));
  leaf = new LabAgent(await createLab({ ports: 6 }));
  await Promise.all([prepare(root, 1), prepare(leaf, 2)]);
  for (const port of CABLES) await connect(root.lab, port, leaf.lab, port);
}, 180_000);

afterAll(async () => {
  await Promise.all([root, leaf].map((agent) => agent?.stop()));
  await Promise.all([root, leaf].map((agent) => agent?.lab.close()));
}, 60_000);

beforeEach(async () => {
  for (const port of CABLES) await root.lab.switch.ip('link', 'set', `p${port}`, 'up');
});

/** Starts a switch without its cables, and sets what both have alike, but for who is the root. */
async function prepare(agent: LabAgent, number: number): Promise<void> {
  const { lab } = agent;
  for (const port of CABLES) await lab.unplug(port);
  for (const { port, net } of HOSTS) await lab.host(port).address(`${net}.${number}/24`);
  await agent.start();
  const vlans = [
    { vlan: 99, members: '5-6', untagged: [5, 6] },
    ...HOSTS.map(({ port, vlan }) => ({ vlan, members: vlan === 30 ? `${port}` : `${port},5-6`, untagged: [port] })),
  ];
  for (const { vlan, members, untagged } of vlans) {
    const made = { dot1qVlanIndex: vlan, dot1qVlanStaticEgressPorts: members, RowStatus: 4 };
    await agent.set('dot1qVlanStaticEntry', made);
    for (const port of untagged) await agent.set('dot1qPortVlanEntry', { dot1dBasePort: port, dot1qPvid: vlan });
  }
  // The cables carry no frames of VLAN 1, nor does GVRP bring it there: both switches have the same address in it.
  await agent.set('dot1qVlanStaticEntry', {
    dot1qVlanIndex: 1,
    dot1qVlanStaticEgressPorts: '1',
    dot1qVlanStaticUntaggedPorts: '1',
    dot1qVlanForbiddenEgressPorts: '5-6',
  });
  for (const { vlan, untagged } of vlans) {
    const ports = { dot1qVlanIndex: vlan, dot1qVlanStaticUntaggedPorts: untagged.join(',') };
    await agent.set('dot1qVlanStaticEntry', ports);
  }
  for (const dot1dStpPort of [1, 2, 3, 4]) {
    await agent.set('dot1dStpExtPortEntry', { dot1dStpPort, dot1dStpPortAdminEdgePort: 1 });
  }
  await agent.set('dot1dStp', {
    dot1dStpVersion: StpVersion.mstp,
    dot1dStpPriority: number * 4096,
    stpGlobalStatus: 1,
  });
  await agent.set('ieee8021MstpConfigIdEntry', { ieee8021MstpConfigurationName: 'pair' });
  for (const [tree, { vlan: own }] of HOSTS.slice(0, 2).entries()) {
    const instance = { ieee8021MstpId: tree + 1 };
    await agent.set('ieee8021MstpVlanV2Entry', { ...instance, mstVlanList: `${own}`, RowStatus: 4 });
    await agent.set('ieee8021MstpEntry', { ...instance, ieee8021MstpBridgePriority: number * 4096 });
  }
  const second = { ieee8021MstpPortMstId: 2, ieee8021MstpPortNum: 6, ieee8021MstpPortPriority: 16 };
  await agent.set('ieee8021MstpPortEntry', second);
  await agent.save();
}

/** The role of each cable's port at the leaf, in the trees of VLAN 10 and VLAN 20. */
async function roles(): Promise<unknown[]> {
  const rows = await leaf.rows('ieee8021MstpPortEntry');
  return [1, 2].map((tree) =>
    CABLES.map(
      (port) =>
        rows.find((row) => row.ieee8021MstpPortMstId === tree && row.ieee8021MstpPortNum === port)
          ?.ieee8021MstpPortRole,
    ),
  );
}
const APART = [
  [PortRoleValue.root, PortRoleValue.alternate],
  [PortRoleValue.alternate, PortRoleValue.root],
];
const areApart = () => expect.poll(roles, PATIENCE).toEqual(APART);

/** Whether the hosts of a VLAN reach each other. */
const reaches = ({ port, net }: (typeof HOSTS)[number], seconds = 30) =>
  root.lab.host(port).reaches(`${net}.2`, seconds);

/** The cable that pings of a VLAN's hosts come back by. */
async function cableOf(host: (typeof HOSTS)[number]): Promise<number | undefined> {
  const filter = ['vlan', `${host.vlan}`, 'and', 'icmp'];
  const captures = await Promise.all(CABLES.map((port) => startCapture(leaf.lab.switch, `p${port}`, ...filter)));
  expect(await reaches(host)).toBe(true);
  const first = await Promise.any(
    captures.map((capture, at) => capture.line(/echo reply/, 20_000).then(() => CABLES[at])),
  );
  await Promise.all(captures.map((capture) => capture.stop()));
  return first;
}

/** The cables of VLAN 10 and VLAN 20; one that was plugged in just now may come and go once more. */
const goBy = (...cables: readonly number[]) =>
  expect.poll(async () => [await cableOf(HOSTS[0]), await cableOf(HOSTS[1])], PATIENCE).toEqual(cables);

test('MSTP keeps two VLANs on different cables, and both on the one that is left', async () => {
  await areApart();
  await goBy(5, 6);
  await root.set('ifEntry', { ifIndex: 5, ifAdminStatus: 2 });
  await goBy(6, 6);
  await root.set('ifEntry', { ifIndex: 5, ifAdminStatus: 1 });
  await areApart();
  await goBy(5, 6);
});

/** The members of a VLAN, as each switch says them. */
async function membersOf(vlan: number): Promise<unknown[]> {
  const current = await Promise.all([root, leaf].map((agent) => agent.rows('dot1qVlanCurrentEntry')));
  return current.map((rows) => rows.find((row) => row.dot1qVlanIndex === vlan)?.dot1qVlanCurrentEgressPorts);
}
const isLearnt = (ports = '4-5') => expect.poll(() => membersOf(30), PATIENCE).toEqual([ports, ports]);

test('GVRP carries a VLAN across and takes it back, follows the tree, and leaves a forbidden port out', async () => {
  await root.set('ifEntry', { ifIndex: 5, ifAdminStatus: 2 });
  for (const agent of [root, leaf]) {
    await agent.set('gvrpGlobal', { dot1qGvrpStatus: 1 });
    for (const dot1dBasePort of CABLES) {
      await agent.set('dot1qPortVlanEntry', { dot1dBasePort, dot1qPortGvrpStatus: 1 });
      // What a neighbor behind a closed port declared is forgotten once everybody was asked.
      await agent.set('dot1dPortGarpEntry', { dot1dBasePort, dot1dPortGarpLeaveAllTime: 4000 });
    }
  }
  await isLearnt('4,6');
  expect(await reaches(HOSTS[2])).toBe(true);
  await root.set('ifEntry', { ifIndex: 5, ifAdminStatus: 1 });
  await isLearnt();
  expect(await reaches(HOSTS[2])).toBe(true);

  const forbidden = (dot1qVlanForbiddenEgressPorts: string) =>
    leaf.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 30, dot1qVlanForbiddenEgressPorts });
  await forbidden('5');
  await expect.poll(() => membersOf(30), PATIENCE).toEqual(['4-5', '4']);
  expect(await reaches(HOSTS[2], 1)).toBe(false);
  await forbidden('');
  await isLearnt();
  expect(await reaches(HOSTS[2])).toBe(true);

  await root.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 40, dot1qVlanStaticEgressPorts: '4', RowStatus: 4 });
  await expect.poll(() => membersOf(40), PATIENCE).toEqual(['4', '5']);
  await root.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 40, RowStatus: 6 });
  await expect.poll(() => membersOf(40), PATIENCE).toEqual([undefined, undefined]);
  for (const agent of [root, leaf]) await agent.save();
});

/** Sends a broadcast in VLANs 10 and 20 again and again, and counts what comes of each. */
class Broadcasts {
  readonly #senders: readonly Station[];
  readonly #listeners: readonly Station[];
  readonly #copies = new Map<string, number>();
  #sent = 0;
  #timer: NodeJS.Timeout | undefined;

  private constructor(senders: readonly Station[], listeners: readonly Station[]) {
    this.#senders = senders;
    this.#listeners = listeners;
  }

  static async start(): Promise<Broadcasts> {
    const at = (agent: LabAgent) => Promise.all([2, 3].map((port) => agent.lab.host(port).station()));
    const made = new Broadcasts(await at(root), await at(leaf));
    for (const [index, station] of [...made.#senders, ...made.#listeners].entries()) {
      station.onFrame = (frame) => made.#hear(index, frame);
    }
    made.#timer = setInterval(() => made.#send(), 50);
    return made;
  }

  #send(): void {
    const payload = new Uint8Array(60);
    new DataView(payload.buffer).setUint32(0, this.#sent);
    this.#sent += 1;
    for (const [index, station] of this.#senders.entries()) {
      const source = `02-00-00-00-00-0${index}`;
      station.send(buildEthernet({ destination: BROADCAST_MAC, source, etherType: EtherType.experimental, payload }));
    }
  }

  #hear(station: number, frame: Uint8Array): void {
    const ethernet = parseEthernet(frame);
    if (ethernet?.etherType !== EtherType.experimental) return;
    const { payload } = ethernet;
    const key = `${station} ${new DataView(payload.buffer, payload.byteOffset).getUint32(0)}`;
    this.#copies.set(key, (this.#copies.get(key) ?? 0) + 1);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([...this.#senders, ...this.#listeners].map((station) => station.close()));
  }

  /** What came by now. `again`: copies of frames beyond the first, and frames that came back to where they were sent. */
  async count(): Promise<{ readonly arrived: number; readonly again: number }> {
    await Promise.all(this.#listeners.map((station) => station.sync()));
    let arrived = 0;
    let again = 0;
    for (const [key, copies] of this.#copies) {
      const returned = Number(key.split(' ')[0]) < this.#senders.length;
      if (!returned) arrived += 1;
      again += returned ? copies : copies - 1;
    }
    return { arrived, again };
  }
}

describe('everything comes back and no frame goes round', () => {
  let broadcasts: Broadcasts;
  beforeEach(async () => {
    broadcasts = await Broadcasts.start();
  });
  afterEach(() => broadcasts.stop());

  /** The trees, GVRP and the hosts are as before, and no frame came twice. */
  async function isAsBefore(): Promise<void> {
    await areApart();
    await isLearnt();
    for (const host of HOSTS) expect(await reaches(host)).toBe(true);
    const { arrived, again } = await broadcasts.count();
    expect(again).toBe(0);
    expect(arrived).toBeGreaterThan(0);
  }

  test.each([
    ['root', 'ovs-vswitchd'],
    ['leaf', 'ovs-vswitchd'],
    ['root', 'ovsdb-server'],
    ['leaf', 'ovsdb-server'],
  ] as const)('after the end of the %s’s %s', async (place, daemon) => {
    await (place === 'root' ? root : leaf).killDaemon(daemon);
    await isAsBefore();
  });

  test.each(['root', 'leaf'] as const)('after the end of the %s’s agent', async (place) => {
    const agent = place === 'root' ? root : leaf;
    await agent.kill();
    await agent.start();
    await isAsBefore();
  });
});
