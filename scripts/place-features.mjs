// Writes the lists of pages and features from the folders below features/ and fleet/ (feature-lists.mjs); the build does it, too.
// With --check it changes nothing and names the lists that are stale.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { featureLists } from './feature-lists.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
const listed = (folder) =>
  readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path.split(sep).join('/')}`);

/** The lists that differ from what the folders declare, with the text that they should have. */
function staleLists() {
  return Object.entries(featureLists(['features', 'fleet'].flatMap(listed), read)).filter(
    ([path, text]) => text !== read(path),
  );
}

/** Brings the lists up to date. */
export function placeFeatures() {
  for (const [path, text] of staleLists()) writeFileSync(join(root, path), text);
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const stale = argv.includes('--check') ? staleLists().map(([path]) => path) : [];
  if (stale.length > 0) {
    console.error(`${stale.join(', ')}: not what the folders declare. Run: node scripts/place-features.mjs`);
    process.exit(1);
  }
  if (!argv.includes('--check')) placeFeatures();
}
