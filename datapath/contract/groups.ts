import { describe, test } from 'vitest';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { stationMac } from './test-frame.ts';

const GROUP = '01-00-5E-01-01-01';
const OTHER_GROUP = '01-00-5E-01-01-02';

/** Multicast groups (IEEE 802.1Q-2018 8.8), and addresses to which nothing goes. */
export function describeGroups(bench: () => Bench): void {
  const group = (ports: string, forbidden = '') => [{ vlan: 1, address: GROUP, ports, forbidden }];

  describe('multicast groups', () => {
    test('a fixed group goes to its ports alone, never back, and another group is flooded', async () => {
      await bench().begin({ groups: group('1,2,4') });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['2 untagged', '4 untagged']);
      await bench().passes({ port: 3, from: 'C', to: GROUP }, ['1 untagged', '2 untagged', '4 untagged']);
      await bench().passes({ port: 1, from: 'A', to: OTHER_GROUP }, others(1));
    });

    test('a group holds in its VLAN only, and within the members of that VLAN', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1-3' } }, groups: [{ vlan: 10, address: GROUP, ports: '2,5' }] });
      await bench().passes({ port: 1, from: 'A', to: GROUP, tag: '10' }, ['2 tagged 10']);
      await bench().passes({ port: 1, from: 'A', to: GROUP }, others(1));
    });

    test('a group without ports goes nowhere', async () => {
      await bench().begin({ groups: group('') });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, []);
    });

    test('what is heard of a group is put beside what is fixed; forbidden ports stay out', async () => {
      await bench().begin({ groups: group('2', '5') });
      await bench().decide({ groups: group('3,5') });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['2 untagged', '3 untagged']);
      await bench().decide({});
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['2 untagged']);
    });

    test('every known group goes to router ports, too', async () => {
      await bench().begin();
      await bench().decide({ groups: group('2'), routerPorts: { 1: '6' } });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['2 untagged', '6 untagged']);
      await bench().passes({ port: 1, from: 'A', to: OTHER_GROUP }, others(1));
    });

    test('what was heard stays in force when the plan changes, and goes with its state', async () => {
      await bench().begin();
      await bench().decide({ groups: group('2') });
      await bench().change({ vlans: { 10: { tagged: '1,2' } } });
      await bench().passes({ port: 1, from: 'A', to: GROUP }, ['2 untagged']);
      await bench().decide({});
      await bench().passes({ port: 1, from: 'A', to: GROUP }, others(1));
    });
  });

  describe('filtered addresses', () => {
    test('nothing goes to a filtered address in any VLAN, known or not; from it frames come', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1,2' } }, destinationFilter: [stationMac('B')] });
      await bench().passes({ port: 1, from: 'A', to: 'B' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'B', tag: '10' }, []);
      await bench().passes({ port: 2, from: 'B', to: 'A' }, ['1 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'B' }, []);
      await bench().change({});
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
    });
  });
}
