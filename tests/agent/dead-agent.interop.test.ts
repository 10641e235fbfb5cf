import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { connect, createLab } from '../namespaces/lab.ts';
import { LabAgent } from './lab-agent.ts';

/**
 * Two switches, each on an Open vSwitch of its own, with a trunk of LACP between their ports 5 and 6, and a host of VLAN 10 at
 * port 4 of each. The first one has a guest of 802.1X at port 2, whose VLAN 20 has a host at port 3, and at port 7 a cable of VLAN 10
 * whose end sends everything back: loop detection has shut it.
 */
const CABLES = [5, 6];
const GUESTS = 20;
const LOOP = 7;
const PATIENCE = { timeout: 60_000, interval: 200 };

let first: LabAgent;
let second: LabAgent;

beforeAll(async () => {
  first = new LabAgent(await createLab({ ports: 7 }));
  second = new LabAgent(await createLab({ ports: 6 }));
  await Promise.all([prepare(first, 1), prepare(second, 2)]);
  for (const port of [2, 3]) await first.lab.host(port).address(`10.0.20.${port}/24`);
  await first.batch([
    set('dot1qVlanStaticEntry', { ...vlan(GUESTS, '3', '3'), RowStatus: 4 }),
    set('dot1qPortVlanEntry', { dot1dBasePort: 3, dot1qPvid: GUESTS }),
    set('dot1qVlanStaticEntry', vlan(10, '4-7', '4,7')),
    set('dot1qPortVlanEntry', { dot1dBasePort: LOOP, dot1qPvid: 10 }),
    set('dot1qVlanStaticEntry', vlan(1, '1-2', '1-2')),
    set('dot1xPortExtEntry', { dot1xPaePortNumber: 2, dot1xPortGuestVlan: GUESTS }),
    set('dot1xAuthConfigEntry', { dot1xPaePortNumber: 2, ...supplicantsWanted }),
    set('dialInUserEntry', { dialInUserName: 'cleo', dialInUserPassword: 'two words', RowStatus: 4 }),
    set('dot1xExtConfig', { dot1xAuthMethod: 2 }),
    set('dot1xPaeSystem', { dot1xPaeSystemAuthControl: 1 }),
    set('sysLBD', { sysLBDStateEnable: 1, sysLBDInterval: 1, sysLBDRecoverTime: 60 }),
    set('sysLBDCtrlEntry', { sysLBDCtrlIndex: LOOP, sysLBDPortStatus: 1 }),
  ]);
  const loop = await first.lab.host(LOOP).station();
  loop.onFrame = (frame) => loop.send(frame);
  await vi.waitFor(async () => expect(await loopIsShut()).toBe(true), PATIENCE);
  await first.save();
  for (const port of CABLES) await connect(first.lab, port, second.lab, port);
}, 180_000);

afterAll(async () => {
  await Promise.all([first, second].map((agent) => agent?.stop()));
  await Promise.all([first, second].map((agent) => agent?.lab.close()));
}, 60_000);

const supplicantsWanted = { dot1xAuthTxPeriod: 1, dot1xAuthAuthControlledPortControl: 2 };
const set = (Template: string, values: object) => ({ method: 'CommonSet', params: { Template, ...values } });
const vlan = (dot1qVlanIndex: number, members: string, untagged: string) => ({
  dot1qVlanIndex,
  dot1qVlanStaticEgressPorts: members,
  dot1qVlanStaticUntaggedPorts: untagged,
});

/** Starts a switch without its cables, which carry no frames of VLAN 1: both have the same address there. */
async function prepare(agent: LabAgent, number: number): Promise<void> {
  const { lab } = agent;
  for (const port of CABLES) await lab.unplug(port);
  await lab.host(4).address(`10.0.10.${number}/24`);
  await agent.start();
  await agent.batch([
    set('trunkGroupEntry', { trunkId: 1, trunkMode: 2, trunkMemberPorts: '5-6', lacpTimeout: 1 }),
    set('dot1qVlanStaticEntry', { ...vlan(10, '4-6', '4'), RowStatus: 4 }),
    set('dot1qVlanStaticEntry', { ...vlan(99, '5-6', '5-6'), RowStatus: 4 }),
    set('dot1qPortVlanEntry', { dot1dBasePort: 4, dot1qPvid: 10 }),
    set('dot1qPortVlanEntry', { dot1dBasePort: 5, dot1qPvid: 99 }),
    set('dot1qVlanStaticEntry', vlan(1, number === 1 ? '1-3,7' : '1-3', number === 1 ? '1-3,7' : '1-3')),
  ]);
  await agent.save();
}

const guestReaches = () => first.lab.host(2).reaches('10.0.20.3', 0.5);
const trunkReaches = () => first.lab.host(4).reaches('10.0.10.2', 0.5);

const loopIsShut = async () => (await first.rows('sysLBDCtrlEntry'))[LOOP - 1]?.sysLBDPortLoopStatus === 2;

const working = () =>
  expect
    .poll(async () => [await guestReaches(), await trunkReaches(), await loopIsShut()], PATIENCE)
    .toEqual([true, true, true]);

/** How often one broadcast of VLAN 10 arrives at the hosts on both sides. */
async function copies(): Promise<number[]> {
  const [sender, far] = [await first.lab.host(4).station(), await second.lab.host(4).station()];
  const heard = [0, 0];
  const payload = new Uint8Array(50);
  const frame = buildEthernet({
    destination: BROADCAST_MAC,
    source: '02-AA-00-00-00-09',
    etherType: EtherType.experimental,
    payload,
  });
  for (const [at, station] of [sender, far].entries())
    station.onFrame = (other) => {
      if (other[12] === frame[12] && other[13] === frame[13]) heard[at] = (heard[at] ?? 0) + 1;
    };
  sender.send(frame);
  await expect.poll(() => heard[1], PATIENCE).toBeGreaterThan(0);
  for (const station of [sender, far]) await station.sync();
  await Promise.all([sender.close(), far.close()]);
  return heard;
}

test.each<readonly [string, () => Promise<() => unknown>]>([
  ['stands still', async () => first.freeze()],
  [
    'was killed',
    async () => {
      await first.kill();
      return () => first.start();
    },
  ],
])(
  'an agent that %s leaves no guest in and no frame circling, goes on by one cable of its trunk, and comes back',
  async (_how, end) => {
    await working();
    const again = await end();
    await expect.poll(guestReaches, PATIENCE).toBe(false);
    await expect.poll(trunkReaches, PATIENCE).toBe(true);
    expect(await copies()).toEqual([0, 1]);
    await again();
    await working();
    expect(await copies()).toEqual([0, 1]);
  },
);

test('an agent that ends in order leaves ports open for a second longer than one that dies: it has sent a last BPDU', async () => {
  await working();
  expect(await first.leaseTimes()).toEqual(new Set([3]));
  await first.end();
  expect(await first.leaseTimes()).toEqual(new Set([4]));
  await first.start();
  await working();
});

test.each<readonly [string, () => Promise<void>]>([
  [
    'the agent and then ovs-vswitchd',
    async () => {
      await first.kill();
      first.signalDaemon('ovs-vswitchd', 'SIGKILL');
    },
  ],
  [
    'ovs-vswitchd and, before that is back, the agent',
    async () => {
      first.signalDaemon('ovs-vswitchd', 'SIGKILL');
      await first.kill();
    },
  ],
])(
  'after the death of %s nobody is let in, and the next agent has everything as it was',
  async (_what, end) => {
    await working();
    await end();
    // Nothing forwards, so that nothing that an engine kept open does.
    expect([await guestReaches(), await trunkReaches()]).toEqual([false, false]);
    await first.start();
    await working();
    expect(await copies()).toEqual([0, 1]);
  },
  180_000,
);

test('an agent that is killed in the middle of a change and of a save has all of it or nothing of it, and lets nobody in before', async () => {
  await working();
  const changes = first.attempt('dot1dTp', { dot1dTpAgingTime: 111 });
  const saves = first.attempt('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await first.kill();
  await Promise.all([changes, saves]);
  await expect.poll(guestReaches, PATIENCE).toBe(false);
  // The partner goes on by one cable only after it has waited for LACPDUs twice.
  await expect.poll(trunkReaches, PATIENCE).toBe(true);
  expect(await copies()).toEqual([0, 1]);
  await first.start();
  await working();
  const [bridge] = await first.rows('dot1dTp');
  expect([111, 300]).toContain(bridge?.dot1dTpAgingTime);
  expect(await copies()).toEqual([0, 1]);
}, 180_000);
