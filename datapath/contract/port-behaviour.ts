import { describe, expect, test } from 'vitest';
import type { PortCounters } from '../datapath.ts';
import { type Bench, PATIENCE } from './bench.ts';
import { buildTestFrame, sameOctets, stationMac } from './test-frame.ts';

const SERIAL = 0x7fff_0000;
const FCS = 4;

/** Ports: on and off, links, frame sizes, counters, and frames that the agent sends. */
export function describePorts(bench: () => Bench): void {
  describe('ports', () => {
    test('a port that is switched off takes the carrier away, lets nothing in or out and is forgotten', async () => {
      await bench().begin();
      await bench().hears(2, 'B');
      await bench().change({ ports: { 2: { admin: false } } });
      await expect.poll(() => bench().harness.peerLink(2), PATIENCE).toBe('down');
      expect(await bench().table()).toEqual([]);
      expect((await bench().datapath.portStates()).get(2)).toMatchObject({ link: 'down', speed: 0 });
      await bench().passes({ port: 1, from: 'A', to: 'B' }, flood(1, 2));
      await bench().passes({ port: 2, from: 'B', to: 'all' }, []);
      await bench().change({});
      await expect.poll(() => bench().harness.peerLink(2), PATIENCE).toBe('up');
      await bench().passes({ port: 2, from: 'B', to: 'A' }, ['1 untagged']);
    });

    test('a port that the plan does not know is off', async () => {
      await bench().begin();
      const states = await bench().datapath.portStates();
      for (const [port, state] of states) if (port > 6) expect(state.link).toBe('down');
      expect([...states.keys()]).toEqual(bench().datapath.facts.ports.map(({ number }) => number));
    });

    test('a link that goes and comes back is told, and frames follow it', async () => {
      await bench().begin();
      const before = bench().harness.portChanges().length;
      const changes = () =>
        bench()
          .harness.portChanges()
          .slice(before)
          .filter(({ port }) => port === 3)
          .map(({ link }) => link);
      await bench().harness.setPeerLink(3, 'down');
      await expect.poll(changes, PATIENCE).toEqual(['down']);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, flood(1, 3));
      await bench().harness.setPeerLink(3, 'up');
      await expect.poll(() => changes().at(-1), PATIENCE).toBe('up');
      await bench().passes({ port: 1, from: 'A', to: 'all' }, flood(1));
      expect((await bench().datapath.portStates()).get(3)?.speed).toBeGreaterThan(0);
    });

    test('frames up to the full size pass, with and without a tag', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1,2' } } });
      await bench().hears(2, 'B');
      await bench().hears(2, 'B', '10');
      await bench().passes({ port: 1, from: 'A', to: 'B', length: 1514 }, ['2 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'B', length: 1514, tag: '10' }, ['2 tagged 10']);
    });

    test('longer ones need jumbo frames at both ports', async (context) => {
      if (bench().datapath.facts.lacking.has('jumbo')) return context.skip();
      const jumbo = { maximumFrame: 9216 };
      const long = { port: 1, from: 'A', to: 'B', length: 9000 };
      await bench().begin({ ports: { 1: jumbo, 2: jumbo } });
      await bench().hears(2, 'B');
      await bench().hears(3, 'C');
      await bench().passes(long, ['2 untagged']);
      await bench().passes({ ...long, to: 'C' }, []);
      await bench().change({ ports: { 2: jumbo } });
      await bench().passes(long, []);
      return undefined;
    });

    test('counters tell unicast, multicast, broadcast and octets, in and out', async () => {
      await bench().begin();
      await bench().hears(2, 'B');
      const before = await bench().datapath.portCounters();
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'group' }, flood(1));
      await bench().passes({ port: 1, from: 'A', to: 'all' }, flood(1));
      const grown = async (port: number, name: keyof PortCounters) => {
        const now = await bench().datapath.portCounters();
        return Number((now.get(port)?.[name] ?? 0n) - (before.get(port)?.[name] ?? 0n));
      };
      await expect.poll(() => grown(1, 'inUnicast'), PATIENCE).toBe(2);
      await expect.poll(() => grown(1, 'inMulticast'), PATIENCE).toBe(1);
      await expect.poll(() => grown(1, 'inBroadcast'), PATIENCE).toBe(1);
      await expect.poll(() => grown(1, 'inOctets'), PATIENCE).toBe(4 * (100 + FCS));
      await expect.poll(() => grown(2, 'outUnicast'), PATIENCE).toBe(2);
      await expect.poll(() => grown(2, 'outMulticast'), PATIENCE).toBe(1);
      await expect.poll(() => grown(2, 'outBroadcast'), PATIENCE).toBe(1);
      await expect.poll(() => grown(2, 'outOctets'), PATIENCE).toBe(4 * (100 + FCS));
      expect(await grown(3, 'outUnicast')).toBe(0);
      expect(await grown(2, 'inUnicast')).toBe(0);
    });

    test('counters keep what they counted when the settings of a port change', async () => {
      await bench().begin();
      await bench().hears(2, 'B');
      await bench().harness.advance(1500);
      const before = (await bench().datapath.portCounters()).get(1)?.inUnicast ?? 0n;
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
      await bench().harness.settled();
      await bench().change({ ports: { 1: { priority: 3, acceptableFrameTypes: 'untaggedAndPriority' } } });
      await bench().hears(2, 'B');
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
      const grown = async () => ((await bench().datapath.portCounters()).get(1)?.inUnicast ?? 0n) - before;
      await expect.poll(grown, PATIENCE).toBe(2n);
    });

    test('a frame that is forwarded is no discard, whatever its tag', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1,2' } } });
      await bench().hears(2, 'B', '10');
      // Earlier frames of others may be counted late.
      await bench().harness.advance(1500);
      const before = (await bench().datapath.portCounters()).get(1);
      for (const tag of ['10', '10 priority 5']) {
        await bench().passes({ port: 1, from: 'A', to: 'B', tag }, [`2 tagged ${tag}`]);
      }
      const grown = async (name: keyof PortCounters) =>
        Number(((await bench().datapath.portCounters()).get(1)?.[name] ?? 0n) - (before?.[name] ?? 0n));
      await expect.poll(() => grown('inUnicast'), PATIENCE).toBe(2);
      expect(await grown('inDiscards')).toBe(0);
    });

    test('the agent sends a frame out of one port as it is, past VLANs', async () => {
      await bench().begin({ vlans: { 1: undefined } });
      const wanted = { port: 4, from: 'Z', to: '01-80-C2-00-00-0E' };
      for (const frame of [buildTestFrame(wanted, SERIAL), buildTestFrame({ ...wanted, tag: '77' }, SERIAL)]) {
        bench().datapath.transmit(4, frame);
        const { left } = await bench().harness.collect({ left: 1, punted: 0 });
        expect(left.map(({ port }) => port)).toEqual([4]);
        for (const arrival of left) expect(sameOctets(arrival.frame, frame)).toBe(true);
      }
    });

    test('what the agent sends teaches nothing', async () => {
      await bench().begin();
      bench().datapath.transmit(4, buildTestFrame({ port: 4, from: 'Z', to: 'all' }, SERIAL));
      await bench().harness.collect({ left: 1, punted: 0 });
      expect((await bench().table()).filter((row) => row.includes(stationMac('Z')))).toEqual([]);
    });
  });
}

/** A broadcast from `port` reaches everybody but the named ones. */
function flood(...without: number[]): string[] {
  return [1, 2, 3, 4, 5, 6].filter((port) => !without.includes(port)).map((port) => `${port} untagged`);
}
