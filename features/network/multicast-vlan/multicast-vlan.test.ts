import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { englishOf } from '../../../device/log/log.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { buildEthernet, padFrame } from '../../../protocols/frames/ethernet.ts';
import { buildIp } from '../../../protocols/frames/ip.ts';
import type { MembershipMessage } from '../../../protocols/frames/membership-message.ts';
import { isTagged, popTag, pushTag, tagOf } from '../../../protocols/frames/vlan-tag.ts';
import { igmp, type MulticastFamily, mld } from '../../../protocols/multicast-snooping/family.ts';
import { type PortDecision, portDecisions } from '../../security/port-access-control/slots.ts';
import { l3Feature } from '../../system/l3-feature/device.ts';
import { systemManagement } from '../../system/system-management/device.ts';
import { igsCtrl, igsVlanFilterEntry } from '../igmp-snooping/objects.ts';
import { mldsCtrl } from '../mld-snooping/objects.ts';
import { Bench, settled, stationOf } from '../test-bench.ts';
import { TrunkMode, trunkGroupEntry } from '../trunk/objects.ts';
import { dot1qPortVlanEntry } from '../vlan/objects.ts';
import { privateVlanPortEntry } from '../vlan/private-vlan-objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import {
  multicastVlanAssocEntry,
  multicastVlanCtrl,
  multicastVlanEntry,
  multicastVlanGroupEntry,
  multicastVlanGroupRangeEntry,
} from './objects.ts';

const GROUP = '239.1.1.1';
const FOREIGN = '239.9.9.9';

let bench: Bench;
let directory: string;

/** A station at port 2 of VLAN 20 and one at port 3 of VLAN 30; streams come in by 1 (tagged) and 6 (untagged). */
function twoVlans(configuration: Configuration): Configuration {
  const vlan = (id: number, port: number, to: Configuration) =>
    to
      .withRow(dot1qVlanStaticEntry, {
        dot1qVlanIndex: id,
        dot1qVlanStaticEgressPorts: `${port},4`,
        dot1qVlanStaticUntaggedPorts: `${port}`,
      })
      .withRow(dot1qPortVlanEntry, { dot1dBasePort: port, dot1qPvid: id });
  return vlan(
    20,
    2,
    vlan(
      30,
      3,
      configuration.withRow(dot1qVlanStaticEntry, {
        dot1qVlanIndex: 1,
        dot1qVlanStaticName: 'Default VLAN',
        dot1qVlanStaticEgressPorts: '1,4-6',
        dot1qVlanStaticUntaggedPorts: '1,4-6',
      }),
    ),
  );
}

function streams(configuration: Configuration): Configuration {
  return configuration
    .withGroup(igsCtrl, { igsStatus: 1 })
    .withGroup(multicastVlanCtrl, { multicastVlanStatus: 1 })
    .withRow(multicastVlanEntry, {
      multicastVlanId: 100,
      multicastVlanName: 'tv',
      multicastVlanReceiverUntagged: '2-3',
      multicastVlanReceiverTagged: '5',
      multicastVlanSourceTagged: '1',
      multicastVlanSourceUntagged: '6',
    })
    .withRow(multicastVlanGroupEntry, { multicastVlanGroupName: 'news' })
    .withRow(multicastVlanGroupRangeEntry, {
      multicastVlanGroupName: 'news',
      multicastVlanGroupStart: '239.1.1.0',
      multicastVlanGroupEnd: '239.1.1.9',
    })
    .withRow(multicastVlanAssocEntry, { multicastVlanId: 100, multicastVlanGroupName: 'news' });
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'streams-'));
  bench = new Bench([systemManagement, l3Feature]);
  await bench.start(directory);
  await change((configuration) => streams(twoVlans(configuration)));
});
afterEach(async () => {
  await bench.stop();
  rmSync(directory, { recursive: true });
});

const change: Bench['change'] = async (edit) => {
  await bench.change(edit);
  await settled();
};

const report = (group = GROUP): MembershipMessage => ({ kind: 'report', version: 2, group });
const leave = (group = GROUP): MembershipMessage => ({ kind: 'leave', group });
const records = (...groups: string[]): MembershipMessage => ({
  kind: 'records',
  records: groups.map((group) => ({ type: 4, group, sources: [] })),
});
const query = (group?: string): MembershipMessage => ({
  kind: 'query',
  version: 2,
  group,
  maxResponse: 1000,
  suppress: false,
  sources: 0,
});

function frameOf(port: number, message: MembershipMessage, family: MulticastFamily = igmp): Uint8Array {
  const address = family === igmp ? `192.168.10.${port}` : `fe80::${port}`;
  return padFrame(family.build(message, { mac: stationOf(port), address }));
}
const says = (port: number, message: MembershipMessage, vlan?: number, family?: MulticastFamily) => {
  const frame = frameOf(port, message, family);
  return bench.passes(port, vlan === undefined ? frame : pushTag(frame, vlan));
};

function packet(port: number, group: string): Uint8Array {
  const family = group.includes(':') ? mld : igmp;
  const source = family === igmp ? '192.0.2.1' : '2001:db8::1';
  const ip = buildIp({
    source,
    destination: group,
    protocol: 17,
    dscp: 0,
    timeToLive: 9,
    payload: new Uint8Array(60),
  });
  return buildEthernet({ destination: family.macOf(group), source: stationOf(port), ...ip });
}
/** Egress of a packet to a group that arrives at the tagged source. */
const stream = (group = GROUP) => bench.passes(1, pushTag(packet(1, group), 100));

/** The messages on groups that the station at `port` received, with source and the tag's VLAN and priority. */
const heardAt = (port: number, family: MulticastFamily = igmp) =>
  bench.received(port).flatMap((frame) => {
    const message = family.parse(isTagged(frame) ? popTag(frame) : frame);
    const tag = tagOf(frame);
    if (!message) return [];
    const group = 'group' in message ? message.group : 'records' in message ? message.records[0]?.group : undefined;
    const place = tag ? `${tag.vid}/${tag.priority}` : 'untagged';
    return [`${message.kind} ${group ?? 'all'} from ${message.source} ${place}`];
  });

describe('a multicast VLAN', () => {
  it('takes a stream to receivers of other VLANs that ask for it, once, until they leave', async () => {
    expect(await stream()).toEqual([]);
    await says(2, report());
    expect(await stream()).toEqual(['2']);
    await says(3, records(GROUP));
    expect(await stream()).toEqual(['2', '3']);
    expect(await bench.passes(6, packet(6, GROUP))).toEqual(['2', '3']);
    // A group of an ordinary VLAN is none of its.
    await says(4, report('239.9.9.9'));
    expect(await bench.live(multicastVlanEntry)).toEqual([
      { multicastVlanGroups: 'news', multicastVlanActiveGroups: 1 },
    ]);
    await says(2, leave());
    bench.clock.advance(2100);
    await settled();
    expect(await stream()).toEqual(['3']);
  });

  it('tells its sources what receivers say, in its own VLAN, and nobody else', async () => {
    expect(await says(2, report())).toEqual(['1:100', '6']);
    expect(heardAt(1)).toEqual([`report ${GROUP} from 192.168.10.2 100/0`]);
    expect(heardAt(6)).toEqual([`report ${GROUP} from 192.168.10.2 untagged`]);
    expect(await says(2, leave())).toEqual(['1:100', '2', '6']);
  });

  it('says nothing by ports that a private VLAN keeps from the one that it comes by', async () => {
    await change((configuration) =>
      configuration
        .withGroup(multicastVlanCtrl, { multicastVlanStatus: 1, multicastVlanForwardUnmatched: 1 })
        .withRow(privateVlanPortEntry, { privateVlanSourcePort: 2, privateVlanForwardPorts: '1' })
        .withRow(privateVlanPortEntry, { privateVlanSourcePort: 6, privateVlanForwardPorts: '2' }),
    );
    expect(await says(2, report())).toEqual(['1:100']);
    expect(await says(6, query())).toEqual(['2']);
    await says(4, query(), 20);
    // The rest of a report whose other group a multicast VLAN carries.
    expect(await says(2, records(GROUP, FOREIGN))).toEqual(['1:100']);
  });

  it('replaces the source address of reports, and the priority of what leaves tagged', async () => {
    await change((configuration) =>
      configuration.withRow(multicastVlanEntry, {
        ...configuration.row(multicastVlanEntry, { multicastVlanId: 100 }),
        multicastVlanId: 100,
        multicastVlanReplaceSourceIp: '10.9.8.7',
        multicastVlanRemapPriority: 5,
      }),
    );
    await says(2, report());
    expect(heardAt(1)).toEqual([`report ${GROUP} from 10.9.8.7 100/5`]);
    await says(5, report(), 100);
    await stream();
    expect(bench.received(5).map((frame) => tagOf(frame)?.priority)).toEqual([5]);
  });

  it('is heard at a tagged receiver in its own tag, from a switch behind it', async () => {
    expect(await says(5, records(GROUP, FOREIGN), 100)).toEqual(['1:100', '6']);
    expect(await stream()).toEqual(['5:100']);
    expect(await stream(FOREIGN)).toEqual([]);
  });

  it('passes queries of its sources on to receivers, and those of receivers to nobody', async () => {
    expect(await bench.passes(1, pushTag(frameOf(1, query()), 100))).toEqual(['2', '3', '5:100']);
    expect(await says(6, query())).toEqual(['1', '2', '3', '4', '5:100', '5']);
    expect(await says(5, query(), 100)).toEqual([]);
    await says(2, report());
    expect(await bench.passes(1, pushTag(frameOf(1, query(GROUP)), 100))).toEqual(['2']);
  });

  it('does not hear reports of its sources, and lets no data of receivers in', async () => {
    await says(2, report());
    expect(await says(1, report(), 100)).toEqual([]);
    expect(await bench.passes(6, packet(6, GROUP))).toEqual(['2']);
    expect(await bench.passes(5, pushTag(packet(5, GROUP), 100))).toEqual([]);
    expect(bench.reach(5, { vlan: 100 })).toEqual([]);
    expect(bench.reach(1, { vlan: 100 })).toEqual([]);
  });

  it('does not hear a guest at one of its ports', async () => {
    const guest = { mode: 'port', admits: 'everybody', vlan: 20, stationVlans: new Map(), isGuest: true } as const;
    const decide = async (decisions: ReadonlyMap<number, PortDecision>) => {
      bench.context.slots.update(portDecisions, () => decisions);
      await settled();
    };
    await decide(new Map([[2, guest]]));
    expect(await says(2, report())).toEqual([]);
    expect(heardAt(6)).toEqual([]);
    await decide(new Map([[6, guest]]));
    expect((await says(6, query())).includes('2')).toBe(false);
    await decide(new Map());
    expect(await says(2, report())).toEqual(['1:100', '6']);
  });

  it('drops what receivers report of other groups and says so once, unless they are forwarded in their own VLAN', async () => {
    const since = bench.context.log.entries()[0]?.sequence ?? 0;
    await says(4, query(), 20);
    expect(await says(2, report(FOREIGN))).toEqual([]);
    expect(await says(2, report('239.9.9.8'))).toEqual([]);
    expect(bench.log(since).filter((line) => line.includes('requests'))).toEqual([
      `Port 2 requests ${FOREIGN}, which none of its multicast VLANs carries: its report is dropped.`,
    ]);
    await change((configuration) => configuration.withGroup(multicastVlanCtrl, { multicastVlanForwardUnmatched: 1 }));
    expect(await says(2, report(FOREIGN))).toEqual(['4:20']);
    // Of several groups each goes its way.
    await says(2, records(FOREIGN, GROUP));
    expect(heardAt(4)).toEqual([`records ${FOREIGN} from 192.168.10.2 20/0`]);
    await says(2, records(FOREIGN, GROUP));
    expect(heardAt(1)).toEqual([`records ${GROUP} from 192.168.10.2 100/0`]);
  });

  it('hears receivers in VLANs that are not snooped, too', async () => {
    await change((configuration) =>
      configuration.withRow(igsVlanFilterEntry, { igsVlanFilterVlanId: 20, igsVlanFilterStatus: 2 }),
    );
    await says(2, report());
    expect(await stream()).toEqual(['2']);
  });

  it('carries IPv6 where MLD is snooped', async () => {
    await change((configuration) =>
      configuration
        .withGroup(mldsCtrl, { mldsStatus: 1 })
        .withRow(multicastVlanGroupEntry, { multicastVlanGroupName: 'six', multicastVlanGroupIpVersion: 2 })
        .withRow(multicastVlanGroupRangeEntry, {
          multicastVlanGroupName: 'six',
          multicastVlanGroupStart: 'ff05::77',
          multicastVlanGroupEnd: '',
        })
        .withRow(multicastVlanAssocEntry, { multicastVlanId: 100, multicastVlanGroupName: 'six' }),
    );
    expect(await says(3, { kind: 'report', version: 1, group: 'ff05::77' }, undefined, mld)).toEqual(['1:100', '6']);
    expect(await stream('ff05::77')).toEqual(['3']);
    expect(await stream('ff05::78')).toEqual([]);
  });

  it('forgets at once what its profiles carry no more, and everything when it is switched off', async () => {
    await says(2, report());
    await change((configuration) =>
      configuration.withoutRow(multicastVlanAssocEntry, { multicastVlanId: 100, multicastVlanGroupName: 'news' }),
    );
    expect(await stream()).toEqual([]);
    await change(streams);
    expect(await stream()).toEqual([]);
    await says(2, report());
    expect(await stream()).toEqual(['2']);
    await change((configuration) => configuration.withGroup(multicastVlanCtrl, { multicastVlanStatus: 2 }));
    expect(await stream()).toEqual([]);
    expect(await bench.passes(6, packet(6, GROUP))).toEqual(['1', '4', '5']);
  });

  it('has room for a receiver while another one requests everything', async () => {
    await change((configuration) =>
      configuration.withRow(multicastVlanGroupRangeEntry, {
        multicastVlanGroupName: 'news',
        multicastVlanGroupStart: '239.1.2.0',
        multicastVlanGroupEnd: '239.1.255.255',
      }),
    );
    for (let third = 2; third < 42; third += 1) {
      const groups = Array.from({ length: 30 }, (_, last) => `239.1.${third}.${last}`);
      bench.send(2, frameOf(2, records(...groups)));
    }
    await settled();
    await says(3, report());
    expect(await stream()).toEqual(['3']);
    const warnings = bench.context.log.entries().filter(({ severity }) => severity === 4);
    expect(warnings.map(englishOf)).toEqual([expect.stringMatching(/^Port 2 uses most of the IGMP group table/)]);
    const active = (await bench.live(multicastVlanEntry)).map((row) => row.multicastVlanActiveGroups);
    expect(active).toEqual([385]);
  });

  it('has a trunk as one receiver', async () => {
    await change((configuration) =>
      configuration
        .withRow(multicastVlanEntry, {
          ...configuration.row(multicastVlanEntry, { multicastVlanId: 100 }),
          multicastVlanId: 100,
          multicastVlanReceiverTagged: '4-5',
        })
        .withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.manual, trunkMemberPorts: '4-5' }),
    );
    await says(5, report(), 100);
    expect(['4:100', '5:100']).toContain((await stream()).join());
  });
});
