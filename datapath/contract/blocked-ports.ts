import { describe, expect, test } from 'vitest';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';

const LOOP_TEST = 'CF-00-00-00-00-00';
const vlans = { vlans: { 10: { tagged: '1-6' } } };

/** Ports that a VLAN, or all of them, are closed at. */
export function describeBlockedPorts(bench: () => Bench): void {
  describe('a blocked port', () => {
    test('is closed both ways in its VLAN, learns nothing there, and is open in the others', async () => {
      await bench().begin(vlans);
      await bench().decide({ blocked: { 10: '3' } });
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '10' }, []);
      expect(await bench().table()).toEqual([]);
      const rest = [2, 4, 5, 6].map((port) => `${port} tagged 10`);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, rest);
      await bench().passes({ port: 3, from: 'C', to: 'all' }, others(3));
    });

    test('in every VLAN is closed altogether, but hands control frames over', async () => {
      await bench().begin(vlans);
      await bench().decide({ blocked: { 0: '3', 10: '4' } });
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
      await bench().passes({ port: 3, from: 'C', to: 'all', tag: '10' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'all' }, ['2 untagged', '4 untagged', '5 untagged', '6 untagged']);
      const rest = [2, 5, 6].map((port) => `${port} tagged 10`);
      await bench().passes({ port: 1, from: 'A', to: 'all', tag: '10' }, rest);
      await bench().passes({ port: 3, from: 'C', to: LOOP_TEST }, ['punted loopback']);
    });

    test('gets nothing that is known to be behind it, and opens again', async () => {
      await bench().begin(vlans);
      await bench().hears(3, 'C');
      await bench().decide({ blocked: { 0: '3' } });
      await bench().passes({ port: 1, from: 'A', to: 'C' }, []);
      await bench().decide();
      await bench().passes({ port: 1, from: 'A', to: 'C' }, ['3 untagged']);
    });

    test('stays blocked under another plan', async () => {
      await bench().begin();
      await bench().decide({ blocked: { 0: '3' } });
      await bench().change(vlans);
      await bench().passes({ port: 3, from: 'C', to: 'all' }, []);
      await bench().passes(
        { port: 1, from: 'A', to: 'all', tag: '10' },
        [2, 4, 5, 6].map((port) => `${port} tagged 10`),
      );
    });
  });
}
