// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Catalogue,
  chooseLanguage,
  keptLanguage,
  languages,
  startTranslations,
  translate,
  translator,
} from '../../../console/translations/language.ts';
import { menu } from '../../../features/menu.ts';
import type { ObjectDeclaration } from '../../../model/schema/object.ts';
import { catalogues } from './catalogues.ts';

const root = join(import.meta.dirname, '../../..');

/** The files that contain texts, by their paths from the root. */
const sources = ['console', 'model', 'protocols', 'datapath', 'device', 'features', 'apps/console'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);

/** Under which names declarations have texts that are translated where they are shown. */
const namesOfTexts = 'title|words|label|heading|sentence|help|empty|filter|button|resetQuestion|unusable|fromAfar';

/** Texts of the device, say('…'), and of components: t('…'), and names that are translated when shown. */
function textsInSources(): Map<string, string> {
  const found = new Map<string, string>();
  const quoted = `'((?:[^'\\\\\\n]|\\\\.)+)'|"((?:[^"\\\\\\n]|\\\\.)+)"`;
  const either = new RegExp(`\\b(?:t|translate)\\([^()]*?\\?\\s*(?:${quoted})\\s*:\\s*(?:${quoted})`, 'g');
  const asked = new RegExp(`\\b(?:t|translate|tabs)\\(\\s*(?:${quoted})`, 'g');
  const said = new RegExp(`\\bsay\\(\\s*(?:${quoted})`, 'g');
  const named = new RegExp(`\\b(?:${namesOfTexts})[:=]\\s*(?:${quoted})`, 'g');
  const sentence = /'([A-Z][^'\n]* [^'\n]*[.?])'/g;
  for (const file of sources) {
    if (/\.test\.tsx?$|test-(?:device|page)|testing/.test(file)) continue;
    const ofDevice = /^(?:protocols|datapath|device)\/|\/(?:device|rules)[\w-]*\.ts$/.test(file);
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    // Declared parts give sentences by functions, too.
    const shown = /parts\.tsx?$/.test(file) ? [said, asked, either, named, sentence] : [said, asked, either, named];
    for (const pattern of ofDevice ? [said] : shown) {
      for (const [, ...groups] of text.matchAll(pattern)) {
        for (const group of groups) {
          const words = (group ?? '').replaceAll(/\\(.)/g, '$1');
          if (/\p{L}{2}/u.test(words.replaceAll(/\{\{\w+\}\}/g, ''))) found.set(words, file);
        }
      }
    }
    for (const title of choicesIn(text)) found.set(title, file);
  }
  return found;
}

/** The choices in the headings of tables, which are the keys of an object or a map of the same file. */
function choicesIn(text: string): readonly string[] {
  const names = [...text.matchAll(/titles=\{(?:Object\.keys\(|\[\.\.\.)(\w+)/g)].map(([, name]) => name);
  return names.flatMap((name) => {
    const [, declared = ''] = new RegExp(`^const ${name}\\b[^=]*=\\s*([\\s\\S]*?);$`, 'm').exec(text) ?? [];
    const keys = [...declared.matchAll(/(?:[{,[]\s*)(?:'([^']+)'|(\w+))(?=:|, )/g)];
    return keys.map(([, quoted, plain]) => quoted ?? plain ?? '').filter((key) => /\p{L}{2}/u.test(key));
  });
}

/** Labels, helps, units, choices and words for single numbers of every declared object: forms and tables show them. */
async function textsOfObjects(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const modules = import.meta.glob<Record<string, unknown>>('../../../features/**/*objects.ts');
  for (const [file, load] of Object.entries(modules)) {
    for (const exported of Object.values(await load())) {
      if (!isObject(exported)) continue;
      const note = (text: string | undefined) => text && /\p{L}{2}/u.test(text) && found.set(text, file);
      note(exported.title);
      note(exported.help);
      for (const field of Object.values(exported.fields)) {
        for (const text of [field.label, field.help, field.unit, ...(field.limits.choices ?? []).map((c) => c.label)]) {
          note(text);
        }
        if (field.kind === 'gauge') note(field.show(-1));
        if (field.kind === 'gauge' || field.kind === 'integer') note(field.show(0));
      }
    }
  }
  return found;
}

function isObject(value: unknown): value is ObjectDeclaration {
  return typeof value === 'object' && value !== null && 'shape' in value && 'fields' in value;
}

/** Texts that are the same in every language: names of standards, of models and of units. */
const sameEverywhere =
  /^(?:UTC[+-].*|local\d|IPv[46]|[A-Z0-9.]{2,}(?: [A-Z0-9.]+)*|[µmkMGT]?(?:bit|B)\/s|ms|min|octets\/s)$/;

describe.each(Object.entries(catalogues))('the catalogue of %s', (_language, load) => {
  let translated: Catalogue = {};
  beforeAll(async () => {
    translated = (await load('start')).default;
  });

  it('has every text that the console shows', async () => {
    const headings = menu.full.flatMap(({ under }) => under).map((title): [string, string] => [title, 'menu']);
    const texts = new Map([...textsInSources(), ...(await textsOfObjects()), ...headings]);
    expect(texts.size).toBeGreaterThan(300);
    const missing = [...texts].filter(([text]) => !Object.hasOwn(translated, text) && !sameEverywhere.test(text));
    expect(missing.map(([text, file]) => `${file}: ${text}`)).toEqual([]);
  });

  it('keeps the places for values', () => {
    const places = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
    for (const [source, text] of Object.entries(translated)) {
      const { by, ...forms } = typeof text === 'string' ? { by: undefined, other: text } : text;
      expect(places(forms.other), source).toEqual(places(source));
      if (by !== undefined) expect([...places(source)], source).toContain(by);
      // "No device", "one device": a form may do without its number.
      for (const form of Object.values(forms)) {
        expect(
          [...places(form)].filter((name) => !places(source).has(name)),
          source,
        ).toEqual([]);
      }
    }
  });
});

describe('the language', () => {
  beforeEach(() => localStorage.clear());
  afterEach(async () => {
    localStorage.clear();
    await startTranslations(catalogues);
    vi.restoreAllMocks();
  });

  it('is English until another one is chosen, and an unknown choice is English', async () => {
    expect(keptLanguage()).toBe('en');
    localStorage.setItem('i18n', 'constructor');
    expect(keptLanguage()).toBe('en');
    await startTranslations(catalogues);
    expect(translate('Cancel')).toBe('Cancel');
  });

  it('is kept under i18n, and a page around this one is told to reload', async () => {
    const post = vi.spyOn(window.parent, 'postMessage').mockImplementation(() => undefined);
    await chooseLanguage('de');
    expect(localStorage.getItem('i18n')).toBe('de');
    expect(post).toHaveBeenCalledWith('reload', window.location.origin);
    expect(translate('Cancel')).toBe('Abbrechen');
    expect(document.documentElement.lang).toBe('de');
    await chooseLanguage('en');
    expect(translate('Cancel')).toBe('Cancel');
  });

  it('is named in its own words', () => {
    expect(Object.values(languages)).toContain('Deutsch');
  });

  it('puts values into their places, and shows what is missing in English', () => {
    const t = translator({ '{{count}} found': '{{count}} gefunden' });
    expect(t('{{count}} found', { count: 3 })).toBe('3 gefunden');
    expect(t('Not there')).toBe('Not there');
    expect(t('toString')).toBe('toString');
    expect(t('{{count}} found')).toBe('{{count}} gefunden');
  });

  it('has the plural forms of the language', () => {
    const forms = { by: 'count', one: 'jeden', few: '{{count}} porty', other: '{{count}} portu' };
    const t = translator({ '{{count}} ports': forms }, 'en');
    expect([1, 3, 'many'].map((count) => t('{{count}} ports', { count }))).toEqual(['jeden', '3 portu', 'many portu']);
  });
});
