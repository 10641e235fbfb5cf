/** The device's own idea of the date: an offset against the host's clock, which it never sets. */
export interface WallClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Sets the date at once. */
  step(time: number): void;
  /** Moves the date towards `time` without jumping; differences below 0.5 s. */
  slew(offset: number): void;
  /** Is told of every step, with the difference in milliseconds. */
  onStep(listener: (difference: number) => void): () => void;
}
