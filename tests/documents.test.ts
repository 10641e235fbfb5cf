import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
const guides = documents.filter((file) =>
  /^(?:README|CONTRIBUTING|docs\/(?:architecture|glossary|decisions|recipes))/.test(file),
);

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
