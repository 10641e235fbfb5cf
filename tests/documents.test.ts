import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'console/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file)),
].filter((file) => file.endsWith('.md'));

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

test.each(documents)('%s links to files that exist', (document) => {
  const links = [...textOf(document).matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link]) => link ?? '');
  const lost = links.filter((link) => !/^\w+:/.test(link) && !existsSync(join(root, dirname(document), link)));
  expect(lost).toEqual([]);
});

/** Written for people who change the code; a recipe's own names for new files are in capitals, or `xx`. */
const guides = documents.filter((file) => !/^docs\/(?:reference|specification)\//.test(file));

test.each(guides)('%s names files of the code that exist', (document) => {
  const named = [
    ...textOf(document).matchAll(
      /`((?:apps|console|datapath|device|features|model|protocols|scripts|tests)\/[\w./-]+)`/g,
    ),
  ];
  const lost = named
    .map(([, path]) => path ?? '')
    .filter((path) => !/[A-Z]{4}|xx\.ts/.test(path) && !existsSync(join(root, path)));
  expect(lost).toEqual([]);
});

/** The names of all files, new ones among them. */
const names = new Set(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .map((path) => basename(path)),
);

test.each(guides)('%s names sources by names that there are', (document) => {
  const named = [...textOf(document).matchAll(/`([\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs))`/g)].map(([, name]) => name ?? '');
  expect(named.filter((name) => !/[A-Z]{4}|^xx\./.test(name) && !names.has(name))).toEqual([]);
});

test.each(documents)('%s names commands that there are', (document) => {
  const { scripts } = JSON.parse(textOf('package.json'));
  const run = [...textOf(document).matchAll(/\bnpm run ([a-z][\w-]*)/g)].map(([, name]) => name ?? '');
  expect(run.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const called = [...textOf(document).matchAll(/\bnode (\w[\w/-]*\.m?js)\b/g)].map(([, path]) => path ?? '');
  expect(called.filter((path) => path.startsWith('scripts/') && !existsSync(join(root, path)))).toEqual([]);
});

test('the example of the recipe for a page has every file that the recipe names', () => {
  const [, folder = ''] = /Example to follow: `(features\/[\w/-]+)`/.exec(textOf('docs/recipes/page.md')) ?? [];
  const files = [...textOf('docs/recipes/page.md').matchAll(/^\d\. \*\*`([\w.]+)`\*\*/gm)].map(
    ([, file]) => file ?? '',
  );
  expect(files).toEqual(['objects.ts', 'device.ts', 'page.ts', 'parts.ts']);
  const lost = [...files, `${basename(folder)}.test.ts`, 'page.test.tsx', 'de.json'].filter(
    (file) => !existsSync(join(root, folder, file)),
  );
  expect(lost).toEqual([]);
});
