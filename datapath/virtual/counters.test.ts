import { describe, expect, test } from 'vitest';
import { buildTestFrame } from '../contract/test-frame.ts';
import { testPlan, testState, type WantedPlan, type WantedState } from '../contract/test-plan.ts';
import type { PortCounters } from '../datapath.ts';
import type { LinkAbility } from './negotiation.ts';
import { pauseFrame } from './pause.ts';
import { createVirtualHarness } from './virtual-harness.ts';

const BPDU = '01-80-C2-00-00-00';
const PAUSE = '01-80-C2-00-00-01';
const FCS = 4;
const TEN: LinkAbility = { speeds: [10], duplex: 'full', negotiates: true };

const frame = (to: string, more: { length?: number; tag?: string; from?: string } = {}) =>
  buildTestFrame({ port: 0, from: 'A', to, ...more }, 1);

/** A switch of six ports with a station at each; `counted` says by how much the counters of a port went up meanwhile. */
async function begin(wanted: WantedPlan = {}, state: WantedState = {}, ability?: LinkAbility) {
  const harness = await createVirtualHarness({ ports: 6, stations: [2, 3, 4, 5, 6], ...(ability && { ability }) });
  const received: number[] = [];
  const cable = harness.datapath.attach(1, {
    ability: ability ?? { speeds: [1000], duplex: 'full', negotiates: true },
    receive: (_frame, weight) => received.push(weight),
  });
  await harness.datapath.apply(testPlan(wanted));
  harness.datapath.update(testState(state));
  const counters = async (port: number) => {
    const found = (await harness.datapath.portCounters()).get(port);
    if (!found) throw new Error(`There is no port ${port}.`);
    return found;
  };
  const counted = async (port: number, act: () => unknown): Promise<Partial<Record<keyof PortCounters, number>>> => {
    const before = await counters(port);
    await act();
    const grown: Partial<Record<keyof PortCounters, number>> = {};
    for (const [name, value] of Object.entries(await counters(port)) as [keyof PortCounters, bigint][]) {
      if (value !== before[name]) grown[name] = Number(value - before[name]);
    }
    return grown;
  };
  return { harness, cable, counted, received };
}

test.each([
  [60, 'size64'],
  [61, 'size65to127'],
  [123, 'size65to127'],
  [124, 'size128to255'],
  [251, 'size128to255'],
  [252, 'size256to511'],
  [507, 'size256to511'],
  [508, 'size512to1023'],
  [1019, 'size512to1023'],
  [1020, 'size1024to1518'],
  [1514, 'size1024to1518'],
] as const)('a frame of %i octets and its check sequence is one of %s', async (length, size) => {
  const { cable, counted } = await begin();
  const { inOctets, inUnicast, ...sizes } = await counted(1, () => cable.send(frame('B', { length })));
  expect([inOctets, inUnicast, sizes]).toEqual([length + FCS, 1, { [size]: 1 }]);
});

describe('a frame that stands for many like ones is counted as that many', () => {
  test.each([
    ['B', 'Unicast'],
    ['group', 'Multicast'],
    ['all', 'Broadcast'],
  ])('to %s', async (to, kind) => {
    const { cable, counted } = await begin();
    const send = () => cable.send(frame(to), 5);
    expect(await counted(1, send)).toEqual({ inOctets: 5 * (100 + FCS), [`in${kind}`]: 5, size65to127: 5 });
    expect(await counted(2, send)).toEqual({ outOctets: 5 * (100 + FCS), [`out${kind}`]: 5 });
  });

  test('at the station that gets it', async () => {
    const { harness, received, cable } = await begin();
    await harness.send(2, frame('all'));
    harness.datapath.transmit(1, frame('all'));
    expect(received).toEqual([1, 1]);
    const sent: number[] = [];
    cable.unplug();
    harness.datapath.attach(1, {
      ability: { speeds: [1000], duplex: 'full', negotiates: true },
      receive: (_frame, weight) => sent.push(weight),
    });
    await harness.send(2, frame('all'));
    expect(sent).toEqual([1]);
    expect(received).toEqual([1, 1]);
  });

  test('where it is too short or too long', async () => {
    const { cable, counted } = await begin();
    expect(await counted(1, () => cable.send(frame('all', { length: 59 }), 3))).toEqual({ inErrors: 3, undersize: 3 });
    expect(await counted(1, () => cable.send(frame('all', { length: 1515 }), 4))).toEqual({ inErrors: 4, oversize: 4 });
    expect(await counted(1, () => cable.send(frame('all', { length: 60 }), 1))).toMatchObject({ inBroadcast: 1 });
    expect(await counted(1, () => cable.send(frame('all', { length: 1514, tag: '1' }), 1))).toMatchObject({
      inBroadcast: 1,
    });
  });
});

describe('what is dropped is counted as discarded', () => {
  test.each<[string, Uint8Array, WantedPlan, WantedState]>([
    ['from a group', frame('B', { from: '03-AA-00-00-00-01' }), {}, {}],
    ['at a mirror target', frame('B'), { mirrors: [{ target: 1, ingress: '2' }] }, {}],
    ['of the reserved VLAN', frame('B', { tag: '4095' }), {}, {}],
    ['to an address that bridges keep', frame('01-80-C2-00-00-0D'), {}, {}],
    ['of a VLAN that is not there', frame('B', { tag: '99' }), {}, {}],
    ['of a VLAN that the port is not in', frame('B', { tag: '10' }), { vlans: { 10: { tagged: '2' } } }, {}],
    ['of a type that is not accepted', frame('B'), { ports: { 1: { acceptableFrameTypes: 'tagged' } } }, {}],
    ['at a blocked port', frame('B'), {}, { blocked: { 1: '1' } }],
    ['at a port that discards', frame('B'), {}, { instances: { 0: { learning: '', forwarding: '2' } } }],
    ['at a port that only learns', frame('B'), {}, { instances: { 0: { learning: '1', forwarding: '2' } } }],
    ['to a filtered address', frame('02-AA-00-00-00-99'), { destinationFilter: ['02-AA-00-00-00-99'] }, {}],
    [
      'at a trunk member that does not collect',
      frame('B'),
      { trunks: { 5001: '1,2' } },
      { trunks: { 5001: { collecting: '2', distributing: '1,2' } } },
    ],
  ])('%s', async (_what, octets, wanted, state) => {
    const { cable, counted } = await begin(wanted, state);
    expect(await counted(1, () => cable.send(octets, 7))).toMatchObject({ inDiscards: 7 });
  });

  test('but not what the agent takes, nor what goes where the sender is', async () => {
    const { cable, counted } = await begin();
    expect(await counted(1, () => cable.send(frame(BPDU)))).not.toHaveProperty('inDiscards');
    expect(await counted(1, () => cable.send(frame('A')))).not.toHaveProperty('inDiscards');
  });

  test('where the agent has had as many of its class as it wants', async () => {
    const rare = { stage: 'control', action: 'take', rate: 2, matches: [{ destination: BPDU }] } as const;
    const { harness, cable, counted } = await begin({ punts: { bpdu: rare } });
    const four = () => {
      for (let sent = 0; sent < 4; sent += 1) cable.send(frame(BPDU));
    };
    expect(await counted(1, four)).toMatchObject({ inDiscards: 2 });
    harness.clock.advance(400);
    expect(await counted(1, four)).toMatchObject({ inDiscards: 4 });
    harness.clock.advance(100);
    expect(await counted(1, four)).toMatchObject({ inDiscards: 3 });
    harness.clock.advance(60_000);
    expect(await counted(1, four)).toMatchObject({ inDiscards: 2 });
    // Another plan is no new allowance, another rate is.
    await harness.datapath.apply(testPlan({ punts: { bpdu: { ...rare } }, vlans: { 7: { untagged: '6' } } }));
    expect(await counted(1, four)).toMatchObject({ inDiscards: 4 });
    await harness.datapath.apply(testPlan({ punts: { bpdu: { ...rare, rate: 3 } } }));
    expect(await counted(1, four)).toMatchObject({ inDiscards: 1 });
  });
});

test('a port without a link sends nothing and discards nothing', async () => {
  const { harness, counted } = await begin({ mirrors: [{ session: 1, target: 3, ingress: '1' }] });
  await harness.setPeerLink(2, 'down');
  expect(await counted(2, () => harness.datapath.transmit(2, frame('all')))).toEqual({});
});

test('what a bad line does is counted by its kind, and among the errors, while the link is up', async () => {
  const { harness, counted } = await begin();
  const errors = {
    fcsErrors: 1,
    alignmentErrors: 2,
    fragments: 4,
    symbolErrors: 8,
    singleCollisions: 16,
    multipleCollisions: 32,
    lateCollisions: 64,
    deferredTransmissions: 128,
  };
  const all = { ...errors, inErrors: 7, outErrors: 64 };
  expect(await counted(2, () => harness.datapath.countErrors(2, errors))).toEqual(all);
  expect(await counted(2, () => harness.datapath.countErrors(2, { fcsErrors: 3 }))).toEqual({
    fcsErrors: 3,
    inErrors: 3,
  });
  expect(await counted(2, () => harness.datapath.countErrors(2, { fragments: 3 }))).toEqual({
    fragments: 3,
    inErrors: 3,
  });
  await harness.setPeerLink(2, 'down');
  expect(await counted(2, () => harness.datapath.countErrors(2, errors))).toEqual({});
});

test('a sender is not asked to pause by what there is room for', async () => {
  const { cable, counted } = await begin({ ports: { 1: { flowControl: true } } });
  expect(await counted(1, () => cable.send(frame('all'), 3))).not.toHaveProperty('outMulticast');
});

test('control frames into a port that the plan does not know are no trouble, whatever is under way', async () => {
  const harness = await createVirtualHarness({ ports: 8, stations: [2, 8] });
  await harness.datapath.apply(testPlan());
  const cable = harness.datapath.attach(1, {
    ability: { speeds: [1000], duplex: 'full', negotiates: true },
    receive: () => void harness.send(8, frame(BPDU)),
  });
  await harness.send(2, frame('all'));
  cable.send(frame('all'));
  expect((await harness.collect({ left: 0, punted: 0 })).left.map(({ port }) => port)).toEqual([2]);
});

test('of many broadcasts at once those over the rate of the port are dropped, however many a storm may have', async () => {
  const { cable, counted, harness } = await begin({ rates: { 1: { ingressKilobits: 64, broadcasts: 100_000 } } });
  harness.clock.advance(1000);
  let received: Awaited<ReturnType<typeof counted>> = {};
  const sent = await counted(2, async () => {
    received = await counted(1, () => cable.send(frame('all', { length: 1000 }), 2000));
  });
  const { inDiscards = 0 } = received;
  expect(inDiscards).toBeGreaterThan(1900);
  expect(sent).toMatchObject({ outBroadcast: 2000 - inDiscards });
});

describe('a line', () => {
  const load = (cable: { send(frame: Uint8Array, weight?: number): void }) =>
    cable.send(frame('B', { length: 1226 }), 2000);

  test('carries for a second what its speed says, and no more; nothing is stored up for longer', async () => {
    const { harness, cable, counted } = await begin({}, {}, TEN);
    await harness.send(2, buildTestFrame({ port: 2, from: 'B', to: 'B' }, 1));
    harness.clock.advance(100_000);
    // 1226 octets are 1250 on the line, of which ten megabits carry a thousand in a second.
    expect(await counted(2, () => load(cable))).toMatchObject({ outUnicast: 2000, outDiscards: 1000 });
    harness.clock.advance(500);
    expect(await counted(2, () => load(cable))).toMatchObject({ outUnicast: 2000, outDiscards: 1500 });
    expect(await counted(2, () => load(cable))).toEqual({ outUnicast: 2000, outDiscards: 2000 });
  });

  test('is free from the beginning after its link came up', async () => {
    const { harness, cable, counted } = await begin({}, {}, TEN);
    const heard = () => harness.send(2, buildTestFrame({ port: 2, from: 'B', to: 'B' }, 1));
    await heard();
    expect(await counted(2, () => load(cable))).toMatchObject({ outUnicast: 2000, outDiscards: 1000 });
    await harness.setPeerLink(2, 'down');
    await harness.setPeerLink(2, 'up');
    await heard();
    expect(await counted(2, () => load(cable))).toMatchObject({ outUnicast: 2000, outDiscards: 1000 });
  });

  test('goes unused for as long as the station at its end asks, where flow control is on', async () => {
    const pause = (quanta: number) => {
      const octets = pauseFrame();
      new DataView(octets.buffer).setUint16(16, quanta);
      return octets;
    };
    const sentAfter = async (flowControl: boolean, octets: Uint8Array) => {
      const { harness, cable, counted } = await begin({ ports: { 2: { flowControl } } }, {}, TEN);
      await harness.send(2, buildTestFrame({ port: 2, from: 'B', to: 'B' }, 1));
      harness.clock.advance(10_000);
      await harness.send(2, octets);
      expect(await counted(3, () => cable.send(frame('all')))).toMatchObject({ outBroadcast: 1 });
      const { outUnicast = 0, outDiscards = 0 } = await counted(2, () => load(cable));
      return outUnicast - outDiscards;
    };
    // A quantum is 512 bit times, 64 octets: 10 000 of them are 640 000 of the line's 1 250 000.
    expect(await sentAfter(true, pause(10_000))).toBe(487);
    expect(await sentAfter(false, pause(10_000))).toBe(999);
    expect(await sentAfter(true, frame(PAUSE))).toBe(999);
    const [otherType, otherCode] = [pause(10_000), pause(10_000)];
    otherType[13] = 0x09;
    otherCode[15] = 2;
    expect(await sentAfter(true, otherType)).toBe(999);
    expect(await sentAfter(true, otherCode)).toBe(999);
  });
});

describe('mirror copies that do not fit', () => {
  test('are counted by session, as many as the frame stands for', async () => {
    const mirrors = [
      { session: 1, target: 3, ingress: '1' },
      { session: 2, target: 4, egress: '2' },
    ];
    const { harness, cable } = await begin({ mirrors }, {}, TEN);
    expect(await harness.datapath.mirrorDrops()).toEqual(new Map());
    harness.clock.advance(10_000);
    cable.send(frame('all', { length: 1226 }), 1500);
    expect(await harness.datapath.mirrorDrops()).toEqual(new Map([[1, 500n]]));
    cable.send(frame('all', { length: 1226 }), 10);
    expect(await harness.datapath.mirrorDrops()).toEqual(new Map([[1, 510n]]));
  });
});
