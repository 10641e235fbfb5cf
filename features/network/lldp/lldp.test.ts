import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Values } from '../../../model/wire/call.ts';
import type { LldpInformation } from '../../../protocols/lldp/information.ts';
import { lldpduIn, readLldpdu } from '../../../protocols/lldp/lldpdu.ts';
import { neighbourFrame, phone } from '../../../protocols/lldp/testing.ts';
import { l3Feature } from '../../system/l3-feature/device.ts';
import { AddressMode, ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { leases } from '../../system/l3-feature/slots.ts';
import { systemManagement } from '../../system/system-management/device.ts';
import { system } from '../../system/system-management/objects.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { Bench } from '../test-bench.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { voiceVlan, voiceVlanPortEntry } from '../voice-vlan/objects.ts';
import { lldp } from './device.ts';
import { lldpConfiguration, lldpPortConfigEntry, lldpStatistics, lldpStatsRxPortEntry } from './objects.ts';
import { lldpLocPortEntry, lldpRemEntry } from './said-objects.ts';
import { lldpXdot1ConfigPortVlanEntry, lldpXdot3PortConfigEntry, lldpXMedPortConfigEntry } from './tlv-objects.ts';

let directories: string[] = [];
let benches: Bench[] = [];

async function startBench(clock?: Bench['clock']): Promise<Bench> {
  const directory = await mkdtemp(join(tmpdir(), 'faceplate-lldp-'));
  directories.push(directory);
  const bench = new Bench([systemManagement, l3Feature, lldp], clock);
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

/** Frames that left by a port since the last call, as a neighbor reads them. */
function said(bench: Bench, port: number): { timeToLive: number; information: LldpInformation }[] {
  return bench.received(port).flatMap((frame) => {
    const lldpdu = lldpduIn(frame);
    const read = lldpdu && readLldpdu(lldpdu);
    return read ? [{ timeToLive: read.timeToLive, information: read.information }] : [];
  });
}

const index = (port: number) => ({ lldpPortConfigPortNum: port });

describe('LLDP on one switch', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await startBench();
  });

  const neighbours = async () =>
    (await bench.live(lldpRemEntry)).map((row) => `${row.lldpRemLocalPortNum} ${row.lldpRemSysName}`);

  it('tells neighbors at once of the address that a DHCP server gave', async () => {
    await bench.change((before) => {
      const [row] = before.rows(ipv4InterfaceEntry);
      return row ? before.withRow(ipv4InterfaceEntry, { ...row, ipAddrCfgMode: AddressMode.dynamic }) : before;
    });
    bench.clock.advance(10_000);
    const before = bench.clock.now();
    said(bench, 1);
    const lease = { address: '192.0.2.7', prefix: 24, gateway: undefined, dnsServers: [], server: '192.0.2.1' };
    bench.context.slots.update(leases, () => new Map([[1, { ...lease, leaseTime: 3600, since: 0 }]]));
    await vi.waitFor(() => {
      bench.clock.advance(1000);
      const told = said(bench, 1).flatMap(({ information }) => information.managementAddresses);
      expect(told.map(({ octets }) => octets.join('.'))).toContain('192.0.2.7');
    });
    expect(bench.clock.now() - before).toBeLessThan(15_000);
  });

  it('speaks at every port as soon as it runs', () => {
    bench.clock.advance(1000);
    for (const port of [1, 6]) {
      expect(said(bench, port)).toMatchObject([
        {
          timeToLive: 121,
          information: {
            systemName: 'TEG-082WS',
            portDescription: `Port ${port} on TEG-082WS`,
            capabilities: { supported: 4, enabled: 4 },
          },
        },
      ]);
    }
  });

  it('shows who is heard and tells of it, until it is not heard any more', async () => {
    const { sequence = 0 } = bench.context.log.entries()[0] ?? {};
    bench.send(2, neighbourFrame('printer', { capabilities: { supported: 0x80, enabled: 0x80 } }, 20));
    expect(await bench.live(lldpRemEntry)).toMatchObject([
      {
        lldpRemLocalPortNum: 2,
        lldpRemIndex: 1,
        lldpRemChassisId: 'printer',
        lldpRemPortId: 'eth0',
        lldpRemSysCapEnabled: 'stationOnly',
        lldpRemPortVlanId: 0,
        lldpRemExpires: 20,
      },
    ]);
    bench.clock.advance(20_000);
    expect(await neighbours()).toEqual([]);
    expect(bench.log(sequence).filter((line) => line.includes('LLDP neighbor'))).toEqual([
      'Port 2: LLDP neighbor printer, its port eth0.',
      'Port 2: LLDP neighbor printer is gone, it expired.',
    ]);
  });

  it('says that a port has too many neighbors', () => {
    const { sequence = 0 } = bench.context.log.entries()[0] ?? {};
    for (let guest = 0; guest < 9; guest += 1) {
      bench.send(2, neighbourFrame(`guest ${guest}`));
      bench.clock.advance(10_000);
    }
    expect(bench.log(sequence).filter((line) => line.includes('full'))).toEqual([
      'Port 2: the LLDP neighbor table is full.',
    ]);
  });

  it('warns of neighbors at ports that have notification, and sums up what comes too fast', async () => {
    await bench.change((now) => now.withRow(lldpPortConfigEntry, { ...index(2), lldpPortConfigNotificationEnable: 1 }));
    const { sequence = 0 } = bench.context.log.entries()[0] ?? {};
    for (let turn = 0; turn < 4; turn += 1) {
      bench.send(2, neighbourFrame(`guest ${turn}`));
      bench.send(2, neighbourFrame(`guest ${turn}`, {}, 0));
    }
    bench.clock.advance(10_000);
    expect(bench.log(sequence).filter((line) => line.includes('LLDP'))).toEqual([
      'Port 2: LLDP neighbor guest 0, its port eth0.',
      'Port 2: LLDP neighbors were added and removed 7 more times.',
    ]);
    const [newest] = bench.context.log.entries();
    expect(newest?.severity).toBe(4);
  });

  it('forgets neighbors where the link goes down, and says goodbye and forgets all when it is switched off', async () => {
    bench.clock.advance(1000);
    bench.send(1, neighbourFrame('one'));
    bench.send(2, neighbourFrame('two'));
    bench.setLink(1, 'down');
    await vi.waitFor(async () => expect(await neighbours()).toEqual(['2 two']));
    said(bench, 2);
    await bench.change((now) => now.withGroup(lldpConfiguration, { lldpStatus: 2 }));
    expect(said(bench, 2)).toMatchObject([{ timeToLive: 0 }]);
    expect(await neighbours()).toEqual([]);
    said(bench, 3);
    bench.send(2, neighbourFrame('two'));
    expect(await neighbours()).toEqual([]);
    // Off, the frames end here all the same.
    expect(bench.received(3).filter((frame) => lldpduIn(frame))).toEqual([]);
  });

  it('neither speaks nor listens at a mirror’s target', async () => {
    bench.send(3, neighbourFrame('monitor'));
    expect(await neighbours()).toEqual(['3 monitor']);
    await bench.change((now) =>
      now.withRow(mirrorSessionEntry, {
        mirrorSessionId: 1,
        mirrorSessionStatus: 1,
        mirrorTargetPort: 3,
        mirrorIngressPorts: '1',
      }),
    );
    expect(await neighbours()).toEqual([]);
    said(bench, 3);
    bench.clock.advance(60_000);
    expect(said(bench, 3)).toEqual([]);
  });

  it('says what is switched on, and no more; the page marks the rest', async () => {
    await bench.change((now) =>
      now
        .withGroup(system, { sysName: 'attic', sysLocation: 'Keller' })
        .withRow(dot1qVlanStaticEntry, {
          dot1qVlanIndex: 20,
          dot1qVlanStaticName: 'cameras',
          dot1qVlanStaticEgressPorts: '1-3',
        })
        .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 30, dot1qVlanStaticName: 'guests' })
        .withRow(lldpPortConfigEntry, { ...index(2), lldpSysDescTxEnable: 2, lldpManAddrTxEnable: 2 })
        .withRow(lldpXdot1ConfigPortVlanEntry, {
          ...index(2),
          lldpXdot1ConfigPortVlanTxEnable: 1,
          lldpXdot1ConfigVlanNameTxEnable: 1,
          lldpXdot1ConfigVlanNameList: '20-30',
          lldpXdot1ConfigProtocolTxEnable: 1,
          lldpXdot1ProtocolStp: 2,
          lldpXdot1ProtocolEapol: 2,
          lldpXdot1ProtocolGvrp: 2,
        })
        .withRow(lldpXdot3PortConfigEntry, {
          ...index(2),
          lldpXdot3MacPhyTxEnable: 1,
          lldpXdot3MaxFrameSizeTxEnable: 1,
        })
        .withRow(lldpXMedPortConfigEntry, {
          ...index(2),
          lldpXMedCapabilitiesTxEnable: 1,
          lldpXMedLocationTxEnable: 1,
        }),
    );
    bench.clock.advance(10_000);
    const last = said(bench, 2).at(-1)?.information;
    expect(last).toMatchObject({
      systemName: 'attic',
      managementAddresses: [],
      portVlan: 1,
      vlanNames: [{ vlan: 20, name: 'cameras' }],
      protocols: [Uint8Array.of(0x88, 0x09, 0x01, 0x01)],
      macPhy: { negotiationEnabled: true, mauType: 30 },
      maximumFrame: 1522,
    });
    for (const part of ['systemDescription', 'aggregation', 'med']) expect(last).not.toHaveProperty(part);
    bench.send(2, neighbourFrame('phone', { med: phone }));
    bench.clock.advance(10_000);
    const toPhone = said(bench, 2).at(-1)?.information;
    expect(toPhone).toMatchObject({ med: { deviceClass: 4 }, locations: [{ format: 2 }], inventory: {} });
    expect(toPhone).not.toHaveProperty('extendedPower');
    const rows = await bench.live(lldpLocPortEntry);
    expect(rows[1]).toMatchObject({
      lldpLocPortNum: 2,
      lldpLocVlanNames: '1 Default VLAN, 20 cameras',
      lldpLocOperMauType: 30,
      lldpLocLocation: 'Keller',
      lldpLocUnsent: 'manAddr',
    });
    expect(rows[0]?.lldpLocUnsent).toBe('dot1,dot3,med');
  });

  it('names as many of thousands of VLANs as a frame has room for, those that are said among them', async () => {
    await bench.change((before) =>
      Array.from({ length: 250 }, (_, at) => at + 2)
        .reduce(
          (now, vlan) =>
            now.withRow(dot1qVlanStaticEntry, {
              dot1qVlanIndex: vlan,
              dot1qVlanStaticName: `v${vlan}`,
              dot1qVlanStaticEgressPorts: '2',
            }),
          before,
        )
        .withRow(lldpXdot1ConfigPortVlanEntry, {
          ...index(2),
          lldpXdot1ConfigVlanNameTxEnable: 1,
          lldpXdot1ConfigVlanNameList: '200,251',
        }),
    );
    const [first, second] = await bench.live(lldpLocPortEntry);
    expect(first?.lldpLocVlanNames).toBe('1 Default VLAN');
    const names = String(second?.lldpLocVlanNames).split(', ');
    expect(names).toHaveLength(151);
    expect(names.slice(-3)).toEqual(['200 v200', '251 v251', '…']);
  });

  it('asks phones to mark their voice as the voice VLAN does', async () => {
    await bench.change((now) =>
      now
        .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 200, dot1qVlanStaticEgressPorts: '2' })
        .withGroup(voiceVlan, { voiceVlanStatus: 1, voiceVlanId: 200, voiceVlanPriority: 5 })
        .withRow(voiceVlanPortEntry, { ifIndex: 2, voiceVlanPortAuto: 1, voiceVlanPortTagMode: 2 })
        .withRow(lldpXMedPortConfigEntry, {
          ...index(2),
          lldpXMedCapabilitiesTxEnable: 1,
          lldpXMedNetworkPolicyTxEnable: 1,
        }),
    );
    bench.send(2, neighbourFrame('phone', { med: phone }));
    bench.clock.advance(5000);
    expect(said(bench, 2).at(-1)?.information.policies).toEqual([
      { application: 1, unknown: false, tagged: true, vlan: 200, priority: 5, dscp: 46 },
    ]);
  });

  it('counts, and begins anew where it is asked to', async () => {
    bench.clock.advance(1000);
    bench.send(2, neighbourFrame('one'));
    const broken = neighbourFrame('one');
    broken[14] = 4;
    bench.send(2, broken);
    const ofPort = async (port: number): Promise<Values | undefined> =>
      (await bench.live(lldpStatsRxPortEntry))[port - 1];
    expect(await ofPort(2)).toMatchObject({
      lldpStatsRxPortFramesTotal: 2,
      lldpStatsRxPortFramesDiscardedTotal: 1,
      lldpStatsRxPortFramesErrors: 1,
    });
    await bench.set(lldpStatistics, { lldpStatsClear: 2 });
    expect(await ofPort(2)).toMatchObject({ lldpStatsTxPortFramesTotal: 0, lldpStatsRxPortFramesTotal: 0 });
    expect(await ofPort(1)).toMatchObject({ lldpStatsTxPortFramesTotal: 1 });
  });

  it.each([
    [{ lldpTxDelay: 8 }, 'TX Delay must not exceed a quarter of TX Interval.'],
    [{ lldpMessageTxInterval: 7 }, 'TX Delay must not exceed a quarter of TX Interval.'],
    [{ lldpMessageTxInterval: 30_000 }, 'TX Interval times TX Hold Multiplier must not exceed 65535 s.'],
  ])('refuses %o', async (values, message) => {
    await expect(bench.set(lldpConfiguration, values)).rejects.toThrow(message);
  });

  it.each<Record<string, number>>([
    { lldpTxDelay: 7, lldpMessageTxInterval: 28 },
    { lldpMessageTxInterval: 13_107, lldpMessageTxHoldMultiplier: 5 },
  ])('takes %o, just within what it may be', async (values) => {
    await bench.set(lldpConfiguration, values);
    expect(bench.context.configuration().group(lldpConfiguration)).toMatchObject(values);
  });

  it('refuses power where there is none, and MED TLVs without the capabilities', async () => {
    await expect(bench.set(lldpXdot3PortConfigEntry, { ...index(1), lldpXdot3PowerTxEnable: 1 })).rejects.toThrow(
      'This setting is not supported on port 1.',
    );
    await expect(bench.set(lldpXMedPortConfigEntry, { ...index(1), lldpXMedInventoryTxEnable: 1 })).rejects.toThrow(
      'Inventory needs the MED Capabilities to be sent.',
    );
  });
});

describe('two switches on a cable', () => {
  it('see each other', async () => {
    const one = await startBench();
    const other = await startBench(one.clock);
    await one.change((now) => now.withGroup(system, { sysName: 'upstairs' }));
    one.connect(5, other, 6);
    await vi.waitFor(async () => {
      one.clock.advance(1000);
      expect(await one.live(lldpRemEntry)).toMatchObject([{ lldpRemLocalPortNum: 5, lldpRemPortId: '6' }]);
      expect(await other.live(lldpRemEntry)).toMatchObject([
        {
          lldpRemLocalPortNum: 6,
          lldpRemPortId: '5',
          lldpRemSysName: 'upstairs',
          lldpRemChassisId: one.context.hardware.baseMacAddress,
        },
      ]);
    });
  });
});
