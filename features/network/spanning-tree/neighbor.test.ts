import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PatchCable } from '../../../datapath/virtual/cable.ts';
import { type Neighbor, startNeighbor } from '../../../datapath/virtual/neighbor/neighbor-switch.ts';
import { portListOf } from '../../../model/values/port-list.ts';
import { Bench, settled, stationOf } from '../test-bench.ts';
import { dot3adAggPortListEntry } from '../trunk/lacp-objects.ts';
import { TrunkMode, trunkGroupEntry } from '../trunk/objects.ts';
import { dot1dStp, dot1dStpPortEntry, PortRoleValue, PortStateValue } from './objects.ts';

/** Ports 4 and 5 lead to the ports that the neighbor would aggregate, port 6 to another port of it. */
const CABLES = [4, 5, 6];

let bench: Bench;
let neighbor: Neighbor;
let patches: readonly PatchCable[];
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'faceplate-neighbor-'));
  bench = new Bench();
  await bench.start(directory);
  neighbor = await startNeighbor({
    name: 'core',
    mac: '02-00-00-00-00-C0',
    address: undefined,
    portCount: 4,
    cabled: portListOf([1, 2, 3]),
    trunk: portListOf([1, 2]),
    priority: 4096,
    vlans: [],
    clock: bench.clock,
  });
  patches = CABLES.map((port, at) => bench.connectTo(port, neighbor.datapath, at + 1));
  await pass(20);
});

afterEach(async () => {
  await neighbor.stop();
  await bench.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Lets seconds pass; what engines decide in one reaches the datapath before the next. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    bench.clock.advance(1000);
    await settled();
  }
}

async function rolesAndStates() {
  const rows = await bench.live(dot1dStpPortEntry);
  return rows.map(({ stpPortRole, dot1dStpPortState }) => [stpPortRole, dot1dStpPortState]);
}

const enable = () => bench.set(dot1dStp, { stpGlobalStatus: 1 });
const aggregate = () =>
  bench.set(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.active, trunkMemberPorts: '4,5' });

const { designated, root, alternate } = PortRoleValue;
const { forwarding, blocking } = PortStateValue;

describe('a neighbour switch with a trunk and a cable in reserve', () => {
  it('is the root, and the cable in reserve is blocked as soon as spanning tree is on', async () => {
    await enable();
    await pass(40);
    expect(await rolesAndStates()).toEqual([
      [designated, forwarding],
      [designated, forwarding],
      [designated, forwarding],
      [root, forwarding],
      // The other end of this cable waits for LACP: it says nothing there.
      [designated, forwarding],
      [alternate, blocking],
    ]);
  });

  it('makes a trunk with the switch, which is one port of the tree and survives a cut', async () => {
    await aggregate();
    await enable();
    await pass(40);
    const tree = await rolesAndStates();
    expect(tree).toEqual([
      [designated, forwarding],
      [designated, forwarding],
      [designated, forwarding],
      [alternate, blocking],
      [root, forwarding],
    ]);
    const active = await bench.live(dot3adAggPortListEntry);
    expect(active.map(({ dot3adAggPortListPorts }) => dot3adAggPortListPorts)).toEqual(['4-5']);

    // Frames from a station reach one behind the neighbor: by the trunk, by its remaining link, by the spare cable.
    const heard = new Set<string>();
    const station = neighbor.datapath.attach(4, {
      ability: { speeds: [1000], duplex: 'full', negotiates: true },
      receive: () => heard.add('something'),
    });
    await pass(5);
    const reaches = async () => {
      heard.clear();
      bench.reach(1, { from: stationOf(1) });
      await settled();
      return heard.size > 0;
    };
    expect(await reaches()).toBe(true);
    patches[0]?.setLink('down');
    await pass(1);
    expect(await reaches()).toBe(true);
    expect(await rolesAndStates()).toEqual(tree);
    patches[1]?.setLink('down');
    await pass(5);
    expect(await reaches()).toBe(true);
    expect((await rolesAndStates()).slice(3)).toEqual([
      [root, forwarding],
      [PortRoleValue.disabled, PortStateValue.disabled],
    ]);
    station.unplug();
  });
});
