/**
 * Seed of the random frames, configurations and orders of tests: in CI always the same, so that a failure is caused by
 * the change; elsewhere a new one in each run. FACEPLATE_SEED repeats a run, whose tests have it in their names.
 */
export const seed = Number(process.env.FACEPLATE_SEED ?? (process.env.CI ? 1 : Math.floor(Math.random() * 2 ** 31)));

/** How many random frames a test tries: `sample`, or FACEPLATE_FRAMES for a long run of a million. */
export function framesToTry(sample: number): number {
  return Number(process.env.FACEPLATE_FRAMES ?? sample);
}

/** Milliseconds that a busy machine may take for them. */
export function patience(frames: number): number {
  return 20_000 + 5 * frames;
}
