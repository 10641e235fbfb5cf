import { describe, expect, test } from 'vitest';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { stationMac } from './test-frame.ts';

const pinned = { vlan: 1, address: stationMac('P'), port: 4 };

/** Addresses that are pinned to a port. */
export function describeStaticAddresses(bench: () => Bench): void {
  describe('static addresses', () => {
    test('frames to a pinned address go to its port alone, without a word from it', async () => {
      await bench().begin({ staticUnicast: [pinned] });
      await bench().passes({ port: 1, from: 'A', to: 'P' }, ['4 untagged']);
      expect(await bench().table()).toContain(`1 ${stationMac('P')} 4 static`);
    });

    test('a pinned address that shows up elsewhere is forwarded from there, but does not move', async () => {
      await bench().begin({ staticUnicast: [pinned] });
      await bench().passes({ port: 2, from: 'P', to: 'all' }, others(2));
      await bench().passes({ port: 1, from: 'A', to: 'P' }, ['4 untagged']);
    });

    test('pinning takes the place of what was learnt, and flushing leaves it alone', async () => {
      await bench().begin();
      await bench().hears(2, 'P');
      await bench().change({ staticUnicast: [pinned] });
      expect(await bench().table()).toEqual([`1 ${stationMac('P')} 4 static`]);
      expect(await bench().datapath.flush({})).toBe(0);
      await bench().passes({ port: 1, from: 'A', to: 'P' }, ['4 untagged']);
    });

    test('a pinned address can be given another port, and be let go', async () => {
      await bench().begin({ staticUnicast: [pinned] });
      const other = { ...pinned, address: stationMac('Q') };
      await bench().change({ staticUnicast: [{ ...pinned, port: 5 }, other] });
      await bench().passes({ port: 1, from: 'A', to: 'P' }, ['5 untagged']);
      await bench().change({ staticUnicast: [other] });
      await bench().passes({ port: 1, from: 'A', to: 'P' }, others(1));
      await bench().passes({ port: 1, from: 'A', to: 'Q' }, ['4 untagged']);
      await bench().change({});
      await bench().passes({ port: 1, from: 'A', to: 'P' }, others(1));
    });

    test('an address that is pinned in several VLANs is let go in one of them alone', async () => {
      const vlans = { 10: { tagged: '1,2,3' }, 20: { tagged: '1,2,3' } };
      const inVlan = (vlan: number, port: number) => ({ ...pinned, vlan, port });
      const entries = [pinned, inVlan(10, 3), inVlan(20, 2)];
      for (const left of entries) {
        await bench().begin({ vlans, staticUnicast: entries });
        const staticUnicast = entries.filter((entry) => entry !== left);
        await bench().change({ vlans, staticUnicast });
        const rows = staticUnicast.map(({ vlan, address, port }) => `${vlan} ${address} ${port} static`);
        expect((await bench().table()).toSorted()).toEqual(rows);
      }
    });

    test('a pinned address stays where it is when addresses are learnt in another way', async () => {
      await bench().begin({ staticUnicast: [pinned] });
      await bench().hears(2, 'B');
      for (const constraint of ['shared', 'independent'] as const) {
        await bench().change({ staticUnicast: [pinned], learning: { constraint } });
        expect(await bench().table()).toEqual([`1 ${stationMac('P')} 4 static`]);
        await bench().passes({ port: 1, from: 'P', to: 'P' }, ['4 untagged']);
      }
    });

    test('under shared learning a pinned address can move to another VLAN', async () => {
      const shared = { learning: { constraint: 'shared' }, vlans: { 10: { tagged: '1,2,3' } } } as const;
      await bench().begin({ ...shared, staticUnicast: [pinned] });
      await bench().change({ ...shared, staticUnicast: [{ vlan: 10, address: stationMac('P'), port: 3 }] });
      expect(await bench().table()).toEqual([`1 ${stationMac('P')} 3 static`]);
      await bench().passes({ port: 1, from: 'P', to: 'P', tag: '10' }, ['3 tagged 10']);
      await bench().change(shared);
      expect(await bench().table()).toEqual([]);
    });

    test('frames to a pinned address are dropped while its link is down', async () => {
      await bench().begin({ staticUnicast: [pinned] });
      await bench().harness.setPeerLink(4, 'down');
      await bench().passes({ port: 1, from: 'A', to: 'P' }, []);
    });

    test('an address is pinned in its VLAN only', async () => {
      const vlans = { 10: { tagged: '1,2,3' } };
      await bench().begin({ vlans, staticUnicast: [{ vlan: 10, address: stationMac('P'), port: 3 }] });
      await bench().passes({ port: 1, from: 'A', to: 'P', tag: '10' }, ['3 tagged 10']);
      await bench().passes({ port: 1, from: 'A', to: 'P' }, others(1));
    });
  });
}
