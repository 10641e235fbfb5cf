import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { theDevice } from '../../../device/management.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { AttributeEvent, buildGvrp, parseGvrp } from '../../../protocols/gvrp/pdu.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { multicastVlanEntry } from '../multicast-vlan/objects.ts';
import { decidedStates } from '../spanning-tree/slots.ts';
import { Bench, stationOf } from '../test-bench.ts';
import { dot1qVlanCurrentEntry } from '../vlan/current-vlan-objects.ts';
import { dot1qPortVlanEntry, dot1qVlan } from '../vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { dot1dPortGarpEntry, gvrpGlobal } from './objects.ts';

let directories: string[] = [];
let benches: Bench[] = [];

async function startBench(clock?: Bench['clock']): Promise<Bench> {
  const directory = await mkdtemp(join(tmpdir(), 'faceplate-gvrp-'));
  directories.push(directory);
  const bench = new Bench([], clock);
  benches.push(bench);
  await bench.start(directory);
  return bench;
}

afterEach(async () => {
  for (const bench of benches) await bench.stop();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
  directories = [];
  benches = [];
});

/** GVRP on, at these ports. */
const taking =
  (ports: readonly number[], restricted: 1 | 2 = 2) =>
  (now: Configuration): Configuration =>
    ports.reduce(
      (configuration, dot1dBasePort) =>
        configuration.withRow(dot1qPortVlanEntry, {
          dot1dBasePort,
          dot1qPortGvrpStatus: 1,
          dot1qPortRestrictedVlanRegistration: restricted,
        }),
      now.withGroup(gvrpGlobal, { dot1qGvrpStatus: 1 }),
    );

const withVlan =
  (dot1qVlanIndex: number, dot1qVlanStaticEgressPorts: string, dot1qVlanForbiddenEgressPorts = '') =>
  (now: Configuration): Configuration =>
    now.withRow(dot1qVlanStaticEntry, {
      dot1qVlanIndex,
      dot1qVlanStaticName: 'made here',
      dot1qVlanStaticEgressPorts,
      dot1qVlanForbiddenEgressPorts,
    });

/** "20 3: 2,5": the VLANs in force with their status and tagged members. */
async function current(bench: Bench): Promise<string[]> {
  const rows = await bench.live(dot1qVlanCurrentEntry);
  return rows
    .filter(({ dot1qVlanIndex }) => dot1qVlanIndex !== 1)
    .map((row) => `${row.dot1qVlanIndex} ${row.dot1qVlanStatus}: ${row.dot1qVlanCurrentEgressPorts}`);
}

const declare = (vlan: number, event: AttributeEvent = AttributeEvent.joinIn) =>
  buildGvrp(stationOf(2), [{ event, vlan }])[0] ?? new Uint8Array();

describe('GVRP on one switch', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await startBench();
  });

  it('learns a VLAN, forwards in it, and gives it back', async () => {
    await bench.change(taking([2, 3]));
    expect(bench.reach(1, { vlan: 20 })).toEqual([]);
    const { sequence = 0 } = bench.context.log.entries()[0] ?? {};
    bench.send(2, declare(20));
    bench.send(3, declare(20));
    await vi.waitFor(async () => expect(await current(bench)).toEqual(['20 3: 2-3']));
    await vi.waitFor(() => expect(bench.reach(2, { vlan: 20 })).toEqual(['3:20']));
    const leave = declare(20, AttributeEvent.leaveEmpty);
    bench.send(2, leave);
    bench.send(3, leave);
    bench.clock.advance(1000);
    expect(await current(bench)).toEqual([]);
    await vi.waitFor(() => expect(bench.reach(2, { vlan: 20 })).toEqual([]));
    expect(bench.log(sequence)).toEqual(['GVRP: VLANs 20 learned.', 'GVRP: VLANs 20 removed.']);
  });

  it('says once a minute that there are too many VLANs', async () => {
    await bench.change(taking([2, 3]));
    const { sequence = 0 } = bench.context.log.entries()[0] ?? {};
    const flood = () => {
      for (const port of [2, 3]) {
        const attributes = Array.from({ length: 300 }, (_, at) => ({ event: AttributeEvent.joinIn, vlan: at + 2 }));
        for (const octets of buildGvrp(stationOf(port), attributes)) bench.send(port, octets);
      }
    };
    const warned = () => bench.log(sequence).filter((line) => line.includes('too many')).length;
    flood();
    await vi.waitFor(() => expect(warned()).toBe(1));
    bench.clock.advance(59_000);
    flood();
    await vi.waitFor(async () => expect((await current(bench)).length).toBeGreaterThan(200));
    expect(warned()).toBe(1);
    bench.clock.advance(1000);
    flood();
    await vi.waitFor(() => expect(warned()).toBe(2));
    expect(bench.log(sequence)).toContain('GVRP: too many VLANs were requested; some were not learned.');
  });

  it('counts the VLANs that it has made, and none that was made here', async () => {
    await bench.change((now) => withVlan(30, '4', '')(taking([2])(now)));
    const count = async () =>
      Object(await bench.context.management.read(gvrpGlobal, {}, theDevice)).gvrpDynamicVlanCount;
    expect(await count()).toBe(0);
    for (const vlan of [20, 30]) bench.send(2, declare(vlan));
    await vi.waitFor(async () => expect(await current(bench)).toEqual(['20 3: 2', expect.stringMatching(/^30 /)]));
    expect(await count()).toBe(1);
  });

  it('adds members to a VLAN that was made here, but none that is forbidden or whose registration is restricted', async () => {
    await bench.change((now) => withVlan(20, '4', '3')(taking([2, 3])(taking([5], 1)(now))));
    for (const port of [2, 3, 5]) bench.send(port, declare(20));
    bench.send(5, declare(30));
    expect(await current(bench)).toEqual(['20 2: 2,4-5']);
    const rows = await bench.live(dot1qPortVlanEntry);
    expect(rows).toContainEqual({ dot1qPortGvrpFailedRegistrations: 1, dot1qPortGvrpLastPduOrigin: stationOf(2) });
  });

  it('neither hears nor says anything at the port of an analyzer', async () => {
    const session = { mirrorSessionId: 1, mirrorTargetPort: 3, mirrorIngressPorts: '5' };
    const analyzed = (mirrorSessionStatus: 1 | 2) => (now: Configuration) =>
      now.withRow(mirrorSessionEntry, { ...session, mirrorSessionStatus });
    const isToldOf = () => bench.received(3).some((frame) => parseGvrp(frame) !== undefined);
    await bench.change((now) => analyzed(1)(taking([2, 3])(now)));
    bench.send(3, declare(20));
    bench.send(2, declare(30));
    bench.clock.advance(1000);
    expect(await current(bench)).toEqual(['30 3: 2']);
    expect(isToldOf()).toBe(false);
    await bench.change(analyzed(2));
    bench.send(3, declare(20));
    bench.clock.advance(1000);
    expect(await current(bench)).toEqual(['20 3: 3', '30 3: 2']);
    expect(isToldOf()).toBe(true);
  });

  it('brings nobody into a multicast VLAN', async () => {
    await bench.change((now) =>
      taking([2, 3])(now).withRow(multicastVlanEntry, { multicastVlanId: 100, multicastVlanName: 'streams' }),
    );
    bench.send(2, declare(100));
    bench.send(3, declare(20));
    expect(await current(bench)).toEqual(['20 3: 3']);
  });

  it('gives everything back where it is switched off, or the link goes down', async () => {
    await bench.change(taking([2, 3]));
    bench.send(2, declare(20));
    bench.send(3, declare(20));
    bench.setLink(3, 'down');
    await vi.waitFor(async () => expect(await current(bench)).toEqual(['20 3: 2']));
    await bench.change((now) => now.withGroup(gvrpGlobal, { dot1qGvrpStatus: 2 }));
    expect(await current(bench)).toEqual([]);
    bench.send(2, declare(20));
    expect(await current(bench)).toEqual([]);
    await bench.change((now) => now.withGroup(gvrpGlobal, { dot1qGvrpStatus: 1 }));
    bench.send(2, declare(20));
    await vi.waitFor(async () => expect(await current(bench)).toEqual(['20 3: 2']));
  });

  it('learns nothing from a port that the spanning tree holds back', async () => {
    await bench.change(taking([2, 3]));
    bench.send(2, declare(20));
    bench.send(3, declare(20));
    const tree = { learning: 0b11n, forwarding: 0b10n };
    bench.context.slots.update(decidedStates, () => ({
      beginning: '',
      known: 0b111n,
      edges: 0n,
      trees: new Map([[0, tree]]),
    }));
    await vi.waitFor(async () => expect(await current(bench)).toEqual(['20 3: 2']));
    bench.send(3, declare(20));
    expect(await current(bench)).toEqual(['20 3: 2']);
  });

  it('lets declarations pass as ordinary multicast while it is off, and keeps them while it is on', async () => {
    const passed = () =>
      [1, 3].map((port) => bench.received(port).some((frame) => parseGvrp(frame)?.source === stationOf(2)));
    bench.received(1);
    bench.send(2, declare(20));
    expect(passed()).toEqual([true, true]);
    await bench.change(taking([3]));
    bench.send(2, declare(20));
    expect(passed()).toEqual([false, false]);
    expect(await current(bench)).toEqual([]);
  });

  it('refuses times that leave no room, and asymmetric VLAN beside it', async () => {
    const times = { dot1dBasePort: 1, dot1dPortGarpJoinTime: 300, dot1dPortGarpLeaveTime: 600 };
    const message = 'Leave Time must exceed 2 x Join Time and Leave All Time must exceed Leave Time.';
    await expect(bench.set(dot1dPortGarpEntry, times)).rejects.toThrow(message);
    await expect(bench.set(dot1dPortGarpEntry, { dot1dBasePort: 1, dot1dPortGarpLeaveAllTime: 600 })).rejects.toThrow(
      message,
    );
    expect(dot1dPortGarpEntry.fields.dot1dPortGarpJoinTime.read(25).ok).toBe(false);
    await bench.set(dot1dPortGarpEntry, { ...times, dot1dPortGarpLeaveTime: 610 });
    await bench.set(gvrpGlobal, { dot1qGvrpStatus: 1 });
    await expect(bench.set(dot1qVlan, { dot1qConstraintTypeDefault: 2, asymmetricVlanStatus: 1 })).rejects.toThrow(
      'GVRP cannot be used together with asymmetric VLAN.',
    );
  });
});

describe('three switches in a row', () => {
  it('carry a VLAN from one end to the other, and take it back', async () => {
    const one = await startBench();
    const middle = await startBench(one.clock);
    const other = await startBench(one.clock);
    one.connect(6, middle, 1);
    middle.connect(6, other, 1);
    await one.change((now) => withVlan(20, '2')(taking([6])(now)));
    await middle.change(taking([1, 6]));
    await other.change((now) => withVlan(20, '3')(taking([1])(now)));
    const pass = () => one.clock.advance(500);
    await vi.waitFor(async () => {
      pass();
      expect(await current(middle)).toEqual(['20 3: 1,6']);
    });
    await vi.waitFor(() => {
      pass();
      one.reach(2, { vlan: 20, to: 'FF-FF-FF-FF-FF-FF' });
      expect(other.received(3).some((frame) => frame.length > 60)).toBe(true);
    });
    await one.change((now) => now.withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 }));
    await other.change((now) => now.withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 }));
    await vi.waitFor(async () => {
      pass();
      expect([await current(one), await current(middle), await current(other)]).toEqual([[], [], []]);
    });
  });
});
