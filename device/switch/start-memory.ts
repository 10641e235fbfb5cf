import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from '../../datapath/clock.ts';

/** Milliseconds after a start until nothing of it is under way any more. */
const SETTLING = 1000;

/**
 * Gives back what only the start of this thread needed, once that is over. V8 collects late where little is made, and keeps the
 * half empty pages of a heap that has stopped growing; one collection that packs them spares an agent at rest 2.5 MB, and
 * holds this thread up for some 20 ms, once.
 */
export function giveBackStartMemory(clock: Clock): void {
  clock.after(SETTLING, () => {
    setFlagsFromString('--expose-gc');
    // A context takes the collector up when it is made.
    const collect: unknown = runInNewContext('globalThis.gc');
    if (typeof collect !== 'function') return;
    setFlagsFromString('--compact-on-every-full-gc');
    collect();
    // Later collections must not stop the switch for longer than they have to.
    setFlagsFromString('--no-compact-on-every-full-gc');
  });
}
