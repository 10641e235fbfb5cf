import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LinkAbility } from '../../../datapath/virtual/negotiation.ts';
import type { Cable } from '../../../datapath/virtual/virtual-datapath.ts';
import { NO_PORTS, portListOf } from '../../../model/values/port-list.ts';
import { parseSlowFrame } from '../../../protocols/lacp/lacpdu.ts';
import { LacpSwitch, member } from '../../../protocols/lacp/testing.ts';
import type { TreeMessage } from '../../../protocols/spanning-tree/bpdu.ts';
import { buildBpduFrame } from '../../../protocols/spanning-tree/bpdu-frame.ts';
import { ifEntry } from '../physical-interface/objects.ts';
import { dot1dStp } from '../spanning-tree/objects.ts';
import { spanningTree } from '../spanning-tree/slots.ts';
import { Bench, settled } from '../test-bench.ts';
import { trunk as trunkFeature } from './device.ts';
import { dot3adAggEntry, dot3adAggPortEntry, dot3adAggPortListEntry, dot3adAggPortStatsEntry } from './lacp-objects.ts';
import { TrunkMode, trunkGroupEntry } from './objects.ts';

const PARTNER = '02-00-00-00-00-0B';
const OTHER = '02-00-00-00-00-0C';
const rootBpdu: TreeMessage = {
  kind: 'rapid',
  role: 'designated',
  topologyChange: false,
  proposal: true,
  learning: false,
  forwarding: false,
  agreement: false,
  acknowledgment: false,
  root: '0000020000000009',
  externalCost: 0,
  bridge: '0000020000000009',
  port: 0x8001,
  messageAge: 0,
  maxAge: 20,
  helloTime: 2,
  forwardDelay: 15,
};
let directory: string;
let bench: Bench;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-trunk-'));
  bench = new Bench();
  await bench.start(directory);
});

afterEach(async () => {
  await bench.stop();
  rmSync(directory, { recursive: true });
});

/** Plugs a partner that speaks LACP into ports of the switch: its port 12 to port 2, and so on. */
function partner(ports: readonly number[], system = PARTNER, active = true, ability: Partial<LinkAbility> = {}) {
  const own = { ...member, active };
  const end = new LacpSwitch(system, Object.fromEntries(ports.map((port) => [port + 10, own])));
  /** The ports by which other frames came. */
  const data: number[] = [];
  const cables = new Map<number, Cable>();
  const flush = () => {
    for (const { port, frame } of end.sent.splice(0)) cables.get(port - 10)?.send(frame);
  };
  const receive = (port: number) => (frame: Uint8Array) => {
    if (!parseSlowFrame(frame)) data.push(port);
    end.tell({ kind: 'frame', port: port + 10, octets: frame.slice() }, bench.clock.now());
    flush();
  };
  for (const port of ports) cables.set(port, bench.plug(port, receive(port), ability));
  end.tell({ kind: 'configure' }, bench.clock.now());
  flush();
  const pass = (seconds: number) => {
    for (let step = 0; step < seconds * 10; step += 1) {
      bench.clock.advance(100);
      if (end.state.wakeAt <= bench.clock.now()) end.tell({ kind: 'wake' }, bench.clock.now());
      flush();
    }
  };
  return { data, cables, pass };
}

const trunk = (trunkMode: number, trunkMemberPorts: string, more = {}) =>
  bench.set(trunkGroupEntry, { trunkId: 1, trunkMode, trunkMemberPorts, ...more });
const active = async () => (await bench.live(dot3adAggPortListEntry))[0]?.dot3adAggPortListPorts;
const present = () => bench.context.log.entries().at(0)?.sequence ?? 0;

describe('an LACP trunk', () => {
  it.each([
    ['ends where its partner waits to be spoken to', false, NO_PORTS],
    ['stays where its partner speaks by itself', true, portListOf([2, 3])],
  ])('that is to turn passive %s, as the guard is told before', async (_how, active, left) => {
    const { pass } = partner([2, 3], PARTNER, active);
    await trunk(2, '2,3');
    pass(4);
    const { hardware, slots, configuration } = bench.context;
    const former = configuration();
    const [row] = former.rows(trunkGroupEntry);
    if (!row) throw new Error('There is no trunk.');
    const passive = former.withRow(trunkGroupEntry, { ...row, trunkMode: TrunkMode.passive });
    const [contribution] = trunkFeature.stateContributions ?? [];
    const { trunks } = contribution?.foresee?.(passive, hardware, slots, former) ?? {};
    expect(trunks?.get(5001)).toEqual({ collecting: left, distributing: left });
    const same = contribution?.foresee?.(former, hardware, slots, former);
    expect(same?.trunks?.get(5001)?.distributing).toBe(portListOf([2, 3]));
    // Nor does a port forward for it that has just left.
    const smaller = former.withRow(trunkGroupEntry, { ...row, trunkMemberPorts: '2' });
    const only = portListOf([2]);
    const now = contribution?.compile(smaller, hardware, slots);
    expect(now?.trunks?.get(5001)).toEqual({ collecting: only, distributing: only });
  });

  it('forwards nothing until the partner has agreed, then by every member, and says with whom', async () => {
    const { pass, data } = partner([2, 3]);
    const before = present();
    await trunk(2, '2,3');
    bench.reach(1);
    expect(data).toEqual([]);
    expect(await active()).toBe('');
    pass(4);
    expect(await active()).toBe('2-3');
    for (let station = 0; station < 24; station += 1) {
      bench.reach(1, { from: `02-AA-00-00-00-${station.toString(16).padStart(2, '0')}` });
    }
    expect(data).toHaveLength(24);
    expect([...new Set(data)].sort()).toEqual([2, 3]);
    const [row] = await bench.live(dot3adAggEntry);
    expect(row).toMatchObject({ dot3adAggIndex: 5001, dot3adAggPartnerSystemID: PARTNER, trunkMode: 2 });
    const ports = await bench.live(dot3adAggPortEntry);
    expect(ports[1]).toMatchObject({
      memberStatus: 3,
      dot3adAggPortPartnerOperPort: 12,
      // Active, aggregation, in sync, collecting, distributing.
      dot3adAggPortActorOperState: 0x3d,
      dot3adAggPortPartnerOperState: 0x3d,
    });
    expect(ports[0]).toMatchObject({ dot3adAggPortSelectedAggID: 0 });
    const [statistics] = await bench.live(dot3adAggPortStatsEntry);
    expect(Number(statistics?.dot3adAggPortStatsLACPDUsRx)).toBeGreaterThan(0);
    expect(bench.log(before)).toEqual(expect.arrayContaining(['Port 2 joined trunk 1.', 'Port 3 joined trunk 1.']));
  });

  it('forwards by no link at half duplex, whatever its partner agrees to', async () => {
    const hundred = { speeds: [100] } as const;
    const full = partner([2], PARTNER, true, hundred);
    await trunk(2, '2');
    full.pass(4);
    expect(await active()).toBe('2');
    const half = partner([2], PARTNER, true, { ...hundred, duplex: 'half' });
    half.pass(4);
    expect(await active()).toBe('');
  });

  it('goes on without a member that loses its link, and is down without any', async () => {
    const { pass, cables, data } = partner([2, 3]);
    await trunk(2, '2,3');
    pass(4);
    const before = present();
    cables.get(2)?.setLink('down');
    expect(await active()).toBe('3');
    bench.reach(1);
    expect(data.at(-1)).toBe(3);
    cables.get(3)?.setLink('down');
    expect(await active()).toBe('');
    expect(bench.log(before)).toEqual(
      expect.arrayContaining([
        'Port 2 left trunk 1: its link is down.',
        'Port 3 left trunk 1: its link is down.',
        'Trunk 1 is down: none of its ports forwards.',
      ]),
    );
  });

  it('loses a member that falls silent, sooner with the short timeout', async () => {
    const { pass, cables } = partner([2, 3]);
    await trunk(2, '2,3', { lacpTimeout: 1 });
    pass(5);
    expect(await active()).toBe('2-3');
    // A cable that no longer carries anything, though both ends have light.
    cables.delete(2);
    pass(5);
    expect(await active()).toBe('3');
  });

  it('speaks with the bridge behind it by the links that it forwards by, and hears nobody else', async () => {
    const inTrunk = partner([2]);
    const elsewhere = partner([3], OTHER);
    await trunk(2, '2,3');
    await bench.set(dot1dStp, { stpGlobalStatus: 1, dot1dStpVersion: 2 });
    inTrunk.pass(5);
    elsewhere.pass(5);
    const [used, left] = (await active()) === '2' ? [inTrunk, elsewhere] : [elsewhere, inTrunk];
    expect(['2', '3']).toContain(await active());
    expect(used.data.length).toBeGreaterThan(0);
    left.data.length = 0;
    left.pass(5);
    expect(left.data).toEqual([]);
    const rootPort = () => bench.context.slots.get(spanningTree)?.bridge()?.cist.rootPort;
    const saysRoot = ({ cables }: typeof used) => {
      for (const cable of cables.values()) cable.send(buildBpduFrame(OTHER, rootBpdu));
    };
    saysRoot(left);
    await settled();
    expect(rootPort()).toBeUndefined();
    saysRoot(used);
    await settled();
    expect(rootPort()).toBe(5001);
  });

  it('says when another partner comes', async () => {
    const first = partner([2, 3]);
    await trunk(2, '2,3');
    first.pass(4);
    const before = present();
    const second = partner([2, 3], OTHER);
    second.pass(5);
    expect(await active()).toBe('2-3');
    expect(bench.log(before)).toContain(`Trunk 1: its partner is now ${OTHER}, previously ${PARTNER}.`);
  });

  it('without any partner forwards by one port alone, which the priority says', async () => {
    await trunk(3, '2,3');
    await bench.set(dot3adAggPortEntry, { dot3adAggPortIndex: 3, dot3adAggPortActorPortPriority: 1 });
    expect(bench.reach(1)).toEqual(['4', '5', '6']);
    const before = present();
    bench.clock.advance(4000);
    const ports = await bench.live(dot3adAggPortEntry);
    expect([ports[1], ports[2]]).toMatchObject([{ memberStatus: 1 }, { memberStatus: 2 }]);
    expect(bench.reach(1)).toEqual(['3', '4', '5', '6']);
    expect(bench.log(before)).toEqual(['Trunk 1: no LACP partner, only port 3 forwards.']);
  });

  it('forgets who was behind it when its only member goes and another takes its place', async () => {
    await trunk(2, '2,3');
    await settled();
    bench.clock.advance(4000);
    await settled();
    const station = '02-AA-00-00-00-01';
    bench.reach(2, { from: station });
    expect(bench.reach(1, { to: station })).toEqual(['2']);
    bench.setLink(2, 'down');
    await settled();
    // Port 3 leads to another place.
    expect(bench.reach(1, { to: station })).toEqual(['3', '4', '5', '6']);
  });

  it('forgets who was behind it while it waits for a partner that has come', async () => {
    await trunk(2, '2,3');
    await settled();
    bench.clock.advance(4000);
    await settled();
    const station = '02-AA-00-00-00-01';
    bench.reach(2, { from: station });
    expect(bench.reach(1, { to: station })).toEqual(['2']);
    const { pass } = partner([3]);
    pass(3);
    await settled();
    expect(await active()).toBe('3');
    expect(bench.reach(1, { to: station })).toEqual(['4', '5', '6']);
  });

  it('leaves its ports to themselves when it is switched off', async () => {
    await trunk(2, '2,3');
    await trunk(0, '2,3');
    expect(bench.reach(1)).toEqual(['2', '3', '4', '5', '6']);
    expect(await bench.live(dot3adAggPortStatsEntry)).toEqual([]);
  });
});

describe('a manual trunk', () => {
  it('forwards by every member with a link, and says what becomes of them', async () => {
    const before = present();
    await trunk(1, '2,3');
    expect(bench.reach(1).filter((port) => port === '2' || port === '3')).toHaveLength(1);
    await bench.set(ifEntry, { ifIndex: 3, ifAdminStatus: 2 });
    expect(bench.reach(1)).toEqual(['4', '5', '6']);
    const ports = await bench.live(dot3adAggPortEntry);
    expect([ports[1], ports[2]]).toMatchObject([{ memberStatus: 0 }, { memberStatus: 0 }]);
    const said = bench.log(before);
    expect(said).toEqual(
      expect.arrayContaining(['Port 2 joined trunk 1.', 'Trunk 1 is down: none of its ports forwards.']),
    );
  });
});
