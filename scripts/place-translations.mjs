// Puts every translated text with the only feature that uses it, and all others with the console: features/…/de.json
// and console/translations/de.json. Run it after texts or pages have moved; unused texts are deleted. With --check it
// changes nothing and names what is misplaced.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { joined } from './joined-catalogues.mjs';
import { literalsIn, literalsOf, spelling } from './spelt-texts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The place of texts that the console itself, the model or several features use. */
const shared = 'console/translations';

const listed = (folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file));

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
    .map((file) => ({ file, text: spelling(readFileSync(join(root, file), 'utf8')) }));
}

/** The folders that hold a catalogue of `language`. */
function cataloguesOf(language) {
  return ['console', 'features', 'fleet'].flatMap(listed).filter((file) => file.endsWith(`/${language}.json`));
}

/** The folders of the sources that spell a literal, by literal. */
function literals() {
  const found = new Map();
  for (const { file, text } of sources()) {
    for (const literal of literalsIn(text)) {
      if (!found.has(literal)) found.set(literal, new Set());
      found.get(literal).add(dirname(file));
    }
  }
  return found;
}

/** For each of the texts the folder whose catalogue it belongs into; undefined for one that nothing asks for. */
function placesOf(texts, found) {
  return new Map(
    texts.map((text) => {
      const folders = new Set(literalsOf(text).flatMap((literal) => [...(found.get(literal) ?? [])]));
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
