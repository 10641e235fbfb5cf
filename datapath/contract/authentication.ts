import { describe, expect, test } from 'vitest';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import { closedPort } from '../port-access.ts';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { buildTestFrame, packet, stationMac } from './test-frame.ts';

const SERIAL = 0x7ffa_0000;
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

    /** What an engine of the agent sends, of this type. */
    const ofAgent = (etherType: number) => {
      const frame = new Uint8Array(68).fill(0x5a);
      frame.set([0x02, 0xaa, 0, 0, 0, 0x43, 0x02, 0xfa, 0xce, 0, 0, 1, etherType >> 8, etherType & 0xff]);
      return frame;
    };

    test('sends what the agent sends out of it to authenticate a station, and no LLDP', async () => {
      await bench().begin();
      await bench().decide({ access: { 3: closedPort } });
      const [lldp, eapol] = [ofAgent(EtherType.lldp), ofAgent(EtherType.eapol)];
      bench().datapath.transmit(3, lldp);
      await bench().leave(lldp, []);
      bench().datapath.transmit(3, eapol);
      await bench().leave(eapol, ['3 untagged']);
    });

    test.each([
      ['a station is authenticated', { 3: { admits: new Set([stationMac('C')]) } }],
      ['only its way in is closed', { 3: { admits: new Set<string>(), sends: true } }],
      ['its guest VLAN has it', { 3: { vlan: 1, isGuest: true } }],
    ])('sends LLDP of the agent where %s', async (_where, access) => {
      await bench().begin();
      await bench().decide({ access });
      const lldp = ofAgent(EtherType.lldp);
      bench().datapath.transmit(3, lldp);
      await bench().leave(lldp, ['3 untagged']);
    });

    test('stays closed under another plan', async () => {
      await bench().begin();
      await bench().decide({ access: { 3: closedPort } });
      await bench().change({ vlans: { 10: { tagged: '1-6' } } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
    });
  });

  describe('a port in its guest VLAN', () => {
    const guest = { vlan: 30, isGuest: true } as const;
    const vlans = { 1: { untagged: '1-6' }, 20: { tagged: '1-6' }, 30: { tagged: '2', untagged: '5' } };
    const ports = { 5: { pvid: 30 } };
    const guests = ['2 tagged 30', '5 untagged'];

    test('reaches the members of that VLAN and nobody else, untagged', async () => {
      await bench().begin({ vlans, ports });
      await bench().decide({ access: { 3: guest } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, guests);
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '0 priority 5' }, [
        '2 tagged 30 priority 5',
        '5 untagged',
      ]);
      await bench().passes({ port: 5, from: 'E', to: 'C' }, ['3 untagged']);
      await bench().passes({ port: 2, from: 'B', to: 'C', tag: '30' }, ['3 untagged']);
      await bench().passes(
        { port: 1, from: 'A', to: 'all', tag: '20' },
        [2, 4, 5, 6].map((port) => `${port} tagged 20`),
      );
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 untagged', '4 untagged', '5 untagged', '6 untagged']);
    });

    test.each(['1', '20', '30'])('lets nothing in that is tagged with VLAN %s', async (tag) => {
      await bench().begin({ vlans, ports: { 3: { ingressFiltering: false } } });
      await bench().decide({ access: { 3: guest } });
      await bench().passes({ port: 3, from: 'C', to: 'all', tag }, []);
      await bench().passes({ port: 3, from: 'C', to: EAPOL, tag }, []);
      expect(await bench().table()).toEqual([]);
    });

    test.each(['C-tag behind a priority tag', 'S-tag', 'S-tag behind a priority tag'])(
      'lets nothing in with a %s',
      async (what) => {
        await bench().begin({ vlans, ports });
        await bench().decide({ access: { 3: guest } });
        const plain = buildTestFrame({ port: 3, from: 'C', to: 'all' }, SERIAL);
        const behind = pushTag(plain, 20);
        if (what.startsWith('S')) behind.set([EtherType.serviceTag >>> 8, EtherType.serviceTag & 0xff], 12);
        await bench().passesOctets(3, what.endsWith('priority tag') ? pushTag(behind, 0) : behind, []);
        expect(await bench().table()).toEqual([]);
      },
    );

    test('follows no classifier and no multicast VLAN out of it', async () => {
      const source = stationMac('C');
      await bench().begin({
        vlans,
        classifiers: [
          { rank: 'station', source, vlan: 20, priority: 7 },
          { rank: 'voice', prefix: source, ports: 0b111111n, vlan: 20, priority: 6 },
          { rank: 'surveillance', source, ports: 0b111111n, vlan: 20, priority: 5 },
          { rank: 'protocol', frameType: 'ethernet', value: 0x88b5, ports: 0b111111n, vlan: 20, priority: 4 },
        ],
      });
      await bench().decide({ access: { 3: guest } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, guests);
      await bench().passes(
        { port: 4, from: 'C', to: 'all' },
        [1, 2, 5, 6].map((port) => `${port} tagged 20 priority 7`),
      );
    });

    test('is in no VLAN that an engine made it a member of', async () => {
      await bench().begin({ vlans, ports });
      await bench().decide({ access: { 3: guest }, memberships: { 20: { tagged: '3' }, 77: { tagged: '1,3' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '77' }, []);
      await bench().passes(
        { port: 1, from: 'A', to: 'all', tag: '20' },
        [2, 4, 5, 6].map((port) => `${port} tagged 20`),
      );
      await bench().decide({ access: { 3: guest }, memberships: { 30: { tagged: '3' } } });
      await bench().passes({ port: 5, from: 'E', to: 'all' }, ['2 tagged 30', '3 untagged']);
    });

    test('is in no multicast VLAN', async () => {
      const streams = {
        ...{ tagged: '1', untagged: '2,3', sources: '1,3' },
        groups: [['239.1.1.1', '239.1.1.9']] as const,
      };
      await bench().begin({ vlans, multicastVlans: { 40: streams } });
      const to = '01-00-5E-01-01-01';
      const member = { groups: [{ vlan: 40, address: to, ports: '2,3' }] };
      const stream = (source: string) => packet('239.1.1.1', to, 253, stationMac(source));
      await bench().decide({ access: { 3: guest }, ...member });
      await bench().passesOctets(1, pushTag(stream('A'), 40), ['2 untagged']);
      await bench().passesOctets(3, stream('C'), guests);
      await bench().decide(member);
      await bench().passesOctets(3, stream('C'), ['2 untagged']);
    });

    test.each(Object.entries(CONTROLLED))('feeds %s to no engine, and forwards it nowhere', async (_, to) => {
      await bench().begin({ vlans, ports: { 3: { bpduPass: true } }, passedGroups: ['01-80-C2-00-00-21'] });
      await bench().decide({ access: { 3: guest } });
      await bench().passes({ port: 3, from: 'C', to }, []);
    });

    test('is heard by no class of control frames but that of EAPOL', async () => {
      const matches = [{ source: stationMac('C') }];
      await bench().begin({ vlans, punts: { heard: { stage: 'control', action: 'copy', rate: 1000, matches } } });
      await bench().decide({ access: { 3: guest } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, guests);
      await bench().passes({ port: 3, from: 'D', to: EAPOL }, ['punted eapol']);
    });

    test('lets nothing in or out where the VLAN does not exist, or forbids it', async () => {
      const unfiltered = { ...ports, 3: { ingressFiltering: false } };
      const forbidding = { ...vlans, 30: { tagged: '2', untagged: '5', forbidden: '4' } };
      await bench().begin({ ports: unfiltered, vlans: forbidding });
      await bench().decide({ access: { 3: { ...guest, vlan: 99 }, 4: guest } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
      await bench().passes({ port: 4, from: 'D', to: 'all' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 untagged', '5 untagged', '6 untagged']);
      await bench().passes({ port: 5, from: 'E', to: 'all' }, ['2 tagged 30']);
    });
  });

  describe('stations that were assigned to VLANs one by one', () => {
    const vlans = { 1: { untagged: '1-6' }, 10: { untagged: '1' }, 20: { untagged: '2' }, 50: { tagged: '3,4' } };
    const [one, two, three] = [stationMac('C'), stationMac('D'), stationMac('E')];
    const stationVlans = new Map([
      [one, 10],
      [two, 20],
    ]);

    test('are each in their own, and get the frames of both untagged', async () => {
      await bench().begin({ vlans });
      await bench().decide({ access: { 3: { admits: new Set([one, two]), stationVlans } } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, ['1 untagged']);
      await bench().passes({ port: 3, from: 'D', to: 'all' }, ['2 untagged']);
      await bench().passes({ port: 3, from: 'E', to: 'all' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'C', tag: '10' }, ['3 untagged']);
      await bench().passes({ port: 2, from: 'B', to: 'D', tag: '20' }, ['3 untagged']);
      await bench().passes({ port: 4, from: 'F', to: 'all' }, ['1 untagged', '2 untagged', '5 untagged', '6 untagged']);
    });

    test('send nothing into the VLAN of another one by its tag', async () => {
      await bench().begin({ vlans });
      await bench().decide({ access: { 3: { admits: new Set([one, two]), stationVlans } } });
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '20' }, []);
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '1' }, []);
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '10' }, ['1 untagged']);
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '50' }, ['4 tagged 50']);
    });

    test('leave the rest in the VLAN of the port', async () => {
      await bench().begin({ vlans });
      await bench().decide({ access: { 3: { admits: new Set([one, two, three]), stationVlans } } });
      await bench().passes({ port: 3, from: 'E', to: 'all' }, others(3));
      await bench().passes({ port: 3, from: 'E', to: 'all', tag: '10' }, []);
      await bench().passes({ port: 3, from: 'C', to: 'all' }, ['1 untagged']);
      await bench().decide({ access: { 3: { admits: new Set([three]) } } });
      await bench().passes({ port: 3, from: 'E', to: 'all' }, others(3));
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, []);
    });
  });

  describe('EAPOL', () => {
    const eapol = (to: string, tag?: number) => {
      const frame = new Uint8Array(68).fill(0);
      frame.set(
        buildEthernet({
          destination: to,
          source: stationMac('A'),
          etherType: 0x888e,
          payload: Uint8Array.of(1, 1, 0, 0),
        }),
      );
      return tag === undefined ? frame : pushTag(frame, tag);
    };
    const everywhere = ['FF-FF-FF-FF-FF-FF', stationMac('B'), '01-00-5E-01-02-03'];

    test.each(everywhere)('to %s is forwarded nowhere, tagged or not', async (to) => {
      await bench().begin({ vlans: { 20: { tagged: '1-6' } } });
      await bench().passesOctets(1, eapol(to), []);
      await bench().passesOctets(1, eapol(to, 0), []);
      await bench().passesOctets(1, eapol(to, 20), []);
      expect(await bench().table()).toEqual([]);
      await bench().decide({ access: { 1: { vlan: 1, isGuest: true } } });
      await bench().passesOctets(1, eapol(to), []);
    });

    test('goes through a port that passes it', async () => {
      await bench().begin({ ports: { 1: { eapPass: true } } });
      for (const to of [...everywhere, EAPOL]) await bench().passesOctets(1, eapol(to), others(1));
    });

    test('to the group of another protocol is forwarded nowhere, although the port passes EAPOL', async () => {
      await bench().begin({ vlans: { 20: { tagged: '1-6' } }, ports: { 1: { eapPass: true } } });
      for (const to of ['01-80-C2-00-00-04', '01-80-C2-00-00-0D']) {
        await bench().passesOctets(1, eapol(to), []);
        await bench().passesOctets(1, eapol(to, 20), []);
      }
      for (const to of ['01-80-C2-00-00-00', '01-80-C2-00-00-21', 'CF-00-00-00-00-00']) {
        await bench().passesOctets(1, eapol(to), ['punted']);
      }
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
