import { describe, test } from 'vitest';
import { encodeTag, pushTag } from '../../protocols/frames/vlan-tag.ts';
import type { Bench } from './bench.ts';
import { packet } from './test-frame.ts';
import type { WantedPlan, WantedState } from './test-plan.ts';

const STREAM = '01-00-5E-01-01-01';
const IPV6_STREAM = '33-33-00-00-00-77';
const IGMP = { etherType: 0x0800, ipProtocol: 2 };

const inRange = packet('239.1.1.1', STREAM);
/** Its frames have the same address. */
const outOfRange = packet('238.1.1.1', STREAM);
const ipv6 = packet('ff05::77', IPV6_STREAM);
const tagged = (frame: Uint8Array, vid: number, priority = 0) =>
  pushTag(frame, encodeTag({ vid, priority, dropEligible: false }));

/** Streams come in by 1 (tagged) and 2 (untagged); 3 and 4 get them untagged, 5 tagged. Each has a VLAN of its own beside. */
const streams: WantedPlan = {
  vlans: { 1: { untagged: '1,2,6' }, 20: { untagged: '3' }, 30: { untagged: '4', tagged: '5' } },
  ports: { 3: { pvid: 20 }, 4: { pvid: 30 } },
  multicastVlans: {
    100: {
      tagged: '1,5',
      untagged: '2-4',
      sources: '1,2',
      groups: [
        ['239.1.1.0', '239.1.1.9'],
        ['ff05::70', 'ff05::7f'],
      ],
    },
  },
};
const listening: WantedState = {
  groups: [
    { vlan: 100, address: STREAM, ports: '3,5' },
    { vlan: 100, address: IPV6_STREAM, ports: '4' },
  ],
};

/** Streams of one VLAN for listeners in others. */
export function describeMulticastVlans(bench: () => Bench): void {
  describe('a multicast VLAN', () => {
    test('takes the streams of its sources to those who listen, each once, and to nobody else', async () => {
      await bench().begin(streams);
      await bench().decide(listening);
      const listeners = ['3 untagged', '5 tagged 100'];
      await bench().passesOctets(1, tagged(inRange, 100), listeners);
      await bench().passesOctets(2, inRange, listeners);
      await bench().passesOctets(1, tagged(ipv6, 100), ['4 untagged']);
      await bench().passesOctets(2, ipv6, ['4 untagged']);
      await bench().decide();
      await bench().passesOctets(1, tagged(inRange, 100), []);
    });

    test('lets in nothing but packets to its groups', async () => {
      await bench().begin(streams);
      await bench().decide(listening);
      await bench().passesOctets(1, tagged(outOfRange, 100), []);
      await bench().passesOctets(1, tagged(packet('ff05::77', STREAM), 100), ['3 untagged', '5 tagged 100']);
      await bench().passesOctets(1, tagged(packet('ff05::80', IPV6_STREAM), 100), []);
      for (const to of ['all', STREAM, 'C']) await bench().passes({ port: 1, from: 'A', to, tag: '100' }, []);
      // Of the source's own VLAN, and untagged there, everything else stays what it was.
      await bench().passesOctets(2, outOfRange, ['1 untagged', '6 untagged']);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, ['1 untagged', '6 untagged']);
      await bench().passesOctets(1, inRange, ['2 untagged', '6 untagged']);
    });

    test('lets nothing in where no source is, whatever ingress filtering lets pass', async () => {
      await bench().begin({ ...streams, ports: { ...streams.ports, 6: { ingressFiltering: false } } });
      await bench().decide(listening);
      for (const port of [5, 6]) await bench().passesOctets(port, tagged(inRange, 100), []);
      await bench().passesOctets(3, inRange, []);
      await bench().passesOctets(4, inRange, ['5 tagged 30']);
    });

    test('lets the messages of its members in, and takes them to router ports, never from source to source', async () => {
      const only = streams.multicastVlans?.[100];
      if (!only) throw new Error('There is no such VLAN.');
      await bench().begin({ ...streams, multicastVlans: { 100: { ...only, messages: [IGMP] } } });
      await bench().decide({ ...listening, routerPorts: { 100: '1,2' } });
      const message = packet('239.1.1.1', STREAM, 2);
      await bench().passesOctets(5, tagged(message, 100), ['1 tagged 100', '2 untagged', '3 untagged']);
      await bench().passesOctets(6, tagged(message, 100), []);
      await bench().passesOctets(1, tagged(message, 100), ['3 untagged', '5 tagged 100']);
      await bench().passesOctets(1, tagged(packet('239.9.9.9', '01-00-5E-09-09-09', 2), 100), []);
      await bench().passesOctets(5, tagged(packet('239.9.9.9', '01-00-5E-09-09-09', 2), 100), [
        '1 tagged 100',
        '2 untagged',
      ]);
    });

    test('gives its frames a priority where it has one', async () => {
      const only = streams.multicastVlans?.[100];
      if (!only) throw new Error('There is no such VLAN.');
      await bench().begin(streams);
      await bench().decide(listening);
      await bench().passesOctets(1, tagged(inRange, 100, 3), ['3 untagged', '5 tagged 100 priority 3']);
      await bench().change({ ...streams, multicastVlans: { 100: { ...only, priority: 6 } } });
      await bench().passesOctets(1, tagged(inRange, 100, 3), ['3 untagged', '5 tagged 100 priority 6']);
      await bench().passesOctets(2, inRange, ['3 untagged', '5 tagged 100 priority 6']);
      await bench().passesOctets(2, tagged(inRange, 0, 3), ['3 untagged', '5 tagged 100 priority 6']);
    });

    test('goes before classifiers, and not into a VLAN that engines add members to', async () => {
      await bench().begin({
        ...streams,
        classifiers: [{ rank: 'station', source: '02-AA-00-00-00-41', vlan: 20, priority: 0 }],
      });
      await bench().decide({ ...listening, memberships: { 100: { tagged: '6' } } });
      await bench().passesOctets(2, inRange, ['3 untagged', '5 tagged 100']);
      await bench().decide({ ...listening, memberships: { 100: { tagged: '6' } }, routerPorts: { 100: '6' } });
      await bench().passesOctets(2, inRange, ['3 untagged', '5 tagged 100']);
    });

    test('takes a trunk as one source, and as one listener', async () => {
      await bench().begin({
        trunks: { 5001: '1,2', 5002: '4,5' },
        multicastVlans: {
          100: { tagged: '1', untagged: '4', sources: '1', groups: [['239.1.1.1', '239.1.1.1']] },
        },
      });
      await bench().decide({ groups: [{ vlan: 100, address: STREAM, ports: '4' }] });
      for (const port of [1, 2]) await bench().passesOctets(port, tagged(inRange, 100), ['4|5 untagged']);
    });

    test('ends with its plan', async () => {
      await bench().begin(streams);
      await bench().decide(listening);
      await bench().change({ vlans: { 1: { untagged: '1,2,6' } } });
      await bench().passesOctets(1, tagged(inRange, 100), []);
      await bench().passesOctets(2, inRange, ['1 untagged', '6 untagged']);
    });
  });
}
