/** The number behind `value` in a pseudo-random row of 32-bit numbers without 0 (Marsaglia's xorshift). */
export function nextRandom(value: number): number {
  let next = value ^ (value << 13);
  next ^= next >>> 17;
  next ^= next << 5;
  return next >>> 0;
}
