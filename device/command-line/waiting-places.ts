/** How many wait at the same time: strangers in all, sources that signed in before in all, and of one source. */
const PLACES = { strangers: 64, known: 32, source: 8 };

/** Source of a connection, and what is known of it. */
export interface Origin {
  readonly source: string;
  /** Somebody signed in from there before. */
  readonly isKnown: boolean;
  /** The source has not tried lately. */
  readonly isRested: boolean;
}

interface Place<Waiting> extends Origin {
  readonly waiting: Waiting;
}

/**
 * The places of connections whose users have not proved themselves yet. Sources that signed in before have places of their own,
 * which no stranger takes. If all places of the strangers are taken, a new connection pushes out the oldest of those that try
 * again and again, and one that does so itself pushes out no other: a flood pushes out itself.
 */
export class WaitingPlaces<Waiting> {
  /** Oldest first. */
  readonly #strangers = new Map<Waiting, Place<Waiting>>();
  readonly #known = new Map<Waiting, Place<Waiting>>();
  readonly #pushOut: (waiting: Waiting) => void;

  /** `pushOut` ends a connection that loses its place. */
  constructor(pushOut: (waiting: Waiting) => void) {
    this.#pushOut = pushOut;
  }

  /** Takes a place, until `leave`; false if there is none for it. */
  enter(waiting: Waiting, origin: Origin): boolean {
    const pool = origin.isKnown ? this.#known : this.#strangers;
    const own = [...pool.values()].filter(({ source }) => source === origin.source);
    if (own.length >= PLACES.source) this.#end(own[0]);
    else if (pool.size >= (origin.isKnown ? PLACES.known : PLACES.strangers)) {
      const given =
        [...pool.values()].find(({ isRested }) => !isRested) ?? (origin.isRested ? ofLargest(pool) : undefined);
      if (!given) return false;
      this.#end(given);
    }
    pool.set(waiting, { ...origin, waiting });
    return true;
  }

  leave(waiting: Waiting): void {
    this.#strangers.delete(waiting);
    this.#known.delete(waiting);
  }

  #end(place: Place<Waiting> | undefined): void {
    if (!place) return;
    this.leave(place.waiting);
    this.#pushOut(place.waiting);
  }
}

/** The oldest of the source that has most of them. */
function ofLargest<Waiting>(pool: ReadonlyMap<Waiting, Place<Waiting>>): Place<Waiting> | undefined {
  const counts = new Map<string, number>();
  for (const { source } of pool.values()) counts.set(source, (counts.get(source) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...pool.values()].find(({ source }) => counts.get(source) === most);
}
