/** Events that the agent counts since its start, for collectors. */
export type CountedEvent =
  /** Calls, by "ACCESS kind". */
  | 'calls'
  /** Refused calls, by "ACCESS code". */
  | 'refusals'
  | 'failedLogins'
  | 'refusedTokens'
  /** Frames that the agent was given, by class. */
  | 'punts'
  /** By severity. */
  | 'logEntries'
  /** By service. */
  | 'serviceFailures';

/** Counts events by a key. The keys are the program's own words, never what others send: their number is bounded. */
export class EventCounts {
  readonly #counts = new Map<CountedEvent, Map<string, number>>();

  add(event: CountedEvent, key = ''): void {
    let counts = this.#counts.get(event);
    if (!counts) {
      counts = new Map();
      this.#counts.set(event, counts);
    }
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  /** By key, in the order in which they happened first. */
  of(event: CountedEvent): ReadonlyMap<string, number> {
    return this.#counts.get(event) ?? none;
  }

  total(event: CountedEvent): number {
    let sum = 0;
    for (const count of this.of(event).values()) sum += count;
    return sum;
  }
}

const none: ReadonlyMap<string, number> = new Map();
