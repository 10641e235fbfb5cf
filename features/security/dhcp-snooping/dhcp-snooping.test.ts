import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { theDevice } from '../../../device/management.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { clientSays, serverSays } from '../../../protocols/dhcp-snooping/testing.ts';
import { padFrame } from '../../../protocols/frames/ethernet.ts';
import { pushTag } from '../../../protocols/frames/vlan-tag.ts';
import { ifEntry } from '../../network/physical-interface/objects.ts';
import { Bench, settled, stationOf } from '../../network/test-bench.ts';
import { TrunkMode, trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { save } from '../../save/device.ts';
import { sysConfig } from '../../save/objects.ts';
import { l3Feature } from '../../system/l3-feature/device.ts';
import { AddressMode, ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { leases } from '../../system/l3-feature/slots.ts';
import { systemManagement } from '../../system/system-management/device.ts';
import { dhcpSnooping } from './device.ts';
import { keptBindings } from './kept-bindings.ts';
import {
  dhcpSnoopingBindingEntry,
  dhcpSnoopingConfig,
  dhcpSnoopingPortEntry,
  dhcpSnoopingStaticBindingEntry,
  dhcpSnoopingVlanEntry,
  FOR_EVER,
} from './objects.ts';
import { dhcpSnoopingHandle } from './slots.ts';

const HOUR = 3_600_000;

let bench: Bench;
let directory: string;

async function start(): Promise<void> {
  bench = new Bench([systemManagement, l3Feature, save, dhcpSnooping]);
  await bench.start(directory);
}

const change: Bench['change'] = async (edit) => {
  await bench.change(edit);
  await settled();
};

/** Snoops VLAN 1, whose server is behind port 1. */
const snoop = (values: object = {}) =>
  change((configuration) =>
    configuration
      .withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: 1, ...values })
      .withRow(dhcpSnoopingVlanEntry, { dhcpSnoopingVlanId: 1 })
      .withRow(dhcpSnoopingPortEntry, { dhcpSnoopingPort: 1, dhcpSnoopingPortTrust: 1 }),
  );

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'snooping-'));
  await start();
});
afterEach(async () => {
  await bench.stop();
  rmSync(directory, { recursive: true });
});

const asks = (port: number, transaction = port) =>
  bench.passes(port, padFrame(clientSays('request', stationOf(port), { transaction })));
const answers = (port: number, to: number, address: string, transaction = to) =>
  bench.passes(port, serverSays('ack', stationOf(to), address, { transaction }));
const leasesTo = async (port: number, address: string) => {
  await asks(port);
  await answers(1, port, address);
};
const table = async () =>
  (await bench.live(dhcpSnoopingBindingEntry)).map(
    (row) =>
      `${row.bindingVlanId} ${row.bindingMac} ${row.bindingIp} ${row.bindingPort} ${row.bindingType} ${row.bindingRemaining}`,
  );
const counters = async () => (await readConfig()) as Record<string, unknown>;
const readConfig = () => bench.context.management.read(dhcpSnoopingConfig, {}, theDevice);
const others = (port: number) => ['1', '2', '3', '4', '5', '6'].filter((each) => each !== String(port));
const staticRow = { bindingVlanId: 1, bindingMac: stationOf(4), bindingIp: '192.0.2.44', bindingPort: 4 };

describe('DHCP snooping', () => {
  it('is off at first, and ends when it is switched off', async () => {
    expect(await asks(2)).toEqual(others(2));
    expect(await answers(3, 2, '192.0.2.66')).toEqual(others(3));
    await snoop();
    await leasesTo(2, '192.0.2.10');
    expect(await table()).toHaveLength(1);
    await change((configuration) => configuration.withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: 2 }));
    expect(await answers(3, 2, '192.0.2.66')).toEqual(others(3));
    expect(await table()).toEqual([]);
  });

  it('hears servers at trusted ports alone, and lets clients be heard there alone', async () => {
    await snoop();
    expect(await asks(2)).toEqual(['1']);
    expect(await answers(3, 2, '192.0.2.66')).toEqual([]);
    expect(await answers(1, 2, '192.0.2.10')).toEqual(others(1));
    expect(await table()).toEqual([`1 ${stationOf(2)} 192.0.2.10 2 3 3600`]);
    expect(await counters()).toMatchObject({ dhcpSnoopingBindingCount: 1, dhcpSnoopingDroppedServer: '1' });
    expect(bench.log(0)).toContain(
      'Port 3: 02-00-00-00-00-01 responds as a DHCP server in VLAN 1; it is not trusted and its replies ' +
        'are dropped.',
    );
  });

  it('warns of servers at each untrusted port, of each once a minute', async () => {
    await snoop();
    const warned = () =>
      bench
        .log(0)
        .filter((line) => line.includes('responds as a DHCP server'))
        .map((line) => line.slice(0, 6));
    for (const port of [3, 4, 3, 4]) await answers(port, 2, '192.0.2.66');
    expect(warned().sort()).toEqual(['Port 3', 'Port 4']);
    bench.clock.advance(60_000);
    await answers(3, 2, '192.0.2.66');
    expect(warned().sort()).toEqual(['Port 3', 'Port 3', 'Port 4']);
  });

  it('looks into the VLANs listed alone, and forgets one that is taken away', async () => {
    await change((configuration) =>
      configuration.withRow(dot1qVlanStaticEntry, {
        dot1qVlanIndex: 20,
        dot1qVlanStaticEgressPorts: '1-4',
        dot1qVlanStaticUntaggedPorts: '',
      }),
    );
    await snoop();
    const rogue = pushTag(serverSays('ack', stationOf(2), '192.0.2.66'), 20);
    expect(await bench.passes(3, rogue)).toEqual(['1:20', '2:20', '4:20']);
    await change((configuration) => configuration.withRow(dhcpSnoopingVlanEntry, { dhcpSnoopingVlanId: 20 }));
    expect(await bench.passes(3, rogue)).toEqual([]);
    await bench.passes(2, pushTag(clientSays('request', stationOf(2)), 20));
    await bench.passes(1, pushTag(serverSays('ack', stationOf(2), '192.0.2.10'), 20));
    expect(await table()).toEqual([`20 ${stationOf(2)} 192.0.2.10 2 3 3600`]);
    await change((configuration) => configuration.withoutRow(dhcpSnoopingVlanEntry, { dhcpSnoopingVlanId: 20 }));
    expect(await table()).toEqual([]);
  });

  it('keeps a binding while its port has no link, until the lease ends', async () => {
    await snoop();
    await leasesTo(2, '192.0.2.10');
    bench.setLink(2, 'down');
    bench.clock.advance(HOUR - 1000);
    await settled();
    expect(await table()).toEqual([`1 ${stationOf(2)} 192.0.2.10 2 3 1`]);
    bench.clock.advance(1000);
    await settled();
    expect(await table()).toEqual([]);
  });

  it('forgets who was behind a port that leaves the VLAN, and nobody else', async () => {
    const vlan20 = (ports: string) =>
      change((configuration) =>
        configuration
          .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: ports })
          .withRow(dhcpSnoopingVlanEntry, { dhcpSnoopingVlanId: 20 }),
      );
    await vlan20('1-3');
    await snoop();
    for (const port of [2, 3]) {
      await bench.passes(port, pushTag(clientSays('request', stationOf(port)), 20));
      await bench.passes(1, pushTag(serverSays('ack', stationOf(port), `192.0.2.${port}`), 20));
    }
    expect(await table()).toHaveLength(2);
    await vlan20('1,3');
    expect(await table()).toEqual([`20 ${stationOf(3)} 192.0.2.3 3 3 3600`]);
  });

  it('knows a trunk as one port, trusted or not', async () => {
    await change((configuration) =>
      configuration.withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.manual, trunkMemberPorts: '4-5' }),
    );
    await snoop();
    await bench.passes(5, clientSays('request', stationOf(5)));
    await bench.passes(1, serverSays('ack', stationOf(5), '192.0.2.10'));
    expect(await table()).toEqual([`1 ${stationOf(5)} 192.0.2.10 5001 3 3600`]);
    await change((configuration) =>
      [4, 5].reduce(
        (next, dhcpSnoopingPort) => next.withRow(dhcpSnoopingPortEntry, { dhcpSnoopingPort, dhcpSnoopingPortTrust: 1 }),
        configuration,
      ),
    );
    expect(await table()).toEqual([]);
    const left = await asks(2);
    expect(left).toContain('1');
    expect(left.filter((port) => port === '4' || port === '5')).toHaveLength(1);
    expect(await bench.passes(5, serverSays('ack', stationOf(2), '192.0.2.9', { transaction: 2 }))).toContain('2');
  });

  it('forgets who was behind a trunk that is no more', async () => {
    const trunk = (values: Partial<RowOf<typeof trunkGroupEntry>>) =>
      change((configuration) => configuration.withRow(trunkGroupEntry, { trunkId: 1, ...values }));
    await trunk({ trunkMode: TrunkMode.manual, trunkMemberPorts: '4-5' });
    await snoop();
    await bench.passes(5, clientSays('request', stationOf(5)));
    await bench.passes(1, serverSays('ack', stationOf(5), '192.0.2.10'));
    await leasesTo(2, '192.0.2.2');
    expect(await table()).toHaveLength(2);
    await trunk({ trunkMode: TrunkMode.disabled, trunkMemberPorts: '' });
    expect(await table()).toEqual([`1 ${stationOf(2)} 192.0.2.2 2 3 3600`]);
  });

  it('limits what a port may ask', async () => {
    await snoop();
    await change((configuration) =>
      configuration.withRow(dhcpSnoopingPortEntry, { dhcpSnoopingPort: 2, dhcpSnoopingPortRate: 2 }),
    );
    const passed = [];
    for (let at = 0; at < 4; at += 1) passed.push((await asks(2)).length);
    expect(passed).toEqual([1, 1, 0, 0]);
    expect(await counters()).toMatchObject({ dhcpSnoopingDroppedRate: '2' });
    await bench.set(dhcpSnoopingConfig, { dhcpSnoopingClear: 1 });
    expect(await counters()).toMatchObject({ dhcpSnoopingDroppedRate: '0' });
  });

  it('warns of a lease in conflict with a static binding', async () => {
    await snoop();
    await change((configuration) => configuration.withRow(dhcpSnoopingStaticBindingEntry, staticRow));
    await leasesTo(2, '192.0.2.44');
    expect(await table()).toHaveLength(1);
    expect(bench.log(0)).toContain(
      `A DHCP server assigned 192.0.2.44 in VLAN 1 to ${stationOf(2)}, in conflict with a static binding.`,
    );
  });

  it('warns of a lease that finds no room, and counts each drop in its own column', async () => {
    await snoop();
    const bindings = Array.from({ length: 512 }, (_, at) => ({
      ...{
        vlan: 1,
        mac: `02-00-00-00-${String(at >> 8).padStart(2, '0')}-${(at & 255).toString(16).padStart(2, '0').toUpperCase()}`,
      },
      ...{ address: `198.51.${100 + (at >> 8)}.${at & 255}`, port: 2 + (at % 5), leaseTime: 3600 },
      expiresAt: bench.clock.now() + HOUR,
    }));
    bench.context.slots.get(dhcpSnoopingHandle)?.restore(bindings);
    await settled();
    expect(await table()).toHaveLength(512);
    await leasesTo(2, '192.0.2.10');
    expect(bench.log(0)).toContain(
      `Port 2: the DHCP binding table is full; the lease of ${stationOf(2)} in VLAN 1 is dropped.`,
    );
    const full = { dhcpSnoopingBindingCount: 512, dhcpSnoopingDroppedFull: '1' };
    const none = { dhcpSnoopingDroppedServer: '0', dhcpSnoopingDroppedRate: '0' };
    expect(await counters()).toMatchObject({ ...full, ...none, dhcpSnoopingDroppedMac: '0' });
    for (let at = 0; at < 2; at += 1) {
      await bench.passes(2, padFrame(clientSays('request', stationOf(2), { sender: stationOf(3) })));
    }
    for (let at = 0; at < 3; at += 1) {
      const relayed = { message: { relayAddress: '192.0.2.9' } };
      await bench.passes(2, padFrame(clientSays('request', stationOf(2), relayed)));
    }
    for (let at = 0; at < 4; at += 1) {
      const released = { message: { clientAddress: '198.51.100.1' } };
      await bench.passes(2, padFrame(clientSays('release', stationOf(2), released)));
    }
    for (let at = 0; at < 5; at += 1) await bench.passes(2, clientSays('request', stationOf(2)).with(42, 9));
    expect(await counters()).toMatchObject({
      ...{ ...full, ...none, dhcpSnoopingDroppedMac: '2', dhcpSnoopingDroppedOption82: '3' },
      ...{ dhcpSnoopingDroppedRelease: '4', dhcpSnoopingDroppedMalformed: '5' },
    });
  });

  it('warns of each kind and port again after a minute, not a moment before', async () => {
    await snoop();
    const warned = () => bench.log(0).filter((line) => line.includes('responds as a DHCP server')).length;
    await answers(3, 2, '192.0.2.66');
    bench.clock.advance(59_999);
    await answers(3, 2, '192.0.2.66');
    expect(warned()).toBe(1);
    bench.clock.advance(1);
    await answers(3, 2, '192.0.2.66');
    expect(warned()).toBe(2);
  });

  it('lets one learnt binding be forgotten, or all', async () => {
    await snoop();
    for (const port of [2, 3, 5]) await leasesTo(port, `192.0.2.${port}`);
    const one = { dhcpSnoopingClear: 3, dhcpSnoopingClearVlan: 1, dhcpSnoopingClearMac: stationOf(3) };
    await bench.set(dhcpSnoopingConfig, one);
    await settled();
    expect(await table()).toHaveLength(2);
    await expect(bench.set(dhcpSnoopingConfig, one)).rejects.toThrow('The entry no longer exists.');
    await bench.set(dhcpSnoopingConfig, { dhcpSnoopingClear: 2 });
    await settled();
    expect(await table()).toEqual([]);
  });
});

describe('a static binding', () => {
  const add = (values: object = {}) =>
    bench.context.management.perform(
      [{ kind: 'create', object: dhcpSnoopingStaticBindingEntry, values: { ...staticRow, ...values } }],
      theDevice,
    );

  it('stands beside the learnt ones, in whose place it comes', async () => {
    await snoop();
    await leasesTo(4, '192.0.2.40');
    await add();
    await settled();
    expect(await table()).toEqual([`1 ${stationOf(4)} 192.0.2.44 4 1 ${FOR_EVER}`]);
    await leasesTo(4, '192.0.2.40');
    expect(await table()).toHaveLength(1);
  });

  it('is there while nothing is snooped, too', async () => {
    await add();
    await settled();
    expect(await table()).toHaveLength(1);
  });

  it('is deleted when its time is over, which runs from when it was made', async () => {
    await snoop();
    await add({ bindingLease: 100 });
    bench.clock.advance(60_000);
    await change((configuration) =>
      configuration.withRow(dhcpSnoopingStaticBindingEntry, {
        ...staticRow,
        bindingLease: 100,
        bindingIp: '192.0.2.45',
      }),
    );
    expect(await table()).toEqual([`1 ${stationOf(4)} 192.0.2.45 4 1 40`]);
    bench.clock.advance(40_000);
    await expect.poll(table).toEqual([]);
    expect(bench.context.configuration().rows(dhcpSnoopingStaticBindingEntry)).toEqual([]);
    expect(bench.log(0)).toContainEqual(expect.stringContaining('Static bindings have expired'));
  });

  it.each([
    [{ bindingPort: 9 }, 'Port 9 does not exist.'],
    [{ bindingVlanId: 30 }, 'Port 4 is not in VLAN 30.'],
    [{ bindingPort: 1 }, 'Port 1 is trusted.'],
    [{ bindingPort: 5 }, 'Port 5 is a member of trunk 1.'],
    [{ bindingMac: stationOf(2), bindingIp: '192.0.2.99' }, 'A binding for this MAC/IP exists.'],
  ])('with %o is refused: %s', async (values, message) => {
    await change((configuration) =>
      configuration
        .withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.manual, trunkMemberPorts: '5-6' })
        .withRow(dhcpSnoopingStaticBindingEntry, { ...staticRow, bindingMac: stationOf(3), bindingIp: '192.0.2.99' }),
    );
    await snoop();
    await expect(add(values)).rejects.toThrow(message);
  });
});

describe('the switch’s own lease', () => {
  const asksDhcp = () =>
    change((configuration) =>
      configuration.withRow(ipv4InterfaceEntry, { ipv4InterfaceIfIndex: 10_001, ipAddrCfgMode: AddressMode.dynamic }),
    );

  it('is refused to lose its server, whatever takes it away', async () => {
    await asksDhcp();
    const message = 'trust a port of this VLAN that leads to the server first';
    const tries = (edit: Parameters<Bench['change']>[0]) => bench.context.change(say('Test'), edit);
    await change((configuration) => configuration.withRow(dhcpSnoopingVlanEntry, { dhcpSnoopingVlanId: 1 }));
    await expect(
      tries((configuration) => configuration.withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: 1 })),
    ).rejects.toThrow(message);
    await snoop();
    await expect(
      tries((configuration) =>
        configuration.withRow(dhcpSnoopingPortEntry, { dhcpSnoopingPort: 1, dhcpSnoopingPortTrust: 2 }),
      ),
    ).rejects.toThrow(message);
  });

  it('goes on being renewed through the trusted port', async () => {
    await snoop();
    await asksDhcp();
    const own = bench.context.hardware.baseMacAddress;
    const asked = bench.received(1).at(-1);
    if (!asked) throw new Error('The switch did not ask.');
    const transaction = new DataView(asked.buffer, asked.byteOffset).getUint32(46);
    const router = { transaction };
    await bench.passes(3, serverSays('offer', own, '192.0.2.66', router));
    await bench.passes(1, serverSays('offer', own, '192.0.2.77', router));
    await bench.passes(1, serverSays('ack', own, '192.0.2.77', router));
    expect([...bench.context.slots.get(leases).values()].map(({ address }) => address)).toEqual(['192.0.2.77']);
  });
});

describe('the database', () => {
  const restart = async () => {
    await bench.stop();
    await start();
  };

  it('outlives a restart where it is backed up, but for what has ended', async () => {
    await snoop({ dhcpSnoopingBackupDb: 1 });
    await leasesTo(2, '192.0.2.10');
    await leasesTo(3, '192.0.2.11');
    await bench.set(sysConfig, { configOper: 3 });
    await bench.context.flash.settled();
    await restart();
    expect((await table()).map((row) => row.replace(/ \d+$/, ''))).toEqual([
      `1 ${stationOf(2)} 192.0.2.10 2 3`,
      `1 ${stationOf(3)} 192.0.2.11 3 3`,
    ]);
    expect(bench.log(0)).toContain('2 DHCP bindings were restored after the start.');
  });

  it('is written at its interval', async () => {
    await snoop({ dhcpSnoopingBackupDb: 1, dhcpSnoopingDbInterval: 600 });
    await leasesTo(2, '192.0.2.10');
    const file = bench.context.keep(keptBindings);
    const kept = async () => (await file.load())?.map(({ address }) => address);
    bench.clock.advance(599_000);
    expect(await kept()).toBeUndefined();
    bench.clock.advance(1_000);
    expect(await kept()).toEqual(['192.0.2.10']);
  });

  it('is gone after a restart where it is not', async () => {
    await snoop();
    await leasesTo(2, '192.0.2.10');
    await bench.set(sysConfig, { configOper: 3 });
    await bench.context.flash.settled();
    await restart();
    expect(await table()).toEqual([]);
  });

  it('is gone where snooping was switched off in between', async () => {
    await snoop({ dhcpSnoopingBackupDb: 1 });
    await leasesTo(2, '192.0.2.10');
    await change((configuration) => configuration.withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: 2 }));
    await change((configuration) => configuration.withGroup(dhcpSnoopingConfig, { dhcpSnoopingStatus: 1 }));
    expect(await table()).toEqual([]);
  });
});

it('what is set of ports is alike for all members of a trunk', async () => {
  await snoop();
  await change((configuration) =>
    configuration.withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.manual, trunkMemberPorts: '1-2' }),
  );
  const rows = bench.context.configuration().rows(dhcpSnoopingPortEntry);
  expect(rows.slice(0, 3).map((row) => row.dhcpSnoopingPortTrust)).toEqual([1, 1, 2]);
  expect(bench.context.configuration().row(ifEntry, { ifIndex: 1 })?.ifAdminStatus).toBe(1);
});
