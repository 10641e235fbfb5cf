import { describe, expect, test } from 'vitest';
import type { Bench } from './bench.ts';
import { buildTestFrame } from './test-frame.ts';

/** Length of the longest untagged frame without FCS at a port of 1522. */
const LONGEST = 1514;

/** The limit of a port, to the octet, and what counts as sent. */
export function describeFrameLengths(bench: () => Bench): void {
  describe('a port', () => {
    test('lets nothing in that is longer than its limit, with or without a tag', async () => {
      await bench().begin({ vlans: { 10: { tagged: '1,2' } } });
      await bench().hears(2, 'B');
      await bench().hears(2, 'B', '10');
      await bench().passes({ port: 1, from: 'A', to: 'B', length: LONGEST }, ['2 untagged']);
      await bench().passes({ port: 1, from: 'A', to: 'B', length: LONGEST + 1 }, []);
      await bench().passes({ port: 1, from: 'A', to: 'B', length: LONGEST + 4 }, []);
      await bench().passes({ port: 1, from: 'A', to: 'B', length: LONGEST, tag: '10' }, ['2 tagged 10']);
      await bench().passes({ port: 1, from: 'A', to: 'B', length: LONGEST + 1, tag: '10' }, []);
    });

    test('without a link counts nothing as sent', async () => {
      await bench().begin();
      await bench().harness.setPeerLink(4, 'down');
      // Earlier frames may be counted late.
      await bench().harness.advance(1500);
      const before = (await bench().datapath.portCounters()).get(4);
      bench().datapath.transmit(4, buildTestFrame({ port: 4, from: 'Z', to: 'all' }, 1));
      await bench().harness.collect({ left: 0, punted: 0 });
      await bench().harness.advance(1500);
      const after = (await bench().datapath.portCounters()).get(4);
      expect(after?.outOctets).toBe(before?.outOctets);
      expect(after?.outBroadcast).toBe(before?.outBroadcast);
    });
  });
}
