import { describe, expect, test } from 'vitest';
import type { PuntedFrame } from '../datapath.ts';
import type { PuntPlan } from '../punt.ts';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { buildTestFrame, describeArrival, sameOctets, stationMac } from './test-frame.ts';

const BPDU = '01-80-C2-00-00-00';
const EXPERIMENTAL = 0x88b5;
const SERIAL = 0x7ffd_0000;

const inspected = (changed: Partial<PuntPlan> = {}): PuntPlan => ({
  stage: 'inspection',
  action: 'take',
  rate: 1000,
  matches: [{ etherType: EXPERIMENTAL, source: stationMac('A') }],
  ...changed,
});

/** Frames that the agent asks for by kind, lets go on, and sends in. */
export function describePunts(bench: () => Bench): void {
  const words = ({ punted }: { punted: readonly PuntedFrame[] }) =>
    punted.map(({ kind, port, vlan }) => `${kind} ${port} ${vlan ?? 'no VLAN'}`);

  describe('frames handed to the agent', () => {
    test('carry their kind, port and VLAN, and are exactly what was received', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1,2' } }, punts: { inspected: inspected() } });
      const sent = buildTestFrame({ port: 1, from: 'A', to: 'B', tag: '10 priority 5' }, SERIAL);
      await bench().harness.send(1, sent);
      const taken = await bench().harness.collect({ left: 0, punted: 1 });
      expect(words(taken)).toEqual(['inspected 1 10']);
      expect(taken.punted.every(({ frame }) => sameOctets(frame, sent))).toBe(true);
      const bpdu = await bench().exchange({ port: 2, from: 'B', to: BPDU });
      expect(words(bpdu)).toEqual(['bpdu 2 no VLAN']);
    });

    test('a copy goes on, what is taken does not; both teach where the sender is', async () => {
      await bench().begin({ punts: { inspected: inspected({ action: 'copy' }) } });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, [...others(1), 'punted']);
      await bench().change({ punts: { inspected: inspected() } });
      await bench().passes({ port: 2, from: 'A', to: 'all' }, ['punted']);
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 2 learned`]);
      await bench().passes({ port: 3, from: 'C', to: 'all' }, others(3));
    });

    test('filters come first: what they drop is not inspected', async () => {
      await bench().begin({ destinationFilter: [stationMac('F')], punts: { inspected: inspected() } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '99' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'F' }, []);
    });

    test('of the ports and VLANs that a class names only', async () => {
      const matches = [
        { source: stationMac('A'), ports: 0b10n },
        { source: stationMac('A'), vlan: 10 },
      ];
      await bench().begin({ vlans: { 10: { tagged: '1-3' } }, punts: { inspected: inspected({ matches }) } });
      await bench().passes({ port: 2, from: 'A', to: 'all' }, ['punted']);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, others(1));
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['punted']);
    });

    test('a frame of two classes is of the first by its kind', async () => {
      await bench().begin({ punts: { second: inspected({ action: 'copy' }), first: inspected() } });
      expect(words(await bench().exchange({ port: 1, from: 'A', to: 'all' }))).toEqual(['first 1 1']);
    });

    test('at control before classification, of any destination', async () => {
      const probe: PuntPlan = { stage: 'control', action: 'take', rate: 100, matches: [{ etherType: EXPERIMENTAL }] };
      await bench().begin({ vlans: { 1: undefined }, punts: { probe } });
      expect(words(await bench().exchange({ port: 4, from: 'A', to: 'all' }))).toEqual(['probe 4 no VLAN']);
      await bench().change({ punts: { probe } });
      await bench().passes({ port: 4, from: 'A', to: 'all' }, ['punted']);
      await bench().change({ punts: { probe: { ...probe, action: 'copy' } } });
      await bench().passes({ port: 4, from: 'A', to: 'all' }, [...others(4), 'punted']);
    });

    test('what no class asks for is dropped where no bridge forwards it', async () => {
      await bench().begin();
      for (const to of ['01-80-C2-00-00-0D', '01-80-C2-00-00-22']) await bench().passes({ port: 1, from: 'A', to }, []);
    });

    test('a class has a rate of its own: a flood of one kind costs no other kind a frame', async () => {
      await bench().begin({ punts: { inspected: inspected({ rate: 5 }) } });
      for (let sent = 0; sent < 40; sent += 1) await bench().send({ port: 1, from: 'A', to: 'all' });
      await bench().send({ port: 2, from: 'B', to: BPDU });
      const { punted, left } = await bench().harness.collect({ left: 0, punted: 6 });
      const kinds = punted.map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'bpdu')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'inspected').length).toBeLessThan(20);
      expect(kinds.filter((kind) => kind === 'inspected').length).toBeGreaterThan(3);
      expect(left).toEqual([]);
    });

    test('copies over the rate are lost to the agent, not to the switch', async () => {
      await bench().begin({ punts: { inspected: inspected({ rate: 2, action: 'copy' }) } });
      await bench().hears(2, 'B');
      for (let sent = 0; sent < 20; sent += 1) await bench().send({ port: 1, from: 'A', to: 'B' });
      expect((await bench().harness.collect({ left: 20, punted: 1 })).left).toHaveLength(20);
    });
  });

  describe('frames that the agent lets go on', () => {
    const take = async (port: number, tag?: string) => {
      const octets = buildTestFrame({ port, from: 'A', to: 'all', ...(tag !== undefined && { tag }) }, SERIAL);
      await bench().harness.send(port, octets);
      const { punted } = await bench().harness.collect({ left: 0, punted: 1 });
      const [frame] = punted;
      if (!frame) throw new Error('No frame was taken out.');
      return { frame, octets };
    };

    test('go on where they were taken out, as they were or changed', async () => {
      await bench().begin({
        vlans: { 10: { tagged: '1,2', untagged: '3' } },
        punts: { inspected: inspected() },
      });
      const { frame, octets } = await take(1, '10 priority 6');
      bench().datapath.resume(frame);
      const { left, punted } = await bench().harness.collect({ left: 2, punted: 0 });
      expect(left.map((arrival) => describeArrival(arrival, octets)).sort()).toEqual([
        '2 tagged 10 priority 6',
        '3 untagged',
      ]);
      expect(punted).toEqual([]);
      const changed = octets.slice();
      changed[40] = 0xee;
      bench().datapath.resume(frame, changed);
      const second = await bench().harness.collect({ left: 2, punted: 0 });
      expect(second.left.map((arrival) => describeArrival(arrival, changed)).sort()).toEqual([
        '2 tagged 10 priority 6',
        '3 untagged',
      ]);
    });

    test('from control go through classification, filters and learning', async () => {
      const probe: PuntPlan = { stage: 'control', action: 'take', rate: 100, matches: [{ etherType: EXPERIMENTAL }] };
      await bench().begin({ ports: { 2: { acceptableFrameTypes: 'tagged' } }, punts: { probe } });
      const admitted = await take(1);
      bench().datapath.resume(admitted.frame);
      const { left } = await bench().harness.collect({ left: 5, punted: 0 });
      expect(left.map((arrival) => describeArrival(arrival, admitted.octets)).sort()).toEqual(others(1));
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`]);
      const refused = await take(2);
      bench().datapath.resume(refused.frame);
      expect((await bench().harness.collect({ left: 0, punted: 0 })).left).toEqual([]);
    });
  });

  describe('frames that the agent sends in', () => {
    test('go as if they came from a port: looked up, never back, within its forwarding group, and teach nothing', async () => {
      await bench().begin({
        ports: { 1: { forwardTo: 0b001110n } },
        vlans: { 10: { tagged: '1,2,5', untagged: '3' } },
      });
      const octets = buildTestFrame({ port: 1, from: 'Z', to: 'all' }, SERIAL);
      bench().datapath.inject(1, 10, octets);
      const flooded = await bench().harness.collect({ left: 2, punted: 0 });
      expect(flooded.left.map((arrival) => describeArrival(arrival, octets)).sort()).toEqual([
        '2 tagged 10',
        '3 untagged',
      ]);
      expect(await bench().table()).toEqual([]);
      await bench().hears(2, 'B', '10');
      const known = buildTestFrame({ port: 1, from: 'Z', to: 'B' }, SERIAL);
      bench().datapath.inject(1, 10, known);
      const delivered = await bench().harness.collect({ left: 1, punted: 0 });
      expect(delivered.left.map((arrival) => describeArrival(arrival, known))).toEqual(['2 tagged 10']);
    });
  });
}
