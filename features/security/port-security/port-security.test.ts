import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { managementStations } from '../../../device/guard/management-stations.ts';
import { theDevice } from '../../../device/management.ts';
import { answerCall } from '../../../device/switch/remote-calls.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { Values } from '../../../model/wire/call.ts';
import { buildEthernet, EtherType } from '../../../protocols/frames/ethernet.ts';
import { mirrorSessionEntry } from '../../network/mirroring/objects.ts';
import { ifEntry, LinkStatus, portCtrlEntry } from '../../network/physical-interface/objects.ts';
import { dot1qStaticUnicastEntry } from '../../network/static-unicast/objects.ts';
import { Bench, settled, stationOf } from '../../network/test-bench.ts';
import { TrunkMode, trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dot1qVlan, LearningConstraint } from '../../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { trapSender } from '../../system/snmp/slots.ts';
import { portAccessControl } from '../port-access-control/device.ts';
import { AuthMode, dot1xAuthConfigEntry, dot1xPortExtEntry, PortControl } from '../port-access-control/objects.ts';
import { portSecurity } from './device.ts';
import {
  AddressOrigin,
  NEVER_AGES,
  portSecAddrEntry,
  portSecClear,
  portSecGlobal,
  portSecInUseEntry,
  portSecPortEntry,
  SecurityMode,
  ViolationAction,
} from './objects.ts';

const MINUTE = 60_000;
const everybody = ['2', '3', '4', '5', '6'];
const station = (number: number) => `00-00-5E-00-53-1${number}`;
const bench = new Bench([portAccessControl, portSecurity]);
let directory: string;
let since: number;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'faceplate-port-security-'));
  await bench.start(directory);
});

afterAll(async () => {
  await bench.stop();
  await rm(directory, { recursive: true });
});

beforeEach(async () => {
  bench.context.slots.update(managementStations, () => []);
  await bench.change((configuration) => {
    let next = configuration
      .withGroup(portSecGlobal, { portSecSysNoLimit: Status.enabled })
      .withRows(dot1qStaticUnicastEntry, [])
      .withRows(portSecAddrEntry, []);
    for (const row of configuration.rows(trunkGroupEntry)) {
      next = next.withRow(trunkGroupEntry, { ...row, trunkMode: TrunkMode.disabled, trunkMemberPorts: '' });
    }
    for (const { portSecPort } of configuration.rows(portSecPortEntry)) {
      next = next.withoutRow(portSecPortEntry, { portSecPort }).withRow(portSecPortEntry, { portSecPort });
    }
    return next;
  });
  await settled();
  since = bench.context.log.entries()[0]?.sequence ?? 0;
});

async function secure(settings: Values = {}, port = 1): Promise<void> {
  await bench.change((configuration) =>
    configuration.withRow(portSecPortEntry, {
      portSecPort: port,
      portSecState: Status.enabled,
      portSecMaxAddr: 5,
      ...settings,
    }),
  );
  await settled();
}

const from = (source: string, port = 1) =>
  bench.passes(
    port,
    buildEthernet({
      destination: 'FF-FF-FF-FF-FF-FF',
      source,
      etherType: EtherType.experimental,
      payload: new Uint8Array(60),
    }),
  );

async function portRow(port = 1): Promise<Values> {
  const rows = await bench.live(portSecPortEntry);
  return rows[port - 1] ?? {};
}

async function addresses(): Promise<string[]> {
  const rows = await bench.live(portSecInUseEntry);
  return rows.map((row) => `${row.portSecInUsePort} ${row.portSecInUseVlan} ${row.portSecInUseMac}`);
}

async function fill(): Promise<void> {
  for (const number of [1, 2, 3, 4, 5]) expect(await from(station(number))).toEqual(everybody);
}

describe('a port that allows five addresses', () => {
  it('protect: lets in the first five and silently drops the sixth', async () => {
    await secure();
    await fill();
    expect(await from(station(6))).toEqual([]);
    expect(await from(station(3))).toEqual(everybody);
    expect(await addresses()).toEqual([1, 2, 3, 4, 5].map((number) => `1 1 ${station(number)}`));
    expect(await portRow()).toMatchObject({ portSecCurrent: 5, portSecViolationCount: '0', portSecCurrentState: 1 });
    expect(bench.log(since).filter((line) => line.includes('Port security'))).toEqual([]);
  });

  it('restrict: counts each frame of the sixth, and tells of it once', async () => {
    await secure({ portSecViolation: ViolationAction.restrict });
    await fill();
    expect(await portRow()).toMatchObject({ portSecViolationCount: '0' });
    for (let frame = 0; frame < 3; frame += 1) expect(await from(station(6))).toEqual([]);
    expect(await portRow()).toMatchObject({ portSecViolationCount: '3', portSecCurrentState: 1 });
    expect(bench.log(since).filter((line) => line.includes('Port security'))).toEqual([
      `Port security: port 1 drops frames from ${station(6)} in VLAN 1, its maximum is reached.`,
    ]);
    await bench.set(portSecPortEntry, { portSecPort: 1, portSecClear: 1 });
    expect(await portRow()).toMatchObject({ portSecViolationCount: '0' });
    expect(await from(station(6))).toEqual([]);
    expect(await portRow()).toMatchObject({ portSecViolationCount: '1' });
  });

  it('counts from the moment that the port is secured again, or in another mode', async () => {
    await secure({ portSecMaxAddr: 1, portSecViolation: ViolationAction.restrict });
    const violated = async () => {
      await from(station(1));
      await from(station(6));
      await from(station(6));
      return (await portRow()).portSecViolationCount;
    };
    expect(await violated()).toBe('2');
    await secure({
      portSecMaxAddr: 1,
      portSecViolation: ViolationAction.restrict,
      portSecMode: SecurityMode.permanent,
    });
    expect(await portRow()).toMatchObject({ portSecViolationCount: '0' });
    expect(await violated()).toBe('2');
    await secure({ portSecState: Status.disabled });
    await from(station(6));
    await secure({ portSecMaxAddr: 1, portSecViolation: ViolationAction.restrict });
    expect(await portRow()).toMatchObject({ portSecViolationCount: '0' });
    expect(await violated()).toBe('2');
  });

  it('shutdown: closes the port both ways until it is disabled and enabled', async () => {
    await secure({ portSecViolation: ViolationAction.shutdown });
    await fill();
    expect(await from(station(6))).toEqual([]);
    expect(await from(station(1))).toEqual([]);
    expect(bench.reach(2)).toEqual(['3', '4', '5', '6']);
    expect(await portRow()).toMatchObject({ portSecCurrentState: 2, portSecViolationCount: '1' });
    const link = async () => (await bench.live(ifEntry))[0];
    await expect.poll(link).toMatchObject({ ifOperStatus: LinkStatus.down });
    expect((await bench.live(portCtrlEntry)).slice(0, 2)).toMatchObject([
      { portErrDisabled: 1 },
      { portErrDisabled: 2 },
    ]);
    expect(bench.log(since).filter((line) => line.includes('Port security'))).toEqual([
      `Port security: port 1 was shut down by a frame from ${station(6)} in VLAN 1, its maximum is reached.`,
    ]);
    const admin = async (ifAdminStatus: 1 | 2) => {
      await bench.change((configuration) => configuration.withRow(ifEntry, { ifIndex: 1, ifAdminStatus }));
      await settled();
    };
    await admin(Status.enabled);
    expect(await portRow()).toMatchObject({ portSecCurrentState: 2 });
    await admin(Status.disabled);
    expect(await portRow()).toMatchObject({ portSecCurrentState: 2 });
    expect((await bench.live(portCtrlEntry))[0]).toMatchObject({ portErrDisabled: 1 });
    expect(bench.log(since)).not.toContain('Port 1 is open again.');
    await admin(Status.enabled);
    expect(bench.log(since)).toContain('Port 1 is open again.');
    expect(await portRow()).toMatchObject({ portSecCurrentState: 1 });
    await expect.poll(link).toMatchObject({ ifOperStatus: LinkStatus.up });
    expect((await bench.live(portCtrlEntry))[0]).toMatchObject({ portErrDisabled: 2 });
    expect(bench.reach(2)).toEqual(['1', '3', '4', '5', '6']);
    expect(await from(station(6))).toEqual(everybody);
  });
});

describe('secure addresses', () => {
  it('belong to one secured port: a station that turns up at another one violates', async () => {
    await secure({ portSecViolation: ViolationAction.restrict });
    await secure({ portSecViolation: ViolationAction.restrict }, 2);
    await from(station(1), 1);
    expect(await from(station(1), 2)).toEqual([]);
    expect(bench.log(since)).toContain(
      `Port security: port 2 drops frames from ${station(1)} in VLAN 1, which belongs to port 1.`,
    );
    await bench.set(portSecClear, { portSecClearMac: station(1) });
    await settled();
    expect(await from(station(1), 2)).toEqual(['1', '3', '4', '5', '6']);
  });

  it('violate at a port without port security, too: that is told once, and the frame is dropped', async () => {
    await secure({ portSecViolation: ViolationAction.protect });
    await from(station(1), 1);
    for (let frame = 0; frame < 3; frame += 1) expect(await from(station(1), 2)).toEqual([]);
    const told = `Port security: port 2 drops frames from ${station(1)} in VLAN 1, which belongs to port 1.`;
    expect(bench.log(since).filter((line) => line.includes('Port security'))).toEqual([told]);
    bench.clock.advance(60_000);
    expect(await from(station(1), 2)).toEqual([]);
    expect(bench.log(since).filter((line) => line === told)).toHaveLength(2);
    expect(await from(station(2), 2)).not.toEqual([]);
    expect((await bench.live(portSecPortEntry))[1]).toMatchObject({ portSecCurrent: 0, portSecViolationCount: '0' });
  });

  it('go when the link does, unless they are configured', async () => {
    await secure();
    await bench.change((configuration) =>
      configuration.withRow(portSecAddrEntry, {
        portSecAddrPort: 1,
        portSecAddrVlan: 1,
        portSecAddrMac: station(9),
        portSecAddrPermanent: Status.enabled,
      }),
    );
    await from(station(1));
    bench.setLink(1, 'down');
    await settled();
    expect(await addresses()).toEqual([`1 1 ${station(9)}`]);
    bench.setLink(1, 'up');
    await settled();
    expect(await from(station(9))).toEqual(everybody);
  });

  it('age from when they were learnt, or from when they were heard last', async () => {
    await secure({ portSecAgingTime: 2, portSecAgingType: 1 });
    await from(station(1));
    const remaining = async () => (await bench.live(portSecInUseEntry)).map((row) => row.portSecAddrRemaining);
    expect(await remaining()).toEqual([2]);
    bench.clock.advance(1.5 * MINUTE);
    await from(station(1));
    bench.clock.advance(0.5 * MINUTE);
    await settled();
    expect(await addresses()).toEqual([]);

    await secure({ portSecAgingTime: 2, portSecAgingType: 2 });
    await from(station(2));
    for (let step = 0; step < 9; step += 1) {
      bench.clock.advance(MINUTE / 6);
      await settled();
      await settled();
    }
    await from(station(2));
    for (let step = 0; step < 6; step += 1) {
      bench.clock.advance(MINUTE / 6);
      await settled();
      await settled();
    }
    expect(await addresses()).toEqual([`1 1 ${station(2)}`]);
    for (let step = 0; step < 8; step += 1) {
      bench.clock.advance(MINUTE / 6);
      await settled();
      await settled();
    }
    expect(await addresses()).toEqual([]);
  });

  it('are put into the configuration in permanent mode, and let go with the mode', async () => {
    await secure({ portSecMode: SecurityMode.permanent, portSecAgingTime: 1 });
    await from(station(1));
    await settled();
    const rows = () => bench.context.configuration().rows(portSecAddrEntry);
    await expect.poll(rows).toEqual([
      {
        portSecAddrPort: 1,
        portSecAddrVlan: 1,
        portSecAddrMac: station(1),
        portSecAddrPermanent: Status.enabled,
        portSecAddrOrigin: AddressOrigin.learnt,
      },
    ]);
    bench.clock.advance(10 * MINUTE);
    await settled();
    expect(await bench.live(portSecInUseEntry)).toMatchObject([{ portSecAddrRemaining: NEVER_AGES }]);
    bench.setLink(1, 'down');
    await settled();
    bench.setLink(1, 'up');
    expect(await addresses()).toEqual([`1 1 ${station(1)}`]);
    await secure({ portSecMode: SecurityMode.deleteOnTimeout });
    await expect.poll(rows).toEqual([]);
    expect(await addresses()).toEqual([`1 1 ${station(1)}`]);
  });

  it('are those that are pinned to the port as well, which count', async () => {
    await bench.change((configuration) =>
      configuration.withRow(dot1qStaticUnicastEntry, {
        dot1qVlanIndex: 1,
        dot1qStaticUnicastAddress: station(8),
        dot1qStaticUnicastAllowedToGoTo: 1,
      }),
    );
    await secure({ portSecMaxAddr: 2 });
    expect(await from(station(8))).toEqual(everybody);
    expect(await from(station(1))).toEqual(everybody);
    expect(await from(station(2))).toEqual([]);
    expect(await portRow()).toMatchObject({ portSecCurrent: 2 });
  });

  it('of all ports are no more than the limit of the switch', async () => {
    await bench.change((configuration) =>
      configuration.withGroup(portSecGlobal, { portSecSysNoLimit: Status.disabled, portSecSysMaxAddr: 2 }),
    );
    await secure();
    await secure({}, 2);
    expect(await from(station(1), 1)).toEqual(everybody);
    expect(await from(station(2), 2)).not.toEqual([]);
    expect(await from(station(3), 2)).toEqual([]);
    await expect(bench.set(portSecGlobal, { portSecSysMaxAddr: 1 })).rejects.toThrow(
      'The limit is below the 2 addresses in use.',
    );
    // Just as many as are in use is no fewer.
    await secure({ portSecMaxAddr: 3 }, 3);
    await bench.set(portSecGlobal, { portSecSysMaxAddr: 3 });
    expect(await from(station(3), 3)).not.toEqual([]);
    await bench.set(portSecGlobal, { portSecSysMaxAddr: 3 });
    expect(await from(station(4), 3)).toEqual([]);
  });

  it('are taken in for administrators first, who were there before', async () => {
    bench.context.slots.update(managementStations, () => [{ port: 1, vlan: 1, clientMac: stationOf(1) }]);
    await secure({ portSecMaxAddr: 1 });
    expect(await from(station(1))).toEqual([]);
    expect(await from(stationOf(1))).toEqual(everybody);
  });
});

describe('port security', () => {
  it('is refused where it cannot hold', async () => {
    await bench.change((configuration) =>
      configuration.withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.manual, trunkMemberPorts: '3,4' }),
    );
    await expect(secure({}, 3)).rejects.toThrow('Port 3 is a trunk member.');
    const address = { portSecAddrPort: 2, portSecAddrVlan: 1, portSecAddrMac: station(1) };
    const add = () => bench.change((configuration) => configuration.withRow(portSecAddrEntry, address));
    await expect(add()).rejects.toThrow('Enable port security on port 2 first.');
    await secure({ portSecMaxAddr: 1 }, 2);
    await add();
    await expect(
      bench.change((configuration) =>
        configuration.withRow(portSecAddrEntry, { ...address, portSecAddrMac: station(2) }),
      ),
    ).rejects.toThrow("The port's maximum is reached.");
    await secure({}, 2);
    await secure({}, 1);
    await expect(
      bench.change((configuration) => configuration.withRow(portSecAddrEntry, { ...address, portSecAddrPort: 1 })),
    ).rejects.toThrow('Address belongs to port 2.');
    await from(station(4), 2);
    await expect(bench.set(portSecPortEntry, { portSecPort: 2, portSecMaxAddr: 1 })).rejects.toThrow(
      'Maximum is below the addresses in use on port 2.',
    );
  });

  it('with a maximum of 0 admits its configured addresses and no others', async () => {
    await secure({ portSecMaxAddr: 0 });
    expect(await from(station(1))).toEqual([]);
    await bench.change((configuration) =>
      [1, 2].reduce(
        (next, number) =>
          next.withRow(portSecAddrEntry, { portSecAddrPort: 1, portSecAddrVlan: 1, portSecAddrMac: station(number) }),
        configuration,
      ),
    );
    await settled();
    expect(await from(station(1))).toEqual(everybody);
    expect(await from(station(2))).toEqual(everybody);
    expect(await from(station(3))).toEqual([]);
  });

  it('that has a maximum keeps its configured addresses where that becomes 0, and is refused it with others', async () => {
    await secure({ portSecMaxAddr: 2 });
    const own = { portSecAddrPort: 1, portSecAddrVlan: 1, portSecAddrMac: station(1) };
    await bench.change((configuration) => configuration.withRow(portSecAddrEntry, own));
    await settled();
    expect(await from(station(2))).toEqual(everybody);
    const none = () => bench.set(portSecPortEntry, { portSecPort: 1, portSecMaxAddr: 0 });
    await expect(none()).rejects.toThrow('Maximum is below the addresses in use on port 1.');
    await bench.set(portSecClear, { portSecClearPort: 1 });
    await none();
    expect(await from(station(1))).toEqual(everybody);
    expect(await from(station(2))).toEqual([]);
  });

  it.each([1, 2, 64])('of a maximum of %i has room for just as many configured addresses', async (maximum) => {
    const row = (number: number) => ({
      ...{ portSecAddrPort: 1, portSecAddrVlan: 1 },
      portSecAddrMac: `00-00-5E-00-54-${number.toString(16).padStart(2, '0').toUpperCase()}`,
    });
    const take = (numbers: readonly number[]) =>
      bench.change((configuration) =>
        numbers.reduce((next, number) => next.withRow(portSecAddrEntry, row(number)), configuration),
      );
    await secure({ portSecMaxAddr: maximum });
    await take(Array.from({ length: maximum }, (_, at) => at));
    await settled();
    expect(await addresses()).toHaveLength(maximum);
    await expect(take([maximum])).rejects.toThrow("The port's maximum is reached.");
    expect(await from(station(1))).toEqual([]);
    await bench.set(portSecPortEntry, { portSecPort: 1, portSecMaxAddr: maximum });
    const fewer = { portSecPort: 1, portSecMaxAddr: maximum - 1 };
    if (maximum > 1) {
      await expect(bench.set(portSecPortEntry, fewer)).rejects.toThrow(
        'Maximum is below the addresses in use on port 1.',
      );
    } else await bench.set(portSecPortEntry, fewer);
  });

  it('is given a maximum that just fits what a port has learnt, and no lower one', async () => {
    await secure();
    for (const number of [1, 2, 3]) expect(await from(station(number))).toEqual(everybody);
    const lower = (portSecMaxAddr: number) => bench.set(portSecPortEntry, { portSecPort: 1, portSecMaxAddr });
    await expect(lower(2)).rejects.toThrow('Maximum is below the addresses in use on port 1.');
    await lower(3);
    expect(await from(station(3))).toEqual(everybody);
    expect(await from(station(4))).toEqual([]);
  });

  it('shares no address with another port, learnt or configured', async () => {
    await secure();
    await secure({}, 2);
    expect(await from(station(1))).toEqual(everybody);
    const elsewhere = { portSecAddrPort: 2, portSecAddrVlan: 1, portSecAddrMac: station(1) };
    const add = (values: Values) =>
      bench.context.management.perform([{ kind: 'create', object: portSecAddrEntry, values }], theDevice);
    await expect(add(elsewhere)).rejects.toThrow('Address belongs to port 1.');
    await expect(add({ ...elsewhere, portSecAddrVlan: 0 })).rejects.toThrow('Address belongs to port 1.');
    // Another secured port accepts it no more than a port without port security does.
    expect(await from(station(1), 3)).toEqual([]);
    expect(await from(station(1), 2)).toEqual([]);
  });

  it('shares no address with a static unicast entry at another port, whichever comes second', async () => {
    await secure();
    await secure({}, 2);
    const index = { dot1qVlanIndex: 1, dot1qStaticUnicastAddress: station(1) };
    const pin = (port: number) =>
      bench.context.management.perform(
        [
          {
            kind: 'create',
            object: dot1qStaticUnicastEntry,
            values: { ...index, dot1qStaticUnicastAllowedToGoTo: port },
          },
        ],
        theDevice,
      );
    const address = { portSecAddrPort: 1, portSecAddrVlan: 1, portSecAddrMac: station(1) };
    const addTo = (portSecAddrPort: number) =>
      bench.change((configuration) => configuration.withRow(portSecAddrEntry, { ...address, portSecAddrPort }));
    await addTo(1);
    for (const port of [2, 3]) await expect(pin(port)).rejects.toThrow('Address belongs to port 1.');
    await pin(1);
    await expect(bench.set(dot1qStaticUnicastEntry, { ...index, dot1qStaticUnicastAllowedToGoTo: 3 })).rejects.toThrow(
      'Address belongs to port 1.',
    );
    await bench.change((configuration) => configuration.withRows(portSecAddrEntry, []));
    await expect(addTo(2)).rejects.toThrow('Address belongs to port 1.');
    await addTo(1);
    await bench.change((configuration) =>
      configuration.withRows(portSecAddrEntry, []).withRows(dot1qStaticUnicastEntry, []),
    );
    expect(await from(station(1), 2)).not.toEqual([]);
    await expect(pin(3)).rejects.toThrow('Address belongs to port 2.');
    await pin(2);
  });

  it('shares no address with another port where VLANs begin to share what they learn', async () => {
    await secure();
    await bench.change((configuration) =>
      configuration
        .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1-3' })
        .withRow(portSecAddrEntry, { portSecAddrPort: 1, portSecAddrVlan: 1, portSecAddrMac: station(1) })
        .withRow(dot1qStaticUnicastEntry, {
          dot1qVlanIndex: 20,
          dot1qStaticUnicastAddress: station(1),
          dot1qStaticUnicastAllowedToGoTo: 3,
        }),
    );
    await expect(bench.set(dot1qVlan, { dot1qConstraintTypeDefault: LearningConstraint.shared })).rejects.toThrow(
      `secure addresses on different ports: ${station(1)}.`,
    );
    await bench.change((configuration) =>
      configuration
        .withRows(portSecAddrEntry, [])
        .withRows(dot1qStaticUnicastEntry, [])
        .withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 }),
    );
  });

  it('and MAC-based authentication exclude each other: whichever comes second is refused', async () => {
    const authenticate = (dot1xPortAuthMode: 1 | 2) =>
      bench.change((configuration) =>
        configuration
          .withRow(dot1xAuthConfigEntry, {
            dot1xPaePortNumber: 1,
            dot1xAuthAuthControlledPortControl: PortControl.auto,
          })
          .withRow(dot1xPortExtEntry, { dot1xPaePortNumber: 1, dot1xPortAuthMode }),
      );
    await authenticate(AuthMode.macBased);
    await expect(secure()).rejects.toThrow('Port 1 uses MAC-based authentication.');
    await authenticate(AuthMode.portBased);
    await secure();
    await expect(authenticate(AuthMode.macBased)).rejects.toThrow('Port 1 has port security.');
    await secure({ portSecState: Status.disabled });
    await authenticate(AuthMode.macBased);
    await authenticate(AuthMode.portBased);
  });

  it('that ends lets everybody in again, and forgets whom it knew', async () => {
    await secure({ portSecMaxAddr: 1 });
    await from(station(1));
    expect(await from(station(2))).toEqual([]);
    await bench.change((configuration) =>
      configuration.withRow(portSecPortEntry, { portSecPort: 1, portSecState: Status.disabled }),
    );
    await settled();
    expect(await from(station(2))).toEqual(everybody);
    expect(await addresses()).toEqual([]);
  });
});

it('answers a new address without a VID with the row in the PVID of its port', async () => {
  await bench.change((configuration) =>
    configuration.withRow(portSecPortEntry, { portSecPort: 2, portSecState: Status.enabled }),
  );
  const { management, log } = bench.context;
  const objects = new Map([[portSecAddrEntry.name, portSecAddrEntry]]);
  const add = (port: number, address: string) => ({
    method: 'CommonSet' as const,
    params: {
      Template: 'portSecAddrEntry',
      ...{ portSecAddrPort: port, portSecAddrVlan: '', portSecAddrMac: address, RowStatus: 4 },
    },
  });
  const row = (address: string) => ({ portSecAddrPort: 2, portSecAddrVlan: 1, portSecAddrMac: address });
  expect(await answerCall({ objects, management, log }, add(2, station(1)), theDevice)).toMatchObject(row(station(1)));
  const both = { FuncName: 'Add', calls: [add(2, station(2)), add(2, station(3))] };
  expect(
    await answerCall({ objects, management, log }, { method: 'BatchPost', params: both }, theDevice),
  ).toMatchObject([
    { ...row(station(2)), portSecAddrOrigin: AddressOrigin.configured },
    { ...row(station(3)), portSecAddrOrigin: AddressOrigin.configured },
  ]);
});

it('tells the trap receivers of violations where that is on, and no more of them in a second than wanted', async () => {
  const told: string[] = [];
  bench.context.slots.update(trapSender, () => (alarm) => void told.push(alarm.words));
  await secure({ portSecMaxAddr: 0, portSecViolation: ViolationAction.restrict });
  await from(station(1));
  expect(told).toEqual([]);
  await bench.set(portSecGlobal, { portSecTrapState: Status.enabled, portSecTrapRate: 2 });
  for (const number of [2, 3, 4]) await from(station(number));
  expect(told).toHaveLength(2);
  expect(told[0]).toContain(station(2));
  bench.clock.advance(1000);
  await from(station(5));
  expect(told).toHaveLength(3);
  await bench.set(portSecGlobal, { portSecTrapRate: 0 });
  for (const number of [6, 7, 8, 9]) await from(station(number));
  expect(told).toHaveLength(7);
  await bench.set(portSecGlobal, { portSecTrapState: Status.disabled });
  bench.context.slots.update(trapSender, () => undefined);
});

it('takes no target of a mirroring session, and no address that is its own or in a VLAN that the port is not in', async () => {
  const { hardware } = bench.context;
  const session = {
    mirrorSessionId: 1,
    mirrorSessionStatus: Status.enabled,
    mirrorTargetPort: 5,
    mirrorIngressPorts: '6',
  };
  await bench.change((configuration) => configuration.withRow(mirrorSessionEntry, session));
  await expect(secure({}, 5)).rejects.toThrow('Port 5 is the target of a mirroring session.');
  await bench.change((configuration) =>
    configuration
      .withRow(mirrorSessionEntry, { ...session, mirrorSessionStatus: Status.disabled })
      .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 40 }),
  );
  await secure({}, 2);
  const add = (portSecAddrVlan: number, portSecAddrMac: string) =>
    bench.change((configuration) =>
      configuration.withRow(portSecAddrEntry, { portSecAddrPort: 2, portSecAddrVlan, portSecAddrMac }),
    );
  await expect(add(1, hardware.baseMacAddress)).rejects.toThrow('Invalid MAC address.');
  await expect(add(40, station(1))).rejects.toThrow('Port 2 is not a member of VLAN 40.');
});
