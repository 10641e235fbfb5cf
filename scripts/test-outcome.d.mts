// What TypeScript is to know of test-outcome.mjs.
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}
export function vitestOutcome(report: object, root: string, project: string): Outcome;
export function playwrightOutcome(report: object): Outcome;
export function suiteOutcome(
  runner: { readonly name: string; readonly status: number; readonly log: string },
  reported: Outcome | undefined,
): Outcome;
