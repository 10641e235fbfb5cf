import { describe, expect, it } from 'vitest';
import { portBit, portListOf } from '../../../model/values/port-list.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { factory, testHardware } from '../testing.ts';
import { trunkGroupEntry } from '../trunk/objects.ts';
import { flushesOf } from './device-flush.ts';
import { ieee8021MstpVlanV2Entry } from './mst-objects.ts';
import { dot1dStp, StpVersion } from './objects.ts';

const on = factory().withGroup(dot1dStp, { stpGlobalStatus: 1 });
const regions = Array.from({ length: 31 }, (_, at) => at + 1).reduce(
  (configuration, ieee8021MstpId) =>
    configuration.withRow(ieee8021MstpVlanV2Entry, {
      ieee8021MstpId,
      mstVlanList: `${100 * ieee8021MstpId}-${100 * ieee8021MstpId + 99}`,
    }),
  on.withGroup(dot1dStp, { dot1dStpVersion: StpVersion.mstp }),
);

const flushes = (flush: Parameters<typeof flushesOf>[0], configuration = regions) =>
  flushesOf(flush, new Map(bridgePorts(configuration, testHardware).map((port) => [port.number, port])), configuration);

const hundred = (from: number) => new Set(Array.from({ length: 100 }, (_, at) => from + at));

describe('what a topology change has forgotten', () => {
  it('is what was learnt at the ports in the VLANs of their tree, and of no other', () => {
    expect(flushes([{ tree: 2, port: 3 }])).toEqual([{ ports: portBit(3), vlans: hundred(200) }]);
    const [common] = flushes([{ tree: 0, port: 3 }]);
    expect(common?.vlans?.size).toBe(4094 - 31 * 100);
    expect([99, 100, 3199, 3200].map((vlan) => common?.vlans?.has(vlan))).toEqual([true, false, false, true]);
  });

  it('is one step, however many ports, trees and VLANs it is about', () => {
    const everything = Array.from({ length: 32 }, (_, tree) =>
      Array.from({ length: 10 }, (_, at) => ({ tree, port: at + 1 })),
    ).flat();
    const all = flushes(everything);
    expect(all).toHaveLength(1);
    expect(all[0]?.vlans?.size).toBe(4094);
    // Another tree has another way to its root.
    expect(flushes(everything.filter(({ tree, port }) => tree !== 7 || port !== 1))).toHaveLength(2);
  });

  it('is all of a port without MSTP, and all members of a trunk', () => {
    const trunked = on.withRow(trunkGroupEntry, { trunkId: 1, trunkMode: 1, trunkMemberPorts: '4-5' });
    expect(
      flushes(
        [
          { tree: 0, port: 5001 },
          { tree: 0, port: 2 },
        ],
        trunked,
      ),
    ).toEqual([{ ports: portListOf([2, 4, 5]) }]);
  });
});
