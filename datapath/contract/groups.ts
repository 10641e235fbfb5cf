import { describe, test } from 'vitest';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { packet, stationMac } from './test-frame.ts';

const GROUP = '01-00-5E-0A-0A-0A';
const OTHER = '01-00-5E-0A-0A-0B';
const IPV6_GROUP = '33-33-00-00-00-77';
const NO_IP_GROUP = '01-1B-19-00-00-00';

/** Multicast forwarding by configured and snooped groups (IEEE 802.1Q-2018 8.8.4; RFC 4541). */
export function describeGroups(bench: () => Bench): void {
  describe('multicast', () => {
    test('to a group of the plan goes to its ports alone, in its VLAN alone', async () => {
      await bench().begin({
        vlans: { 10: { tagged: '1-6' } },
        groups: [
          { vlan: 1, address: GROUP, ports: '3,5' },
          { vlan: 1, address: IPV6_GROUP, ports: '6' },
        ],
      });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['3 untagged', '5 untagged']);
      await bench().passes({ port: 3, from: 'C', to: GROUP }, ['5 untagged']);
      await bench().passes({ port: 1, from: 'A', to: IPV6_GROUP }, ['6 untagged']);
      await bench().passes({ port: 1, from: 'A', to: OTHER }, others(1));
      const everybody = [2, 3, 4, 5, 6].map((port) => `${port} tagged 10`);
      await bench().passes({ port: 1, from: 'A', to: GROUP, tag: '10' }, everybody);
    });

    test('goes to members of the VLAN only, within the forwarding group, and to nobody where a group has no port', async () => {
      await bench().begin({
        vlans: { 1: { untagged: '1,2,4-6' } },
        ports: { 2: { forwardTo: 0b11_1000n } },
        groups: [
          { vlan: 1, address: GROUP, ports: '1,3-5' },
          { vlan: 1, address: OTHER, ports: '' },
        ],
      });
      await bench().passes({ port: 6, from: 'F', to: GROUP }, ['1 untagged', '4 untagged', '5 untagged']);
      await bench().passes({ port: 2, from: 'B', to: GROUP }, ['4 untagged', '5 untagged']);
      await bench().passes({ port: 6, from: 'F', to: OTHER }, []);
    });

    test('follows what is heard, beside what is set, and floods again when that is gone', async () => {
      await bench().begin({ groups: [{ vlan: 1, address: GROUP, ports: '3' }] });
      await bench().decide({
        groups: [
          { vlan: 1, address: GROUP, ports: '5' },
          { vlan: 1, address: OTHER, ports: '4' },
        ],
      });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['3 untagged', '5 untagged']);
      await bench().passes({ port: 1, from: 'A', to: OTHER }, ['4 untagged']);
      await bench().decide({ groups: [{ vlan: 1, address: OTHER, ports: '2,4' }] });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['3 untagged']);
      await bench().passes({ port: 1, from: 'A', to: OTHER }, ['2 untagged', '4 untagged']);
      await bench().decide();
      await bench().passes({ port: 1, from: 'A', to: OTHER }, others(1));
    });

    test('goes where it was heard under another plan, too', async () => {
      await bench().begin();
      await bench().decide({ groups: [{ vlan: 1, address: GROUP, ports: '2' }] });
      await bench().change({ vlans: { 10: { tagged: '1,2' } } });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['2 untagged']);
    });

    test('of every known group goes to the router ports of its VLAN, too', async () => {
      await bench().begin({
        vlans: { 10: { tagged: '1-6' } },
        groups: [
          { vlan: 1, address: GROUP, ports: '3' },
          { vlan: 10, address: GROUP, ports: '3' },
        ],
      });
      await bench().decide({ groups: [{ vlan: 1, address: OTHER }], routerPorts: { 1: '6' } });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['3 untagged', '6 untagged']);
      await bench().passes({ port: 1, from: 'A', to: OTHER }, ['6 untagged']);
      await bench().passes({ port: 1, from: 'A', to: GROUP, tag: '10' }, ['3 tagged 10']);
      await bench().decide({ routerPorts: { 10: '5' } });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['3 untagged']);
      await bench().passes({ port: 1, from: 'A', to: GROUP, tag: '10' }, ['3 tagged 10', '5 tagged 10']);
    });

    test('never reaches a forbidden port, whoever names it', async () => {
      await bench().begin({ groups: [{ vlan: 1, address: GROUP, ports: '3', forbidden: '5,6' }] });
      await bench().decide({
        groups: [{ vlan: 1, address: GROUP, ports: '4,5', forbidden: '2' }],
        routerPorts: { 1: '2,6' },
      });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['3 untagged', '4 untagged']);
    });

    test('of groups that are not known goes to router ports alone where its VLAN filters such', async () => {
      await bench().begin({
        vlans: { 10: { tagged: '1-6' } },
        groups: [{ vlan: 1, address: OTHER, ports: '4' }],
        multicastFiltering: { 1: 'filterUnregistered' },
      });
      for (const [group, to] of [
        ['225.10.10.10', GROUP],
        ['239.255.255.255', '01-00-5E-7F-FF-FF'],
        ['ff05::77', IPV6_GROUP],
        // The packet counts, whatever address a sender has chosen for it.
        ['225.10.10.10', NO_IP_GROUP],
      ] as const) {
        await bench().passesOctets(1, packet(group, to), []);
        await bench().decide({ routerPorts: { 1: '2,5', 10: '3' } });
        await bench().passesOctets(1, packet(group, to), ['2 untagged', '5 untagged']);
        await bench().passesOctets(2, packet(group, to, 253, stationMac('B')), ['5 untagged']);
        await bench().decide({ groups: [{ vlan: 1, address: to, ports: '6' }] });
        await bench().passesOctets(1, packet(group, to), ['6 untagged']);
        await bench().decide();
      }
      const everybody = [2, 3, 4, 5, 6].map((port) => `${port} tagged 10`);
      const stream = packet('225.10.10.10', GROUP);
      await bench().passesOctets(1, pushTag(stream, 10), everybody);
      await bench().passesOctets(1, pushTag(stream, 1), []);
      await bench().passesOctets(1, packet('225.10.10.11', OTHER), ['4 untagged']);
      await bench().change({});
      await bench().passesOctets(1, stream, others(1));
    });

    test('that is no packet to a group of IP floods where its VLAN filters unregistered groups', async () => {
      await bench().begin({
        vlans: { 10: { tagged: '1-6' } },
        multicastFiltering: { 1: 'filterUnregistered', 10: 'filterUnregistered' },
      });
      for (const to of ['all', NO_IP_GROUP, GROUP, IPV6_GROUP, 'D']) {
        await bench().passes({ port: 1, from: 'A', to }, others(1));
      }
      await bench().passesOctets(1, packet('192.0.2.7', GROUP), others(1));
      await bench().passesOctets(1, packet('2001:db8::7', IPV6_GROUP), others(1));
      await bench().passesOctets(1, packet('225.10.10.10', 'FF-FF-FF-FF-FF-FF'), others(1));
      // The content behind a second tag belongs to another network.
      const everybody = [2, 3, 4, 5, 6].map((port) => `${port} tagged 10`);
      await bench().passesOctets(1, pushTag(pushTag(packet('225.10.10.10', GROUP), 20), 10), everybody);
    });

    test('goes everywhere where its VLAN forwards all, but for what the plan forbids', async () => {
      await bench().begin({
        groups: [{ vlan: 1, address: OTHER, ports: '4', forbidden: '5,6' }],
        multicastFiltering: { 1: 'forwardAll' },
      });
      await bench().decide({ groups: [{ vlan: 1, address: GROUP, ports: '4' }] });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, others(1));
      await bench().passes({ port: 1, from: 'A', to: OTHER }, ['2 untagged', '3 untagged', '4 untagged']);
    });

    test('that stays on its link floods, whoever listens, unless the plan names its group', async () => {
      await bench().begin({
        vlans: { 10: { tagged: '1-6' } },
        groups: [{ vlan: 1, address: '33-33-00-00-00-FB', ports: '3' }],
        multicastFiltering: { 1: 'filterUnregistered', 10: 'filterUnregistered' },
      });
      const ospf = '01-00-5E-00-00-05';
      await bench().decide({
        groups: [
          { vlan: 1, address: ospf, ports: '4' },
          { vlan: 1, address: '33-33-00-00-00-05', ports: '4' },
        ],
      });
      await bench().passesOctets(1, packet('224.0.0.5', ospf), others(1));
      await bench().passesOctets(1, packet('225.0.0.5', ospf), ['4 untagged']);
      await bench().passesOctets(1, packet('224.0.1.5', '01-00-5E-00-01-05'), []);
      await bench().passesOctets(1, packet('ff02::5', '33-33-00-00-00-05'), others(1));
      await bench().passesOctets(1, packet('ff12::5', '33-33-00-00-00-05'), others(1));
      await bench().passesOctets(1, packet('ff01::5', '33-33-00-00-00-05'), others(1));
      await bench().passesOctets(1, packet('ff05::5', '33-33-00-00-00-05'), ['4 untagged']);
      await bench().passesOctets(1, packet('ff02::1:ff00:1', '33-33-FF-00-00-01'), others(1));
      await bench().passesOctets(1, packet('ff02::fb', '33-33-00-00-00-FB'), ['3 untagged']);
      const everybody = [2, 3, 4, 5, 6].map((port) => `${port} tagged 10`);
      await bench().passesOctets(1, pushTag(packet('224.0.0.5', ospf), 10), everybody);
      await bench().passesOctets(1, pushTag(packet('ff05::5', '33-33-00-00-00-05'), 10), []);
    });

    test('reaches a trunk that its lowest member names, once', async () => {
      await bench().begin({ trunks: { 5001: '2,3' }, groups: [{ vlan: 1, address: GROUP, ports: '2,6' }] });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['2|3 untagged', '6 untagged']);
      await bench().passes({ port: 3, from: 'C', to: GROUP }, ['6 untagged']);
    });
  });
}
