// The short form of `npm run bench`: the ratios that tests hold to their budgets. Prints a line for each that is over; it is a process
// of its own, since a test runner's way of loading modules slows what is measured.
import { register } from 'tsx/esm/api';

register();
const { shortBench } = await import('./short.ts');
for (const line of await shortBench()) console.log(line);
