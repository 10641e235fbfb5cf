import { eachInSteps, type Steps, sortedInSteps } from '../../model/configuration/steps.ts';
import type { Remembered } from './join.ts';

/** Stations that are remembered at most, and for how long after their last frame. */
export const REMEMBERED_MAXIMUM = 16_384;
export const DAY = 24 * 3_600_000;

/** A day in quarter hours; one bit each says whether a station was heard in it. */
export const QUARTER = 15 * 60_000;
export const QUARTERS = 96;

/** Moves from port to port, or to another VLAN, that are kept of each station. */
const MOVES = 4;

/** Where a station was from a moment on. */
export interface Move {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly port: number;
  readonly vlan: number;
}

/** What is remembered of a station: some 200 octets. */
interface Memory extends Remembered {
  since: number;
  lastSeen: number;
  port: number;
  vlan: number;
  /** The number of the newest quarter in `heard`, since 1970. */
  quarter: number;
  /** The newest quarter is the lowest bit of the last number; 32 quarters each. */
  readonly heard: [number, number, number];
  moves: readonly Move[];
}

/** A station in the address table. Times are milliseconds since 1970. */
interface Sight {
  readonly mac: string;
  readonly port: number;
  readonly vlan: number;
  readonly lastSeen: number;
}

/**
 * The stations of the last 24 hours, in bounded room: when each came, was heard last, moved, and in which quarters of an hour it was
 * there. It is not kept over a restart.
 */
export class HostMemory {
  readonly #stations = new Map<string, Memory>();
  /** Milliseconds by which the date was set in all. */
  #shifted = 0;

  get stations(): ReadonlyMap<string, Remembered> {
    return this.#stations;
  }

  /**
   * Takes a look at the address table, in steps; a station in several VLANs of a port stays in the one that it was first heard in.
   * The date may be set between them.
   */
  *look(sights: Iterable<Sight>, now: number): Steps<void> {
    const before = this.#shifted;
    const moved = () => this.#shifted - before;
    const found = new Map<string, [Sight, ...Sight[]]>();
    yield* eachInSteps(sights, (sight) => {
      const others = found.get(sight.mac);
      if (others) others.push(sight);
      else found.set(sight.mac, [sight]);
    });
    yield* eachInSteps(found.values(), (own) => this.#see(own, moved()));
    yield* eachInSteps(this.#stations, ([mac, { lastSeen }]) => {
      if (now + moved() - lastSeen > DAY) this.#stations.delete(mac);
    });
    if (this.#stations.size <= REMEMBERED_MAXIMUM) return;
    // The station that has been silent longest goes first.
    const all: [string, Memory][] = [];
    yield* eachInSteps(this.#stations, (one) => all.push(one));
    const oldest = yield* sortedInSteps(all, ([, a], [, b]) => a.lastSeen - b.lastSeen);
    const surplus = oldest.slice(0, this.#stations.size - REMEMBERED_MAXIMUM);
    yield* eachInSteps(surplus, ([mac]) => this.#stations.delete(mac));
  }

  /** The date was set: all times move with it. */
  shift(difference: number): void {
    this.#shifted += difference;
    for (const memory of this.#stations.values()) {
      memory.since += difference;
      memory.lastSeen += difference;
      memory.moves = memory.moves.map((move) => ({ ...move, at: move.at + difference }));
      memory.quarter = quarterOf(memory.lastSeen);
    }
  }

  /** The last moves of a station, newest first. */
  movesOf(mac: string): readonly Move[] {
    return this.#stations.get(mac)?.moves ?? [];
  }

  /** In which of the 96 quarters of an hour up to now it was heard, oldest first: "1" or "0" each. */
  dayOf(mac: string, now: number): string {
    const memory = this.#stations.get(mac);
    const newest = quarterOf(now);
    return Array.from({ length: QUARTERS }, (_, at) => {
      const ago = memory ? memory.quarter - (newest - (QUARTERS - 1 - at)) : -1;
      if (!memory || ago < 0 || ago >= QUARTERS) return '0';
      const word = memory.heard[2 - Math.floor(ago / 32)] ?? 0;
      return (word >>> (ago % 32)) & 1 ? '1' : '0';
    }).join('');
  }

  /** `moved`: milliseconds by which the date was set since. */
  #see(sights: readonly [Sight, ...Sight[]], moved: number): void {
    const newest = sights.reduce((last, sight) => (sight.lastSeen > last.lastSeen ? sight : last));
    const { mac, port } = newest;
    const lastSeen = newest.lastSeen + moved;
    const quarter = quarterOf(lastSeen);
    const known = this.#stations.get(mac);
    const isStill = known?.port === port && sights.some((sight) => sight.port === port && sight.vlan === known.vlan);
    const vlan = isStill ? known.vlan : newest.vlan;
    if (!known) {
      this.#stations.set(mac, { since: lastSeen, lastSeen, port, vlan, quarter, heard: [0, 0, 1], moves: [] });
      return;
    }
    if (known.port !== port || known.vlan !== vlan) {
      known.moves = [{ at: lastSeen, port: known.port, vlan: known.vlan }, ...known.moves].slice(0, MOVES);
      known.since = lastSeen;
    }
    known.port = port;
    known.vlan = vlan;
    known.lastSeen = Math.max(known.lastSeen, lastSeen);
    for (; known.quarter < quarter; known.quarter += 1) {
      const [old, middle, recent] = known.heard;
      known.heard[0] = ((old << 1) | (middle >>> 31)) >>> 0;
      known.heard[1] = ((middle << 1) | (recent >>> 31)) >>> 0;
      known.heard[2] = (recent << 1) >>> 0;
      if (quarter - known.quarter > QUARTERS) known.quarter = quarter - QUARTERS;
    }
    known.heard[2] = (known.heard[2] | 1) >>> 0;
  }
}

const quarterOf = (time: number) => Math.floor(time / QUARTER);
