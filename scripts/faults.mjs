// `npm run faults`: every end of the process and of the power, every kind of error and 20,000 damaged images that the
// switch has to start with. `npm test` tries a sample of them; FACEPLATE_SEED repeats a run.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { status } = spawnSync(
  join(root, 'node_modules', '.bin', 'vitest'),
  ['run', '--project', 'unit', 'tests/faults', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FACEPLATE_FAULTS: 'full' } },
);
process.exit(status ?? 1);
