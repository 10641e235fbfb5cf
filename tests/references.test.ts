import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * Comments and documents point to existing places in documents, written as `docs/specification/network.md 0.6` (a
 * section by its number) or `docs/specification/network.md, "Trunk > Settings"` (by its heading, or by words in it).
 */
const root = fileURLToPath(new URL('..', import.meta.url));

/** Folders without comments or documents of the project. */
const others = /^(\..*|node_modules|dist|test-results|coverage)$/;

/** The files with comments, and the documents, by their paths from the root. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return others.test(entry.name) ? [] : filesIn(path);
    return /\.(tsx?|mjs|css|md)$/.test(entry.name) ? [path] : [];
  });
}

const sources = filesIn('').filter((path) => path !== join('tests', 'references.test.ts'));

interface Heading {
  readonly level: number;
  /** "0.6", "12" or "B"; empty where it has none. */
  readonly number: string;
  /** The steps to it, "DHCP Snooping > Binding", in lower case. */
  readonly steps: readonly string[];
  readonly anchor: string;
  /** All from the heading to the next one of its level, in lower case. */
  readonly text: string;
}

function headingsOf(text: string): readonly Heading[] {
  const lines = text.split('\n');
  const places = lines.flatMap((line, at) => {
    const [, marks, title] = /^(#+) (.*)$/.exec(line) ?? [];
    return marks && title ? [{ at, level: marks.length, title }] : [];
  });
  return places.map(({ at, level, title }, index) => {
    const end = places.slice(index + 1).find((other) => other.level <= level)?.at;
    const [, number = '', name = title] = /^(\d+(?:\.\d+)?|[A-F])\.? (.*)$/.exec(title) ?? [];
    const steps = name.replace(/\s*(\(|\*\*).*$/, '').toLowerCase();
    return {
      level,
      number,
      steps: steps.split('>').map((step) => step.trim()),
      anchor: title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
      text: lines.slice(at, end).join('\n').toLowerCase(),
    };
  });
}

const documents = new Map<string, readonly Heading[]>();

/** The headings of a document by its path from the root; undefined where there is none. */
function documentAt(path: string): readonly Heading[] | undefined {
  const known = documents.get(path);
  if (known) return known;
  if (!existsSync(join(root, path))) return undefined;
  const headings = headingsOf(readFileSync(join(root, path), 'utf8'));
  documents.set(path, headings);
  return headings;
}

/** Whether a heading is named by its last steps, or by some that begin those of several pages. */
function isNamed({ steps }: Heading, name: string): boolean {
  const named = name.split('>').map((step) => step.trim());
  return steps.some((_, from) => named.every((step, index) => steps[from + index] === step));
}

const sections = String.raw`(?: (\d+(?:\.\d+)?|[A-F])(?: and (\d+(?:\.\d+)?|[A-F]))?(?![\w-]))?`;
const names = '((?:(?:,| and) "[^"]+")*)';
/** A title or a number that is not written so that it can be looked up. */
const loose = String.raw`(,? sections? \w|: ?[A-Z]|, (?:[A-Z](?!FC |EEE |SO )|\d)(?!\w*\/))?`;
const mention = new RegExp(
  String.raw`(?<![\w./-])((?:\.{1,2}\/)*[\w-]+(?:\/[\w-]+)*\.md)\b(?!\.\w)${sections}${names}${loose}`,
  'g',
);

/** What does not exist of all that a text points to. */
function danglingIn(path: string, text: string): readonly string[] {
  const flowing = text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, ' ');
  const dangling: string[] = [];
  for (const [whole, named = '', first, second, quoted = '', rest] of flowing.matchAll(mention)) {
    const headings = documentAt(named) ?? documentAt(join(dirname(path), named));
    const numbered = [first, second].flatMap(
      (number) => headings?.filter((one) => number && one.number === number) ?? [],
    );
    const asked = [first, second].filter(Boolean).length;
    const within = asked > 0 ? numbered : (headings ?? []);
    const isKnown = [...quoted.matchAll(/"([^"]+)"/g)].every(([, name = '']) => {
      const sought = name.toLowerCase();
      return within.some((one) => isNamed(one, sought) || (asked > 0 && one.text.includes(sought)));
    });
    if (!headings || numbered.length < asked || !isKnown || rest) dangling.push(`${path}: ${whole}`);
  }
  return dangling;
}

test('what comments and documents point to exists', () => {
  const dangling = sources.flatMap((path) => danglingIn(path, readFileSync(join(root, path), 'utf8')));
  expect(dangling).toEqual([]);
});

test('links to headings lead to one', () => {
  const dangling = sources
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => {
      const links = readFileSync(join(root, path), 'utf8').matchAll(/\]\((?!\w+:)([^)#\s]*)#([^)\s]+)\)/g);
      return [...links].flatMap(([whole, target = '', anchor]) => {
        const to = target === '' ? path : join(dirname(path), target);
        return documentAt(to)?.some((one) => one.anchor === anchor) ? [] : [`${path}: ${whole}`];
      });
    });
  expect(dangling).toEqual([]);
});

test('no comment points to a specification or a reference without saying where it stands', () => {
  const vague =
    /\bspecification,? sections? \d|\((?:see )?reference(?:\)| \d|[:,] \w)|; reference[:)]|\breference\/(?:\W|$)/i;
  const found = sources.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter((line) => /^\s*(\/\*\*|\*|\/\/)/.test(line) && vague.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('a heading, a number or words that a document does not have are found', () => {
  const dangling = (text: string) => danglingIn('model/values/ipv4.ts', ` * ${text}`).length;
  expect(dangling('docs/specification/network.md 0.6, docs/specification/product.md 9, "Loop status"')).toBe(1);
  expect(dangling('docs/specification/product.md 4, "Loop status"')).toBe(0);
  expect(dangling('docs/specification/cloud.md 3 and 4; docs/specification/system.md, "Save"')).toBe(0);
  expect(dangling('docs/specification/network.md,\n * "Trunk > Settings"')).toBe(0);
  for (const wrong of [
    '.md 0.99',
    '.md, "Trunk > Colors"',
    '.md, Trunk > Settings',
    '.md section 3',
    's.md',
    '.md 3 and 99',
  ]) {
    expect(dangling(`docs/specification/network${wrong}`), wrong).toBe(1);
  }
});
