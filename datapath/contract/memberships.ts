import { describe, expect, test } from 'vitest';
import type { Bench } from './bench.ts';
import { stationMac } from './test-frame.ts';

/** VLAN members that engines add: GVRP, a RADIUS server's answer, voice VLANs. */
export function describeMemberships(bench: () => Bench): void {
  describe('members that engines add', () => {
    test('stand beside those of the plan, and go without them', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1,2' } } });
      await bench().decide({ memberships: { 10: { tagged: '3', untagged: '4' } } });
      const everybody = ['2 tagged 10', '3 tagged 10', '4 untagged'];
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, everybody);
      await bench().passes({ port: 3, from: 'C', to: 'A', tag: '10' }, ['1 tagged 10']);
      await bench().decide();
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 tagged 10']);
      await bench().passes({ port: 3, from: 'C', to: 'A', tag: '10' }, []);
    });

    test('may be all that a VLAN has', async () => {
      await bench().begin();
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '30' }, []);
      await bench().decide({ memberships: { 30: { tagged: '1,2' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '30' }, ['2 tagged 30']);
      await bench().change({ vlans: { 10: { tagged: '1,2' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '30' }, ['2 tagged 30']);
      await bench().decide();
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '30' }, []);
    });

    test('are kept out where the VLAN forbids their port, and come in once it does no more', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1,2', forbidden: '3,4' } } });
      await bench().decide({ memberships: { 10: { tagged: '3,5', untagged: '4' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 tagged 10', '5 tagged 10']);
      await bench().passes({ port: 3, from: 'C', to: 'A', tag: '10' }, []);
      await bench().change({ vlans: { 10: { tagged: '1,2', forbidden: '4' } } });
      await bench().passes({ port: 3, from: 'C', to: 'A', tag: '10' }, ['1 tagged 10']);
      await bench().change({ vlans: { 10: { tagged: '1,2', forbidden: '3-5' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 tagged 10']);
    });

    test('are forgotten in the VLAN when they go', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1,2' } } });
      await bench().decide({ memberships: { 10: { tagged: '2,3' }, 30: { tagged: '1,3' } } });
      await bench().hears(2, 'B', '10');
      await bench().hears(3, 'C', '10');
      await bench().hears(3, 'C', '30');
      await bench().decide();
      expect(await bench().table()).toEqual([`10 ${stationMac('B')} 2 learned`]);
    });
  });
}
