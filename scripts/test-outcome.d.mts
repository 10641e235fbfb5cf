// Types of test-outcome.mjs for TypeScript.
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}
export function failedFiles(report: object): readonly string[];
export function vitestSecondLook(first: object, second: object): object;
export function playwrightSecondLook(first: object, second: object): object;
export function vitestOutcome(report: object, root: string, project: string): Outcome;
export function playwrightOutcome(report: object): Outcome;
export function suiteOutcome(
  runner: { readonly name: string; readonly status: number; readonly log: string },
  reported: Outcome | undefined,
): Outcome;
