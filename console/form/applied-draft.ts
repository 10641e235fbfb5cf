import type { Draft, FormPart } from './form-part.ts';

/** What was applied last, and what the form had read from the device by then. */
export interface AppliedDraft {
  readonly draft: Draft;
  readonly values: readonly FormPart['values'][];
}

/**
 * The values that were applied but not read back yet: they are no unsaved input, although the form still shows them beside the
 * former ones. Undefined once the device has been read; a new row is a form of its own each time.
 */
export function draftApplied(parts: readonly FormPart[], applied: AppliedDraft | undefined): Draft | undefined {
  const isLatest = parts.every(({ create, values }, at) => !create && values === applied?.values[at]);
  return isLatest ? applied?.draft : undefined;
}
