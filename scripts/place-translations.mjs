// Puts every translated text with the only feature that uses it, and all others with the console: features/…/de.json
// and console/translations/de.json. Run it after texts or pages have moved; unused texts are deleted. With --check it
// changes nothing and names what is misplaced.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { joined } from './joined-catalogues.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The place of texts that the console itself, the model or several features use. */
const shared = 'console/translations';

const listed = (folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file));

/** A comment that names a page asks for no text. */
const withoutComments = (text) => text.replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '');

/** The files whose texts the console shows, including the device's messages, with their contents. */
function sources() {
  return [
    'console',
    'features',
    'fleet',
    'model',
    'protocols',
    'datapath',
    'device',
    'cloud',
    'apps/console',
    'apps/fleet',
  ]
    .flatMap(listed)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({
      file,
      text: withoutComments(readFileSync(join(root, file), 'utf8')).replaceAll(/' \+\n\s*'/g, ''),
    }));
}

/** The folders that hold a catalogue of `language`. */
function cataloguesOf(language) {
  return ['console', 'features', 'fleet'].flatMap(listed).filter((file) => file.endsWith(`/${language}.json`));
}

/** Characters of a literal, its quote among them, by which it is looked up. */
const BEGINNING = 3;

/** Places of quoted text in the sources, by its first characters: there are thousands of texts to look for. */
function literals() {
  const found = new Map();
  for (const { file, text } of sources()) {
    const folder = dirname(file);
    for (const { index } of text.matchAll(/['"`]/g)) {
      const beginning = text.slice(index, index + BEGINNING);
      if (!found.has(beginning)) found.set(beginning, []);
      found.get(beginning).push({ folder, text, index });
    }
  }
  return found;
}

/** The folders of the sources that spell one of these literals. */
const foldersWith = (spelt, found) =>
  new Set(
    spelt.flatMap((words) =>
      (found.get(words.slice(0, BEGINNING)) ?? [])
        .filter(({ text, index }) => text.startsWith(words, index))
        .map(({ folder }) => folder),
    ),
  );

/** For each of the texts the folder whose catalogue it belongs into; undefined for one that nothing asks for. */
function placesOf(texts, found) {
  return new Map(
    texts.map((text) => {
      const spelt = [`'${text.replaceAll("'", "\\'")}'`, `"${text.replaceAll('"', '\\"')}"`, `\`${text}\``];
      const folders = foldersWith(spelt, found);
      const [only] = folders;
      if (only === undefined) return [text, undefined];
      return [text, folders.size === 1 && /^(?:features|fleet)\//.test(only) ? only : shared];
    }),
  );
}

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

/** Misplaced texts, one line each. */
function misplaced(language, found) {
  return cataloguesOf(language).flatMap((file) =>
    [...placesOf(Object.keys(read(file)), found)]
      .filter(([, folder]) => folder !== dirname(file))
      .map(([text, folder]) => `${file}: "${text}" ${folder ? `belongs into ${folder}` : 'is asked for by nothing'}`),
  );
}

function place(language, found) {
  const files = cataloguesOf(language);
  const { texts: all, doubts } = joined(files.map((file) => ({ file, texts: read(file) })));
  for (const doubt of doubts) console.error(doubt);
  const catalogues = new Map();
  for (const [text, folder] of placesOf(Object.keys(all), found)) {
    if (folder !== undefined) catalogues.set(folder, { ...catalogues.get(folder), [text]: all[text] });
  }
  for (const file of files) if (!catalogues.has(dirname(file))) rmSync(join(root, file));
  for (const [folder, texts] of catalogues) {
    const sorted = Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
    writeFileSync(join(root, folder, `${language}.json`), `${JSON.stringify(sorted, undefined, 2)}\n`);
  }
}

const languages = listed(shared).flatMap((file) => /([\w-]+)\.json$/.exec(file)?.[1] ?? []);
const found = literals();
if (process.argv.includes('--check')) {
  const problems = languages.flatMap((language) => misplaced(language, found));
  if (problems.length > 0) {
    console.error([...problems, 'Run: node scripts/place-translations.mjs'].join('\n'));
    process.exit(1);
  }
} else for (const language of languages) place(language, found);
