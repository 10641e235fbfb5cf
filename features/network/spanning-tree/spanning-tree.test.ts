import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { theDevice } from '../../../device/management.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { GroupValues } from '../../../model/schema/object.ts';
import { portsOf } from '../../../model/values/port-list.ts';
import { buildBpduFrame } from '../../../protocols/spanning-tree/bpdu-frame.ts';
import { bridgeIdentifier } from '../../../protocols/spanning-tree/bridge-identifier.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { portCtrlEntry } from '../physical-interface/objects.ts';
import { Bench, stationOf } from '../test-bench.ts';
import { factory as factoryOf, messagesOf, planOf } from '../testing.ts';
import { trunkGroupEntry } from '../trunk/objects.ts';
import { ieee8021MstpCistEntry, ieee8021MstpPortEntry, ieee8021MstpVlanV2Entry } from './mst-objects.ts';
import {
  dot1dStp,
  dot1dStpExtPortEntry,
  dot1dStpPortEntry,
  EdgeValue,
  PortRoleValue,
  PortStateValue,
} from './objects.ts';

let bench: Bench;
let directory: string;
let factory: Configuration;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'faceplate-spanning-tree-'));
  bench = new Bench();
  await bench.start(directory);
  factory = bench.context.configuration();
});

beforeEach(() => bench.change(() => factory));

afterAll(async () => {
  await bench.stop();
  await rm(directory, { recursive: true, force: true });
});

const enable = () => bench.change((before) => before.withGroup(dot1dStp, { stpGlobalStatus: 1 }));

/** The engine's decisions reach the datapath a moment later. */
const reaches = (ports: readonly string[]) => vi.waitFor(() => expect(bench.reach(1).sort()).toEqual(ports));

async function rolesAndStates() {
  const rows = await bench.live(dot1dStpPortEntry);
  return rows.map((row) => [row.stpPortRole, row.dot1dStpPortState]);
}

describe('spanning tree on the switch', () => {
  it('lets a port forward three seconds after it was switched on, and an edge port at once', async () => {
    await bench.change((before) =>
      before.withRow(dot1dStpExtPortEntry, {
        dot1dStpPort: 4,
        dot1dStpPortAdminEdgePort: 1,
      }),
    );
    await enable();
    await reaches([]);
    expect((await rolesAndStates())[3]).toEqual([PortRoleValue.designated, PortStateValue.forwarding]);
    bench.clock.advance(2900);
    expect(bench.reach(4)).toEqual([]);
    bench.clock.advance(200);
    await reaches(['2', '3', '4', '5', '6']);
  });

  it('blocks one end of a cable between two of its own ports, and frees it again', async () => {
    const unplug = bench.join(2, 3);
    await enable();
    bench.clock.advance(25_000);
    expect(await rolesAndStates()).toEqual([
      [PortRoleValue.designated, PortStateValue.forwarding],
      [PortRoleValue.designated, PortStateValue.forwarding],
      [PortRoleValue.backup, PortStateValue.blocking],
      [PortRoleValue.designated, PortStateValue.forwarding],
      [PortRoleValue.designated, PortStateValue.forwarding],
      [PortRoleValue.designated, PortStateValue.forwarding],
    ]);
    await reaches(['4', '5', '6']);
    unplug();
    bench.clock.advance(30_000);
    await reaches(['2', '3', '4', '5', '6']);
  });

  it('attends to the ports that a bridge is behind, to all others until it knows', async () => {
    const attended = () => portsOf(bench.context.forwarding().state.attended);
    const unplug = bench.join(2, 3);
    await bench.change((before) =>
      before.withRow(dot1dStpExtPortEntry, { dot1dStpPort: 4, dot1dStpPortAdminEdgePort: EdgeValue.yes }),
    );
    await enable();
    await vi.waitFor(() => expect(attended()).toEqual([1, 2, 3, 5, 6]));
    bench.clock.advance(25_000);
    await vi.waitFor(() => expect(attended()).toEqual([2, 3]));
    unplug();
    bench.clock.advance(30_000);
    await vi.waitFor(() => expect(attended()).toEqual([]));
  });

  it('gives each VLAN the states of its MST instance, and all the CIST once MSTP is left', async () => {
    await bench.change((before) =>
      before
        .withRow(ieee8021MstpVlanV2Entry, { ieee8021MstpId: 3, mstVlanList: '10-12' })
        .withGroup(dot1dStp, { stpGlobalStatus: 1, dot1dStpVersion: 3 }),
    );
    bench.clock.advance(4000);
    const rows = await bench.live(ieee8021MstpPortEntry);
    expect(rows.map(({ mstPortState }) => mstPortState)).toEqual(Array(6).fill(PortStateValue.forwarding));
    expect([...planOf(bench.context.configuration()).spanningTreeInstances]).toEqual(
      [10, 11, 12].map((vlan) => [vlan, 3]),
    );
    const bridges = async () =>
      (await bench.live(ieee8021MstpPortEntry)).map((row) => row.ieee8021MstpPortDesignatedBridge);
    const own = `32771 ${bench.context.hardware.baseMacAddress}`;
    expect(await bridges()).toEqual(Array(6).fill(own));
    bench.setLink(6, 'down');
    // Without a link no port leads anywhere.
    await vi.waitFor(async () => expect(await bridges()).toEqual([...Array(5).fill(own), '']));
    bench.setLink(6, 'up');
    const cist = await bench.context.management.read(ieee8021MstpCistEntry, {}, theDevice);
    expect(cist).toMatchObject({
      ieee8021MstpCistRegionalRootIdentifier: `32768 ${bench.context.hardware.baseMacAddress}`,
      ieee8021MstpCistPathCost: 0,
    });
    await bench.change((before) => before.withGroup(dot1dStp, { dot1dStpVersion: 2 }));
    expect(planOf(bench.context.configuration()).spanningTreeInstances.size).toBe(0);
  });

  it('has a mirror target in no tree', async () => {
    const session = {
      mirrorSessionId: 1,
      mirrorSessionStatus: 1,
      mirrorTargetPort: 4,
      mirrorIngressPorts: '5',
    } as const;
    await bench.change((before) => before.withRow(mirrorSessionEntry, session));
    await enable();
    bench.clock.advance(4000);
    const states = await rolesAndStates();
    expect(states[3]).toEqual([PortRoleValue.disabled, PortStateValue.disabled]);
    expect(states[4]).toEqual([PortRoleValue.designated, PortStateValue.forwarding]);
  });

  it('counts what all links of a trunk carry together', async () => {
    const trunk = { trunkId: 1, trunkMode: 1, trunkMemberPorts: '2,3' } as const;
    await bench.change((before) => before.withRow(trunkGroupEntry, trunk));
    await enable();
    const rows = await bench.live(dot1dStpPortEntry);
    expect(rows.map((row) => row.dot1dStpPortPathCost32)).toEqual([20_000, 20_000, 20_000, 20_000, 10_000]);
  });

  it('lets every port forward when it is switched off', async () => {
    await enable();
    await reaches([]);
    await bench.change((before) => before.withGroup(dot1dStp, { stpGlobalStatus: 2 }));
    await reaches(['2', '3', '4', '5', '6']);
  });

  it('forgets what it learnt at other links when a neighbor tells of a change', async () => {
    const leads = bench.plug(2, () => undefined);
    const address = '02-00-00-00-00-AA';
    const root = bridgeIdentifier(0, 0, address);
    const tell = (topologyChange: boolean) =>
      leads.send(
        buildBpduFrame(address, {
          kind: 'rapid',
          topologyChange,
          proposal: false,
          role: 'designated',
          learning: true,
          forwarding: true,
          agreement: false,
          acknowledgment: false,
          root,
          externalCost: 0,
          bridge: root,
          port: 0x8001,
          messageAge: 0,
          maxAge: 20,
          helloTime: 2,
          forwardDelay: 15,
        }),
      );
    await bench.change((before) =>
      before.withRow(dot1dStpExtPortEntry, { dot1dStpPort: 3, dot1dStpPortAdminEdgePort: EdgeValue.no }),
    );
    await enable();
    for (let second = 0; second < 40; second += 2) {
      tell(false);
      bench.clock.advance(2000);
    }
    expect((await rolesAndStates())[1]).toEqual([PortRoleValue.root, PortStateValue.forwarding]);
    bench.reach(3);
    bench.reach(4);
    const learnt = async () => (await bench.addresses()).filter((row) => /53-0[34]/.test(row));
    expect(await learnt()).toHaveLength(2);
    tell(true);
    await vi.waitFor(async () => expect(await learnt()).toEqual([`1 ${stationOf(4)} 4`]));
  });
});

describe('the settings of spanning tree', () => {
  const configuration = factoryOf();
  const problems = (values: Partial<GroupValues<typeof dot1dStp>>) =>
    messagesOf(configuration, configuration.withGroup(dot1dStp, values));

  it('have times that fit together', () => {
    expect(problems({ dot1dStpBridgeMaxAge: 28 })).toEqual([]);
    expect(problems({ dot1dStpBridgeMaxAge: 29 })).toEqual([
      'With this Forward Delay, Maximum Age must be at most 28 s: 2 × (delay − 1).',
    ]);
    expect(problems({ dot1dStpBridgeMaxAge: 6 })).toEqual([]);
    expect(problems({ dot1dStpBridgeMaxAge: 6, dot1dStpBridgeHelloTime: 3 })).toEqual([
      'With this Hello Time, Maximum Age must be at least 8 s: 2 × (time + 1).',
    ]);
  });

  it('have each VLAN in one instance', () => {
    const one = configuration.withRow(ieee8021MstpVlanV2Entry, { ieee8021MstpId: 1, mstVlanList: '10-20' });
    const two = one.withRow(ieee8021MstpVlanV2Entry, { ieee8021MstpId: 2, mstVlanList: '5,15' });
    expect(messagesOf(configuration, one)).toEqual([]);
    expect(messagesOf(one, two)).toEqual(['VLAN 15 is in MST instance 1 already: remove it there first.']);
  });

  it('leave BPDU Pass off', () => {
    const on = configuration.withGroup(dot1dStp, { stpGlobalStatus: 1 });
    const passing = configuration.withRow(portCtrlEntry, { ifIndex: 2, portBpduPass: 1 });
    expect(messagesOf(configuration, on)).toEqual([]);
    expect(messagesOf(passing, passing.withGroup(dot1dStp, { stpGlobalStatus: 1 }))).toEqual([
      'Port 2 passes BPDUs: disable BPDU Pass first.',
    ]);
    expect(messagesOf(on, on.withRow(portCtrlEntry, { ifIndex: 2, portBpduPass: 1 }))).toEqual([
      'BPDU Pass needs spanning tree to be off.',
    ]);
  });
});
