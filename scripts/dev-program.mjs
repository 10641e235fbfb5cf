// The agent of `npm run dev`: each module is transformed by itself, and after a change only those that have changed. Bundling all of
// them again for one line costs more than starting the agent.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { build } from 'esbuild';
import { asCommonJs, keptCode } from './agent-bundle.mjs';

/** What a module asks for of those of the repository, once it is CommonJS. */
const asked = /\brequire\("(\.{1,2}\/[^"]+)"\)/g;

/**
 * Where the files of a program are: all its modules as they were at first, of which Node keeps what it compiled, and, where it keeps
 * nothing, those that have changed since. It would take up what it kept for any text of the same length.
 */
const places = (folder, name) => ({
  start: join(folder, 'device', `${name}.cjs`),
  modules: join(folder, 'device', `${name}-modules.cjs`),
  changed: join(folder, 'changed', `${name}.cjs`),
});

/**
 * Writes programs of the agent to a folder, as `device/<name>.cjs`; rejects where a module is not as it should be.
 *
 * @param {string} root of the sources, and of the packages
 * @param {Readonly<Record<string, string>>} entries the first module of each program by its name, as a path from the root
 * @param {string} folder
 */
export async function developedPrograms(root, entries, folder) {
  /** Each module's text and what it asks for, by its path from the root. */
  let modules = new Map();
  const changed = new Set();

  /** All that `entry` asks for, and what that does; of those that there are. */
  function modulesOf(entry, among = modules) {
    const all = new Set([entry]);
    for (const path of all) for (const other of among.get(path)?.asks ?? []) all.add(other);
    return [...all];
  }

  /** Transforms these, and what is asked for and not there yet. Nothing of it counts until all of it is in order. */
  async function transform(paths) {
    const after = new Map(modules);
    for (const path of paths) after.delete(path);
    const isMissing = (path) => !after.has(path);
    const missing = () =>
      [...new Set(Object.values(entries).flatMap((entry) => modulesOf(entry, after)))].filter(isMissing);
    for (let next = missing(); next.length > 0; next = missing()) {
      for (const [path, text] of await asModules(root, next)) {
        const asks = [...text.matchAll(asked)].map(([, other]) => posix.join(posix.dirname(path), other));
        after.set(path, { text, asks });
      }
    }
    for (const [path, module] of after) if (modules.get(path) !== module) changed.add(path);
    modules = after;
  }

  function writeTable(place, paths) {
    const each = paths.map(
      (path) => `${JSON.stringify(path)}(exports, require, module, fileAddress) {\n${modules.get(path).text}}`,
    );
    writeFileSync(place, `module.exports = { __proto__: null, ${each.join(',\n')} };\n`);
  }

  function writeChanged() {
    for (const [name, entry] of Object.entries(entries)) {
      const own = modulesOf(entry);
      writeTable(
        places(folder, name).changed,
        own.filter((path) => changed.has(path)),
      );
    }
  }

  await transform([]);
  changed.clear();
  for (const part of ['device', 'changed']) mkdirSync(join(folder, part), { recursive: true });
  for (const [name, entry] of Object.entries(entries)) {
    writeFileSync(places(folder, name).start, startOf(root, entry, places(folder, name)));
    writeTable(places(folder, name).modules, modulesOf(entry));
  }
  writeChanged();
  return {
    /** Whether a file, by its path, is a module of them. */
    has: (path) => modules.has(relative(root, path)),
    /** Takes up files that have changed; rejects, and leaves everything as it was, where one of them is not as it should be. */
    async change(paths) {
      await transform(paths.map((path) => relative(root, path)));
      writeChanged();
    },
  };
}

/** Modules as CommonJS, with their paths. */
async function asModules(root, paths) {
  const { outputFiles } = await build({
    ...asCommonJs,
    absWorkingDir: root,
    banner: {},
    bundle: false,
    external: [],
    // Names, for those who read a stack.
    minifySyntax: false,
    minifyWhitespace: false,
    supported: { 'dynamic-import': false },
    entryPoints: paths.map((path) => ({ in: path, out: path })),
    outdir: root,
    write: false,
  });
  return outputFiles.map(({ path, text }) => [relative(root, path).replace(/\.js$/, ''), text]);
}

/** The file that starts a program. */
function startOf(root, entry, { modules, changed }) {
  return `const fileAddress = require('node:url').pathToFileURL(__filename).href;
${keptCode}
const { dirname, join } = require('node:path').posix;
const packages = require('node:module').createRequire(${JSON.stringify(join(root, 'package.json'))});
const texts = { ...require(${JSON.stringify(modules)}), ...require(${JSON.stringify(changed)}) };
const loaded = new Map();
function load(path) {
  const present = loaded.get(path);
  if (present) return present.exports;
  const module = { exports: {} };
  loaded.set(path, module);
  const require = (asked) => (asked.startsWith('.') ? load(join(dirname(path), asked)) : packages(asked));
  texts[path](module.exports, require, module, fileAddress);
  return module.exports;
}
load(${JSON.stringify(entry)});
`;
}
