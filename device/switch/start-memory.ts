import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from '../../datapath/clock.ts';

/** Milliseconds after a start until what it called is not called again soon: who waited for it has signed in by then. */
const SETTLING = 10_000;

/** Parameters of the collection. */
const how = process.versions.v8.startsWith('11.') ? [] : [{ type: 'major', execution: 'sync', flavor: 'last-resort' }];

/**
 * Frees memory that only the start of this thread needed, once that is over. V8 collects late if little is allocated,
 * keeps the half empty pages of a heap that has stopped growing, and drops the compiled code of functions only when
 * they were not called for several collections; one collection that packs the pages and drops that code at once saves
 * an agent at rest 3.5 MB, and blocks this thread for some 20 ms, once. Code that is called later is compiled again
 * from its source. From Node.js 22 on, V8 keeps freed pages in a pool until memory runs short, 12 MB at rest: a collection of
 * the last resort frees them, too, and takes two rounds. The V8 of Node.js 20 does not know it, and would collect young objects only.
 */
export function giveBackStartMemory(clock: Clock): void {
  clock.after(SETTLING, () => {
    setFlagsFromString('--expose-gc');
    // A context takes the collector up when it is made.
    const collect: unknown = runInNewContext('globalThis.gc');
    if (typeof collect !== 'function') return;
    setFlagsFromString('--compact-on-every-full-gc');
    setFlagsFromString('--stress-flush-code');
    collect(...how);
    // Later collections must not stop the switch for longer than they have to.
    setFlagsFromString('--no-compact-on-every-full-gc');
    setFlagsFromString('--no-stress-flush-code');
  });
}
