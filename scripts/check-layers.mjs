// Refuses imports that run upwards (docs/architecture.md, "Repository layout"): nothing of the agent reaches the browser, a
// feature reads only objects and slots of another one, and the model imports nothing. Refuses circular imports, too.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

// Allowed imports of each room beside itself.
const below = {
  model: [],
  protocols: ['model'],
  datapath: ['protocols', 'model'],
  device: ['datapath', 'protocols', 'model'],
  console: ['model'],
  cloud: ['device', 'datapath', 'protocols', 'model'],
  features: ['console', 'device', 'datapath', 'protocols', 'model'],
  fleet: ['cloud', 'console', 'device', 'datapath', 'protocols', 'model'],
  apps: ['fleet', 'features', 'cloud', 'console', 'device', 'datapath', 'protocols', 'model'],
};
const browserMayNotReach = ['cloud/', 'device/', 'datapath/', 'protocols/'];

const isTest = (file) => /\.test\.tsx?$/.test(file);
const room = (file) => file.split('/')[0];

function sourceFiles(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !isTest(file));
}

/** The project's files and the packages that `file` imports; type-only imports are marked. */
function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, '');
  const found = [];
  const statement =
    /(?:^|[\n;])\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;
  for (const [, type, plain, dynamic] of text.matchAll(statement)) {
    const target = plain ?? dynamic;
    const typeOnly = Boolean(type);
    if (!target.startsWith('.')) found.push({ target, typeOnly, outside: true });
    else found.push({ target: normalize(join(dirname(file), target)), typeOnly, outside: false });
  }
  return found;
}

const problems = [];
const graph = new Map();
for (const folder of Object.keys(below)) {
  for (const file of sourceFiles(folder)) {
    const imports = importsOf(file);
    graph.set(file, imports);
    for (const { target, outside } of imports) {
      if (outside) continue;
      const there = room(target);
      if (there === folder) {
        if (folder === 'features' || folder === 'fleet') checkFeature(file, target);
        continue;
      }
      if (target.startsWith('..') || !(there in below)) continue;
      if (!below[folder].includes(there)) problems.push(`${file} imports ${target}: ${folder}/ may not know ${there}/`);
    }
  }
}

/** A feature may read another one's objects and the run-time state that it declares, and nothing else of it. */
function checkFeature(file, target) {
  if (['features', 'fleet'].includes(dirname(file)) || dirname(file) === dirname(target)) return;
  const own = dirname(file);
  const inside = target.startsWith(`${own}/`) || own.startsWith(`${dirname(target)}/`);
  if (!inside && !/\/(?:[\w-]*objects|slots)\.ts$/.test(target)) {
    problems.push(`${file} imports ${target}: of another feature only its objects and slots may be read`);
  }
}

/** Everything that would land in the browser: what the console and the pages import, whole. */
const seen = new Map();
const starts = [...graph.keys()].filter(
  (file) => file.startsWith('console/') || /^apps\/(?:console|fleet)\//.test(file) || file.endsWith('.tsx'),
);
const queue = starts.map((file) => [file, [file]]);
for (let next = queue.shift(); next; next = queue.shift()) {
  const [file, path] = next;
  if (seen.has(file)) continue;
  seen.set(file, path);
  for (const { target, typeOnly, outside } of graph.get(file) ?? []) {
    if (typeOnly) continue;
    if (outside && target.startsWith('node:')) problems.push(`${path.join(' → ')} reaches ${target} in the browser`);
    if (outside) continue;
    if (browserMayNotReach.some((prefix) => target.startsWith(prefix))) {
      problems.push(`${[...path, target].join(' → ')} reaches the agent from the browser`);
    } else if (existsSync(join(root, target))) {
      queue.push([relative('.', target), [...path, target]]);
    }
  }
}

/** Files that import one another in a circle, types included: such files are one idea in several pieces. */
function checkCircles() {
  const finished = new Set();
  const path = [];
  const visit = (file) => {
    if (finished.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) {
      problems.push(`${[...path.slice(start), file].join(' → ')}: imports in a circle`);
      return;
    }
    path.push(file);
    for (const { target, outside } of graph.get(file) ?? []) if (!outside && graph.has(target)) visit(target);
    path.pop();
    finished.add(file);
  };
  for (const file of graph.keys()) visit(file);
}
checkCircles();

if (problems.length > 0) {
  console.error([...new Set(problems)].join('\n'));
  process.exit(1);
}
