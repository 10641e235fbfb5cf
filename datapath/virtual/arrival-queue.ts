import type { Cancel, Clock } from '../clock.ts';
import type { SwitchPort } from './switch-port.ts';

/** A frame on its way from a cable into a port, standing for `weight` like ones. */
export interface Arrival {
  readonly port: SwitchPort;
  readonly frame: Uint8Array;
  readonly weight: number;
}

/** Callbacks of the queue. */
export interface ArrivalHandler {
  /** Whether the frame is for the agent: such frames go ahead of all others, so that no storm keeps one from its engine. */
  isControl(arrival: Arrival): boolean;
  /** Switches one frame at `now`, the clock's time; what it sets off may arrive at once. */
  handle(arrival: Arrival, now: number): void;
  /** A frame found its line's queue full. */
  lost(arrival: Arrival): void;
}

/** Frames that wait at one port at most, and control frames beside them. */
const LINE_LIMIT = 128;
const CONTROL_LIMIT = 32;
/** A slice ends after this many frames, or milliseconds if they pass first … */
const SLICE_FRAMES = 128;
const SLICE_MILLISECONDS = 2;
/** … and what is left waits so many milliseconds: that much of the time belongs to everything else, whatever the load. */
const PAUSE_MILLISECONDS = 4;

/** The frames that wait at one port. */
interface Line {
  readonly control: Arrival[];
  readonly ordinary: Arrival[];
}

/**
 * Frames that have arrived and are not switched yet, processed in slices of time: a frame that causes at most a slice
 * of others is done when `push` returns, a loop continues slice by slice for as long as it is connected and blocks
 * neither the thread nor memory. Lines take turns, so that a busy one does not starve the others; each keeps its order.
 */
export class ArrivalQueue {
  readonly #clock: Clock;
  readonly #handler: ArrivalHandler;
  readonly #lines = new Map<SwitchPort, Line>();
  /** The lines with control frames and with ordinary ones, whose turn it is next first. */
  readonly #urgent = new Set<Line>();
  readonly #waiting = new Set<Line>();
  #working = false;
  #cancel: Cancel | undefined;

  constructor(clock: Clock, handler: ArrivalHandler) {
    this.#clock = clock;
    this.#handler = handler;
  }

  /** Takes a frame in; works it off at once unless a slice runs, or others wait before it that it has to follow. */
  push(arrival: Arrival): void {
    if (this.#working) this.#enqueue(arrival);
    else if (!this.#cancel) this.#slice(arrival, SLICE_FRAMES);
    // Frames for the agent set off no others: they need not wait for a pause to end.
    else if (this.#handler.isControl(arrival)) this.#slice(arrival, 1);
    else this.#enqueue(arrival);
  }

  #enqueue(arrival: Arrival): void {
    const line = this.#line(arrival.port);
    const control = this.#handler.isControl(arrival);
    const queue = control ? line.control : line.ordinary;
    if (queue.length >= (control ? CONTROL_LIMIT : LINE_LIMIT)) {
      this.#handler.lost(arrival);
      return;
    }
    queue.push(arrival);
    (control ? this.#urgent : this.#waiting).add(line);
  }

  /** Whether nothing waits. */
  get isIdle(): boolean {
    return this.#urgent.size === 0 && this.#waiting.size === 0;
  }

  /** Forgets what waits at a port. */
  clear(port: SwitchPort): void {
    const line = this.#lines.get(port);
    if (!line) return;
    line.control.length = 0;
    line.ordinary.length = 0;
    this.#urgent.delete(line);
    this.#waiting.delete(line);
  }

  /** Forgets everything and stops until the next frame. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    for (const port of this.#lines.keys()) this.clear(port);
  }

  #line(port: SwitchPort): Line {
    let line = this.#lines.get(port);
    if (!line) {
      line = { control: [], ordinary: [] };
      this.#lines.set(port, line);
    }
    return line;
  }

  /** Works for a while, `frames` at most: begins with `first`, which goes round the queue. */
  #slice(first: Arrival | undefined, frames: number): void {
    // Looking at the clock costs as much as a table look-up: it is done once a frame.
    let now = this.#clock.now();
    const end = now + SLICE_MILLISECONDS;
    let next = first;
    this.#working = true;
    try {
      for (let done = 1; next; done += 1) {
        this.#handler.handle(next, now);
        if (done >= frames || this.isIdle) break;
        now = this.#clock.now();
        next = now < end ? this.#take() : undefined;
      }
    } finally {
      this.#working = false;
      if (!this.isIdle && !this.#cancel) this.#putOff();
    }
  }

  #putOff(): void {
    this.#cancel = this.#clock.after(PAUSE_MILLISECONDS, () => {
      this.#cancel = undefined;
      this.#slice(this.#take(), SLICE_FRAMES);
    });
  }

  #take(): Arrival | undefined {
    return takeFrom(this.#urgent, 'control') ?? takeFrom(this.#waiting, 'ordinary');
  }
}

/** The first frame of the line whose turn it is; the line goes to the end where it has more. */
function takeFrom(lines: Set<Line>, queue: keyof Line): Arrival | undefined {
  const [line] = lines;
  if (!line) return undefined;
  lines.delete(line);
  const arrival = line[queue].shift();
  if (line[queue].length > 0) lines.add(line);
  return arrival;
}
