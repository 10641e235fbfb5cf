import type { DeviceContext, DeviceFeature, Service } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { MILLISECONDS_A_MINUTE } from '../../../model/values/date-time.ts';
import { say } from '../../../model/values/message.ts';
import { formatPortList, portListOf } from '../../../model/values/port-list.ts';
import type { Values } from '../../../model/wire/call.ts';
import { deviceTimeAt, sysTimeCtrl } from '../../system/system-time/objects.ts';
import { poePortExtEntry } from '../power-over-ethernet/objects.ts';
import { needsPower } from '../requirement.ts';
import { localMinute } from '../slots.ts';
import { isActive, isExpired, type LocalMinute } from '../time-range-active.ts';
import { timeRangeEntry } from './objects.ts';
import { timeRangeRule } from './rules.ts';

/** Milliseconds since 1970 that no clock shows that was ever set: 1 January 2020. */
const NEVER_SET_BEFORE = 1_577_836_800_000;

function minuteNow({ configuration, wallClock }: DeviceContext): LocalMinute {
  const now = wallClock.now();
  return now < NEVER_SET_BEFORE ? 'unset' : { ...deviceTimeAt(configuration(), now), second: 0 };
}

const sameMinute = (one: LocalMinute | undefined, other: LocalMinute) => JSON.stringify(one) === JSON.stringify(other);

/** Looks at the clock as each minute begins, and at once when it is set. */
const minutes: Service = {
  name: 'time ranges',
  reads: [sysTimeCtrl],
  start(context) {
    const { clock, wallClock, slots, log, hardware } = context;
    if (hardware.lacking.has('powerOverEthernet')) return {};
    const look = () => {
      const now = minuteNow(context);
      slots.update(localMinute, (present) => (sameMinute(present, now) ? present : now));
    };
    const lookEachMinute = () => {
      look();
      clock.after(MILLISECONDS_A_MINUTE - (wallClock.now() % MILLISECONDS_A_MINUTE), lookEachMinute);
    };
    lookEachMinute();
    if (slots.get(localMinute) === 'unset')
      log.write(Severity.warning, say('The clock was never set: time ranges of PoE hold at any time until it is.'));
    const unfollow = wallClock.onStep(look);
    return { changed: look, stop: unfollow };
  },
};

function liveRanges(context: DeviceContext): ReadonlyMap<string, Values> {
  const configuration = context.configuration();
  const now = minuteNow(context);
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
  live: [{ object: timeRangeEntry, columns: liveRanges }],
  services: [minutes],
};
