import { type Message, say } from '../model/values/message.ts';
import type { PortNumber } from './plan.ts';

/** Observations of the address table since the last look. */
export interface AddressTableSample {
  /** Seconds since the last look. */
  readonly seconds: number;
  /** Rows in use, and rows that fit. */
  readonly rows: number;
  readonly size: number;
  /** Whether an address found no room. */
  readonly refused: boolean;
  /** Addresses that showed up for the first time, by port, those that found no room too. */
  readonly appeared: ReadonlyMap<PortNumber, number>;
}

/** One line for the administrator's log; the level is a syslog severity. */
export interface AddressTableReport {
  readonly level: 4 | 5;
  readonly message: Message;
}

/** A table that was full has room again when this part of it is free. */
const ROOM = 0.1;
/** New addresses per second at one port that are a flood, and those at which it is over. */
const FLOOD_RATE = 500;
const CALM_RATE = 50;
/** Looks in a row that it takes to believe either: a network that wakes up shows all its addresses once. */
const LOOKS = 2;

/**
 * Reports when an address table fills up and when a port is flooded with source addresses (as in a MAC flooding
 * attack), once at the beginning and once at the end; in between it stays silent, however the figures vary.
 */
export class AddressTableWatch {
  #full = false;
  readonly #floods = new Map<PortNumber, { flooded: boolean; against: number }>();

  /** Takes the next look; returns what has to be reported. */
  look(sample: AddressTableSample): AddressTableReport[] {
    return [...this.#lookAtRoom(sample), ...this.#lookAtPorts(sample)];
  }

  #lookAtRoom({ rows, size, refused }: AddressTableSample): AddressTableReport[] {
    if (!this.#full && (refused || rows >= size)) {
      this.#full = true;
      return [{ level: 4, message: say('The MAC address table is full; frames to further addresses are flooded') }];
    }
    if (this.#full && !refused && rows <= size * (1 - ROOM)) {
      this.#full = false;
      return [{ level: 5, message: say('The MAC address table has room again') }];
    }
    return [];
  }

  #lookAtPorts({ appeared, seconds }: AddressTableSample): AddressTableReport[] {
    const reports: AddressTableReport[] = [];
    for (const port of new Set([...appeared.keys(), ...this.#floods.keys()])) {
      const rate = (appeared.get(port) ?? 0) / seconds;
      const { flooded, against } = this.#floods.get(port) ?? { flooded: false, against: 0 };
      const speaksAgainst = flooded ? rate <= CALM_RATE : rate >= FLOOD_RATE;
      if (speaksAgainst && against + 1 >= LOOKS) {
        this.#floods.set(port, { flooded: !flooded, against: 0 });
        reports.push(flooded ? calm(port) : flood(port, rate));
      } else if (flooded || speaksAgainst)
        this.#floods.set(port, { flooded, against: speaksAgainst ? against + 1 : 0 });
      else this.#floods.delete(port);
    }
    return reports;
  }
}

function flood(port: PortNumber, rate: number): AddressTableReport {
  const message = say('Port {{port}} shows {{rate}} new MAC addresses a second, as in a MAC flood', {
    port,
    rate: Math.round(rate),
  });
  return { level: 4, message };
}

function calm(port: PortNumber): AddressTableReport {
  return { level: 5, message: say('The MAC flood at port {{port}} is over', { port }) };
}
