import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** The rows of the glossary's tables: term, meaning, source (of our own terms: where they are), and what is not said instead. */
const rows = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:term \||---)/.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  )
  .map(([term = '', meaning = '', source = '', not = '']) => ({ term, meaning, source, not }));

const isOfTheCode = ({ source }: { readonly source: string }) => /`|\]\(/.test(source);

/** The comments and texts of everything that is made by standards. */
const code = ['model', 'protocols', 'datapath', 'device', 'features', 'console']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  )
  .join('\n');

/** One source: a standard with its edition and clause, an RFC with a section or an object, or a plain word for having none. */
const ours = /^(?:the industry's word|the product's specification|–)$/;
const standard =
  /^(?:(IEEE 802(?:\.\d+[A-Z]*)?(?:-\d{4})?)(?: \d[\d., ]*)?(?: \(PCP\))?|(RFC \d+)(?: [\w.]+)?|NIST SP 800-63B)$/;

const sourcesOf = ({ source }: { readonly source: string }) =>
  source.replace(/^LAG in (.*); "trunk" is .*$/, '$1').split(/; |, (?=RFC)/);

test('each term is defined once', () => {
  const terms = rows.flatMap(({ term }) => term.split(', '));
  const twice = terms.filter((term, at) => terms.indexOf(term) !== at);
  expect(twice).toEqual([]);
});

test.each(rows.filter((row) => !isOfTheCode(row)))('the source of "$term" can be looked up', (row) => {
  expect(row.meaning + row.source).not.toBe('');
  for (const source of sourcesOf(row)) {
    if (ours.test(source)) continue;
    const [, ieee, rfc] = standard.exec(source) ?? [];
    expect(source).toMatch(standard);
    // The code is made by this edition: it says so somewhere.
    const named = ieee ?? rfc;
    if (named !== undefined) expect(new RegExp(`${named.replaceAll('.', '\\.')}(?!\\d)`).test(code), named).toBe(true);
  }
});

test.each(rows.filter(isOfTheCode))('"$term" is in the code where the glossary says', ({ source }) => {
  for (const [, name, path] of source.matchAll(/`(\w+)` in `([\w./-]+)`/g)) {
    expect(readFileSync(join(root, path ?? ''), 'utf8')).toMatch(new RegExp(`export [\\w ]*\\b${name}\\b`));
  }
});

test('what is not said for a term is no term itself', () => {
  const terms = new Set(rows.flatMap(({ term }) => term.split(', ')));
  const banned = rows.flatMap(({ not }) => not.split(', ')).filter((word) => word !== '' && !word.includes('('));
  expect(banned.filter((word) => terms.has(word))).toEqual([]);
});
