/** A number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** A generator that gives the same numbers for the same seed (mulberry32 by Tommy Ettinger, public domain). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** A whole number whose average is `mean`: its whole part, and one more as often as its fraction says. */
export function wholeAround(mean: number, random: Random): number {
  const whole = Math.floor(mean);
  return whole + (random() < mean - whole ? 1 : 0);
}
