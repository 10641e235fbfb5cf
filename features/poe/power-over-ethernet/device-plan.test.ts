import { expect, test } from 'vitest';
import { type SlotReader, slotsWith } from '../../../device/slot.ts';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { testHardware } from '../../network/testing.ts';
import { minuteAt, presentMinute } from '../slots.ts';
import { RangeType, timeRangeEntry } from '../time-range/objects.ts';
import { powerContribution } from './device-plan.ts';
import { pethPsePortEntry, poePortExtEntry } from './objects.ts';

const empty: SlotReader = { get: (slot) => slot.empty };

/** Port 2 gives power in office hours, port 3 at any time. */
const configuration = [2, 3]
  .reduce(
    (soFar, port) => soFar.withRow(pethPsePortEntry, { pethPsePortGroupIndex: 1, pethPsePortIndex: port }),
    Configuration.empty,
  )
  .withRow(timeRangeEntry, {
    ...{ timeRangeName: 'office', timeRangeType: RangeType.periodic },
    ...{ timeRangeStartTime: '08:00', timeRangeEndTime: '17:30' },
  })
  .withRow(poePortExtEntry, { pethPsePortIndex: 2, poePortTimeRange: 'office' })
  .withRow(poePortExtEntry, { pethPsePortIndex: 3 });

/** The ports that a schedule keeps without power. */
function held(slots: SlotReader): readonly number[] {
  const { power = new Map() } = powerContribution.compile(configuration, testHardware, slots);
  return [...power].filter(([, { hold }]) => hold?.by === 'schedule').map(([port]) => port);
}

test('a port with a schedule has no power outside of it, and none before the clock was read', () => {
  const at = (time: string) => slotsWith(empty, presentMinute, minuteAt(Date.parse(time)));
  expect(held(empty)).toEqual([2]);
  expect(held(at('2026-06-01T12:00:00Z'))).toEqual([]);
  expect(held(at('2026-06-01T22:00:00Z'))).toEqual([2]);
});
