import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform, transformSync } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Options for every file of the agent. */
const settings = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  // Names stay as they are: shortening them makes the agent larger in memory, not smaller (measured: by 5 MB).
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Modules that exist on some systems only are resolved when they are used.
  external: ['cpu-features', 'libsql', 'pg-native', 'pg-cloudflare', '*.node'],
  // A CommonJS file has no import.meta; this is what it would say.
  define: { 'import.meta.url': 'fileAddress' },
};
const banner = "const fileAddress = require('node:url').pathToFileURL(__filename).href;";
/** The same for a program in one CommonJS file, with what it fetches late. */
export const asCommonJs = { ...settings, format: 'cjs', banner: { js: banner } };

/** What the file that starts a program begins with. */
export const { code: keptCode } = transformSync(readFileSync(new URL('./kept-code.cjs', import.meta.url), 'utf8'), {
  minifySyntax: true,
  minifyWhitespace: true,
});

/** The boot program, as the text of its one file. */
export async function bundleBoot() {
  const { outputFiles } = await build({
    ...asCommonJs,
    entryPoints: ['apps/device/boot.ts'],
    write: false,
  });
  return outputFiles[0].text;
}

/** How the parts of a program are called. */
export const PART = /^\w+-[A-Z0-9]{8}\.cjs$/;

/**
 * A program of the agent as CommonJS files, with name, text and the modules in it: one that starts it, a part with all that it needs for that, and
 * parts with what it fetches by `import(…)`. The text of a file that is loaded stays in memory, and at least a stub of every
 * function in it, whether it is ever called or not: what is not loaded costs neither.
 *
 * @param {string} entry its first module, from the repository's root
 * @param {string} name of the file that starts it, without the ending
 */
export async function bundleProgram(entry, name) {
  const { outputFiles, metafile } = await build({
    ...settings,
    entryPoints: { [name]: entry },
    plugins: [startFirst(entry)],
    write: false,
    metafile: true,
    outdir: root,
    outExtension: { '.js': '.cjs' },
    // esbuild splits nothing else.
    format: 'esm',
    splitting: true,
    chunkNames: `${name}-[hash]`,
  });
  return Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const file = basename(path);
      const { code } = await transform(withPlainExports(text), {
        format: 'cjs',
        platform: 'node',
        target: 'node20',
        supported: { 'dynamic-import': false },
        minifySyntax: true,
        minifyWhitespace: true,
        banner: file === `${name}.cjs` ? banner + keptCode : banner,
      });
      return { name: file, text: code, modules: Object.keys(metafile.outputs[file].inputs) };
    }),
  );
}

/**
 * A module that says once, when it has run, what it exports: nothing that is exported ever changes. A function for each, and a
 * hidden class for each of hundreds of names, would cost more than many a service.
 */
function withPlainExports(text) {
  return text.replace(/export\s*\{([^{}]*)\};?\s*$/, (_, list) => {
    const names = list.split(',').map((each) => each.trim().split(/\s+as\s+/));
    const properties = names.map(([name, exported = name]) => `${exported}: ${name}`);
    return `module.exports = { __proto__: null, __esModule: true, ${properties.join(', ')} };`;
  });
}

/**
 * Has whatever is fetched late know that the program's start runs before it. Otherwise the start falls into as many files as
 * there are sets of late modules that share something with it.
 */
function startFirst(entry) {
  const start = join(root, entry);
  const namespace = 'late';
  return {
    name: 'start first',
    setup({ onResolve, onLoad, resolve }) {
      onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, namespace: within }) => {
        if (kind !== 'dynamic-import' || within === namespace) return undefined;
        const found = await resolve(path, { kind: 'import-statement', importer, resolveDir });
        return found.external || found.errors.length > 0 ? found : { path: found.path, namespace };
      });
      onLoad({ filter: /./, namespace }, ({ path }) => {
        // All packages that are loaded late are CommonJS: as in Node, what they export is the default export.
        const place = JSON.stringify(path);
        const exported = path.includes('/node_modules/') ? `default require(${place})` : `* from ${place}`;
        return {
          contents: `import ${JSON.stringify(start)}; export ${exported};`,
          resolveDir: dirname(path),
        };
      });
    },
  };
}
