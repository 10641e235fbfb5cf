import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUCKETS, bucketOf } from '../console/translations/text-bucket.ts';
import { closure } from './console-chunks.mjs';
import { declared } from './declared.mjs';
import { literalsIn, literalsOf, spelling } from './spelt-texts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = 'apps/console/main.tsx';
const first = ['apps/console/Console.tsx', 'features/dashboard/Dashboard.tsx', 'features/AttentionNotice.tsx'];

/** Parts that pages are made of: forms, tables, dialogs, the palette. */
const kit = /^(?:apps\/console|console|model)\//;

/** Files that the device has, too: its messages are made of their texts. */
const sentByDevice = /^(?:features|model)\/(?!.*(?:\bpages?|\bparts)\.ts$).*\.ts$/;

/** Texts of declarations that are shown with their page or in its forms only, though the menu and the dashboard import them. */
const late = [
  [/^features\/.*\bpages?\.ts$/, /\b(?:sentence|heading|fromAfar):\s*(?:'(?:[^'\\]|\\.)*'|"[^"]*")/g],
  [/^features\/.*objects[\w-]*\.ts$/, /\bhelp:\s*(?:'(?:[^'\\]|\\.)*'|"[^"]*")/g],
];

/**
 * The group of texts that comes with a module that is fetched late: that of its feature. What is shown first has the group of the console, and
 * parts of pages that of the kit, which comes with the first of them; the dashboard's parts that come later have one each.
 */
export function groupOf(path) {
  if (first.includes(path)) return 'console';
  // The login fetches it.
  if (/^(?:console\/session|features\/login)\//.test(path)) return 'start';
  if (!path.startsWith('features/')) return 'kit';
  const [, feature, file] = /^features\/((?:[\w-]+\/){0,2})([\w-]+)/.exec(path);
  return feature === '' || feature === 'dashboard/'
    ? `${feature}${file}`.replace('/', '.')
    : feature.slice(0, -1).replace('/', '.');
}

/**
 * Sends browsers a language in groups of texts, each with the code that shows it: writes the catalogue of each language with one text a line,
 * for each group the numbers of its lines, of which the switch makes what it sends (device/http/text-groups.ts), and around each `import()` of
 * the console the group that it needs. English needs none.
 */
export function textGroups() {
  const sources = readSources(['apps/console', 'console', 'features', 'model']);
  const place = hashOf(sources);
  return {
    name: 'text-groups',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const path = pathOf(id);
      if (path === 'apps/console/translations/catalogues.ts')
        return { code: fetching('fetchedTexts', place, sources.languages), map: null };
      if (!/^(?:console|features|apps\/console)\/.*\.tsx?$/.test(path)) return undefined;
      const wrapped = withGroups(code, path);
      return wrapped === code ? undefined : { code: wrapped, map: null };
    },
    async generateBundle() {
      // The bundler makes each answer again, which takes long.
      const modules = new Map();
      for (const id of this.getModuleIds()) {
        const { importedIds, dynamicallyImportedIds } = this.getModuleInfo(id);
        modules.set(id, { importedIds, dynamicallyImportedIds });
      }
      const groups = groupsOf(sources, (id) => modules.get(id), [...modules.keys()]);
      for (const text of await labelsOfFields())
        if (!['console', 'kit'].some((name) => groups.get(name).has(text))) groups.get('find').add(text);
      writeCatalogues(this, place, sources.languages);
      const source = JSON.stringify(linesOf(groups, sources.languages));
      this.emitFile({ type: 'asset', fileName: `assets/${place}/groups.json`, source });
    },
  };
}

/** Sends the browsers of a fleet's console all texts of a language at once. */
export function wholeTexts() {
  const sources = readSources(['apps/fleet', 'console', 'features', 'fleet', 'model']);
  const place = hashOf(sources);
  return {
    name: 'whole-texts',
    apply: 'build',
    enforce: 'pre',
    transform(_, id) {
      if (pathOf(id) !== 'apps/fleet/translations/catalogues.ts') return undefined;
      return { code: fetching('wholeTexts', place, sources.languages), map: null };
    },
    generateBundle() {
      writeCatalogues(this, place, sources.languages);
    },
  };
}

/** The numbers of each group's lines in a catalogue; a text without a translation has none. */
export function linesOf(groups, languages) {
  const lines = new Map(allTexts(languages).map((text, at) => [text, at + 1]));
  return Object.fromEntries(
    [...groups].map(([group, members]) => [group, [...members].flatMap((text) => lines.get(text) ?? [])]),
  );
}

/** All texts that have a translation, in the order of the lines of a catalogue. */
export const allTexts = (languages) =>
  [...new Set(Object.values(languages).flatMap((texts) => Object.keys(texts)))].sort();

/**
 * Writes a file for each language: JSON, whose first and last lines are its braces. In the same order and form for every console, since a
 * package then compresses each text once. What a language lacks is in English, as everywhere.
 */
function writeCatalogues(bundle, place, languages) {
  const all = allTexts(languages);
  for (const [language, texts] of Object.entries(languages)) {
    const source = catalogueOf(all, texts);
    bundle.emitFile({ type: 'asset', fileName: `assets/${place}/${language}.json`, source });
  }
}

/** The file of a language's catalogue. */
export function catalogueOf(all, texts) {
  const lines = all.map((text) => `${JSON.stringify(text)}:${JSON.stringify(texts[text] ?? text)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** The code below the folders, by path, and the catalogue of each language in them. */
function readSources(folders) {
  const listed = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${file.split(sep).join('/')}`),
  );
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const code = new Map(
    listed
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map((path) => [path, spelling(read(path))]),
  );
  const languages = {};
  const names = new Set(listed);
  for (const path of listed) {
    const language = /([\w-]+)\.json$/.exec(path)?.[1];
    if (!names.has(`console/translations/${language}.json`)) continue;
    languages[language] = Object.assign(languages[language] ?? {}, JSON.parse(read(path)));
  }
  return { code, languages };
}

/** Whatever groups are made of: their files are kept by browsers for ever. */
function hashOf({ code, languages }) {
  const text = JSON.stringify([[...code], languages, readFileSync(fileURLToPath(import.meta.url), 'utf8')]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 7);
}

/** The module that says how each language is fetched: from the files beside the console's code. */
const fetching = (how, place, languages) => `
  import { ${how} } from '../../../console/translations/fetched-texts.ts';
  const texts = ${how}('./${place}/');
  export const catalogues = Object.fromEntries(${JSON.stringify(Object.keys(languages))}.map((code) => [code, texts(code)]));
`;

/** The code of a module whose late imports wait for their texts. Those of the console are there before any module behind the login. */
export function withGroups(code, path) {
  const wrapped = code.replaceAll(/(?<!typeof )\bimport\('(\.[^']+\.tsx?)'\)/g, (late, to) => {
    const group = groupOf(join(dirname(path), to).split(sep).join('/'));
    const isThere = group === 'start' || (group === 'console' && path !== entry);
    const groups = group === 'console' || group === 'kit' ? group : `kit,${group}`;
    return isThere ? late : `withTexts('${groups}', () => ${late})`;
  });
  const language = relative(dirname(path), 'console/translations/language.ts').split(sep).join('/');
  return wrapped === code ? code : `import { withTexts } from './${language}';\n${wrapped}`;
}

/** The texts of each group, none of which is in the groups that are there before it; those of the device's messages are in buckets. */
export function groupsOf({ code, languages }, getModuleInfo, ids) {
  const all = new Set(Object.values(languages).flatMap((texts) => Object.keys(texts)));
  const spelt = speltTexts(all);
  const absolute = (path) => (root + path).split(sep).join('/');
  const whole = new Map([...code].map(([path, text]) => [path, spelt(text)]));
  const textsOf = (paths) => paths.flatMap((path) => whole.get(path) ?? []);
  const textsIn = (paths, part) => paths.flatMap((path) => spelt(part(code.get(path) ?? '', path)));
  const reached = (path) => [...closure(getModuleInfo, absolute(path))].map(pathOf);
  const within = (isIn) => [...code.keys()].filter(isIn);

  const start = new Set([...textsOf(reached(entry)), ...textsOf(within((path) => path.startsWith('features/login/')))]);
  const shownFirst = without(textsIn(first.flatMap(reached), withoutLate), start);
  const groups = new Map([
    ['start', start],
    ['console', shownFirst],
    ['kit', new Set(textsOf(within((path) => kit.test(path))))],
  ]);
  const before = [...groups.values()].flatMap((texts) => [...texts]);
  const add = (group, texts) => {
    if (!groups.has(group)) groups.set(group, new Set());
    for (const text of texts) groups.get(group).add(text);
  };
  for (const id of ids) {
    const importer = pathOf(id);
    for (const late of getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
      const path = pathOf(late);
      if (!code.has(path)) continue;
      if (/^(?:start|console)$/.test(groupOf(path))) continue;
      add(groupOf(path), textsOf(reached(path)));
      if (/\bpages?\.ts$/.test(importer)) add(groupOf(path), textsIn([importer], onlyLate));
    }
  }
  // What a feature's device says is shown on its pages.
  const isOfFeature = (group) => !/^(?:start|console|kit)$/.test(group);
  for (const path of code.keys())
    if (isOfFeature(groupOf(path)) && groups.has(groupOf(path))) add(groupOf(path), textsOf([path]));
  for (const [group, texts] of groups)
    if (isOfFeature(group)) groups.set(group, without(texts, before));
    else if (group === 'kit') groups.set(group, without(texts, [...start, ...shownFirst]));
  const shown = [...groups.values()].flatMap((texts) => [...texts]);
  const ofDevice = textsIn(
    within((path) => sentByDevice.test(path)),
    withoutLate,
  );
  // A browser asks for any of them, also where another release says a text that this one has not.
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) groups.set(String(bucket), new Set());
  for (const text of without([...ofDevice, ...without(all, shown)], [...start, ...shownFirst]))
    add(bucketOf(text), [text]);
  return groups;
}

function without(texts, others) {
  const rest = new Set(texts);
  for (const text of others) rest.delete(text);
  return rest;
}

const partsOf = (code, path) =>
  late.filter(([files]) => files.test(path)).flatMap(([, texts]) => code.match(texts) ?? []);
const onlyLate = (code, path) => partsOf(code, path).join('\n');
const withoutLate = (code, path) => partsOf(code, path).reduce((rest, part) => rest.replace(part, ''), code);

/** Finds the texts that code spells. */
function speltTexts(all) {
  const texts = new Map([...all].flatMap((text) => literalsOf(text).map((literal) => [literal, text])));
  return (code) => literalsIn(code).flatMap((literal) => texts.get(literal) ?? []);
}

/** The names of all settings, which the palette finds. */
async function labelsOfFields() {
  const { fieldPlaces } = await declared();
  return fieldPlaces.flatMap(([, title, fields]) => [title, ...fields.map(([label]) => label)]);
}

/** A module's path from the root. */
function pathOf(id) {
  return relative(root, id.replace(/\?.*/, '')).split(sep).join('/');
}
