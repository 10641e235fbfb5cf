import type { Cancel } from '../../../datapath/clock.ts';
import type { ServiceContext } from '../../../device/feature.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import {
  type AlarmReading,
  type AlarmSettings,
  type AlarmState,
  newAlarm,
  takeSample,
} from '../../../protocols/rmon/alarm.ts';
import { arcsOf } from '../../../protocols/snmp/oid-order.ts';
import { IntegerVariables } from '../integer-variables.ts';
import { alarmEntry, SampleType, StartupAlarm } from './alarm-objects.ts';
import type { EventDesk } from './event-desk.ts';
import { groupOf } from './rules.ts';
import { alarmStates, statisticsGroups } from './slots.ts';

type Alarm = RowOf<typeof alarmEntry>;

interface Running {
  readonly row: Alarm;
  readonly cancel: Cancel;
}

/** Columns whose change does not restart an alarm. */
const harmless: readonly (keyof Alarm)[] = ['alarmOwner', 'alarmRisingEventIndex', 'alarmFallingEventIndex'];

/** Samples the variables of the alarms, and sets off the events of thresholds that are crossed. */
export class AlarmSampling {
  readonly #context: ServiceContext;
  readonly #events: EventDesk;
  readonly #variables: IntegerVariables;
  readonly #running = new Map<number, Running>();

  constructor(context: ServiceContext, events: EventDesk) {
    this.#context = context;
    this.#events = events;
    this.#variables = new IntegerVariables(context);
  }

  /** Starts, stops and restarts what has changed in the configuration. */
  configure(): void {
    this.#events.tidy();
    const wanted = new Map(
      this.#context
        .configuration()
        .rows(alarmEntry)
        .map((row) => [row.alarmIndex, row]),
    );
    for (const [index, running] of this.#running) {
      const now = wanted.get(index);
      if (now && isSame(now, running.row)) continue;
      running.cancel();
      this.#running.delete(index);
      this.#keep(index, undefined);
    }
    for (const [index, row] of wanted) {
      const running = this.#running.get(index);
      // The events that it sets off may be others by now.
      this.#running.set(index, { row, cancel: running?.cancel ?? this.#begin(row) });
    }
  }

  stop(): void {
    for (const [index, { cancel }] of this.#running) {
      cancel();
      this.#keep(index, undefined);
    }
    this.#running.clear();
  }

  #begin(alarm: Alarm): Cancel {
    const { alarmIndex } = alarm;
    let isOver = false;
    const sample = async () => {
      const { row } = this.#running.get(alarmIndex) ?? {};
      const reading = row && (await this.#read(row));
      // It may have been ended, and another one begun under its number, while it was read.
      if (!isOver && row && reading) this.#take(row, reading);
    };
    const end = this.#context.clock.every(millisecondsIn(alarmEntry, alarm)('alarmInterval'), () => void sample());
    queueMicrotask(() => void sample());
    return () => {
      isOver = true;
      end();
    };
  }

  async #read({ alarmVariable }: Alarm): Promise<AlarmReading | undefined> {
    const group = groupOf(alarmVariable);
    const beginning = group === undefined ? undefined : this.#context.slots.get(statisticsGroups).get(group)?.since;
    // A variable that cannot be read now gives no sample; the datapath monitors itself and reports its errors.
    const read = await this.#variables.read(arcsOf(alarmVariable)).catch(() => undefined);
    return read && 'value' in read ? { value: read.value, modulus: read.modulus, beginning } : undefined;
  }

  #take(row: Alarm, reading: AlarmReading): void {
    const former = this.#context.slots.get(alarmStates).get(row.alarmIndex) ?? newAlarm;
    const { state, crossed } = takeSample(former, settingsOf(row), reading);
    this.#keep(row.alarmIndex, state);
    if (!crossed || state.compared === undefined) return;
    const isRising = crossed === 'rising';
    this.#events.setOff(isRising ? row.alarmRisingEventIndex : row.alarmFallingEventIndex, {
      alarm: row.alarmIndex,
      crossed,
      variable: row.alarmVariable,
      sampleType: row.alarmSampleType,
      value: state.compared,
      threshold: isRising ? row.alarmRisingThreshold : row.alarmFallingThreshold,
    });
  }

  #keep(index: number, state: AlarmState | undefined): void {
    this.#context.slots.update(alarmStates, (present) => {
      const others = [...present].filter(([other]) => other !== index);
      return new Map(state ? [...others, [index, state]] : others);
    });
  }
}

function settingsOf(row: Alarm): AlarmSettings {
  const startups = {
    [StartupAlarm.rising]: 'rising',
    [StartupAlarm.falling]: 'falling',
    [StartupAlarm.either]: 'either',
  } as const;
  return {
    sampleType: row.alarmSampleType === SampleType.absolute ? 'absolute' : 'delta',
    startup: startups[row.alarmStartupAlarm],
    rising: row.alarmRisingThreshold,
    falling: row.alarmFallingThreshold,
  };
}

function isSame(now: Alarm, before: Alarm): boolean {
  return (Object.keys(now) as (keyof Alarm)[]).every(
    (column) => harmless.includes(column) || now[column] === before[column],
  );
}
