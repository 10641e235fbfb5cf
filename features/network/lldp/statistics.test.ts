import { expect, test } from 'vitest';
import type { DeviceContext } from '../../../device/feature.ts';
import type { Slot } from '../../../device/slot.ts';
import { idleLldp } from '../../../protocols/lldp/state.ts';
import { testHardware } from '../testing.ts';
import { portStatistics } from './device-live.ts';
import { lldpState } from './slots.ts';

test('each counter of a port is in its own column', () => {
  const counted = {
    ...{ sent: 1, received: 2, errors: 3, discarded: 4, tlvsDiscarded: 5, tlvsUnrecognized: 6, ageouts: 7 },
    namesLeftOut: 8,
  };
  const state = { ...idleLldp, statistics: new Map([[2, counted]]) };
  const slots = { get: <Value>(of: Slot<Value>) => (Object.is(of, lldpState) ? state : of.empty) };
  // Nothing else is read.
  const rows = portStatistics({ hardware: testHardware, slots } as unknown as DeviceContext);
  expect(rows.find(({ lldpStatsRxPortNum }) => lldpStatsRxPortNum === 2)).toEqual({
    ...{ lldpStatsRxPortNum: 2, lldpStatsTxPortFramesTotal: 1, lldpStatsRxPortFramesTotal: 2 },
    ...{ lldpStatsRxPortFramesErrors: 3, lldpStatsRxPortFramesDiscardedTotal: 4, lldpStatsRxPortTLVsDiscardedTotal: 5 },
    ...{ lldpStatsRxPortTLVsUnrecognizedTotal: 6, lldpStatsRxPortAgeoutsTotal: 7, lldpStatsTxPortNamesLeftOut: 8 },
  });
});
