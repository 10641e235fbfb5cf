/** The device's own idea of the date: an offset against the host's clock, which it never sets. */
export interface WallClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Sets the date at once. */
  step(time: number): void;
  /** Moves the date towards `time` without jumping; differences below 0.5 s. */
  slew(offset: number): void;
  /** Called at every step, with the difference in milliseconds. */
  onStep(listener: (difference: number) => void): () => void;
}

/** Milliseconds since 1970 that no clock shows that was ever set: 1 January 2020. */
const NEVER_SET_BEFORE = 1_577_836_800_000;

/** Whether a clock that shows these milliseconds since 1970 was ever set. */
export function isSet(date: number): boolean {
  return date >= NEVER_SET_BEFORE;
}
