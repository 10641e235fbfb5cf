import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { portListOf } from '../../../model/values/port-list.ts';
import { padFrame } from '../../../protocols/frames/ethernet.ts';
import type { MembershipMessage } from '../../../protocols/frames/membership-message.ts';
import { isTagged, popTag, pushTag, tagOf } from '../../../protocols/frames/vlan-tag.ts';
import { LacpSwitch, member } from '../../../protocols/lacp/testing.ts';
import { igmp } from '../../../protocols/multicast-snooping/family.ts';
import { type PortDecision, portDecisions } from '../../security/port-access-control/slots.ts';
import { l3Feature } from '../../system/l3-feature/device.ts';
import { ipv4InterfaceEntry } from '../../system/l3-feature/objects.ts';
import { systemManagement } from '../../system/system-management/device.ts';
import { portsForgotten } from '../spanning-tree/slots.ts';
import { Bench, settled, stationOf } from '../test-bench.ts';
import { TrunkMode, trunkGroupEntry } from '../trunk/objects.ts';
import { dynamicMembers } from '../vlan/slots.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { voiceVlan } from '../voice-vlan/objects.ts';
import { voicePorts } from '../voice-vlan/slots.ts';
import { igsCtrl, igsVlanFilterEntry, igsVlanMulticastGroupEntry, igsVlanRouterEntry } from './objects.ts';

const GROUP = '239.1.2.3';
const STREAM = '01-00-5E-01-02-03';
const REPORT: MembershipMessage = { kind: 'report', version: 2, group: GROUP };
const LEAVE: MembershipMessage = { kind: 'leave', group: GROUP };
const QUERY: MembershipMessage = {
  kind: 'query',
  version: 2,
  group: undefined,
  maxResponse: 1000,
  suppress: false,
  sources: 0,
};

let bench: Bench;
let directory: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'igmp-'));
  bench = new Bench([systemManagement, l3Feature]);
  await bench.start(directory);
});
afterEach(async () => {
  await bench.stop();
  rmSync(directory, { recursive: true });
});

const frame = (port: number, message: MembershipMessage, address = `192.168.10.${port}`) =>
  padFrame(igmp.build(message, { mac: stationOf(port), address }));
const says = (port: number, message: MembershipMessage, vlan?: number) =>
  bench.passes(port, vlan === undefined ? frame(port, message) : pushTag(frame(port, message), vlan));
const change: Bench['change'] = async (edit) => {
  await bench.change(edit);
  await settled();
};
const set = (values: object) =>
  change((configuration) => configuration.withGroup(igsCtrl, { igsStatus: 1, ...values }));
const stream = () => bench.reach(6, { to: STREAM });

/** The queries that have left by `port`, as the group they ask for. */
const queriesAt = (port: number) =>
  bench.received(port).flatMap((each) => {
    const heard = igmp.parse(isTagged(each) ? popTag(each) : each);
    return heard?.kind === 'query'
      ? [`${heard.group ?? 'all'} from ${heard.source}${tagOf(each) ? ' tagged' : ''}`]
      : [];
  });

describe('IGMP snooping', () => {
  it('is off at first: messages and streams go everywhere', async () => {
    expect(await says(1, REPORT)).toEqual(['2', '3', '4', '5', '6']);
    expect(stream()).toEqual(['1', '2', '3', '4', '5']);
  });

  it('sends a stream where somebody listens, and reports where routers are', async () => {
    await set({});
    expect(await says(1, REPORT)).toEqual([]);
    expect(stream()).toEqual(['1']);
    expect(await says(5, QUERY)).toEqual(['1', '2', '3', '4', '6']);
    expect(await says(2, REPORT)).toEqual(['5']);
    expect(stream()).toEqual(['1', '2', '5']);
    expect(await bench.live(igsVlanMulticastGroupEntry)).toEqual([
      {
        igsVlanMulticastGroupVlanId: 1,
        igsVlanMulticastGroupIpAddress: GROUP,
        igsVlanMulticastGroupPortList: '1-2',
        igsVlanMulticastGroupAge: 260,
      },
    ]);
    expect(await bench.live(igsVlanRouterEntry)).toEqual([
      { igsVlanDynamicRouterPorts: '5', igsVlanRouterExpiry: 250 },
    ]);
    await change((configuration) => configuration.withGroup(igsCtrl, { igsStatus: 2 }));
    expect(stream()).toEqual(['1', '2', '3', '4', '5']);
    expect(await bench.live(igsVlanMulticastGroupEntry)).toEqual([]);
  });

  it('asks a port that somebody leaves from the address of the VLAN, and then takes it out', async () => {
    await set({ igsQuerierStatus: 1 });
    expect(queriesAt(1)).toEqual(['all from 192.168.10.200']);
    expect(await bench.live(igsVlanFilterEntry)).toEqual([{ igsVlanQuerierState: 1 }]);
    for (const port of [1, 2]) await says(port, REPORT);
    await says(1, LEAVE);
    expect(queriesAt(1)).toEqual([`${GROUP} from 192.168.10.200`]);
    expect(queriesAt(2)).toEqual([]);
    expect(stream()).toEqual(['1', '2']);
    bench.clock.advance(2100);
    await settled();
    expect(stream()).toEqual(['2']);
  });

  it('asks from no address where the interface of the VLAN is disabled', async () => {
    await change((configuration) =>
      configuration
        .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1-4' })
        .withRow(ipv4InterfaceEntry, {
          ipv4InterfaceIfIndex: 10_020,
          ipIfVlanId: 20,
          ipAddressAddr: '192.0.2.1',
          ipAddressMask: '255.255.255.0',
          ipv4InterfaceEnableStatus: Status.disabled,
        }),
    );
    await set({ igsQuerierStatus: 1 });
    expect(queriesAt(1).sort()).toEqual(['all from 0.0.0.0 tagged', 'all from 192.168.10.200']);
  });

  it('says in the log who asks, and where routers are', async () => {
    await set({ igsQuerierStatus: 1 });
    const since = bench.context.log.entries()[0]?.sequence ?? 0;
    await bench.passes(3, frame(3, QUERY, '192.168.10.9'));
    bench.clock.advance(250_000);
    await settled();
    expect(bench.log(since)).toEqual([
      'VLAN 1: IGMP snooping found a multicast router at port 3.',
      'VLAN 1: 192.168.10.9 is the IGMP querier, the switch stops sending queries.',
      'VLAN 1: the multicast router at port 3 is gone (IGMP snooping).',
      'VLAN 1: the other IGMP querier is gone, the switch is the querier again.',
    ]);
  });

  it('may be off in a VLAN, and tells VLANs apart', async () => {
    await set({});
    await change((configuration) =>
      configuration
        .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1-4' })
        .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 30, dot1qVlanStaticEgressPorts: '1-4' }),
    );
    await change((configuration) =>
      configuration.withRow(igsVlanFilterEntry, { igsVlanFilterVlanId: 30, igsVlanFilterStatus: 2 }),
    );
    expect(await says(1, REPORT, 20)).toEqual([]);
    expect(await says(1, REPORT, 30)).toEqual(['2:30', '3:30', '4:30']);
    expect(bench.reach(2, { to: STREAM, vlan: 20 })).toEqual(['1:20']);
    expect(bench.reach(2, { to: STREAM, vlan: 30 })).toEqual(['1:30', '3:30', '4:30']);
    expect(stream()).toEqual(['1', '2', '3', '4', '5']);
  });

  it('follows members that neighbors brought into a VLAN, and VLANs that neighbors told of', async () => {
    await set({});
    await change((configuration) =>
      configuration.withRow(dot1qVlanStaticEntry, {
        dot1qVlanIndex: 20,
        dot1qVlanStaticEgressPorts: '1-2',
        dot1qVlanForbiddenEgressPorts: '5',
      }),
    );
    bench.context.slots.update(
      dynamicMembers,
      () =>
        new Map([
          [20, portListOf([3, 4, 5])],
          [30, portListOf([2, 3, 4])],
        ]),
    );
    await settled();
    for (const vlan of [20, 30]) {
      expect(await says(3, REPORT, vlan)).toEqual([]);
      expect(bench.reach(2, { to: STREAM, vlan })).toEqual([`3:${vlan}`]);
    }
    expect(await says(5, REPORT, 20)).toEqual([]);
    expect(bench.reach(2, { to: STREAM, vlan: 20 })).toEqual(['3:20']);
    // There are no listeners behind a port that is no longer a member.
    bench.context.slots.update(dynamicMembers, () => new Map([[20, portListOf([4])]]));
    await settled();
    expect(await bench.live(igsVlanMulticastGroupEntry)).toEqual([]);
  });

  it('follows phones that came into the voice VLAN', async () => {
    await set({});
    await change((configuration) =>
      configuration
        .withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1-2' })
        .withGroup(voiceVlan, { voiceVlanId: 20, voiceVlanStatus: Status.enabled }),
    );
    bench.context.slots.update(voicePorts, () => portListOf([3, 4]));
    await settled();
    expect(await says(3, REPORT, 20)).toEqual([]);
    expect(bench.reach(2, { to: STREAM, vlan: 20 })).toEqual(['3']);
  });

  it('has router ports that are set, members of the VLAN alone', async () => {
    await set({});
    const routers = (ports: string) =>
      change((configuration) =>
        configuration.withRow(igsVlanRouterEntry, { igsVlanRouterVlanId: 1, igsVlanStaticRouterPorts: ports }),
      );
    await routers('4');
    expect(await says(1, REPORT)).toEqual(['4']);
    expect(stream()).toEqual(['1', '4']);
    await change((configuration) =>
      configuration.withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1-2' }),
    );
    await expect(
      change((configuration) =>
        configuration.withRow(igsVlanRouterEntry, { igsVlanRouterVlanId: 20, igsVlanStaticRouterPorts: '4' }),
      ),
    ).rejects.toThrow('Port 4 is not a member of VLAN 20.');
  });

  describe('where stations authenticate', () => {
    const decision = {
      mode: 'port',
      admits: 'everybody',
      vlan: undefined,
      stationVlans: new Map(),
      isGuest: false,
    } as const;
    const first = new Set([stationOf(2)]);
    const both = new Set([stationOf(2), stationOf(3)]);
    const decide = async (...decisions: readonly Partial<PortDecision>[]) => {
      const ofPort = decisions.map((each) => [1, { ...decision, ...each }] as const);
      bench.context.slots.update(portDecisions, () => new Map(ofPort));
      await settled();
    };

    it('forgets the memberships of one that is no longer authenticated', async () => {
      await set({});
      await decide({});
      for (const port of [1, 2]) await says(port, REPORT);
      expect(stream()).toEqual(['1', '2']);
      await decide();
      expect(stream()).toEqual(['2']);
      // A guest inherits nothing, nor does the next station; who joins one that stays takes nothing away.
      for (const next of [{ vlan: 1, isGuest: true }, {}]) {
        await decide(next);
        expect(stream()).toEqual(['2']);
        await says(1, REPORT);
      }
      await decide({ mode: 'station', admits: first });
      await says(1, REPORT);
      await decide({ mode: 'station', admits: both });
      expect(stream()).toEqual(['1', '2']);
      await decide({ mode: 'station', admits: first });
      expect(stream()).toEqual(['2']);
    });

    it('forgets what was heard before the port was closed', async () => {
      await set({});
      for (const port of [1, 2]) await says(port, REPORT);
      await decide({});
      expect(stream()).toEqual(['2']);
    });

    it('asks one that is let in what it listens to', async () => {
      await set({ igsQuerierStatus: 1 });
      for (const next of [{}, { mode: 'station', admits: first }, { mode: 'station', admits: both }] as const) {
        queriesAt(1);
        await decide(next);
        expect(queriesAt(1)).toEqual(['all from 192.168.10.200']);
        await decide(next);
        expect(queriesAt(1)).toEqual([]);
      }
    });
  });

  it('forgets what was behind a port without a link, and everything when told to', async () => {
    await set({});
    for (const port of [1, 2]) await says(port, REPORT);
    bench.setLink(1, 'down');
    bench.setLink(1, 'up');
    await settled();
    expect(stream()).toEqual(['2']);
    await bench.set(igsCtrl, { igsClearGroups: 1 });
    expect(await bench.live(igsVlanMulticastGroupEntry)).toEqual([]);
  });

  it('asks who is where now when the tree has changed, and cuts nobody off meanwhile', async () => {
    await set({ igsQuerierStatus: 1 });
    for (const port of [1, 2]) await says(port, REPORT);
    for (const port of [1, 2]) bench.received(port);
    bench.context.slots.update(portsForgotten, () => new Map([[1, 1]]));
    await settled();
    expect(queriesAt(2)).toEqual(['all from 192.168.10.200']);
    expect(stream()).toEqual(['1', '2']);
    await says(2, REPORT);
    bench.clock.advance(20_000);
    await settled();
    expect(stream()).toEqual(['2']);
  });

  it('takes a trunk for one port, whichever member a report comes by', async () => {
    await set({});
    await change((configuration) =>
      configuration.withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.manual, trunkMemberPorts: '2-3' }),
    );
    await says(3, REPORT);
    const left = stream();
    expect(left).toHaveLength(1);
    expect(['2', '3']).toContain(left[0]);
    expect(await bench.live(igsVlanMulticastGroupEntry)).toMatchObject([{ igsVlanMulticastGroupPortList: '2-3' }]);
    bench.setLink(3, 'down');
    await settled();
    expect(stream()).toEqual(['2']);
    bench.setLink(2, 'down');
    await settled();
    expect(await bench.live(igsVlanMulticastGroupEntry)).toEqual([]);
  });

  it('forgets who listens behind a trunk that waits for its new partner', async () => {
    await set({});
    await change((configuration) =>
      configuration.withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.active, trunkMemberPorts: '2-3' }),
    );
    bench.clock.advance(4000);
    await settled();
    await says(2, REPORT);
    expect(await bench.live(igsVlanMulticastGroupEntry)).toHaveLength(1);
    const partner = new LacpSwitch('02-00-00-00-00-0B', { 13: member });
    partner.tell({ kind: 'configure' }, bench.clock.now());
    for (const { frame: octets } of partner.sent) bench.send(3, octets);
    await settled();
    expect(await bench.live(igsVlanMulticastGroupEntry)).toEqual([]);
  });
});
