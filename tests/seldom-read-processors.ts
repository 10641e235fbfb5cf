import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/** Milliseconds for which a reading serves. */
const FRESH = 20;

// Agents read the processors every five seconds of their clock. The clocks of tests pass hours in an instant, and the system
// takes longer for each reading than the agent for most of what it does meanwhile.
// The name says that it was put in place, for the next files of the worker.
if (os.cpus.name !== 'cpusReadSeldom') {
  const read = os.cpus;
  let known = read();
  let at = performance.now();
  os.cpus = function cpusReadSeldom() {
    if (performance.now() - at > FRESH) {
      known = read();
      at = performance.now();
    }
    return known;
  };
  syncBuiltinESMExports();
}
