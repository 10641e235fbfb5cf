import { describe, expect, test } from 'vitest';
import { portBit } from '../../model/values/port-list.ts';
import { type Bench, PATIENCE } from './bench.ts';
import { stationMac } from './test-frame.ts';

/** Ports 2 and 3 are one trunk, 4 and 5 another. */
const bundled = { trunks: { 5001: '2,3', 5002: '4,5' } };
const LACP = '01-80-C2-00-00-02';

/** Links that forward as one (IEEE 802.1AX). */
export function describeTrunks(bench: () => Bench): void {
  describe('a trunk', () => {
    test('gets a flooded frame once', async () => {
      await bench().begin(bundled);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2|3 untagged', '4|5 untagged', '6 untagged']);
    });

    test('never gets back what came from one of its members', async () => {
      await bench().begin(bundled);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, ['1 untagged', '4|5 untagged', '6 untagged']);
      await bench().passes({ port: 3, from: 'B', to: 'all' }, ['1 untagged', '4|5 untagged', '6 untagged']);
      await bench().passes({ port: 2, from: 'C', to: 'B' }, []);
    });

    test('learns as one: stations behind it are behind the trunk', async () => {
      await bench().begin(bundled);
      await bench().hears(3, 'B');
      expect(await bench().table()).toEqual([`1 ${stationMac('B')} 5001 learned`]);
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2|3 untagged']);
      await bench().passes({ port: 5, from: 'E', to: 'B' }, ['2|3 untagged']);
      await bench().hears(2, 'B');
      expect(await bench().table()).toContain(`1 ${stationMac('B')} 5001 learned`);
    });

    test('keeps the frames of a conversation on one member, and spreads conversations over all', async () => {
      await bench().begin(bundled);
      await bench().hears(2, 'Z');
      const used = new Set<number | undefined>();
      for (let one = 0; one < 24; one += 1) {
        const frame = { port: 1, from: `02-AA-00-00-01-${one.toString(16).padStart(2, '0')}`, to: 'Z' };
        const member = await bench().memberOf(frame);
        expect(await bench().memberOf({ ...frame, length: 300 })).toBe(member);
        used.add(member);
      }
      expect([...used].sort()).toEqual([2, 3]);
    });

    test('goes on by the other members when one loses its link, and forgets nothing', async () => {
      await bench().begin(bundled);
      await bench().hears(2, 'B');
      await bench().harness.setPeerLink(2, 'down');
      // Open vSwitch hears of a link in its own time.
      await expect.poll(() => bench().memberOf({ port: 1, from: 'A', to: 'B' }), PATIENCE).toBe(3);
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['3 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['3 untagged', '4|5 untagged', '6 untagged']);
      expect(await bench().table()).toContain(`1 ${stationMac('B')} 5001 learned`);
    });

    test('without any link gets nothing and is forgotten', async () => {
      await bench().begin(bundled);
      await bench().hears(2, 'B');
      await bench().harness.setPeerLink(2, 'down');
      await bench().harness.setPeerLink(3, 'down');
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['4|5 untagged', '6 untagged']);
      await expect.poll(() => bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`]);
    });

    test('takes frames in by collecting members and sends them by distributing ones alone', async () => {
      await bench().begin(bundled);
      await bench().decide({ trunks: { 5001: { collecting: '2', distributing: '3' } } });
      await bench().passes({ port: 3, from: 'B', to: 'all' }, []);
      expect(await bench().table()).toEqual([]);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, ['1 untagged', '4|5 untagged', '6 untagged']);
      for (const from of ['C', 'D', 'E', 'F']) await bench().passes({ port: 1, from, to: 'B' }, ['3 untagged']);
      await bench().decide({ trunks: { 5001: { collecting: '', distributing: '' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['4|5 untagged', '6 untagged']);
      await bench().decide();
      await bench().passes({ port: 3, from: 'B', to: 'all' }, ['1 untagged', '4|5 untagged', '6 untagged']);
    });

    test('hands control frames over from every member with the port that they came by', async () => {
      await bench().begin(bundled);
      await bench().decide({ trunks: { 5001: { collecting: '', distributing: '' } } });
      await bench().passes({ port: 3, from: 'B', to: LACP }, ['punted lacp']);
      await bench().passes({ port: 2, from: 'B', to: LACP }, ['punted lacp']);
    });

    test('has the VLANs and settings of its lowest member; those of the others mean nothing', async () => {
      await bench().begin({
        ...bundled,
        ports: { 2: { pvid: 10 }, 3: { pvid: 20 } },
        vlans: { 10: { tagged: '1', untagged: '2' }, 20: { tagged: '1,3' } },
      });
      await bench().passes({ port: 3, from: 'B', to: 'all' }, ['1 tagged 10']);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2|3 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '20' }, []);
      await bench().passes({ port: 3, from: 'B', to: 'all', tag: '20' }, []);
    });

    test('can be what an address is pinned to', async () => {
      const pinned = { vlan: 1, address: stationMac('P'), port: 5001 };
      await bench().begin({ ...bundled, staticUnicast: [pinned] });
      await bench().passes({ port: 1, from: 'A', to: 'P' }, ['2|3 untagged']);
      await bench().passes({ port: 3, from: 'B', to: 'P' }, []);
      expect(await bench().table()).toContain(`1 ${stationMac('P')} 5001 static`);
      await bench().harness.setPeerLink(2, 'down');
      await bench().passes({ port: 1, from: 'A', to: 'P' }, ['3 untagged']);
    });

    test('that is dissolved is forgotten, and its members are ports again', async () => {
      await bench().begin(bundled);
      await bench().hears(2, 'B');
      await bench().change({ trunks: { 5002: '4,5' } });
      expect(await bench().table()).toEqual([]);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, [
        '1 untagged',
        '3 untagged',
        '4|5 untagged',
        '6 untagged',
      ]);
      await bench().change(bundled);
      expect(await bench().table()).toEqual([]);
    });

    test('is forgotten in a VLAN with its lowest member, not with another one', async () => {
      const trunked = (tagged: string) => ({ trunks: { 5001: '2,3' }, vlans: { 10: { tagged } } });
      const row = `10 ${stationMac('B')} 5001 learned`;
      await bench().begin(trunked('1-3'));
      await bench().hears(3, 'B', '10');
      await bench().change(trunked('1,2'));
      expect(await bench().table()).toEqual([row]);
      await bench().change(trunked('1,3'));
      expect(await bench().table()).toEqual([]);
    });

    test('that stays keeps what was learnt at it when another one comes and goes', async () => {
      await bench().begin({ trunks: { 5001: '2,3' } });
      await bench().hears(2, 'B');
      await bench().change(bundled);
      expect(await bench().table()).toEqual([`1 ${stationMac('B')} 5001 learned`]);
      await bench().change({ trunks: { 5001: '2,3' } });
      expect(await bench().table()).toEqual([`1 ${stationMac('B')} 5001 learned`]);
    });

    test('that comes forgets what was learnt at its members, and nothing else', async () => {
      await bench().begin();
      await bench().hears(1, 'A');
      await bench().hears(3, 'B');
      await bench().change(bundled);
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`]);
    });

    test('is flushed by any of its members', async () => {
      await bench().begin(bundled);
      await bench().hears(2, 'B');
      await bench().hears(1, 'A');
      expect(await bench().datapath.flush({ ports: portBit(3) })).toBe(1);
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`]);
    });

    test('is held by its lowest member in forwarding groups', async () => {
      await bench().begin({ ...bundled, ports: { 1: { forwardTo: portBit(2) | portBit(5) } } });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2|3 untagged']);
    });
  });
}
