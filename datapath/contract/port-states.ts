import { describe, expect, test } from 'vitest';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { stationMac } from './test-frame.ts';

const BPDU = '01-80-C2-00-00-00';

/** What protocol engines let ports do, and who they let into VLANs. */
export function describePortStates(bench: () => Bench): void {
  describe('spanning-tree states', () => {
    test('a discarding port lets nothing in or out and learns nothing, but hands BPDUs over', async () => {
      await bench().begin();
      await bench().decide({ instances: { 0: { learning: '1,3-6', forwarding: '1,3-6' } } });
      await bench().passes({ port: 2, from: 'B', to: 'all' }, []);
      expect(await bench().table()).toEqual([]);
      await bench().passes(
        { port: 1, from: 'A', to: 'all' },
        ['3', '4', '5', '6'].map((port) => `${port} untagged`),
      );
      await bench().passes({ port: 2, from: 'B', to: BPDU }, ['punted']);
    });

    test('a learning port learns, and forwards nothing yet', async () => {
      await bench().begin();
      await bench().decide({ instances: { 0: { learning: '1-6', forwarding: '1,3-6' } } });
      await bench().passes({ port: 2, from: 'B', to: 'all' }, []);
      expect(await bench().table()).toEqual([`1 ${stationMac('B')} 2 learned`]);
      await bench().passes({ port: 1, from: 'A', to: 'B' }, []);
      await bench().decide({});
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
    });

    test('a state holds for the VLANs of its instance alone', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1-3' } }, spanningTreeInstances: { 10: 4 } });
      await bench().decide({ instances: { 4: { learning: '1,3', forwarding: '1,3' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['3 tagged 10']);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, others(1));
      await bench().passes({ port: 2, from: 'B', to: 'all', tag: '10' }, []);
      await bench().change({ vlans: { 10: { tagged: '1-3' } } });
      await bench().passes({ port: 1, from: 'A', to: 'C', tag: '10' }, ['2 tagged 10', '3 tagged 10']);
    });

    test('what the agent sends out of a discarding port leaves: BPDUs have to', async () => {
      await bench().begin();
      await bench().decide({ instances: { 0: { learning: '', forwarding: '' } } });
      bench().datapath.transmit(2, new Uint8Array(68).fill(7));
      const { left } = await bench().harness.collect({ left: 1, punted: 0 });
      expect(left.map(({ port }) => port)).toEqual([2]);
    });
  });

  describe('blocked ports', () => {
    test('a port blocked in a VLAN is closed there both ways, and in no other', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1-3' } } });
      await bench().decide({ blocked: { 10: '2' } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['3 tagged 10']);
      await bench().passes({ port: 2, from: 'B', to: 'all', tag: '10' }, []);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, others(2));
      await bench().passes({ port: 2, from: 'B', to: BPDU }, ['punted']);
    });

    test('a port blocked in every VLAN is closed beside those blocked in one', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1-4' } } });
      await bench().decide({ blocked: { 0: '3', 10: '2' } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['4 tagged 10']);
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
      await bench().decide({});
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '10' }, ['1 tagged 10', '2 tagged 10', '4 tagged 10']);
    });
  });

  describe('memberships that engines add', () => {
    test('a port is a member for as long as an engine says so, and what was learnt there goes with it', async () => {
      const vlans = { 10: { tagged: '1,2' } };
      await bench().begin({ vlans });
      await bench().decide({ memberships: { 10: { tagged: '3' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 tagged 10', '3 tagged 10']);
      await bench().hears(3, 'C', '10');
      expect(await bench().table()).toContain(`10 ${stationMac('C')} 3 learned`);
      await bench().decide({});
      expect((await bench().table()).filter((row) => row.includes(' 3 '))).toEqual([]);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 tagged 10']);
    });

    test('a VLAN may have such members alone', async () => {
      await bench().begin();
      await bench().decide({ memberships: { 30: { tagged: '1,5' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '30' }, ['5 tagged 30']);
      await bench().decide({});
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '30' }, []);
    });
  });
}
