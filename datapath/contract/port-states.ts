import { describe, expect, test } from 'vitest';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { buildTestFrame, stationMac } from './test-frame.ts';
import { testState } from './test-plan.ts';

const BPDU = '01-80-C2-00-00-00';
/** VLAN 10 is in instance 1, VLAN 20 in the CIST like VLAN 1. */
const instances = { vlans: { 10: { tagged: '1-6' }, 20: { tagged: '1-6' } }, spanningTreeInstances: { 10: 1 } };
const tagged = (vlan: number, ...ports: number[]) => ports.map((port) => `${port} tagged ${vlan}`);

/** Port states in spanning-tree instances (IEEE 802.1Q-2018 8.4). */
export function describePortStates(bench: () => Bench): void {
  describe('a port', () => {
    test('that discards in an instance lets nothing in or out of its VLANs, and learns nothing', async () => {
      await bench().begin(instances);
      await bench().decide({ instances: { 1: { learning: '1,2,4-6', forwarding: '1,2,4-6' } } });
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '10' }, []);
      expect(await bench().table()).toEqual([]);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, tagged(10, 2, 4, 5, 6));
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '20' }, tagged(20, 1, 2, 4, 5, 6));
      await bench().passes({ port: 1, from: 'A', to: 'all' }, others(1));
    });

    test('that learns in an instance lets nothing in or out, but learns', async () => {
      await bench().begin(instances);
      await bench().decide({ instances: { 1: { learning: '1-6', forwarding: '1,2,4-6' } } });
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '10' }, []);
      expect(await bench().table()).toEqual([`10 ${stationMac('C')} 3 learned`]);
      await bench().passes({ port: 1, from: 'A', to: 'C', tag: '10' }, []);
    });

    test('that discards in the CIST keeps forwarding in other instances', async () => {
      await bench().begin(instances);
      await bench().decide({ instances: { 0: { learning: '1,2', forwarding: '1,2' } } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 untagged']);
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '10' }, tagged(10, 1, 2, 4, 5, 6));
    });

    test('that discards still hands BPDUs over', async () => {
      await bench().begin(instances);
      await bench().decide({ instances: { 0: { learning: '', forwarding: '' } } });
      await bench().passes({ port: 3, from: 'C', to: BPDU }, ['punted bpdu']);
    });

    test('forwards as soon as its instance says so, with what was learnt', async () => {
      await bench().begin(instances);
      await bench().hears(3, 'C', '10');
      await bench().decide({ instances: { 1: { learning: '1', forwarding: '1' } } });
      await bench().passes({ port: 1, from: 'A', to: 'C', tag: '10' }, []);
      await bench().decide({ instances: { 1: { learning: '1-6', forwarding: '1-6' } } });
      await bench().passes({ port: 1, from: 'A', to: 'C', tag: '10' }, tagged(10, 3));
      await bench().decide();
      await bench().passes({ port: 3, from: 'C', to: 'A', tag: '10' }, tagged(10, 1));
    });

    test('follows its VLAN into another instance', async () => {
      await bench().begin(instances);
      await bench().decide({ instances: { 1: { learning: '1,2', forwarding: '1,2' } } });
      await bench().change({ ...instances, spanningTreeInstances: { 20: 1 } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, tagged(10, 2, 3, 4, 5, 6));
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '20' }, tagged(20, 2));
    });

    test('that discards is not left by what the switch itself sends into the VLAN', async () => {
      await bench().begin(instances);
      await bench().decide({ instances: { 1: { learning: '1-6', forwarding: '2' } } });
      const frame = buildTestFrame({ port: 0, from: 'S', to: BROADCAST_MAC }, 0x7ffd_0000);
      bench().datapath.originate(10, frame);
      await bench().leave(frame, tagged(10, 2));
    });

    test('is left, or not, by what the switch itself sends right behind the decision', async () => {
      await bench().begin(instances);
      const frame = buildTestFrame({ port: 0, from: 'S', to: BROADCAST_MAC }, 0x7ffd_0000);
      for (const ports of [[2], [2, 3, 4], [3], [1, 2, 3, 4, 5, 6]]) {
        const forwarding = ports.join(',');
        bench().datapath.update(testState({ instances: { 1: { learning: '1-6', forwarding } } }));
        bench().datapath.originate(10, frame);
        await bench().leave(frame, tagged(10, ...ports));
      }
    });

    test('that discards still sends what the agent sends out of it: BPDUs have to leave', async () => {
      await bench().begin();
      await bench().decide({ instances: { 0: { learning: '', forwarding: '' } } });
      const frame = buildTestFrame({ port: 0, from: 'S', to: BPDU }, 0x7ffd_0000);
      bench().datapath.transmit(2, frame);
      await bench().leave(frame, ['2 untagged']);
    });

    test('of a trunk is the trunk, by its lowest member', async () => {
      await bench().begin({ ...instances, trunks: { 5001: '3,4' } });
      await bench().decide({ instances: { 1: { learning: '1,2,4', forwarding: '1,2,4' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, tagged(10, 2));
      await bench().passes({ port: 4, from: 'D', to: 'all', tag: '10' }, []);
      await bench().passes({ port: 4, from: 'D', to: 'all', tag: '20' }, tagged(20, 1, 2, 5, 6));
    });
  });
}
