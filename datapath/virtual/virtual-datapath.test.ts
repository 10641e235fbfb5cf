import { describe, expect, test } from 'vitest';
import { say } from '../../model/values/message.ts';
import { macFromNumber } from '../../protocols/frames/addresses.ts';
import { buildTestFrame, stationMac } from '../contract/test-frame.ts';
import { testPlan, testState } from '../contract/test-plan.ts';
import type { PortPlan } from '../plan.ts';
import { isPauseRequest } from './pause.ts';
import { createVirtualHarness, type VirtualHarness } from './virtual-harness.ts';

const counters = async (harness: VirtualHarness, port: number) => {
  const found = (await harness.datapath.portCounters()).get(port);
  if (!found) throw new Error(`There is no port ${port}.`);
  return found;
};

const frame = (from: string, to: string, length = 100) => buildTestFrame({ port: 0, from, to, length }, 1);

const floodAt = (port: number) =>
  expect.stringMatching(new RegExp(`^Port ${port} shows \\d+ new MAC addresses a second, as in a MAC flood$`));

describe('the address table', () => {
  test('takes as many rows as it has, floods to the rest, and takes more when room is made', async () => {
    const harness = await createVirtualHarness({ forwardingDatabaseSize: 100 });
    await harness.datapath.apply(testPlan());
    const station = (index: number) => macFromNumber(0x02_bb_00_00_00_00 + index);
    for (let index = 0; index < 120; index += 1) await harness.send(1, frame(station(index), 'all'));
    expect(await harness.datapath.forwardingDatabase()).toHaveLength(100);
    await harness.collect({ left: 0, punted: 0 });
    await harness.send(2, frame('A', station(110)));
    expect((await harness.collect({ left: 0, punted: 0 })).left).toHaveLength(5);
    harness.clock.advance(20_000);
    expect(harness.events.reports).toEqual([expect.stringContaining('table is full')]);
    harness.clock.advance(301_000);
    expect(harness.events.reports).toEqual([
      expect.stringContaining('table is full'),
      expect.stringContaining('has room again'),
    ]);
    await harness.send(1, frame(station(110), 'all'));
    expect(await harness.datapath.forwardingDatabase()).toHaveLength(1);
  });

  test('tells a flood of source addresses once, with its port, and when it is over', async () => {
    const harness = await createVirtualHarness({ forwardingDatabaseSize: 1000 });
    await harness.datapath.apply(testPlan());
    for (let second = 0; second < 10; second += 1) {
      for (let index = 0; index < 800; index += 1) {
        await harness.send(4, frame(macFromNumber(0x02_bb_00_00_00_00 + second * 800 + index), 'all'));
      }
      harness.clock.advance(1000);
    }
    const flooded = ['The MAC address table is full; frames to further addresses are flooded', floodAt(4)];
    expect(harness.events.reports).toEqual(flooded);
    harness.clock.advance(60_000);
    expect(harness.events.reports).toEqual([...flooded, 'The MAC flood at port 4 is over']);
  });

  test('a station that is heard again and again while the table is full is no flood', async () => {
    const harness = await createVirtualHarness({ forwardingDatabaseSize: 1 });
    await harness.datapath.apply(testPlan());
    await harness.send(1, frame('A', 'all'));
    for (let second = 0; second < 10; second += 1) {
      for (let sent = 0; sent < 1000; sent += 1) await harness.send(2, frame('B', 'all'));
      harness.clock.advance(1000);
    }
    expect(harness.events.reports).toEqual([expect.stringContaining('table is full')]);
  });

  test('of those whose time is up lists none, counts none as forgotten, and takes others in their place', async () => {
    const harness = await createVirtualHarness({ forwardingDatabaseSize: 2 });
    const { datapath, clock } = harness;
    await datapath.apply(testPlan({ learning: { ageingTime: 12 } }));
    const listed = async () => (await datapath.forwardingDatabase()).map(({ address }) => address);
    clock.advance(1000);
    await harness.send(1, frame('A', 'all'));
    await harness.send(2, frame('B', 'all'));
    clock.advance(11_999);
    expect(await listed()).toEqual([stationMac('A'), stationMac('B')]);
    await harness.send(3, frame('C', 'all'));
    expect(await listed()).not.toContain(stationMac('C'));
    clock.advance(1);
    expect(await listed()).toEqual([]);
    expect(await datapath.flush({ address: stationMac('A') })).toBe(0);
    await harness.send(3, frame('C', 'all'));
    await harness.send(4, frame('D', 'all'));
    // It looks for room once a second at most.
    expect(await listed()).toEqual([stationMac('C')]);
    clock.advance(999);
    await harness.send(4, frame('D', 'all'));
    expect(await listed()).toEqual([stationMac('C'), stationMac('D')]);
  });

  test('counts refused addresses up to a bound', async () => {
    const harness = await createVirtualHarness({ forwardingDatabaseSize: 1 });
    await harness.datapath.apply(testPlan());
    for (let look = 0; look < 2; look += 1) {
      for (let index = 0; index < 9000; index += 1) {
        await harness.send(4, frame(macFromNumber(0x02_bb_00_00_00_00 + index), 'all'));
      }
      harness.clock.advance(2000);
    }
    expect(harness.events.reports.at(-1)).toBe('Port 4 shows 4096 new MAC addresses a second, as in a MAC flood');
  });

  test('says for how long an address was silent, and ageing time 0 keeps it for ever', async () => {
    const harness = await createVirtualHarness();
    await harness.datapath.apply(testPlan({ learning: { ageingTime: 0 } }));
    harness.clock.advance(7000);
    await harness.send(1, frame('A', 'all'));
    harness.clock.advance(5_000_000);
    const [row] = await harness.datapath.forwardingDatabase();
    expect(row).toEqual({ fid: 1, address: stationMac('A'), port: 1, origin: 'learned', age: 5000 });
  });
});

describe('lines', () => {
  test('a port sends no more than its line carries; the rest is counted as discarded, copies as dropped', async () => {
    const harness = await createVirtualHarness({ ability: { speeds: [10], duplex: 'full', negotiates: true } });
    const { datapath, clock } = harness;
    await datapath.apply(testPlan({ mirrors: [{ target: 3, ingress: '1' }] }));
    clock.advance(10_000);
    await harness.send(2, frame('B', 'all'));
    const before = await counters(harness, 2);
    for (let sent = 0; sent < 2000; sent += 1) await harness.send(1, frame('A', 'B', 1514));
    const after = await counters(harness, 2);
    const discarded = Number(after.outDiscards - before.outDiscards);
    // Discarded frames count among those to be sent (RFC 2863, ifOutUcastPkts).
    expect(after.outUnicast - before.outUnicast).toBe(2000n);
    const out = 2000 - discarded;
    expect(out).toBeGreaterThan(700);
    expect(out).toBeLessThanOrEqual(1_250_000 / (1514 + 24));
    expect((await datapath.mirrorDrops()).get(1)).toBe((await counters(harness, 3)).outDiscards);
    expect((await counters(harness, 3)).outUnicast).toBe(2000n);
    clock.advance(1000);
    await harness.send(1, frame('A', 'B', 1514));
    expect((await counters(harness, 2)).outUnicast - after.outUnicast).toBe(1n);
  });

  test('with flow control the sender is asked to pause, without it it is not', async () => {
    const harness = await createVirtualHarness({ ability: { speeds: [10], duplex: 'full', negotiates: true } });
    const overload = async () => {
      await harness.send(2, frame('B', 'all'));
      await harness.collect({ left: 0, punted: 0 });
      for (let sent = 0; sent < 2000; sent += 1) await harness.send(1, frame('A', 'B', 1514));
      const { left } = await harness.collect({ left: 0, punted: 0 });
      return left.filter((arrival) => arrival.port === 1 && isPauseRequest(arrival.frame)).length;
    };
    await harness.datapath.apply(testPlan());
    expect(await overload()).toBe(0);
    await harness.datapath.apply(testPlan({ ports: { 1: { flowControl: true } } }));
    harness.clock.advance(10_000);
    expect(await overload()).toBeGreaterThan(0);
  });

  test('frames that are too short or too long are errors, and go nowhere', async () => {
    const harness = await createVirtualHarness();
    await harness.datapath.apply(testPlan());
    await harness.send(1, frame('A', 'all', 59));
    await harness.send(1, frame('A', 'all', 1515));
    expect((await harness.collect({ left: 0, punted: 0 })).left).toEqual([]);
    expect(await counters(harness, 1)).toMatchObject({ inErrors: 2n, undersize: 1n, oversize: 1n, inBroadcast: 0n });
  });

  test('a short frame of the agent is padded to the shortest that Ethernet has', async () => {
    const harness = await createVirtualHarness();
    await harness.datapath.apply(testPlan());
    harness.datapath.transmit(2, frame('A', 'all', 40));
    const { left } = await harness.collect({ left: 1, punted: 0 });
    expect(left.map(({ frame: { length } }) => length)).toEqual([60]);
  });
});

describe('a plan that cannot be', () => {
  const impossible = {
    'a mode that the port lacks': [testPlan({ ports: { 2: { mode: '10GF' } } }), 'Port 2 cannot run at 10GF'],
    'a port that is not there': [testPlan({ vlans: { 5: { tagged: '9' } } }), 'VLAN 5 has a member port that does not'],
    'a mirror to nowhere': [testPlan({ mirrors: [{ target: 60, ingress: '1' }] }), 'Port 60 does not exist'],
    'an address pinned nowhere': [
      testPlan({ staticUnicast: [{ vlan: 1, address: stationMac('A'), port: 33 }] }),
      'Port 33 does not exist',
    ],
  } as const;

  test.each(Object.entries(impossible))(
    '%s is refused, and the former plan stays in force',
    async (_, [plan, message]) => {
      const harness = await createVirtualHarness();
      await harness.datapath.apply(testPlan());
      await expect(
        harness.datapath.apply({ ...plan, learning: { constraint: 'shared', ageingTime: 10 } }),
      ).rejects.toThrow(message);
      await harness.send(1, frame('A', 'all'));
      expect((await harness.collect({ left: 0, punted: 0 })).left.map(({ port }) => port)).toEqual([2, 3, 4, 5, 6]);
      harness.clock.advance(60_000);
      expect(await harness.datapath.forwardingDatabase()).toHaveLength(1);
    },
  );
});

test('an answer that a station sends while a frame is under way is switched after it', async () => {
  const harness = await createVirtualHarness({ ports: 3 });
  const { datapath } = harness;
  await datapath.stop();
  await datapath.start(harness.events);
  await datapath.apply({
    ...testPlan(),
    ports: new Map([...testPlan().ports].slice(0, 3)),
    vlans: new Map([[1, { members: 7n, untagged: 7n }]]),
  });
  const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
  const order: string[] = [];
  const cable = datapath.attach(1, { ability, receive: () => order.push('answer at 1') });
  const echo = datapath.attach(2, {
    ability,
    receive: () => {
      order.push('question at 2');
      echo.send(frame('B', 'A'));
    },
  });
  datapath.attach(3, { ability, receive: () => order.push('question at 3') });
  cable.send(frame('A', 'all'));
  expect(order).toEqual(['question at 2', 'question at 3', 'answer at 1']);
});

describe('links', () => {
  const changes = (harness: VirtualHarness, since = 0) =>
    harness
      .portChanges()
      .slice(since)
      .map(({ port, link, speed, duplex }) => `${port} ${link} ${speed} ${duplex}`);

  test('tell each change once: of speed, of duplex alone, down and up, and nothing where nothing changed', async () => {
    const harness = await createVirtualHarness({ ports: 6, stations: [2] });
    const apply = (port: Partial<PortPlan>) => harness.datapath.apply(testPlan({ ports: { 2: port } }));
    await apply({});
    await apply({ pvid: 7 });
    await apply({ mode: '100F' });
    await apply({ mode: '100H' });
    await apply({ mode: '10H' });
    await apply({ admin: false });
    await apply({ mode: '1000F' });
    expect(changes(harness)).toEqual([
      '2 up 1000 full',
      '2 up 100 full',
      '2 up 100 half',
      '2 up 10 half',
      '2 down 0 unknown',
      '2 up 1000 full',
    ]);
  });

  test('of ports that the next plan does not know go down', async () => {
    const harness = await createVirtualHarness({ ports: 6, stations: [2] });
    const plan = testPlan();
    await harness.datapath.apply(plan);
    await harness.datapath.apply({ ...plan, ports: new Map([...plan.ports].slice(2)) });
    expect(changes(harness, 1)).toEqual(['2 down 0 unknown']);
  });

  test('a station that was unplugged has no hold on its port any more', async () => {
    const harness = await createVirtualHarness({ ports: 6, stations: [2] });
    const { datapath } = harness;
    await datapath.apply(testPlan());
    const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
    const heard: string[] = [];
    const former = datapath.attach(1, { ability, receive: () => heard.push('former') });
    expect(former.state()).toEqual({ port: 1, link: 'up', speed: 1000, duplex: 'full' });
    former.unplug();
    expect(former.state().link).toBe('down');
    const next = datapath.attach(1, { ability, receive: () => heard.push('next') });
    former.send(frame('A', 'all'));
    former.setLink('down');
    former.unplug();
    expect(next.state().link).toBe('up');
    await harness.send(2, frame('B', 'all'));
    expect(heard).toEqual(['next']);
    expect((await counters(harness, 1)).inBroadcast).toBe(0n);
  });

  test('half-duplex ones are not asked to pause', async () => {
    const harness = await createVirtualHarness({ ability: { speeds: [10], duplex: 'half', negotiates: true } });
    await harness.datapath.apply(testPlan({ ports: { 1: { flowControl: true } } }));
    await harness.send(2, frame('B', 'all'));
    for (let sent = 0; sent < 2000; sent += 1) await harness.send(1, frame('A', 'B', 1514));
    const { left } = await harness.collect({ left: 0, punted: 0 });
    expect(left.filter(({ port }) => port === 1)).toHaveLength(1);
    expect(Number((await counters(harness, 2)).outDiscards)).toBeGreaterThan(0);
  });
});

test('a port that mirrors itself sends each of its frames once', async () => {
  const harness = await createVirtualHarness();
  await harness.datapath.apply(testPlan({ mirrors: [{ target: 3, egress: '2,3' }] }));
  harness.datapath.transmit(3, frame('A', 'all'));
  harness.datapath.transmit(2, frame('B', 'all'));
  const { left } = await harness.collect({ left: 3, punted: 0 });
  expect(left.map(({ port }) => port).sort()).toEqual([2, 3, 3]);
});

test('router ports of a state hold though its groups are those of before', async () => {
  const harness = await createVirtualHarness();
  await harness.datapath.apply(testPlan());
  const state = testState({ groups: [{ vlan: 1, address: '01-00-5E-01-01-01', ports: '2' }] });
  harness.datapath.update(state);
  harness.datapath.update({ ...state, routerPorts: testState({ routerPorts: { 1: '5' } }).routerPorts });
  await harness.send(1, frame('A', 'group'));
  expect((await harness.collect({ left: 2, punted: 0 })).left.map(({ port }) => port)).toEqual([2, 5]);
});

test('a port that does not exist can neither send nor be asked', async () => {
  const { datapath } = await createVirtualHarness();
  expect(() => datapath.transmit(60, frame('A', 'all'))).toThrow(
    'Port 60 does not exist; this switch has ports 1 to 8.',
  );
  expect(() => datapath.line(0)).toThrow('Port 0 does not exist');
});

test('a switch without surroundings has no live figures, and nobody comes in by it', async () => {
  const { datapath } = await createVirtualHarness();
  expect(await datapath.environment()).toEqual({});
  const connection = { localAddress: '192.0.2.1', localPort: 443, remoteAddress: '192.0.2.2' };
  expect(await datapath.locate(connection)).toBeUndefined();
});

test('a switch that was stopped tells nothing any more', async () => {
  const harness = await createVirtualHarness({ stations: [2] });
  const { datapath, events, clock } = harness;
  await datapath.apply(testPlan());
  const changes = events.portChanges.length;
  await datapath.stop();
  expect(events.portChanges.slice(changes).map(({ port, link }) => `${port} ${link}`)).toEqual(['2 down']);
  const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
  const cable = datapath.attach(1, { ability, receive: () => {} });
  cable.send(frame('A', '01-80-C2-00-00-00'));
  datapath.report(4, say('Somebody knocks'));
  clock.advance(60_000);
  expect(events.takePunted()).toEqual([]);
  expect(events.reports).toEqual([]);
  expect(events.portChanges).toHaveLength(changes + 1);
});
