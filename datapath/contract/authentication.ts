import { describe, expect, test } from 'vitest';
import { closedPort } from '../port-access.ts';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { stationMac } from './test-frame.ts';

const EAPOL = '01-80-C2-00-00-03';
/** Protocols of bridges that use the controlled port, by their groups. */
const CONTROLLED = {
  BPDUs: '01-80-C2-00-00-00',
  LACP: '01-80-C2-00-00-02',
  LLDP: '01-80-C2-00-00-0E',
  GVRP: '01-80-C2-00-00-21',
  'configuration tests': 'CF-00-00-00-00-00',
};

/** Ports and stations that an authenticator keeps closed, and the VLANs that it puts them in. */
export function describeAuthentication(bench: () => Bench): void {
  describe('a port that is closed until it is authenticated', () => {
    test('lets nothing in or out, learns nothing, and hands EAPOL over', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1-6' } } });
      await bench().decide({ access: { 3: closedPort } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '10' }, []);
      expect(await bench().table()).toEqual([]);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 untagged', '4 untagged', '5 untagged', '6 untagged']);
      await bench().passes({ port: 3, from: 'C', to: EAPOL }, ['punted eapol']);
    });

    test.each(Object.entries(CONTROLLED))('hands %s over once its station is authenticated only', async (_, to) => {
      await bench().begin();
      await bench().decide({ access: { 3: closedPort } });
      await bench().passes({ port: 3, from: 'C', to }, []);
      await bench().passes({ port: 4, from: 'C', to }, ['punted']);
      await bench().decide({ access: { 3: { admits: new Set([stationMac('C')]) } } });
      await bench().passes({ port: 3, from: 'C', to }, ['punted']);
      await bench().passes({ port: 3, from: 'D', to }, []);
      await bench().decide();
      await bench().passes({ port: 3, from: 'D', to }, ['punted']);
    });

    test('forwards no BPDUs either where the port passes them', async () => {
      await bench().begin({ ports: { 3: { bpduPass: true } } });
      await bench().decide({ access: { 3: closedPort } });
      await bench().passes({ port: 3, from: 'C', to: CONTROLLED.BPDUs }, []);
      await bench().decide();
      await bench().passes({ port: 3, from: 'C', to: CONTROLLED.BPDUs }, others(3));
    });

    test('is closed before anything else is asked of a frame, and opens again', async () => {
      await bench().begin({ classifiers: [{ rank: 'station', source: stationMac('C'), vlan: 1, priority: 0 }] });
      await bench().decide({ access: { 3: closedPort } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
      await bench().decide();
      await bench().passes({ port: 3, from: 'C', to: 'all' }, others(3));
      await bench().passes({ port: 1, from: 'A', to: 'C' }, ['3 untagged']);
    });

    test('is open while it is a member of a trunk, and closed again after', async () => {
      const trunk = { trunks: { 5001: '3,4' } };
      await bench().begin(trunk);
      await bench().decide({ access: { 3: closedPort }, trunks: { 5001: { collecting: '3,4', distributing: '3' } } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, ['1 untagged', '2 untagged', '5 untagged', '6 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'C' }, ['3 untagged']);
      await bench().change({});
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
      await bench().change(trunk);
      await bench().passes({ port: 3, from: 'C', to: 'all' }, ['1 untagged', '2 untagged', '5 untagged', '6 untagged']);
    });

    test('may send where only its way in is closed', async () => {
      await bench().begin();
      await bench().decide({ access: { 3: { admits: new Set(), sends: true } } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, others(1));
    });

    test('lets in the stations that are authenticated, and no others', async () => {
      await bench().begin();
      await bench().decide({ access: { 3: { admits: new Set([stationMac('C'), stationMac('D')]) } } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, others(3));
      await bench().passes({ port: 3, from: 'D', to: 'all' }, others(3));
      await bench().passes({ port: 3, from: 'E', to: 'all' }, []);
      await bench().passes({ port: 4, from: 'E', to: 'all' }, others(4));
      await bench().decide({ access: { 3: { admits: new Set([stationMac('D')]) } } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
      await bench().passes({ port: 3, from: 'D', to: 'all' }, others(3));
    });

    test('sends what the agent sends out of it', async () => {
      await bench().begin();
      await bench().decide({ access: { 3: closedPort } });
      const frame = new Uint8Array(68).fill(0x5a);
      frame.set([0x02, 0xaa, 0, 0, 0, 0x43, 0x02, 0xfa, 0xce, 0, 0, 1, 0x88, 0x8e]);
      bench().datapath.transmit(3, frame);
      await bench().leave(frame, ['3 untagged']);
    });

    test('stays closed under another plan', async () => {
      await bench().begin();
      await bench().decide({ access: { 3: closedPort } });
      await bench().change({ vlans: { 10: { tagged: '1-6' } } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
    });
  });

  describe('a port that was assigned to a VLAN', () => {
    const vlans = { 1: { untagged: '1-6' }, 10: { tagged: '1,2', untagged: '6' }, 20: { tagged: '1,3' } };

    test('is in that one untagged, in no other one untagged, and keeps those that it has tagged', async () => {
      await bench().begin({ vlans });
      await bench().decide({ access: { 3: { vlan: 10 } } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, ['1 tagged 10', '2 tagged 10', '6 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'C', tag: '10' }, ['3 untagged']);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, ['1 untagged', '4 untagged', '5 untagged', '6 untagged']);
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '1' }, []);
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '20' }, ['1 tagged 20']);
    });

    test('goes back when it is assigned no more, and is forgotten in that VLAN', async () => {
      await bench().begin({ vlans });
      await bench().decide({ access: { 3: { vlan: 10 } } });
      await bench().hears(3, 'C');
      expect(await bench().table()).toEqual([`10 ${stationMac('C')} 3 learned`]);
      await bench().decide();
      expect(await bench().table()).toEqual([]);
      await bench().passes({ port: 3, from: 'C', to: 'all' }, others(3));
    });

    test('stays where it was while the VLAN does not exist, and is kept out where it is forbidden', async () => {
      await bench().begin({ vlans: { ...vlans, 10: { tagged: '1,2', forbidden: '4' } } });
      await bench().decide({ access: { 3: { vlan: 77 }, 4: { vlan: 10 } } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, ['1 untagged', '2 untagged', '5 untagged', '6 untagged']);
      await bench().passes({ port: 4, from: 'D', to: 'all' }, []);
      await bench().change({ vlans: { ...vlans, 77: { tagged: '1' } } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, ['1 tagged 77']);
    });
  });
}
