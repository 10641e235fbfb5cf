import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Values } from '../../model/wire/call.ts';
import { mirrorSessionEntry } from './mirroring/objects.ts';
import { portCtrlEntry } from './physical-interface/objects.ts';
import { dot1qStaticUnicastEntry } from './static-unicast/objects.ts';
import { Bench, stationOf } from './test-bench.ts';
import {
  dot1dTp,
  dot1qFdbEntry,
  dot1qPortVlanEntry,
  dot1qVlan,
  dot1qVlanCurrentEntry,
  dot1qVlanStaticEntry,
  privateVlanPortEntry,
} from './vlan/objects.ts';
import { withVlan } from './vlan/vlan-edit.ts';

let bench: Bench;
let directory: string;

let factory: Configuration;

// A switch takes a while to make its keys: all scenarios share one, put back to factory settings before each.
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'faceplate-network-'));
  bench = new Bench();
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
    await bench.change((before) => before.withRow(portCtrlEntry, { ifIndex: 2, ifAdminStatus: 2 }));
    expect(await bench.addresses()).toEqual([]);
    expect(bench.reach(1)).toEqual(['3', '4', '5', '6']);
    const ports = await bench.live(portCtrlEntry);
    expect(ports[0]).toMatchObject({ ifOperStatus: 1, portLinkSpeed: 3, ifHighSpeed: 1000, dot3StatsDuplexStatus: 3 });
    expect(ports[1]).toMatchObject({ ifOperStatus: 2, portLinkSpeed: 0, ifHighSpeed: 0, dot3StatsDuplexStatus: 1 });
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
    await bench.clear({ fdbClear: 1, fdbFilterPort: 1 });
    expect(await bench.addresses()).toHaveLength(3);
    await bench.clear({ fdbClear: 1, fdbFilterMac: stationOf(2).slice(0, 16) });
    expect(await bench.addresses()).toEqual(['1 00-00-5E-00-53-99 3']);
    bench.reach(1);
    await bench.clear({ fdbClear: 1, fdbFilterVlan: 20 });
    expect(await bench.addresses()).toHaveLength(2);
    await bench.clear({ fdbClear: 1 });
    expect(await bench.addresses()).toHaveLength(1);
    await expect(bench.clear({ fdbClear: 1, fdbFilterType: 1 })).rejects.toThrow('Static Unicast');
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
