// Refuses a lock file that names an optional dependency without an entry of its own: on another system than the one it
// was written on, `npm ci` would refuse it, and could not install there.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));

/** Whether `name`, wanted by the package at `from`, has an entry in a node_modules folder that it would be found in. */
function hasEntry(from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
    if (!folder.includes('/node_modules/')) return `node_modules/${name}` in packages;
  }
}

const missing = Object.entries(packages).flatMap(([path, entry]) =>
  Object.keys(entry.optionalDependencies ?? {})
    .filter((name) => !hasEntry(path, name))
    .map((name) => `${path || 'the project'} names ${name}`),
);
if (missing.length > 0) {
  console.error(
    `package-lock.json is not whole:\n${missing.map((line) => `  ${line}, which has no entry`).join('\n')}`,
  );
  process.exit(1);
}
