import { isRecord } from '../../model/values/json-record.ts';
import type { Bus, BusValue, Unsubscribe } from '../bus/bus.ts';

/** A request to a switch, as its line carries it. */
export interface SwitchRequest {
  readonly method: string;
  readonly params: { readonly [name: string]: BusValue };
}

const subjectOf = (serial: string) => `switch.${serial}`;

/** Asks a switch over whichever gateway has its line. Rejects as `Bus.ask` does: with `NobodyAnswers` where none has. */
export function askSwitch(bus: Bus, serial: string, request: SwitchRequest, timeout: number): Promise<BusValue> {
  return bus.ask(subjectOf(serial), { ...request }, timeout);
}

/** Answers for a switch whose line is here. */
export function answerForSwitch(
  bus: Bus,
  serial: string,
  reply: (request: SwitchRequest) => Promise<BusValue>,
): Unsubscribe {
  return bus.answer(subjectOf(serial), (question) => reply(question as unknown as SwitchRequest));
}

const DROPPED = 'switches.dropped';

/** The cloud no longer accepts this switch: the gateway of its connection ends it. */
export function dropSwitch(bus: Bus, serial: string): void {
  bus.publish(DROPPED, serial);
}

export function followDropped(bus: Bus, dropped: (serial: string) => void): Unsubscribe {
  return bus.subscribe(DROPPED, (serial) => dropped(String(serial)));
}

const MOVED = 'switches.moved';

/** The switch now has this connection: gateways with an earlier one no longer answer for it. */
export function tellMoved(bus: Bus, serial: string, line: number): void {
  bus.publish(MOVED, { serial, line });
}

export function followMoved(bus: Bus, moved: (serial: string, line: number) => void): Unsubscribe {
  return bus.subscribe(MOVED, (value) => {
    if (isRecord(value)) moved(String(value.serial), Number(value.line));
  });
}
