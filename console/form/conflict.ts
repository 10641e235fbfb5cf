import type { Value } from '../../model/wire/call.ts';

/**
 * The device's value of a field that was changed here and, meanwhile, by another session too; undefined where only one of them
 * did, or both did alike. `begun` is what the device had when it was changed here.
 */
export function conflictOf(begun: Value | undefined, mine: Value, theirs: Value | undefined): Value | undefined {
  if (begun === undefined || theirs === undefined) return undefined;
  const changed = String(begun) !== String(theirs);
  return changed && String(mine) !== String(theirs) ? theirs : undefined;
}
