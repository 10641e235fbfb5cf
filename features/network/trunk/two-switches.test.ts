import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../datapath/clock.ts';
import type { PatchCable } from '../../../datapath/virtual/cable.ts';
import { tagOf } from '../../../protocols/frames/vlan-tag.ts';
import { dot1dStp, dot1dStpPortEntry, PortRoleValue, PortStateValue } from '../spanning-tree/objects.ts';
import { Bench, settled } from '../test-bench.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { dot3adAggEntry, dot3adAggPortListEntry } from './lacp-objects.ts';
import { TrunkMode, trunkGroupEntry } from './objects.ts';

const clock = new ManualClock();
const [attic, cellar] = [new Bench([], clock), new Bench([], clock)];
const switches = [attic, cellar];
let directory: string;
let cables: readonly PatchCable[];

/** Lets seconds pass; what engines decide in one reaches the datapaths before the next. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1000);
    await settled();
  }
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'faceplate-two-switches-'));
  await Promise.all(switches.map((one, at) => one.start(join(directory, String(at)))));
  // Ports 4 and 5 are a trunk, which leads to ports 4 and 5 of the other; port 6 is a cable beside it.
  for (const one of switches) {
    await one.set(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.active, trunkMemberPorts: '4-5' });
    await one.set(dot1dStp, { stpGlobalStatus: 1 });
    await one.change((before) =>
      before.withRow(dot1qVlanStaticEntry, {
        dot1qVlanIndex: 20,
        dot1qVlanStaticName: 'twenty',
        dot1qVlanStaticEgressPorts: '2,4-6',
        dot1qVlanStaticUntaggedPorts: '',
      }),
    );
  }
  cables = [4, 5, 6].map((port) => attic.connect(port, cellar, port));
  await pass(40);
});

afterAll(async () => {
  await Promise.all(switches.map((one) => one.stop()));
  await rm(directory, { recursive: true, force: true });
});

/** Roles and states of what leads to the other switch: port 6 and the trunk. */
const rolesAndStates = async (one: Bench) =>
  (await one.live(dot1dStpPortEntry)).slice(-2).map((row) => [row.stpPortRole, row.dot1dStpPortState]);

const active = async (one: Bench) =>
  (await one.live(dot3adAggPortListEntry)).map(({ dot3adAggPortListPorts }) => dot3adAggPortListPorts);

/** Egress of a broadcast that is sent into port 2 of one switch at the other one: port and VLAN. */
async function across(from: Bench, to: Bench, vlan?: number): Promise<readonly string[]> {
  for (let port = 1; port <= 3; port += 1) to.received(port);
  from.reach(2, vlan === undefined ? {} : { vlan });
  await settled();
  return [1, 2, 3].flatMap((port) =>
    to
      .received(port)
      .filter((frame) => frame[0] === 0xff)
      .map((frame) => `${port}:${tagOf(frame)?.vid ?? 'untagged'}`),
  );
}

describe('two switches with a trunk and a cable between them', () => {
  it('agree on the trunk, each with the other as its partner', async () => {
    for (const [one, other] of [switches, [...switches].reverse()]) {
      if (!one || !other) continue;
      expect(await active(one)).toEqual(['4-5']);
      const [trunk] = await one.live(dot3adAggEntry);
      expect(trunk?.dot3adAggPartnerSystemID).toBe(other.context.hardware.baseMacAddress);
    }
  });

  it('see the trunk as one port of the tree, which is cheaper than the cable: that one is blocked at one end', async () => {
    const { designated, root, alternate } = PortRoleValue;
    const { forwarding, blocking } = PortStateValue;
    const trees = await Promise.all(switches.map(rolesAndStates));
    expect(trees.find((ports) => ports.some(([role]) => role === root))).toEqual([
      [alternate, blocking],
      [root, forwarding],
    ]);
    expect(trees.find((ports) => ports.every(([role]) => role !== root))).toEqual([
      [designated, forwarding],
      [designated, forwarding],
    ]);
  });

  it('carry VLANs between their stations, once each', async () => {
    expect(await across(attic, cellar)).toEqual(['1:untagged', '2:untagged', '3:untagged']);
    expect(await across(attic, cellar, 20)).toEqual(['2:20']);
    expect(await across(cellar, attic, 20)).toEqual(['2:20']);
  });

  it('lose a member of the trunk, and no frame after a second', async () => {
    const before = await Promise.all(switches.map(rolesAndStates));
    cables[0]?.setLink('down');
    await pass(1);
    expect(await across(attic, cellar, 20)).toEqual(['2:20']);
    expect(await across(cellar, attic, 20)).toEqual(['2:20']);
    expect(await active(attic)).toEqual(['5']);
    cables[0]?.setLink('up');
    await pass(10);
    expect(await active(attic)).toEqual(['4-5']);
    expect(await Promise.all(switches.map(rolesAndStates))).toEqual(before);
  });

  it('go on over the cable when the whole trunk is cut', async () => {
    cables[0]?.setLink('down');
    cables[1]?.setLink('down');
    await pass(5);
    expect(await across(attic, cellar)).toEqual(['1:untagged', '2:untagged', '3:untagged']);
    cables[0]?.setLink('up');
    cables[1]?.setLink('up');
    await pass(10);
    expect(await active(cellar)).toEqual(['4-5']);
  });
});
