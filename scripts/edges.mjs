// `npm run edges -- PATH…`: runs the unit tests below the paths and names the comparisons there whose two sides were never equal in any
// of them: "<" in the place of "<=" would go unnoticed. No part of `npm test`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, root } from './checks.mjs';

const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error('Which code? For example: npm run edges -- protocols features/hosts');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'faceplate-edges-'));
const { status } = spawnSync(
  process.execPath,
  [bin('vitest'), 'run', '--config', 'vitest.edges.config.ts', '--reporter=dot', ...paths],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FACEPLATE_EDGES: folder } },
);

/** By place: 1 where it held, 2 where it did not, 4 where both sides were equal. */
const seen = new Map();
for (const name of readdirSync(folder)) {
  const marks = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  for (const [place, mark] of marks) seen.set(place, (seen.get(place) ?? 0) | mark);
}
rmSync(folder, { recursive: true });
const missed = [...seen]
  .filter(([place, mark]) => (mark & 4) === 0 && paths.some((path) => place.startsWith(path)))
  .map(([place, mark]) => `${place}${mark === 1 ? ' (always)' : mark === 2 ? ' (never)' : ''}`)
  .sort();
for (const line of missed) console.log(line);
console.log(`${missed.length} of ${seen.size} comparisons were never tried where both sides are equal.`);
process.exit(status ?? 1);
