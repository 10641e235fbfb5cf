import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from '../../datapath/clock.ts';

/** Milliseconds after a start until what it called is not called again soon: who waited for it has signed in by then. */
const SETTLING = 10_000;

/** Milliseconds between two looks at whether memory is to be given back. */
const LOOK = 15_000;

/** Octets by which heap and buffers have to have grown since memory was given back last: an open tab takes some seconds for them. */
const WORTH = 1e6;

/** Octets of such growth after which all pages are packed, and not only the emptiest: a burst leaves something in each. */
const BURST = 4e6;

/** The share of the time between two looks for which the process may have computed to count as idle. */
const IDLE = 0.1;

/** Parameters of a collection. */
const how = process.versions.v8.startsWith('11.') ? [] : [{ type: 'major', execution: 'sync', flavor: 'last-resort' }];

/**
 * The pages that a collection packs, by V8's option for that. What is in use of a packed page is there twice until the collection ends:
 * with all of them, a process of 35 MB takes 50 for that time.
 */
const packing = { all: 'compact-on-every-full-gc', emptiest: 'optimize-for-size' } as const;

type Collect = (packed: keyof typeof packing) => void;

/** A thread: what is looked at, and what gives its memory back. */
interface Thread {
  /** Octets in use, and of garbage, buffers outside of the heap among them. */
  heap(): number;
  /** Milliseconds of processor time so far. */
  busy(): number;
  /** Makes a function that collects what is not in use. */
  collector(): Collect;
}

/**
 * Gives back memory of this thread once its start is over, and whenever it is idle again after its heap has grown: V8 collects late if
 * little is allocated, and keeps the pages of a burst of calls. A collection blocks this thread for some 20 ms.
 */
export function giveBackMemory(clock: Clock, thread: Thread = thisThread): void {
  let busy = thread.busy();
  /** Whether the process did little for this long before. */
  const wasIdle = (time: number) => {
    const spent = thread.busy() - busy;
    busy += spent;
    return spent <= time * IDLE;
  };
  const begin = (time: number) => {
    // Code that many calls use now is not to be dropped under them.
    if (!wasIdle(time)) {
      clock.after(LOOK, () => begin(LOOK));
      return;
    }
    const collect = thread.collector();
    giveBackStart(collect);
    let least = thread.heap();
    clock.every(LOOK, () => {
      const heap = thread.heap();
      // What was in use for a moment is not to count as always needed.
      least = Math.min(least, heap);
      const growth = heap - least;
      if (!wasIdle(LOOK) || growth < WORTH) return;
      collect(growth < BURST ? 'emptiest' : 'all');
      least = thread.heap();
    });
  };
  clock.after(SETTLING, () => begin(SETTLING));
}

/**
 * V8 drops the compiled code of functions only when they were not called for several collections. Dropping the start's at once saves an
 * agent at rest 3.5 MB; a function that is called later is compiled again from its source.
 */
function giveBackStart(collect: Collect): void {
  setFlagsFromString('--stress-flush-code');
  collect('all');
  setFlagsFromString('--no-stress-flush-code');
}

/**
 * V8's collector, which scripts are not shown unless they ask for it; it packs pages that it leaves half empty. From Node.js 22 on,
 * V8 keeps freed pages in a pool until memory runs short, 12 MB at rest: a collection of the last resort frees them, too, and takes two
 * rounds. The V8 of Node.js 20 does not know it, and would collect young objects only.
 */
function collector(): Collect {
  setFlagsFromString('--expose-gc');
  // A context takes the collector up when it is made.
  const collect: unknown = runInNewContext('globalThis.gc');
  return (packed) => {
    if (typeof collect !== 'function') return;
    setFlagsFromString(`--${packing[packed]}`);
    collect(...how);
    // V8's own collections must not stop the switch for longer than they have to.
    setFlagsFromString(`--no-${packing[packed]}`);
  };
}

const thisThread: Thread = {
  heap() {
    const { used_heap_size, external_memory } = getHeapStatistics();
    return used_heap_size + external_memory;
  },
  busy() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
  collector,
};
