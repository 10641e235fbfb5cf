/**
 * Where the random frames, configurations and orders of tests begin: in CI always at the same, so that what fails there is the change's
 * doing; elsewhere anew with each run. FACEPLATE_SEED repeats a run, whose tests have it in their names.
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
