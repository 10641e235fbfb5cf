import {
  type CallersRequest,
  type DeviceContext,
  type DeviceFeature,
  type LiveOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { slotsWith } from '../../../device/slot.ts';
import { type DateTime, dateTimeExists, formatDateTime } from '../../../model/values/date-time.ts';
import { formatMessage, say, wordsOf } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { minuteAt, presentMinute } from '../../poe/slots.ts';
import { timeRangeEntry } from '../../poe/time-range/objects.ts';
import { clockColumns, deviceTimeAt, momentOfDeviceTime, sysTimeCtrl, TimeSource } from './objects.ts';
import { dateMissing, timeRules } from './rules.ts';
import { sysTimeSntpServerEntry } from './sntp-server-objects.ts';
import { syncNow, syncResult } from './sntp-slots.ts';

/**
 * The date and time set by a request; undefined if it sets none. Parts that it leaves out stay as the clock has them.
 * Throws a `Refusal` for a date that does not exist.
 */
function givenTime(context: DeviceContext, values: Values): DateTime | undefined {
  if (clockColumns.every((column) => values[column] === undefined)) return undefined;
  const shown = deviceTimeAt(context.configuration(), context.wallClock.now());
  const part = (column: (typeof clockColumns)[number]) => Number(values[column] ?? shown[column]);
  const time = {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  };
  if (!dateTimeExists(time))
    throw new Refusal(ErrorCode.wrongValue, dateMissing, placeIn(sysTimeCtrl, undefined, 'day'));
  return time;
}

/** Setting the clock by hand, and asking the time server at once. */
const clockOperation = operation(sysTimeCtrl, {
  async prepare(context, { values }) {
    const source = values.sysTimeSource ?? context.configuration().group(sysTimeCtrl).sysTimeSource;
    if (givenTime(context, values) && source === TimeSource.sntp) {
      const message = say('Date and time cannot be set while the clock source is SNTP.');
      throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(sysTimeCtrl, undefined, 'sysTimeSource'));
    }
    if (values.sysTimeSyncNow === 1 && source !== TimeSource.sntp) {
      const message = say('Sync now requires the clock source SNTP.');
      throw new Refusal(ErrorCode.inconsistentValue, message, placeIn(sysTimeCtrl, undefined, 'sysTimeSource'));
    }
    return values;
  },
  async operate(context, request) {
    const { values } = request;
    const time = givenTime(context, values);
    if (time) await setClock(context, momentOfDeviceTime(context.configuration(), time), request);
    if (values.sysTimeSyncNow === 1) syncNow(context);
  },
});

/** Sets the clock; hours of devices that the session needs may be over then. */
async function setClock(context: DeviceContext, date: number, request: CallersRequest): Promise<void> {
  const { wallClock } = context;
  if (context.configuration().rows(timeRangeEntry).length === 0) {
    wallClock.step(date);
    return;
  }
  const difference = date - wallClock.now();
  await context.undertake(
    {
      foresee: (present) => slotsWith(present, presentMinute, minuteAt(date)),
      carryOut: () => wallClock.step(date),
      takeBack: () => wallClock.step(wallClock.now() - difference),
    },
    request,
  );
}

/** Takes down every jump of the clock, so that the times before it can be understood. */
const stepLog: Service = {
  name: 'clock steps',
  reads: [],
  start({ log, wallClock }) {
    wallClock.onStep((difference) => {
      const seconds = (Math.abs(difference) / 1000).toFixed(3);
      const message =
        difference < 0
          ? say('Clock set back by {{seconds}} s.', { seconds })
          : say('Clock set forward by {{seconds}} s.', { seconds });
      log.write(Severity.notice, message);
    });
    return {};
  },
};

/** Keeps the clock with the time servers. */
const sntp: Service = {
  name: 'SNTP client',
  reads: [sysTimeCtrl, sysTimeSntpServerEntry],
  wanted: (configuration) => configuration.group(sysTimeCtrl).sysTimeSource === TimeSource.sntp,
  start: async (context) => (await import('./device-sntp.ts')).startSntp(context),
};

function liveClock(context: DeviceContext): LiveOf<typeof sysTimeCtrl> {
  const configuration = context.configuration();
  const show = (moment: number) => formatDateTime(deviceTimeAt(configuration, moment));
  const { at, since, server, offset, error } = context.slots.get(syncResult);
  return {
    sysTimeCurrent: show(context.wallClock.now()),
    sysTimeLastSync: at === undefined ? '' : show(at),
    sysTimeSinceSync: since === undefined ? -1 : Math.round((context.clock.now() - since) / 1000),
    sysTimeSyncServer: server,
    sysTimeOffset: Math.round(offset * 10) / 10,
    sysTimeSyncError: error ? wordsOf(error) : '',
    sysTimeSyncSaid: formatMessage(error),
  };
}

/** System > System Time. */
export const systemTime: DeviceFeature = {
  objects: [sysTimeCtrl, sysTimeSntpServerEntry],
  rules: timeRules,
  live: [live(sysTimeCtrl, { group: liveClock })],
  operations: [clockOperation],
  services: [stepLog, sntp],
};
