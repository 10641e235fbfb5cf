import { describe, expect, test } from 'vitest';
import type { PuntPlan } from '../punt.ts';
import type { Bench } from './bench.ts';
import { others } from './learning.ts';
import { buildTestFrame, stationMac } from './test-frame.ts';

const SERIAL = 0x7ff8_0000;

/** Addresses to which nothing is forwarded. */
export function describeDestinationFilter(bench: () => Bench): void {
  describe('a filtered address', () => {
    const filtered = { vlans: { 10: { tagged: '1-3' } }, destinationFilter: [stationMac('B')] };

    test('gets nothing, in no VLAN, known or not; others do', async () => {
      await bench().begin(filtered);
      await bench().passes({ port: 1, from: 'A', to: 'B' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'B', tag: '10' }, []);
      await bench().hears(2, 'B');
      await bench().passes({ port: 1, from: 'A', to: 'B' }, []);
      await bench().passes({ port: 1, from: 'A', to: 'C' }, others(1));
      await bench().passes({ port: 1, from: 'A', to: 'all' }, others(1));
    });

    test('may send, and who sends to it is learnt', async () => {
      await bench().begin(filtered);
      await bench().passes({ port: 2, from: 'B', to: 'all' }, others(2));
      await bench().passes({ port: 1, from: 'A', to: 'B' }, []);
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`, `1 ${stationMac('B')} 2 learned`]);
    });

    test('gets nothing of the switch either', async () => {
      const every: PuntPlan = { stage: 'inspection', action: 'take', rate: 1000, matches: [{}] };
      await bench().begin({ ...filtered, punts: { every } });
      const { datapath } = bench();
      const toB = buildTestFrame({ port: 3, from: 'G', to: 'B' }, SERIAL);
      const toC = buildTestFrame({ port: 3, from: 'G', to: 'C' }, SERIAL + 1);
      datapath.originate(1, toB);
      await bench().leave(toB, []);
      datapath.originate(1, toC);
      await bench().leave(toC, ['3 untagged', ...others(3)]);
    });

    test('that is let go gets frames again', async () => {
      await bench().begin(filtered);
      await bench().hears(2, 'B');
      await bench().change({ vlans: filtered.vlans });
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['2 untagged']);
    });
  });
}
