import { describe, expect, test } from 'vitest';
import type { AcceptableFrameTypes } from '../plan.ts';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { buildTestFrame, stationMac } from './test-frame.ts';
import { ports } from './test-plan.ts';

/** Which VLAN a frame belongs to, who gets it, and with what tag (IEEE 802.1Q-2018 6.9, 8.6). */
export function describeVlans(bench: () => Bench): void {
  describe('VLAN membership', () => {
    test('an untagged frame belongs to the PVID of its port, and leaves as each member wants it', async () => {
      await bench().begin({ ports: { 1: { pvid: 10 } }, vlans: { 10: { untagged: '1,2', tagged: '3' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 untagged', '3 tagged 10']);
    });

    test('a tagged frame belongs to the VLAN of its tag, on a port that is untagged there, too', async () => {
      await bench().begin({ vlans: { 10: { untagged: '1,2', tagged: '3,4' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 untagged', '3 tagged 10', '4 tagged 10']);
      await bench().passes({ port: 3, from: 'B', to: 'A', tag: '10' }, ['1 untagged']);
    });

    test('a port may be untagged in several VLANs', async () => {
      await bench().begin({
        ports: { 1: { pvid: 10 }, 2: { pvid: 10 }, 4: { pvid: 20 } },
        vlans: { 1: undefined, 10: { untagged: '1,2', tagged: '3' }, 20: { untagged: '1,4', tagged: '3' } },
      });
      await bench().passes({ port: 2, from: 'B', to: 'all' }, ['1 untagged', '3 tagged 10']);
      await bench().passes({ port: 4, from: 'D', to: 'all' }, ['1 untagged', '3 tagged 20']);
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '20' }, ['1 untagged', '4 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 untagged', '3 tagged 10']);
    });

    test('a tag keeps its priority, and a priority tag goes into the PVID with it', async () => {
      await bench().begin({ ports: { 1: { pvid: 10 } }, vlans: { 10: { untagged: '1,2', tagged: '3' } } });
      const arrivals = ['2 untagged', '3 tagged 10 priority 5'];
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10 priority 5' }, arrivals);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '0 priority 5' }, arrivals);
    });

    test('a priority tag of the lowest priority is as good as none', async () => {
      await bench().begin({ ports: { 1: { pvid: 10 } }, vlans: { 10: { untagged: '1,2', tagged: '3' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '0' }, ['2 untagged', '3 tagged 10']);
    });

    test('an S-tag is payload: the frame belongs to the PVID, whatever VLAN stands in it', async () => {
      await bench().begin({ ports: { 1: { pvid: 10 } }, vlans: { 10: { untagged: '1,2', tagged: '3' } } });
      const octets = buildTestFrame({ port: 1, from: 'A', to: 'all', tag: '1' }, 0x7ffc_0000);
      octets[12] = 0x88;
      octets[13] = 0xa8;
      await bench().passesOctets(1, octets, ['2 untagged', '3 tagged 10']);
      await bench().change({ ports: { 1: { acceptableFrameTypes: 'tagged' } } });
      await bench().passesOctets(1, octets, []);
    });

    test('frames of a VLAN that does not exist are dropped, tagged or by PVID, ingress filtering or not', async () => {
      const open = { ingressFiltering: false };
      await bench().begin({ ports: { 1: open, 2: { pvid: 99 }, 3: { pvid: 99, ...open } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '99' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '4095' }, []);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, []);
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
      expect(await bench().table()).toEqual([]);
    });

    test('a learnt address is of no use in a VLAN that its port is not in', async () => {
      await bench().begin({
        learning: { constraint: 'shared' },
        vlans: { 10: { tagged: '1,3' } },
      });
      await bench().hears(2, 'B');
      await bench().passes({ port: 1, from: 'A', to: 'B', tag: '10' }, []);
    });
  });

  describe('ingress rules', () => {
    const admitting = async (acceptableFrameTypes: AcceptableFrameTypes) =>
      bench().begin({ ports: { 1: { acceptableFrameTypes } }, vlans: { 10: { tagged: '1-3' } } });

    test('a port that admits tagged frames only drops untagged and priority-tagged ones', async () => {
      await admitting('tagged');
      await bench().passes({ port: 1, from: 'A', to: 'all' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '0 priority 3' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 tagged 10', '3 tagged 10']);
    });

    test('a port that admits untagged frames only drops tagged ones, but not priority-tagged ones', async () => {
      await admitting('untaggedAndPriority');
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, others(1));
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '0 priority 3' }, others(1));
    });

    test('ingress filtering drops frames of VLANs that the port is not in, and they teach nothing', async () => {
      await bench().begin({ ports: { 2: { pvid: 10 } }, vlans: { 10: { tagged: '3,4' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, []);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, []);
      expect(await bench().table()).toEqual([]);
    });

    test('without ingress filtering they pass, though nothing of that VLAN comes back', async () => {
      await bench().begin({ ports: { 1: { ingressFiltering: false } }, vlans: { 10: { tagged: '3,4' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['3 tagged 10', '4 tagged 10']);
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '10' }, ['4 tagged 10']);
    });
  });

  describe('forwarding groups', () => {
    test('a port reaches only the ports it may forward to, the other way is not implied', async () => {
      await bench().begin({ ports: { 1: { forwardTo: ports('2,6') } } });
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 untagged', '6 untagged']);
      await bench().passes({ port: 3, from: 'C', to: 'A' }, ['1 untagged']);
    });

    test('a known destination outside the group is dropped, not flooded', async () => {
      await bench().begin({ ports: { 1: { forwardTo: ports('2') } } });
      await bench().hears(3, 'C');
      await bench().passes({ port: 1, from: 'A', to: 'C' }, []);
    });

    test('a forwarding group never widens VLAN membership', async () => {
      await bench().begin({ ports: { 1: { forwardTo: ports('2,5') } }, vlans: { 10: { tagged: '1,2,3' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 tagged 10']);
    });
  });

  describe('changes', () => {
    test('the same plan again, or another VLAN, leaves what was learnt', async () => {
      await bench().begin();
      await bench().hears(2, 'B');
      await bench().change({});
      await bench().change({ vlans: { 10: { tagged: '2,3' } } });
      expect(await bench().table()).toEqual([`1 ${stationMac('B')} 2 learned`]);
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
    });

    test('who was heard before a port got another PVID is not known in the new VLAN', async () => {
      const vlans = { 10: { untagged: '2' } };
      await bench().begin({ vlans });
      for (let again = 0; again < 4; again += 1) await bench().hears(2, 'B');
      await bench().change({ vlans, ports: { 2: { pvid: 10 } } });
      await bench().harness.advance(1500);
      expect(await bench().table()).not.toContain(`10 ${stationMac('B')} 2 learned`);
      await bench().hears(2, 'B');
      expect(await bench().table()).toContain(`10 ${stationMac('B')} 2 learned`);
    });

    test('membership can turn from untagged to tagged and back', async () => {
      await bench().begin({ vlans: { 10: { untagged: '2', tagged: '1' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 untagged']);
      await bench().change({ vlans: { 10: { tagged: '1,2' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 tagged 10']);
      await bench().change({ vlans: { 10: { untagged: '2', tagged: '1' } } });
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, ['2 untagged']);
    });

    test('of several plans the last one counts, whatever came before', async () => {
      const two = {
        ports: { 1: { pvid: 20 } },
        vlans: { 10: { tagged: '1-6' }, 20: { untagged: '1,5', tagged: '6' } },
      };
      await bench().begin({ vlans: { 1: undefined, 10: { untagged: '1-6' } }, ports: { 1: { pvid: 10 } } });
      await bench().change({
        mirrors: [{ target: 5, ingress: '1' }],
        staticUnicast: [{ vlan: 1, address: stationMac('X'), port: 2 }],
      });
      await bench().change(two);
      await bench().passes({ port: 1, from: 'A', to: 'X' }, ['5 untagged', '6 tagged 20']);
      await bench().passes({ port: 2, from: 'B', to: 'X' }, others(2));
    });
  });
}
