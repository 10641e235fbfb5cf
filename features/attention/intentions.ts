import type { Keepable } from '../../device/flash/keeper.ts';
import { isRecord } from '../../model/values/json-record.ts';

/** That somebody has said of a finding that it is as it should be. */
export interface Intention {
  readonly key: string;
  /** The finding's circumstance at that time; another one is not intended. */
  readonly circumstance: string;
  readonly user: string;
  /** Milliseconds since 1970 by the device's clock. */
  readonly time: number;
}

/** Intentions at most; the oldest give way. */
export const INTENTIONS = 256;

/** Milliseconds without its finding after which an intention has ended: a link that restarts, or the start of the switch, ends none. */
export const ABSENCE = 300_000;

/** Intentions on flash. */
export const keptIntentions: Keepable<readonly Intention[]> = {
  name: 'attention',
  version: 1,
  write: (intentions) => intentions,
  read: (json) => (Array.isArray(json) ? json.filter(isIntention).slice(-INTENTIONS) : undefined),
};

function isIntention(json: unknown): json is Intention {
  if (!isRecord(json)) return false;
  const { key, circumstance, user, time } = json;
  return [key, circumstance, user].every((text) => typeof text === 'string') && Number.isFinite(time);
}

/** State of intentions: by key, and since when (in milliseconds of the clock) their findings have been missing. */
export interface IntentionState {
  readonly intentions: ReadonlyMap<string, Intention>;
  readonly absent: ReadonlyMap<string, number>;
}

/**
 * The intentions that still hold for what was found: one whose finding has changed is over at once, one whose finding is gone after
 * `ABSENCE`. Pure.
 */
export function stillIntended(
  { intentions, absent }: IntentionState,
  found: ReadonlyMap<string, string>,
  now: number,
): IntentionState {
  const holding = new Map<string, Intention>();
  const missing = new Map<string, number>();
  for (const [key, intention] of intentions) {
    const circumstance = found.get(key);
    if (circumstance === undefined) {
      const since = absent.get(key) ?? now;
      if (now - since >= ABSENCE) continue;
      missing.set(key, since);
    } else if (circumstance !== intention.circumstance) continue;
    holding.set(key, intention);
  }
  return { intentions: holding, absent: missing };
}
