import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { theDevice } from '../../../device/management.ts';
import { clientSays, serverSays } from '../../../protocols/dhcp-snooping/testing.ts';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { type ArpPacket, buildArp } from '../../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../../../protocols/frames/ethernet.ts';
import { pushTag } from '../../../protocols/frames/vlan-tag.ts';
import { ifEntry } from '../../network/physical-interface/objects.ts';
import { closePorts } from '../../network/physical-interface/slots.ts';
import { Bench, settled, stationOf } from '../../network/test-bench.ts';
import { TrunkMode, trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { save } from '../../save/device.ts';
import { l3Feature } from '../../system/l3-feature/device.ts';
import { systemManagement } from '../../system/system-management/device.ts';
import { systemTime } from '../../system/system-time/device.ts';
import { dhcpSnooping } from '../dhcp-snooping/device.ts';
import {
  dhcpSnoopingConfig,
  dhcpSnoopingPortEntry,
  dhcpSnoopingStaticBindingEntry,
  dhcpSnoopingVlanEntry,
} from '../dhcp-snooping/objects.ts';
import { arpAclEntry, arpAclRuleEntry } from './acl-objects.ts';
import { arpInspection } from './device.ts';
import {
  arpInspConfig,
  arpInspFilterEntry,
  arpInspLogConfig,
  arpInspLogEntry,
  arpInspPortEntry,
  arpInspStatsEntry,
  arpInspVlanEntry,
  arpInspVlanLogEntry,
} from './objects.ts';

let bench: Bench;
let directory: string;

const change: Bench['change'] = async (edit) => {
  await bench.change(edit);
  await settled();
};
const addressOf = (port: number) => `192.0.2.${port}`;

/** ARP is inspected in VLAN 1, but at port 1; stations 2 and 4 have static bindings. */
const inspect = () =>
  change((configuration) =>
    [2, 4].reduce(
      (next, port) =>
        next.withRow(dhcpSnoopingStaticBindingEntry, {
          bindingVlanId: 1,
          bindingMac: stationOf(port),
          bindingIp: addressOf(port),
          bindingPort: port,
        }),
      configuration
        .withRow(arpInspVlanEntry, { arpInspVlanId: 1, arpInspVlanStatus: 1 })
        .withRow(arpInspPortEntry, { arpInspPort: 1, arpInspTrust: 1 }),
    ),
  );

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'arp-'));
  bench = new Bench([systemManagement, l3Feature, systemTime, save, dhcpSnooping, arpInspection]);
  await bench.start(directory);
});
afterEach(async () => {
  await bench.stop();
  rmSync(directory, { recursive: true });
});

function arp(packet: Partial<ArpPacket> & Pick<ArpPacket, 'senderMac' | 'senderAddress'>, source = packet.senderMac) {
  const payload = buildArp({
    operation: 'request',
    targetMac: '00-00-00-00-00-00',
    targetAddress: '192.0.2.77',
    ...packet,
  });
  return padFrame(buildEthernet({ source, destination: BROADCAST_MAC, etherType: EtherType.arp, payload }));
}

/** Ports that receive a station's request for 192.0.2.77. */
const asks = (port: number, address = addressOf(port), of = port) =>
  bench.passes(port, arp({ senderMac: stationOf(of), senderAddress: address }));
const others = (port: number) => ['1', '2', '3', '4', '5', '6'].filter((each) => each !== String(port));
const statistics = async () => {
  const [row] = await bench.live(arpInspStatsEntry);
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== '0'));
};
const logged = async () =>
  (await bench.live(arpInspLogEntry)).map(
    (row) =>
      `${row.arpInspLogPort} ${row.arpInspLogSenderIp} ${row.arpInspLogReason} ${row.arpInspLogAction} ${row.arpInspLogCount}`,
  );

describe('ARP inspection', () => {
  it('is off at first', async () => {
    expect(await asks(3, addressOf(2))).toEqual(others(3));
    expect(await bench.live(arpInspStatsEntry)).toEqual([]);
  });

  it('lets no RARP pass that says what ARP may not', async () => {
    await inspect();
    const reverse = (operation: number, port: number, senderAddress: string, senderMac = stationOf(port)) => {
      const octets = arp({ senderMac, senderAddress });
      octets.set([0x80, 0x35], 12);
      octets.set([0, operation], 20);
      return bench.passes(port, octets);
    };
    for (const operation of [1, 2, 3, 4, 5]) expect(await reverse(operation, 3, addressOf(2))).toEqual([]);
    expect(await reverse(2, 3, addressOf(2), stationOf(2))).toEqual([]);
    // A RARP client has no address yet; a client that has one may announce it.
    expect(await reverse(3, 3, '0.0.0.0')).toEqual(others(3));
    expect(await reverse(3, 2, addressOf(2))).toEqual(others(2));
  });

  it('goes on counting when it is switched off and on again, until the counts are cleared', async () => {
    await inspect();
    await asks(3, addressOf(2));
    const turn = (arpInspVlanStatus: 1 | 2) =>
      change((configuration) => configuration.withRow(arpInspVlanEntry, { arpInspVlanId: 1, arpInspVlanStatus }));
    await turn(2);
    expect(await asks(3, addressOf(2))).toEqual(others(3));
    await turn(1);
    await asks(3, addressOf(2));
    expect(await statistics()).toMatchObject({ arpInspDropped: '2', arpInspDhcpDrops: '2' });
    await turn(2);
    await bench.set(arpInspConfig, { arpInspClear: 1 });
    await turn(1);
    expect(await statistics()).toEqual({ arpInspVlanId: 1 });
  });

  it('lets stations say their own addresses alone, counts and logs the rest', async () => {
    await inspect();
    expect(await asks(2)).toEqual(others(2));
    expect(await asks(3, addressOf(2))).toEqual([]);
    expect(await asks(3, addressOf(2), 2)).toEqual([]);
    expect(await asks(1, addressOf(2))).toEqual(others(1));
    expect(await statistics()).toEqual({
      arpInspVlanId: 1,
      arpInspForwarded: '1',
      arpInspDropped: '2',
      arpInspDhcpPermits: '1',
      arpInspDhcpDrops: '2',
    });
    expect(await logged()).toEqual([`3 192.0.2.2 2 2 1`, `3 192.0.2.2 2 2 1`]);
    expect(bench.log(0)).toContain(
      `Port 3, VLAN 1: ARP of ${stationOf(3)} for 192.0.2.2 was dropped (DHCP binding, 1 in all).`,
    );
    const [entry] = await bench.live(arpInspLogEntry);
    expect(entry?.arpInspLogTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    await bench.set(arpInspConfig, { arpInspClear: 1 });
    expect(await statistics()).toEqual({ arpInspVlanId: 1 });
    await bench.context.management.perform([{ kind: 'deleteAll', object: arpInspLogEntry, values: {} }], theDevice);
    expect(await logged()).toEqual([]);
  });

  it('follows what DHCP snooping learns, until that is switched off', async () => {
    await inspect();
    await change((configuration) =>
      configuration
        .withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: 1 })
        .withRow(dhcpSnoopingVlanEntry, { dhcpSnoopingVlanId: 1 })
        .withRow(dhcpSnoopingPortEntry, { dhcpSnoopingPort: 1, dhcpSnoopingPortTrust: 1 }),
    );
    expect(await asks(3)).toEqual([]);
    await bench.passes(3, clientSays('request', stationOf(3)));
    await bench.passes(1, serverSays('ack', stationOf(3), addressOf(3)));
    expect(await asks(3)).toEqual(others(3));
    expect(await asks(5, addressOf(3), 3)).toEqual([]);
    await change((configuration) => configuration.withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: 2 }));
    expect(await asks(3)).toEqual([]);
    expect(await asks(2)).toEqual(others(2));
  });

  it('looks into the VLANs that are enabled alone', async () => {
    await change((configuration) =>
      configuration.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1-4' }),
    );
    await inspect();
    const spoofed = pushTag(arp({ senderMac: stationOf(3), senderAddress: addressOf(2) }), 20);
    expect(await bench.passes(3, spoofed)).toEqual(['1:20', '2:20', '4:20']);
    await change((configuration) =>
      configuration.withRow(arpInspVlanEntry, { arpInspVlanId: 20, arpInspVlanStatus: 1 }),
    );
    expect(await bench.passes(3, spoofed)).toEqual([]);
    await change((configuration) =>
      configuration.withRow(arpInspVlanEntry, { arpInspVlanId: 20, arpInspVlanStatus: 2 }),
    );
    expect(await bench.passes(3, spoofed)).toEqual(['1:20', '2:20', '4:20']);
  });

  it('asks the list of a VLAN first, which may be the only one that is asked', async () => {
    await inspect();
    await change((configuration) =>
      configuration
        .withRow(arpAclEntry, { arpAclName: 'printers' })
        .withRow(arpAclRuleEntry, {
          arpAclName: 'printers',
          arpAclRuleIndex: 2,
          arpAclRuleIpType: 3,
          arpAclRuleIp: '198.51.100.0',
          arpAclRuleIpMask: '255.255.255.0',
        })
        .withRow(arpAclRuleEntry, {
          arpAclName: 'printers',
          arpAclRuleIndex: 1,
          arpAclRuleAction: 2,
          arpAclRuleIpType: 2,
          arpAclRuleIp: '198.51.100.1',
        })
        .withRow(arpInspFilterEntry, { arpInspVlanId: 1, arpInspFilterAcl: 'printers' }),
    );
    expect(await asks(3, '198.51.100.9')).toEqual(others(3));
    expect(await asks(3, '198.51.100.1')).toEqual([]);
    expect(await asks(2)).toEqual(others(2));
    await change((configuration) =>
      configuration.withRow(arpInspFilterEntry, {
        arpInspVlanId: 1,
        arpInspFilterAcl: 'printers',
        arpInspFilterStatic: 1,
      }),
    );
    expect(await asks(2)).toEqual([]);
    expect(await bench.live(arpAclEntry)).toEqual([{ arpAclRuleCount: 2, arpAclVlans: '1' }]);
    expect(await bench.live(arpInspVlanEntry)).toEqual([{ arpInspVlanAcl: 'printers' }]);
  });

  it('validates what is set', async () => {
    await inspect();
    const forged = arp({ senderMac: stationOf(2), senderAddress: addressOf(2) }, stationOf(3));
    expect(await bench.passes(2, forged)).toEqual(others(2));
    await change((configuration) => configuration.withGroup(arpInspConfig, { arpInspValSrcMac: 1, arpInspValIp: 1 }));
    expect(await bench.passes(2, forged)).toEqual([]);
    expect(await asks(2, '0.0.0.0')).toEqual([]);
    // A packet that no check accepts counts as dropped, like one that no binding matches.
    const misdirected = arp({ operation: 'reply', senderMac: stationOf(2), senderAddress: addressOf(2) }, stationOf(2));
    await change((configuration) => configuration.withGroup(arpInspConfig, { arpInspValDstMac: 1 }));
    expect(await bench.passes(2, misdirected)).toEqual([]);
    expect(await asks(3, addressOf(2))).toEqual([]);
    expect(await asks(2)).toEqual(others(2));
    expect(await statistics()).toEqual({
      arpInspVlanId: 1,
      arpInspForwarded: '2',
      arpInspDropped: '4',
      arpInspDhcpPermits: '2',
      arpInspDhcpDrops: '1',
      arpInspSrcMacFailures: '1',
      arpInspDstMacFailures: '1',
      arpInspIpFailures: '1',
    });
  });

  it('logs what is set, in so many entries', async () => {
    await inspect();
    await change((configuration) =>
      configuration
        .withRow(arpInspVlanLogEntry, { arpInspVlanId: 1, arpInspAclLogging: 4, arpInspDhcpLogging: 3 })
        .withGroup(arpInspLogConfig, { arpInspLogBuffer: 2 }),
    );
    for (const port of [2, 3, 4]) await asks(port);
    expect(await logged()).toEqual(['2 192.0.2.2 2 1 1', '3 192.0.2.3 2 2 1']);
    expect(bench.log(0)).toContain('The log of ARP inspection is full: further packets are not stored.');
  });

  it('knows a trunk as one port', async () => {
    await inspect();
    await change((configuration) =>
      configuration
        .withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.manual, trunkMemberPorts: '4-5' })
        .withRow(dhcpSnoopingStaticBindingEntry, {
          bindingVlanId: 1,
          bindingMac: stationOf(4),
          bindingIp: addressOf(4),
          bindingPort: 5001,
        }),
    );
    expect(await asks(5, addressOf(4), 4)).not.toEqual([]);
    expect(await asks(6, addressOf(4), 4)).toEqual([]);
  });
});

describe('a flood', () => {
  const state = async (port: number) => (await bench.live(arpInspPortEntry))[port - 1]?.arpInspPortState;
  const floods = async (port: number, packets: number) => {
    let passed = 0;
    for (let at = 0; at < packets; at += 1) if ((await asks(port)).length > 0) passed += 1;
    return passed;
  };
  const shut = () => expect.poll(() => state(2)).toBe(2);
  const admin = (port: number, ifAdminStatus: 1 | 2) => bench.set(ifEntry, { ifIndex: port, ifAdminStatus });

  it('is cut to the rate, and shuts its port down until that is disabled and enabled', async () => {
    await inspect();
    expect(await floods(2, 15)).toBe(15);
    expect(await state(2)).toBe(1);
    expect(await floods(2, 1)).toBe(0);
    await shut();
    expect(await floods(2, 3)).toBe(0);
    expect(await asks(4)).not.toContain('2');
    expect(bench.log(0)).toContain('Port 2: shut down for more than 15 ARP packets a second.');
    await admin(2, 2);
    expect(await state(2)).toBe(2);
    await admin(2, 1);
    bench.clock.advance(5000);
    await settled();
    expect(await state(2)).toBe(1);
    expect(await asks(2)).not.toEqual([]);
  });

  it.each([
    ['enabled', () => admin(2, 1)],
    [
      'trusted',
      () => change((configuration) => configuration.withRow(arpInspPortEntry, { arpInspPort: 2, arpInspTrust: 1 })),
    ],
    [
      'inspected no more',
      () => change((configuration) => configuration.withoutRow(arpInspVlanEntry, { arpInspVlanId: 1 })),
    ],
  ])('holds a port down no longer that is %s', async (_, act) => {
    await inspect();
    await floods(2, 16);
    await shut();
    await act();
    await expect.poll(() => state(2)).toBe(1);
  });

  it('holds no port down that was shut by an inspection before this one', async () => {
    closePorts(bench.context.slots, 'arpInspection', new Set([2]));
    expect(await state(2)).toBe(2);
    await inspect();
    expect(await state(2)).toBe(1);
    expect(await asks(2)).not.toEqual([]);
  });

  it('is borne as long as is set', async () => {
    await inspect();
    await change((configuration) =>
      configuration.withRow(arpInspPortEntry, { arpInspPort: 2, arpInspRate: 2, arpInspBurst: 2 }),
    );
    await floods(2, 5);
    bench.clock.advance(1000);
    expect(await state(2)).toBe(1);
    await floods(2, 5);
    await shut();
  });

  it('at a port without a limit is none', async () => {
    await inspect();
    await change((configuration) => configuration.withRow(arpInspPortEntry, { arpInspPort: 2, arpInspRate: 0 }));
    expect(await floods(2, 50)).toBe(50);
    expect(await state(2)).toBe(1);
  });
});

describe('what is refused', () => {
  const add = (object: Parameters<Bench['set']>[0], values: Parameters<Bench['set']>[1]) =>
    bench.context.management.perform([{ kind: 'create', object, values }], theDevice);
  const rule = { arpAclName: 'one', arpAclRuleIndex: 1 };

  it.each([
    [{ arpAclRuleIpType: 2 }, 'Invalid IPv4 address.'],
    [{ arpAclRuleMacType: 3 }, 'Invalid MAC address.'],
    [{ arpAclRuleIndex: 2, arpAclRuleIpType: 1, arpAclRuleIp: '192.0.2.1' }, 'Rule exists.'],
  ])('is a rule with %o: %s', async (values, message) => {
    await add(arpAclEntry, { arpAclName: 'one' });
    if ('arpAclRuleIndex' in values) await add(arpAclRuleEntry, rule);
    await expect(add(arpAclRuleEntry, { ...rule, ...values })).rejects.toThrow(message);
  });

  it('is a filter by a list that is not there, and the end of a list that filters', async () => {
    await expect(add(arpInspFilterEntry, { arpInspVlanId: 1, arpInspFilterAcl: 'none' })).rejects.toThrow(
      'does not exist',
    );
    await add(arpAclEntry, { arpAclName: 'one' });
    await add(arpInspFilterEntry, { arpInspVlanId: 1, arpInspFilterAcl: 'one' });
    await expect(
      bench.context.management.perform(
        [{ kind: 'destroy', object: arpAclEntry, values: { arpAclName: 'one' } }],
        theDevice,
      ),
    ).rejects.toThrow('is in use by the ARP filter of VLAN 1');
  });

  it('is what is logged of a VLAN that is not inspected', async () => {
    await add(arpInspVlanEntry, { arpInspVlanId: 1 });
    await expect(bench.set(arpInspVlanLogEntry, { arpInspVlanId: 1, arpInspAclLogging: 3 })).rejects.toThrow(
      'Enable inspection in VLAN 1 first.',
    );
  });
});
