import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  live,
  type Service,
} from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { MILLISECONDS_A_MINUTE } from '../../../model/values/date-time.ts';
import { say } from '../../../model/values/message.ts';
import { formatPortList, portListOf } from '../../../model/values/port-list.ts';
import { poePortExtEntry } from '../power-over-ethernet/objects.ts';
import { needsPower } from '../requirement.ts';
import { minuteAt, presentMinute } from '../slots.ts';
import { isActive, isExpired, shownAt } from '../time-range-active.ts';
import { timeRangeEntry } from './objects.ts';
import { timeRangeRule } from './rules.ts';

/** Looks at the clock as each minute begins, and at once when it is set. */
const minutes: Service = {
  name: 'time ranges',
  reads: [],
  start({ clock, wallClock, slots, log, hardware }) {
    if (hardware.lacking.has('powerOverEthernet')) return {};
    const look = () => slots.update(presentMinute, () => minuteAt(wallClock.now()));
    const lookEachMinute = () => {
      look();
      clock.after(MILLISECONDS_A_MINUTE - (wallClock.now() % MILLISECONDS_A_MINUTE), lookEachMinute);
    };
    lookEachMinute();
    if (slots.get(presentMinute) === 'unset')
      log.write(Severity.warning, say('The clock was never set: until then, time ranges of PoE are always active.'));
    return { stop: wallClock.onStep(look) };
  },
};

function liveRanges(context: DeviceContext): LiveColumnsOf<typeof timeRangeEntry> {
  const configuration = context.configuration();
  const now = shownAt(configuration, minuteAt(context.wallClock.now()));
  const truth = (holds: boolean) => (holds ? TruthValue.yes : TruthValue.no);
  const ports = configuration.rows(poePortExtEntry);
  return new Map(
    configuration.rows(timeRangeEntry).map((row) => [
      rowKey(timeRangeEntry, row),
      {
        timeRangeActive: truth(isActive(row, now)),
        timeRangeExpired: truth(isExpired(row, now)),
        timeRangePorts: formatPortList(
          portListOf(
            ports
              .filter(({ poePortTimeRange }) => poePortTimeRange === row.timeRangeName)
              .map(({ pethPsePortIndex }) => pethPsePortIndex),
          ),
        ),
      },
    ]),
  );
}

/** PoE > Time Range. */
export const timeRange: DeviceFeature = {
  objects: [timeRangeEntry],
  rules: [timeRangeRule, needsPower([timeRangeEntry])],
  live: [live(timeRangeEntry, { columns: liveRanges })],
  services: [minutes],
};
