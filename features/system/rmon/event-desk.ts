import type { DeviceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { say } from '../../../model/values/message.ts';
import { trapSender } from '../snmp/slots.ts';
import { type Crossing, trapOf } from './alarm-trap.ts';
import { EventType, eventEntry, LOGGED } from './event-objects.ts';
import { type EventRecord, eventRecords } from './slots.ts';

const never: EventRecord = { lastSent: 0, log: [], logged: 0 };

/** Carries out what events are for: a line in the log, a trap, or both. */
export class EventDesk {
  readonly #context: DeviceContext;

  constructor(context: DeviceContext) {
    this.#context = context;
  }

  /** An alarm set an event off; one that is not there does nothing. */
  setOff(eventIndex: number, crossing: Crossing): void {
    const { slots, log, power } = this.#context;
    const event = this.#context.configuration().row(eventEntry, { eventIndex });
    if (!event) return;
    const isLogged = event.eventType === EventType.log || event.eventType === EventType.logAndTrap;
    const time = Math.floor(power.upTime() / 10);
    const { alarm, variable, value, threshold, crossed } = crossing;
    const description = `Alarm ${alarm}: ${variable} is ${value}, ${crossed} threshold ${threshold}.`;
    slots.update(eventRecords, (present) => {
      const former = present.get(eventIndex) ?? never;
      const logged = former.logged + (isLogged ? 1 : 0);
      const entries = isLogged ? [...former.log, { index: logged, time, description }].slice(-LOGGED) : former.log;
      return new Map([...present, [eventIndex, { lastSent: time, log: entries, logged }]]);
    });
    if (isLogged) {
      const words = { alarm, variable, value: String(value), threshold, event: eventIndex };
      log.write(
        Severity.warning,
        crossed === 'rising'
          ? say(
              'RMON alarm {{alarm}}: {{variable}} has risen to {{value}} (threshold {{threshold}}), event {{event}}.',
              words,
            )
          : say(
              'RMON alarm {{alarm}}: {{variable}} has fallen to {{value}} (threshold {{threshold}}), event {{event}}.',
              words,
            ),
      );
    }
    if (event.eventType === EventType.trap || event.eventType === EventType.logAndTrap) {
      slots.get(trapSender)?.({ ...trapOf(crossing), words: description, community: event.eventCommunity });
    }
  }

  /** Forgets the actions of events that no longer exist. */
  tidy(): void {
    const { configuration, slots } = this.#context;
    const present = new Set(
      configuration()
        .rows(eventEntry)
        .map(({ eventIndex }) => eventIndex),
    );
    slots.update(eventRecords, (records) =>
      [...records.keys()].every((index) => present.has(index))
        ? records
        : new Map([...records].filter(([index]) => present.has(index))),
    );
  }
}
