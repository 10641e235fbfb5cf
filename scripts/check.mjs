// `npm run check`: what an editor should hear within a minute or so. The checks, and the unit tests of what changed since the
// commit named, or since the last one.
import { bin, check, checks, root } from './checks.mjs';
import { installPackages } from './installed.mjs';

installPackages(root);
const since = process.argv[2] ?? 'HEAD';
const tests = {
  name: 'unit tests of what changed',
  command: bin('vitest'),
  args: ['run', '--project', 'unit', `--changed=${since}`, '--passWithNoTests', '--reporter=dot'],
};
const failures = (await Promise.all([...checks, tests].map(check))).filter((failure) => failure !== undefined);
for (const failure of failures) console.error(`\n✗ ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);
