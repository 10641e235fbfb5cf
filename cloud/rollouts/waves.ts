import { type Message, say } from '../../model/values/message.ts';
import type { WaveTally } from '../store/rollouts.ts';

/**
 * Shares of all switches that have had their turn at the end of each wave (docs/specification/cloud.md 5); the first is one
 * switch.
 */
const SHARES = [0, 0.01, 0.1, 1] as const;

/** Of the switches that ended, the share that may have taken the change back or refused it. */
const BEARABLE = 0.02;

/** Switches that are under way at a time: a store and a network bear so many. */
export const UNDER_WAY = 100;

/** In which wave, from 0, each of so many switches has its turn: 1, 1 %, 10 %, all. */
export function wavesOf(count: number): readonly number[] {
  const ends = SHARES.map((share) => Math.max(1, Math.ceil(count * share)));
  // Waves without a switch are none.
  const own = [...new Set(ends)];
  return Array.from({ length: count }, (_, place) => own.findIndex((end) => place < end));
}

/** Next step of a rollout. */
export type NextStep =
  /** Number of further switches that may be changed, of this wave and those before it. */
  | { readonly kind: 'send'; readonly wave: number; readonly count: number }
  | { readonly kind: 'stop'; readonly reason: Message }
  | { readonly kind: 'finish' }
  /** For those that are under way, or away. */
  | { readonly kind: 'wait' };

/**
 * The next step of a rollout, by the state of its switches, wave by wave. A wave begins when all of the previous one
 * have ended; an absent switch delays no other one and has its turn when it is back. Until a switch has applied the
 * change, one at a time tries it. Pure.
 */
export function nextStep(tallies: readonly WaveTally[]): NextStep {
  const sum = (column: Exclude<keyof WaveTally, 'wave'>) => tallies.reduce((total, tally) => total + tally[column], 0);
  const [sent, done, failed] = [sum('sent'), sum('done'), sum('failed')];
  if (sum('unreachable') > 0) {
    return { kind: 'stop', reason: say('A switch is unreachable after its change.') };
  }
  if (failed > BEARABLE * (failed + done)) {
    return {
      kind: 'stop',
      reason: say('{{failed}} of {{ended}} switches failed: more than 2 %.', { failed, ended: failed + done }),
    };
  }
  if (sent + sum('ready') + sum('away') === 0) return { kind: 'finish' };
  const ordered = [...tallies].sort((one, other) => one.wave - other.wave);
  const present = ordered.find(({ ready, sent: told }) => ready + told > 0);
  if (!present) return { kind: 'wait' };
  const ready = ordered.filter(({ wave }) => wave <= present.wave).reduce((total, each) => total + each.ready, 0);
  const count = Math.min(ready, (done === 0 ? 1 : UNDER_WAY) - sent);
  return count > 0 ? { kind: 'send', wave: present.wave, count } : { kind: 'wait' };
}
