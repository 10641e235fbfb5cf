import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

const filesBelow = (folder: string, pattern: RegExp): readonly string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .map((path) => join(folder, path));

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** English texts with their German translations: every text that is shown has one (apps/console/translations). */
const catalogue = new Map(
  ['console', 'features', 'fleet']
    .flatMap((folder) => filesBelow(folder, /(?:^|\/)de\.json$/))
    .flatMap((file) => Object.entries<string>(JSON.parse(read(file)))),
);

/** Words that the field does not use, with what it says instead. */
const notEnglish: readonly (readonly [RegExp, string])[] = [
  [/\bnobody\b/i, '"no" with the noun, "no one"'],
  [/\bwhoever\b/i, '"anyone", or the noun'],
  [/\balone\b/i, '"only"'],
  [/\banew\b/i, '"again", "restart"'],
  [/\bt(?:old|ells?)\b/i, '"notified", "reported", "announced"'],
  [/\bst(?:ands?|ood)\b/i, '"is"'],
  [/\blets? in\b|\blet [\w{}]+ in\b/i, '"accept"'],
  [/\bgo(?:es)? by\b/i, '"uses", "follows"'],
  [/\b(?:no|any) more(?:\.|,|$| by| to\b)/i, '"no longer"'],
  [/\bin place of\b/i, '"instead of"'],
  [/\bsign(?:s|ed|ing)? (?:in|out)\b|\bsign-in\b/i, '"log in", "log out"'],
  [/\blearnt\b|neighbour|\bageing\b|behaviour|colour|licence|metres?\b/i, 'American spelling'],
  [/\b(?:hear|heard|hears)\b/i, '"receive", "detect"'],
];

/** Relative clauses instead of nouns: only a question begins like this. */
const clause = /^(?:What|Who|Where|Whose|Whom|Whatever)\b.*[^?]$/;

/** What has such a word for a reason. */
const exceptions = new Map<string, string>([
  ['{{metres}}', 'the name of a value'],
  ['Einschalten', 'power, as the cause of a start: not a function that is enabled'],
]);

const spoken = (text: string) =>
  [...exceptions.keys()].reduce((rest, exception) => rest.replaceAll(exception, ''), text);

/** German that technicians do not use, with what they say. */
const notGerman: readonly (readonly [RegExp, string])[] = [
  [/Rahmen/, 'Frame'],
  [/Brücke/, 'Bridge'],
  [/Wurzel/, 'Root'],
  [/Kennwort/, 'Passwort'],
  [/Zeitbereich/, 'Zeitplan'],
  [/Zeitgrenze|Zeitlimit|Zeitüberschreitung/, 'Timeout'],
  [/Warteschlange/, 'Queue'],
  [/Reihum/, 'Weighted Round Robin'],
  [/\b(?:mit|ohne) Tag\b/i, 'tagged, untagged'],
  [/\b(?:ein|aus)geschaltet|\b(?:ein|aus)schalten\b/i, 'aktiviert, deaktiviert'],
  [/\b[Vv]on Hand\b/, 'manuell'],
  [/\bder Platz|Platz \d|Platz \{\{slot\}\}/, 'Slot'],
  [/Zusagen|Absagen|Rückfragen|Abrechnung/, 'Accepts, Rejects, Challenges, Accounting'],
];

const faultsOf = (text: string, words: readonly (readonly [RegExp, string])[]): readonly string[] =>
  words.flatMap(([word, instead]) => {
    const [found] = word.exec(text) ?? [];
    return found === undefined ? [] : [`${found} (say ${instead}): ${text}`];
  });

/** The worst of the words above, for comments and documents. */
const inProse = /(?<![`\w.])(?:whoever|nobody|anew|told|in place of)\b(?![`(])|\bno more(?:[.,;:]|$| by\b| to\b)/i;

/** The lines of a source that are comments, or end with one; those of documents all are prose. */
const isComment = (line: string) => /^\s*(?:\/\/|\/?\*)|\s\/\/ /.test(line);

/** Sources and documents with comments. The specification and the reference are the work of others. */
const prose = [
  ...['apps', 'bench', 'cloud', 'console', 'datapath', 'device', 'features', 'fleet', 'model', 'protocols'],
  ...['docs', 'scripts', 'tests'],
]
  .flatMap((folder) => filesBelow(folder, /\.(?:tsx?|mts|mjs|md)$/))
  .filter(
    (file) => !/node_modules|^docs\/(?:specification|reference)\/|^docs\/glossary\.md$|words\.test\.ts$/.test(file),
  );

describe('texts', () => {
  test('say in English what the field says', () => {
    expect([...catalogue.keys()].map(spoken).flatMap((text) => faultsOf(text, notEnglish))).toEqual([]);
  });

  test('begin with nouns and verbs, and with no relative clause', () => {
    expect([...catalogue.keys()].filter((text) => clause.test(text))).toEqual([]);
  });

  test('say in German what technicians say', () => {
    expect([...catalogue.values()].map(spoken).flatMap((text) => faultsOf(text, notGerman))).toEqual([]);
  });

  test('are looked through: there are thousands', () => {
    expect(catalogue.size).toBeGreaterThan(4000);
  });
});

describe('comments and documents', () => {
  test('have none of the worst words', () => {
    const faults = prose.flatMap((file) => {
      const lines = read(file).split('\n');
      return (file.endsWith('.md') ? lines : lines.filter(isComment))
        .filter((line) => inProse.test(line))
        .map((line) => `${file}: ${line.trim()}`);
    });
    expect(faults).toEqual([]);
  });

  test('are looked through: there are thousands of files', () => {
    expect(prose.length).toBeGreaterThan(2000);
  });
});
