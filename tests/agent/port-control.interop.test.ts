// @long-running
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROADCAST_MAC, macAt } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { pushTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import type { Station } from '../namespaces/station.ts';
import { LabAgent } from './lab-agent.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };

/** An address that begins as a vendor's phones do. */
const PHONE = '00-03-6B-00-00-77';
const LAPTOP = '02-00-00-00-01-77';
const OTHER = '02-00-00-00-02-77';
/** Behind port 3. */
const SERVER = '02-00-00-00-03-77';

/** The administrator is at port 1, stations at 2, a port with every VLAN at 3; port 4 loops on demand. */
let lab: Lab;
let agent: LabAgent;
let stations: Station;
let trunk: Station;
/** Frames that arrived at ports 2 and 3 since they were looked at last. */
let arrived: { readonly port: number; readonly frame: Uint8Array }[] = [];

beforeAll(async () => {
  lab = await createLab({ ports: 4 });
  stations = await lab.host(2).station();
  trunk = await lab.host(3).station();
  stations.onFrame = (frame) => arrived.push({ port: 2, frame });
  trunk.onFrame = (frame) => arrived.push({ port: 3, frame });
  agent = new LabAgent(lab);
  await agent.start();
  for (const [vlan, members] of [
    [20, '3'],
    [30, '2,3'],
    [40, '2,3'],
  ] as const) {
    await agent.set('dot1qVlanStaticEntry', {
      dot1qVlanIndex: vlan,
      dot1qVlanStaticEgressPorts: members,
      RowStatus: 4,
    });
  }
  await agent.set('voiceVlan', { voiceVlanStatus: 1, voiceVlanId: 20, voiceVlanPriority: 6 });
  await agent.set('voiceVlanPortEntry', { ifIndex: 2, voiceVlanPortAuto: 1 });
  await agent.set('macVlanEntry', { macVlanAddress: LAPTOP, macVlanId: 30, macVlanPriority: 3, RowStatus: 4 });
  await agent.set('dot1vProtocolGroupEntry', {
    dot1vProtocolTemplateFrameType: 1,
    dot1vProtocolTemplateProtocolValue: '86DD',
    dot1vProtocolGroupId: 1,
    RowStatus: 4,
  });
  await agent.set('dot1vProtocolPortEntry', {
    dot1dBasePort: 2,
    dot1vProtocolPortGroupId: 1,
    dot1vProtocolPortGroupVid: 40,
    protocolPortPriority: 2,
    RowStatus: 4,
  });
  await agent.save();
}, 180_000);

afterAll(async () => {
  await agent.stop();
  await lab.close();
}, 60_000);

function frameOf(source: string, destination = BROADCAST_MAC, etherType: number = EtherType.experimental, size = 60) {
  return buildEthernet({ destination, source, etherType, payload: new Uint8Array(size) });
}

/** How a station's broadcast leaves port 3: "20 priority 6", "untagged", or nothing. */
async function leaves(source: string, etherType?: number): Promise<string | undefined> {
  arrived = [];
  stations.send(frameOf(source, BROADCAST_MAC, etherType));
  await stations.sync();
  await delay(50);
  await trunk.sync();
  const [seen] = arrived.filter(({ port, frame }) => port === 3 && macAt(frame, 6) === source);
  if (!seen) return undefined;
  const tag = tagOf(seen.frame);
  return tag ? `${tag.vid} priority ${tag.priority}` : 'untagged';
}

/** Every kind of station is where it belongs. */
async function classified(): Promise<void> {
  await expect.poll(() => leaves(PHONE), PATIENCE).toBe('20 priority 6');
  await expect.poll(() => leaves(LAPTOP), PATIENCE).toBe('30 priority 3');
  await expect.poll(() => leaves(OTHER, EtherType.ipv6), PATIENCE).toBe('40 priority 2');
  await expect.poll(() => leaves(OTHER), PATIENCE).toBe('untagged');
  // An answer finds the phone, without a tag.
  arrived = [];
  trunk.send(pushTag(frameOf(SERVER, PHONE), 20));
  await trunk.sync();
  const answers = () => arrived.filter(({ port, frame }) => port === 2 && macAt(frame, 0) === PHONE && !tagOf(frame));
  await expect.poll(() => answers().length, PATIENCE).toBe(1);
}

const logged = async () => JSON.stringify(await agent.rows('syslogMsgEntry'));

/**
 * Sends frames into port 2 for some seconds, `rate` of each a second, and those of `back` into port 3; returns how many of each
 * left the other port a second, in this order.
 */
async function played(
  frames: readonly Uint8Array[],
  rate: number,
  seconds: number,
  back: readonly Uint8Array[] = [],
): Promise<number[]> {
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1000;
  let sent = 0;
  let before: number | undefined;
  while (passed() < seconds + 2) {
    for (; sent < passed() * rate; sent += 1) {
      for (const frame of frames) stations.send(frame);
      for (const frame of back) trunk.send(frame);
    }
    await delay(10);
    // What passes at once in the beginning is no rate.
    if (before === undefined && passed() >= 2) {
      await Promise.all([trunk.sync(), stations.sync()]);
      arrived = [];
      before = sent;
    }
  }
  await Promise.all([trunk.sync(), stations.sync()]);
  // The time in which these were due: a busy machine sends them late, those of a pause together.
  const took = (sent - (before ?? 0)) / rate;
  const rateOf = (frame: Uint8Array, at: number) => {
    const same = (other: Uint8Array) => macAt(other, 0) === macAt(frame, 0) && macAt(other, 6) === macAt(frame, 6);
    return arrived.filter((one) => one.port === at && same(one.frame)).length / took;
  };
  return [...frames.map((frame) => rateOf(frame, 3)), ...back.map((frame) => rateOf(frame, 2))];
}

const within = (rate: number, wanted: number) => {
  expect(rate).toBeGreaterThan(0.9 * wanted);
  expect(rate).toBeLessThan(1.1 * wanted);
};

describe('on Open vSwitch', () => {
  test('a phone lands in the voice VLAN, a station in its own, a protocol in its own', async () => {
    await classified();
    expect(await agent.rows('voiceVlanPortEntry')).toMatchObject([
      { voiceVlanPortState: 1 },
      { voiceVlanPortState: 3 },
      { voiceVlanPortState: 2 },
      { voiceVlanPortState: 1 },
    ]);
    expect(await logged()).toContain('joined voice VLAN');
  }, 180_000);

  test('a storm is cut to its threshold and told, while known unicast flows on', async () => {
    trunk.send(frameOf(SERVER));
    await trunk.sync();
    await agent.set('stormCtrlEntry', { ifIndex: 2, stormCtrlBroadcast: 1, stormCtrlDlf: 1, stormCtrlThreshold: 1 });
    const unknown = frameOf(OTHER, '02-00-00-00-09-99');
    const [broadcasts = 0, known = 0, lost = 0] = await played(
      [frameOf(OTHER), frameOf(OTHER, SERVER), unknown],
      200,
      6,
    );
    within(broadcasts, 64);
    within(lost, 64);
    within(known, 200);
    await expect.poll(logged, PATIENCE).toContain('a storm of broadcasts is limited to its threshold');
    await expect.poll(logged, PATIENCE).toContain('the storm of broadcasts is over');
    await agent.set('stormCtrlEntry', { ifIndex: 2, stormCtrlBroadcast: 2, stormCtrlDlf: 2 });
  }, 180_000);

  test.each([
    ['accepts', { rateCtrlIndex: 2, rateCtrlIngressStatus: 1, rateCtrlIngressRate: 16 }],
    ['sends', { rateCtrlIndex: 3, rateCtrlEgressStatus: 1, rateCtrlEgressRate: 16 }],
  ])(
    'what a port %s is held to its rate within a tenth',
    async (_way, values) => {
      trunk.send(frameOf(SERVER));
      await trunk.sync();
      await agent.set('rateCtrlEntry', values);
      const frame = frameOf(OTHER, SERVER, EtherType.experimental, 986);
      const [rate = 0] = await played([frame], 300, 6);
      within((rate * frame.length * 8) / 1000, 1024);
      const off = Object.keys(values).find((column) => column.endsWith('Status')) ?? '';
      await agent.set('rateCtrlEntry', { rateCtrlIndex: values.rateCtrlIndex, [off]: 2 });
      const [free = 0] = await played([frame], 300, 2);
      within(free, 300);
    },
    120_000,
  );

  test('a cable that loops is found, its port shut, and opened again when the loop is gone; also after every kill', async () => {
    await agent.set('sysLBD', { sysLBDStateEnable: 1, sysLBDInterval: 1, sysLBDRecoverTime: 60 });
    await agent.set('sysLBDCtrlEntry', { sysLBDCtrlIndex: 4, sysLBDPortStatus: 1 });
    const loop = await lab.host(4).station();
    let loops = true;
    let heard = 0;
    loop.onFrame = (frame) => {
      if (macAt(frame, 6) === OTHER) heard += 1;
      if (loops) loop.send(frame);
    };
    const state = async () => (await agent.rows('sysLBDCtrlEntry'))[3]?.sysLBDPortLoopStatus;
    /** Whether a broadcast gets to the end of the cable. */
    const arrives = async () => {
      heard = 0;
      stations.send(frameOf(OTHER));
      await stations.sync();
      await loop.sync();
      return heard > 0;
    };
    const isShut = async () => {
      await expect.poll(state, PATIENCE).toBe(2);
      expect(await logged()).toContain('loop');
      await expect.poll(arrives, PATIENCE).toBe(false);
    };
    await isShut();
    for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
      await agent.killDaemon(daemon);
      await isShut();
    }
    await agent.save();
    await agent.kill();
    await agent.start();
    await isShut();
    loops = false;
    await expect.poll(state, { timeout: 120_000, interval: 500 }).toBe(1);
    await expect.poll(arrives, PATIENCE).toBe(true);
  }, 300_000);

  test('stations are where they belong, and rates hold, again after the daemons, and the agent, have died', async () => {
    await agent.set('stormCtrlEntry', { ifIndex: 2, stormCtrlBroadcast: 1, stormCtrlThreshold: 1 });
    await agent.set('rateCtrlEntry', { rateCtrlIndex: 3, rateCtrlEgressStatus: 1, rateCtrlEgressRate: 16 });
    await agent.set('rateCtrlEntry', { rateCtrlIndex: 3, rateCtrlIngressStatus: 1, rateCtrlIngressRate: 8 });
    await agent.save();
    const held = async () => {
      await classified();
      trunk.send(frameOf(SERVER));
      await trunk.sync();
      const frame = frameOf(OTHER, SERVER, EtherType.experimental, 986);
      const answer = frameOf(SERVER, OTHER, EtherType.experimental, 986);
      const [sent = 0, accepted = 0] = await played([frame], 300, 4, [answer]);
      within((sent * frame.length * 8) / 1000, 1024);
      within((accepted * answer.length * 8) / 1000, 512);
      const [storm = 0, known = 0] = await played([frameOf(OTHER), frameOf(OTHER, SERVER)], 200, 4);
      within(storm, 64);
      within(known, 200);
    };
    for (const daemon of ['ovs-vswitchd', 'ovsdb-server'] as const) {
      await agent.killDaemon(daemon);
      await held();
    }
    await agent.kill();
    await agent.start();
    await held();
  }, 300_000);
});
