import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Values } from '../../model/wire/call.ts';
import { destinationMacFilter } from '../security/destination-mac-filter/device.ts';
import { dot1dStaticEntry } from '../security/destination-mac-filter/objects.ts';
import { withVlan } from '../vlan-edit.ts';
import { sysLBD, sysLBDCtrlEntry } from './loopback-detection/objects.ts';
import { mirrorSessionEntry } from './mirroring/objects.ts';
import { ifEntry, portCtrlEntry } from './physical-interface/objects.ts';
import { dot1qStaticMulticastEntry } from './static-multicast/objects.ts';
import { dot1qStaticUnicastEntry } from './static-unicast/objects.ts';
import { Bench, stationOf } from './test-bench.ts';
import { trunkGroupEntry } from './trunk/objects.ts';
import { dot1qFdbEntry, fdbControl } from './vlan/address-table-objects.ts';
import { dot1qVlanCurrentEntry } from './vlan/current-vlan-objects.ts';
import { dot1dTp, dot1qPortVlanEntry, dot1qVlan } from './vlan/objects.ts';
import { privateVlanPortEntry } from './vlan/private-vlan-objects.ts';
import { dot1qVlanStaticEntry } from './vlan/static-vlan-objects.ts';

let bench: Bench;
let directory: string;

let factory: Configuration;

// A switch takes a while to make its keys: all scenarios share one, put back to factory settings before each.
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'faceplate-network-'));
  bench = new Bench([destinationMacFilter]);
  await bench.start(directory);
  factory = bench.context.configuration();
});

beforeEach(async () => {
  await bench.change(() => factory);
  await bench.datapath.flush({});
});

afterAll(async () => {
  await bench.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('what the Network pages change in forwarding', () => {
  it('VLANs part the hosts, and a tagged uplink carries them all', async () => {
    expect(bench.reach(1)).toEqual(['2', '3', '4', '5', '6']);
    await bench.change((before) =>
      withVlan(before, { vlan: 20, name: 'cameras', untagged: 0b11n, tagged: 0b100000n, setPvid: true }),
    );
    expect(bench.reach(1)).toEqual(['2', '6:20']);
    expect(bench.reach(3)).toEqual(['4', '5', '6']);
    expect(bench.reach(6, { vlan: 20 })).toEqual(['1', '2']);
    expect(bench.reach(6)).toEqual(['3', '4', '5']);
  });

  it('PVID, frame types and ingress filtering decide what a port lets in', async () => {
    const set = (values: Partial<Values>) =>
      bench.change((before) => before.withRow(dot1qPortVlanEntry, { dot1dBasePort: 1, ...values }));
    await bench.change((before) =>
      before.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '2' }),
    );
    expect(bench.reach(1, { vlan: 20 })).toEqual([]);
    await set({ dot1qPortIngressFiltering: 2 });
    expect(bench.reach(1, { vlan: 20 })).toEqual(['2:20']);
    await set({ dot1qPortAcceptableFrameTypes: 2 });
    expect(bench.reach(1)).toEqual([]);
    await set({ dot1qPortAcceptableFrameTypes: 3 });
    expect(bench.reach(1, { vlan: 20 })).toEqual([]);
    expect(bench.reach(1)).toHaveLength(5);
  });

  it('private VLAN narrows where a port reaches, one way', async () => {
    await bench.change((before) =>
      before.withRow(privateVlanPortEntry, { privateVlanSourcePort: 1, privateVlanForwardPorts: '6' }),
    );
    expect(bench.reach(1)).toEqual(['6']);
    expect(bench.reach(2)).toEqual(['1', '3', '4', '5', '6']);
  });

  it('a disabled port takes its link down and forgets its addresses', async () => {
    bench.reach(2);
    expect(await bench.addresses()).toEqual([`1 ${stationOf(2)} 2`]);
    await bench.change((before) => before.withRow(ifEntry, { ifIndex: 2, ifAdminStatus: 2 }));
    expect(await bench.addresses()).toEqual([]);
    expect(bench.reach(1)).toEqual(['3', '4', '5', '6']);
    const ports = await bench.live(portCtrlEntry);
    const links = await bench.live(ifEntry);
    expect([links[0], links[1]]).toEqual([{ ifOperStatus: 1 }, { ifOperStatus: 2 }]);
    expect(ports[0]).toMatchObject({ portLinkSpeed: 3, ifHighSpeed: 1000, dot3StatsDuplexStatus: 3 });
    expect(ports[1]).toMatchObject({ portLinkSpeed: 0, ifHighSpeed: 0, dot3StatsDuplexStatus: 1 });
  });

  it('a port tells the trunk that it is in', async () => {
    await bench.set(trunkGroupEntry, { trunkId: 1, trunkMode: 1, trunkMemberPorts: '2,3' });
    const trunks = (await bench.live(portCtrlEntry)).map(({ portTrunkId }) => portTrunkId);
    await bench.set(trunkGroupEntry, { trunkId: 1, trunkMode: 0 });
    expect(trunks).toEqual([0, 1, 1, 0, 0, 0]);
  });

  it('a forced mode sets the speed, jumbo the length, and BPDU and EAP Pass let control frames through', async () => {
    await bench.change((before) => before.withRow(portCtrlEntry, { ifIndex: 1, portMode: 4 }));
    expect((await bench.live(portCtrlEntry))[0]).toMatchObject({ portLinkSpeed: 2 });
    await bench.change((before) => before.withRow(portCtrlEntry, { ifIndex: 1, portMode: 1 }));
    const bpdu = '01-80-C2-00-00-00';
    const eapol = '01-80-C2-00-00-03';
    expect(bench.reach(1, { length: 4000 })).toEqual([]);
    expect([bench.reach(1, { to: bpdu }), bench.reach(1, { to: eapol })]).toEqual([[], []]);
    const all = { portJumbo: 1, portBpduPass: 1, portEapPass: 1 } as const;
    await bench.change((before) =>
      before.withRow(portCtrlEntry, { ifIndex: 1, ...all }).withRow(portCtrlEntry, { ifIndex: 2, ...all }),
    );
    expect(bench.reach(1, { length: 4000 })).toContain('2');
    expect(bench.reach(1, { to: bpdu })).toContain('2');
    expect(bench.reach(1, { to: eapol })).toContain('2');
  });

  it('mirroring copies frames to a target that leaves switching', async () => {
    await bench.change((before) =>
      before.withRow(mirrorSessionEntry, {
        mirrorSessionId: 1,
        mirrorSessionStatus: 1,
        mirrorTargetPort: 6,
        mirrorIngressPorts: '1',
      }),
    );
    bench.reach(2);
    expect(bench.reach(1, { to: stationOf(2) })).toEqual(['2', '6']);
    expect(bench.reach(2)).toEqual(['1', '3', '4', '5']);
    expect(bench.reach(6)).toEqual([]);
    expect(await bench.live(mirrorSessionEntry)).toHaveLength(2);
  });

  it('an address pinned in two VLANs to one port is pinned there, whether they share what they learn or not', async () => {
    const host = '00-00-5E-00-53-99';
    const entry = (dot1qVlanIndex: number) => ({
      dot1qVlanIndex,
      dot1qStaticUnicastAddress: host,
      dot1qStaticUnicastAllowedToGoTo: 4,
    });
    const vlans = (before: Configuration) =>
      withVlan(before, { vlan: 20, name: 'cameras', untagged: 0n, tagged: 0b1111n, setPvid: false });
    await bench.change((before) =>
      vlans(before)
        .withGroup(dot1qVlan, { dot1qConstraintTypeDefault: 2 })
        .withRow(dot1qStaticUnicastEntry, entry(1))
        .withRow(dot1qStaticUnicastEntry, entry(20)),
    );
    expect(bench.reach(1, { to: host })).toEqual(['4']);
    await bench.change((before) => before.withoutRow(dot1qStaticUnicastEntry, entry(1)));
    expect(bench.reach(1, { to: host })).toEqual(['4']);
    expect(bench.reach(1, { vlan: 20, to: host })).toEqual(['4:20']);
    await bench.change((before) => before.withGroup(dot1qVlan, { dot1qConstraintTypeDefault: 1 }));
    expect(bench.reach(1, { to: host })).not.toEqual(['4']);
  });

  it('a static address stays where it is pinned', async () => {
    const host = '00-00-5E-00-53-99';
    const index = { dot1qVlanIndex: 1, dot1qStaticUnicastAddress: host };
    await bench.change((before) =>
      before.withRow(dot1qStaticUnicastEntry, { ...index, dot1qStaticUnicastAllowedToGoTo: 3 }),
    );
    expect(bench.reach(1, { to: host })).toEqual(['3']);
    bench.reach(4, { from: host });
    expect(bench.reach(1, { to: host })).toEqual(['3']);
    await bench.change((before) =>
      before.withRow(dot1qStaticUnicastEntry, { ...index, dot1qStaticUnicastAllowedToGoTo: 5 }),
    );
    expect(bench.reach(1, { to: host })).toEqual(['5']);
    await bench.change((before) => before.withoutRow(dot1qStaticUnicastEntry, index));
    expect(bench.reach(1, { to: host })).toHaveLength(5);
  });

  it('addresses age as set, and shared learning keeps one table for all VLANs', async () => {
    await bench.change((before) => before.withGroup(dot1dTp, { dot1dTpAgingTime: 10 }));
    bench.reach(2);
    expect(await bench.addresses()).toHaveLength(1);
    bench.clock.advance(11_000);
    expect(await bench.addresses()).toEqual([]);
    await bench.change((before) =>
      withVlan(before, { vlan: 20, name: '', untagged: 0b11n, tagged: 0n, setPvid: true }).withGroup(dot1qVlan, {
        dot1qConstraintTypeDefault: 2,
      }),
    );
    bench.reach(2);
    expect(await bench.addresses()).toEqual([`1 ${stationOf(2)} 2`]);
    const current = await bench.live(dot1qVlanCurrentEntry);
    expect(current.map((row) => [row.dot1qVlanIndex, row.dot1qVlanFdbId])).toEqual([
      [1, 1],
      [20, 1],
    ]);
    expect(current[1]).toMatchObject({ dot1qVlanCurrentUntaggedPorts: '1-2', dot1qVlanCreationTime: 1100 });
  });

  it('clearing forgets the learnt addresses found, and no static one', async () => {
    await bench.change((before) =>
      before.withRow(dot1qStaticUnicastEntry, {
        dot1qVlanIndex: 1,
        dot1qStaticUnicastAddress: '00-00-5E-00-53-99',
        dot1qStaticUnicastAllowedToGoTo: 3,
      }),
    );
    for (const port of [1, 2, 3]) bench.reach(port);
    expect(await bench.live(dot1qFdbEntry)).toContainEqual({ dot1qFdbId: 1, dot1qFdbDynamicCount: 3 });
    await bench.set(fdbControl, { fdbClear: 1, fdbFilterPort: 1 });
    expect(await bench.addresses()).toHaveLength(3);
    await bench.set(fdbControl, { fdbClear: 1, fdbFilterMac: stationOf(2).slice(0, 16) });
    expect(await bench.addresses()).toEqual(['1 00-00-5E-00-53-99 3']);
    bench.reach(1);
    await bench.set(fdbControl, { fdbClear: 1, fdbFilterVlan: 20 });
    expect(await bench.addresses()).toHaveLength(2);
    await bench.set(fdbControl, { fdbClear: 1 });
    expect(await bench.addresses()).toHaveLength(1);
    await expect(bench.set(fdbControl, { fdbClear: 1, fdbFilterType: 1 })).rejects.toThrow('Static Unicast');
  });

  it('a filtered address gets nothing, known or unknown, and may still send', async () => {
    const host = stationOf(2);
    bench.reach(2);
    expect(bench.reach(1, { to: host })).toEqual(['2']);
    await bench.change((before) => before.withRow(dot1dStaticEntry, { dot1dStaticAddress: host }));
    expect(bench.reach(1, { to: host })).toEqual([]);
    expect(bench.reach(2)).toEqual(['1', '3', '4', '5', '6']);
    expect(await bench.addresses()).toEqual([`1 ${stationOf(1)} 1`]);
    expect(bench.reach(1, { to: host })).toEqual([]);
    await bench.change((before) => before.withoutRow(dot1dStaticEntry, { dot1dStaticAddress: host }));
    bench.reach(2);
    expect(bench.reach(1, { to: host })).toEqual(['2']);
  });

  it("a group's frames leave by its members only, in its VLAN; one without members gets nothing", async () => {
    const to = '01-00-5E-01-01-01';
    const index = { dot1qVlanIndex: 1, dot1qStaticMulticastAddress: to };
    const setMembers = (members: string) =>
      bench.change((before) =>
        before.withRow(dot1qStaticMulticastEntry, { ...index, dot1qStaticMulticastStaticEgressPorts: members }),
      );
    await bench.change((before) =>
      before.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1-4' }),
    );
    expect(bench.reach(1, { to })).toHaveLength(5);
    await setMembers('1,3,5');
    expect(bench.reach(1, { to })).toEqual(['3', '5']);
    expect(bench.reach(2, { to })).toEqual(['1', '3', '5']);
    expect(bench.reach(1, { to, vlan: 20 })).toEqual(['2:20', '3:20', '4:20']);
    await setMembers('');
    expect(bench.reach(1, { to })).toEqual([]);
    await bench.change((before) => before.withoutRow(dot1qStaticMulticastEntry, index));
    expect(bench.reach(1, { to })).toHaveLength(5);
  });

  describe('loopback detection', () => {
    const detect = (values: Partial<Values>, ports = [1, 2, 3, 4, 5, 6]) =>
      bench.change((before) =>
        ports.reduce(
          (after, sysLBDCtrlIndex) => after.withRow(sysLBDCtrlEntry, { sysLBDCtrlIndex, sysLBDPortStatus: 1 }),
          before.withGroup(sysLBD, { sysLBDStateEnable: 1, ...values }),
        ),
      );
    /** Which ports are closed: "6", "6:20-21". */
    const closed = async () =>
      (await bench.live(sysLBDCtrlEntry))
        .map((row, at) => ({ port: at + 1, ...row }) as { port: number } & Values)
        .filter((row) => row.sysLBDPortLoopStatus === 2)
        .map(({ port, sysLBDPortLoopVlan: vlans }) => (vlans === '' ? `${port}` : `${port}:${vlans}`));
    const pass = async (seconds: number) => {
      bench.clock.advance(seconds * 1000);
      // The protocols' decisions reach the datapath after the task in which they are made.
      await Promise.resolve();
    };

    it('closes a looped pair of cables, says so, and opens it when the cable is gone', async () => {
      const [{ sequence } = { sequence: 0 }] = bench.context.log.entries();
      await detect({});
      expect(bench.reach(1)).toEqual(['2', '3', '4', '5', '6']);
      const unplug = bench.join(5, 6);
      // A link that comes up is looked at once.
      await pass(0);
      expect(await closed()).toEqual(['6']);
      const shown = await bench.live(portCtrlEntry);
      expect(shown.map(({ portLoopStatus }) => portLoopStatus)).toEqual([1, 1, 1, 1, 1, 2]);
      // The loop is open: a broadcast gets round once, and rests.
      expect(bench.reach(1)).toEqual(['2', '3', '4']);
      expect(bench.datapath.isIdle).toBe(true);
      await pass(300);
      expect(await closed()).toEqual(['6']);
      unplug();
      await pass(61);
      expect(await closed()).toEqual([]);
      expect(bench.reach(1)).toEqual(['2', '3', '4', '5', '6']);
      const said = bench.log(sequence).filter((message) => message.includes('loop'));
      expect(said).toEqual([
        'Port 6: loop to port 5, the port is blocked for at least 60 s.',
        'Port 6: the port is open again, the loop is gone.',
      ]);
    });

    it('ends a storm that runs already', async () => {
      const unplug = bench.join(5, 6);
      bench.reach(1);
      await pass(1);
      expect(bench.datapath.isIdle).toBe(false);
      await detect({});
      await pass(1);
      expect(await closed()).toEqual(['6']);
      await pass(1);
      expect(bench.datapath.isIdle).toBe(true);
      unplug();
    });

    it('closes for the looped VLANs alone where it is set so', async () => {
      await bench.change((before) =>
        withVlan(before, { vlan: 20, name: '', untagged: 0n, tagged: 0b111111n, setPvid: false }),
      );
      await detect({ sysLBDMode: 2 }, [5, 6]);
      const unplug = bench.join(5, 6);
      await bench.change((before) =>
        before
          .withRow(dot1qVlanStaticEntry, {
            dot1qVlanIndex: 1,
            dot1qVlanStaticEgressPorts: '1-5',
            dot1qVlanStaticUntaggedPorts: '1-5',
          })
          .withRow(dot1qPortVlanEntry, { dot1dBasePort: 6, dot1qPvid: 20 }),
      );
      await pass(10);
      expect(await closed()).toEqual(['6:20']);
      unplug();
    });

    it('keeps a port closed where there is no recover time, until it is recovered or disabled and enabled', async () => {
      await detect({ sysLBDRecoverTime: 0 });
      const looped = async () => {
        const unplug = bench.join(5, 6);
        await pass(0);
        unplug();
        await pass(100_000);
        expect(await closed()).toEqual(['6']);
        expect(bench.reach(1)).toEqual(['2', '3', '4', '5']);
      };
      await looped();
      await bench.set(sysLBDCtrlEntry, { sysLBDCtrlIndex: 6, sysLBDPortRecover: 1 });
      await pass(0);
      expect(await closed()).toEqual([]);
      await looped();
      for (const ifAdminStatus of [2, 1] as const) {
        await bench.change((before) => before.withRow(ifEntry, { ifIndex: 6, ifAdminStatus }));
      }
      expect(await closed()).toEqual([]);
      await looped();
      await bench.change((before) => before.withGroup(sysLBD, { sysLBDStateEnable: 2 }));
      await pass(0);
      expect(await closed()).toEqual([]);
      expect(bench.reach(1)).toEqual(['2', '3', '4', '5', '6']);
    });
  });

  it('a refused change leaves configuration and forwarding as they were', async () => {
    const before = bench.context.configuration();
    await expect(
      bench.change((present) => present.withRow(dot1qPortVlanEntry, { dot1dBasePort: 1, dot1qPvid: 77 })),
    ).rejects.toThrow('VLAN 77 does not exist.');
    expect(bench.context.configuration()).toBe(before);
    expect(bench.reach(1)).toHaveLength(5);
  });
});
