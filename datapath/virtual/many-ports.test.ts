import { describe, expect, test } from 'vitest';
import { portBit, portsOf } from '../../model/values/port-list.ts';
import { buildTestFrame, packet, stationMac } from '../contract/test-frame.ts';
import { ports, testPlan, testState, type WantedPlan } from '../contract/test-plan.ts';
import { defaultPortPlan, type ForwardingPlan } from '../plan.ts';
import { createVirtualHarness } from './virtual-harness.ts';

const GROUP = '01-00-5E-01-01-01';
const every = portsOf(ports('1-64'));

/** A plan for 64 ports, all of them untagged in VLAN 1. */
function plan(wanted: WantedPlan = {}, forwardTo: Readonly<Record<number, string>> = {}): ForwardingPlan {
  const plain = defaultPortPlan(ports('1-64'));
  return {
    ...testPlan({ vlans: { 1: { untagged: '1-64' } }, ...wanted }),
    ports: new Map(
      every.map((port) => {
        const allowed = forwardTo[port];
        return [port, allowed === undefined ? plain : { ...plain, forwardTo: ports(allowed) }];
      }),
    ),
  };
}

/** A switch of 64 ports; `from` says where a frame goes. */
async function begin(first = plan()) {
  const harness = await createVirtualHarness({ ports: 64 });
  await harness.datapath.apply(first);
  const address = (port: number) => `02-AA-00-00-01-${port.toString(16).padStart(2, '0').toUpperCase()}`;
  const from = async (port: number, to = 'all', tag?: string) => {
    await harness.send(port, buildTestFrame({ port, from: address(port), to, ...(tag && { tag }) }, 1));
    return (await harness.collect({ left: 0, punted: 0 })).left.map((arrival) => arrival.port);
  };
  return { harness, from, address };
}

const without = (...ports: number[]) => every.filter((port) => !ports.includes(port));

describe('a switch of 64 ports', () => {
  test.each([1, 32, 33, 64])('floods what comes in by port %i to every other one, once', async (port) => {
    const { from } = await begin();
    expect(await from(port)).toEqual(without(port));
  });

  test('learns at each of them', async () => {
    const { from, address } = await begin();
    for (const port of [1, 31, 32, 33, 63, 64]) await from(port);
    for (const port of [31, 32, 33, 63, 64]) expect(await from(1, address(port))).toEqual([port]);
    expect(await from(33, address(1))).toEqual([1]);
  });

  test('gives a stream to no other source of its multicast VLAN on both sides of port 32', async () => {
    const groups: [string, string][] = [['239.1.1.0', '239.1.1.9']];
    const stream = { untagged: '1,2,31,33,34,40', sources: '1,31,33,40', groups };
    const { harness } = await begin(plan({ vlans: { 1: { untagged: '1-64' } }, multicastVlans: { 100: stream } }));
    const listeners = [{ vlan: 100, address: GROUP, ports: '2,31,33,34,40' }];
    harness.datapath.update(testState({ groups: listeners }));
    for (const source of [1, 33]) {
      await harness.send(source, packet('239.1.1.1', GROUP));
      const { left } = await harness.collect({ left: 0, punted: 0 });
      expect(left.map(({ port }) => port)).toEqual([2, 34]);
    }
  });

  test('keeps a VLAN to its members on both sides of port 32', async () => {
    const { from } = await begin(
      plan({ vlans: { 1: { untagged: '1-64' }, 10: { tagged: '2,31-34', untagged: '64' } } }),
    );
    expect(await from(32, 'all', '10')).toEqual([2, 31, 33, 34, 64]);
    expect(await from(33, 'all', '10')).toEqual([2, 31, 32, 34, 64]);
    expect(await from(1, 'all', '10')).toEqual([]);
    expect(await from(40, 'all', '10')).toEqual([]);
  });

  test('lets a port forward to those alone that it may forward to', async () => {
    const { from, address } = await begin(plan({}, { 33: '1,34,64', 2: '33', 3: '4' }));
    expect(await from(33)).toEqual([1, 34, 64]);
    expect(await from(2)).toEqual([33]);
    expect(await from(3)).toEqual([4]);
    await from(40);
    expect(await from(33, address(40))).toEqual([]);
  });

  test('closes ports for VLANs and instances on both sides of port 32', async () => {
    const { harness, from } = await begin();
    harness.datapath.update(testState({ blocked: { 1: '5,33,64' } }));
    expect(await from(1)).toEqual(without(1, 5, 33, 64));
    expect(await from(33)).toEqual([]);
    expect(await from(5)).toEqual([]);
    harness.datapath.update(testState({ blocked: { 0: '64', 1: '5', 2: '6' } }));
    expect(await from(1)).toEqual(without(1, 5, 64));
    harness.datapath.update(testState({ instances: { 0: { learning: '1-64', forwarding: '1-30,40-63' } } }));
    expect(await from(1)).toEqual(without(1, 31, 32, 33, 34, 35, 36, 37, 38, 39, 64));
    expect(await from(33)).toEqual([]);
    expect(await from(31)).toEqual([]);
  });

  test('takes a trunk across port 32 for its lowest member', async () => {
    const trunk = { trunks: { 5001: '31,33,64', 5002: '40,41' } };
    const { harness, from, address } = await begin(plan(trunk));
    const flooded = await from(1);
    expect(flooded).toHaveLength(60);
    expect(flooded.filter((port) => [31, 33, 64].includes(port))).toHaveLength(1);
    expect(flooded.filter((port) => [40, 41].includes(port))).toHaveLength(1);
    const fromMember = await from(64);
    expect(fromMember.filter((port) => [31, 33, 64].includes(port))).toEqual([]);
    expect((await harness.datapath.forwardingDatabase()).map(({ port }) => port)).toEqual([1, 5001]);
    await from(41);
    expect([40, 41]).toContain((await from(1, address(41)))[0]);
  });

  test('sends a group to its ports, on both sides of port 32', async () => {
    const { from } = await begin(plan({ groups: [{ vlan: 1, address: GROUP, ports: '3,32,33,64' }] }));
    expect(await from(1, 'group')).toEqual([3, 32, 33, 64]);
    expect(await from(33, 'group')).toEqual([3, 32, 64]);
  });

  test('forgets what was learnt at high ports that leave the VLAN', async () => {
    const { harness, from, address } = await begin();
    for (const port of [33, 64]) await from(port);
    await harness.datapath.apply(plan({ vlans: { 1: { untagged: '1-63' } } }));
    expect((await harness.datapath.forwardingDatabase()).map((row) => row.address)).toEqual([address(33)]);
    expect(await harness.datapath.flush({ ports: portBit(33) })).toBe(1);
  });

  test('pins an address to a high port', async () => {
    const pinned = { vlan: 1, address: stationMac('P'), port: 63 };
    const { from } = await begin(plan({ staticUnicast: [pinned] }));
    expect(await from(1, 'P')).toEqual([63]);
    expect(await from(64, 'P')).toEqual([63]);
  });
});
