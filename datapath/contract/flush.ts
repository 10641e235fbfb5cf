import { describe, expect, test } from 'vitest';
import type { Bench } from './bench.ts';
import { stationMac } from './test-frame.ts';
import { ports } from './test-plan.ts';

const vlans = { vlans: { 10: { tagged: '1-4' }, 20: { tagged: '1-4' } } };

/** Forgetting by a set of ports and a set of VLANs at once, as a topology change asks for. */
export function describeFlush(bench: () => Bench): void {
  describe('flushing', () => {
    test('forgets what is at any of the ports in any of the VLANs', async () => {
      await bench().begin(vlans);
      for (const vlan of ['10', '20']) {
        for (const [port, from] of ['A', 'B', 'C', 'D'].entries()) await bench().hears(port + 1, from, vlan);
      }
      await bench().hears(2, 'B');
      expect(await bench().datapath.flush({ ports: ports('1-3'), vlans: new Set([1, 10]) })).toBe(4);
      expect(await bench().table()).toEqual([
        `10 ${stationMac('D')} 4 learned`,
        ...['A', 'B', 'C', 'D'].map((from, at) => `20 ${stationMac(from)} ${at + 1} learned`),
      ]);
      expect(await bench().datapath.flush({ ports: ports('4-6') })).toBe(2);
      expect(await bench().datapath.flush({ ports: 0n })).toBe(0);
      expect(await bench().datapath.flush({ vlans: new Set() })).toBe(0);
      expect(await bench().datapath.flush({ vlans: new Set([20]) })).toBe(3);
    });

    test('goes by the VLAN that an address was heard in, under shared learning too', async () => {
      await bench().begin({ ...vlans, learning: { constraint: 'shared' } });
      await bench().hears(2, 'B', '10');
      await bench().hears(3, 'C', '20');
      expect(await bench().datapath.flush({ ports: ports('1-6'), vlans: new Set([10]) })).toBe(1);
      expect(await bench().table()).toEqual([`1 ${stationMac('C')} 3 learned`]);
    });

    test('finds an address that moved between VLANs under shared learning where it was heard last', async () => {
      await bench().begin({ ...vlans, learning: { constraint: 'shared' } });
      await bench().hears(2, 'B', '10');
      await bench().hears(2, 'B', '20');
      expect(await bench().datapath.flush({ vlans: new Set([10]) })).toBe(0);
      expect(await bench().datapath.flush({ vlans: new Set([20]) })).toBe(1);
    });

    test('leaves what is pinned alone', async () => {
      await bench().begin({ staticUnicast: [{ vlan: 1, address: stationMac('P'), port: 4 }] });
      expect(await bench().datapath.flush({ ports: ports('4'), vlans: new Set([1]) })).toBe(0);
      expect(await bench().table()).toEqual([`1 ${stationMac('P')} 4 static`]);
    });
  });
}
