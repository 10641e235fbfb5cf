import { asWritten, type Translate } from '../../model/values/translate.ts';
import { observable } from '../feedback/observable.ts';
import { lasting } from '../session/browser-storage.ts';

/** The languages there are, in their own words. English is the language of the source texts and needs no catalogue. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'français',
  es: 'español',
  it: 'italiano',
  'pt-BR': 'português (Brasil)',
  pl: 'polski',
  ja: '日本語',
  'zh-CN': '简体中文',
} as const;

/** The code of a language (BCP 47). */
export type Language = keyof typeof languages;

/** Forms of one text, by the plural category (`Intl.PluralRules`) of the value that `by` names. */
interface PluralText extends Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> {
  readonly by: string;
  readonly other: string;
}

/** Texts by source text; what is missing is shown in English. */
export type Catalogue = Readonly<Record<string, string | PluralText>>;

/**
 * How the texts of each language but English are fetched, in groups, whose names are joined by commas: those of the login ('start'), of the
 * console behind it, of what its pages are made of ('kit'), of a feature, or of the device's messages. A catalogue that is one file has every
 * group.
 */
export type Catalogues = Readonly<
  Record<Exclude<Language, 'en'>, (groups: string) => Promise<{ readonly default: Catalogue }>>
>;

/** The texts of a language that have been fetched so far, and by which groups. */
interface Texts {
  readonly language: Language;
  readonly catalogue: Catalogue;
  readonly groups: Map<string, Promise<unknown>>;
  readonly t: Translate;
}

let catalogues: Partial<Catalogues> = {};
/** The groups of all that has been shown so far: what another language needs, too. */
const wanted = new Set(['start']);
let coming = textsIn('en');
const shown = observable(coming);

/** A translating function over a catalogue, whose plurals are those of `language`. */
export function translator(catalogue: Catalogue, language: Language = 'en'): Translate {
  const plurals = new Intl.PluralRules(language);
  return (text, values) => {
    const translated = Object.hasOwn(catalogue, text) ? (catalogue[text] ?? text) : text;
    if (typeof translated === 'string') return asWritten(translated, values);
    const form = plurals.select(Number(values?.[translated.by]));
    return asWritten(translated[form] ?? translated.other, values);
  };
}

/** The language kept under `i18n`, English where none was chosen or the choice is unknown. */
export function keptLanguage(): Language {
  const kept = lasting.get('i18n');
  return isLanguage(kept) ? kept : 'en';
}

/** Whether `code` names a language that can be chosen. */
export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code);
}

/** Starts translating into the kept language, from now on by these catalogues. Resolves when its catalogue is there. */
export function startTranslations(offered: Partial<Catalogues>): Promise<void> {
  catalogues = offered;
  wanted.clear();
  wanted.add('start');
  return show(keptLanguage());
}

/** Shows the console in `language`, stores the choice, and makes a page around this one reload itself. */
export async function chooseLanguage(language: Language): Promise<void> {
  lasting.set('i18n', language);
  await show(language);
  window.parent.postMessage('reload', window.location.origin);
}

/** The text in the language now shown, for what is said outside of components. */
export const translate: Translate = (text, values) => shown.get().t(text, values);

/** The language now shown and its translating function; another one for each language. */
export const translation: Pick<typeof shown, 'get' | 'subscribe'> = shown;

/**
 * Fetches code together with the groups of texts that it shows, whose names are joined by commas; rejects if either cannot be fetched. The build
 * writes it around each `import()` (scripts/text-groups.mjs).
 */
export async function withTexts<Loaded>(groups: string, load: () => Promise<Loaded>): Promise<Loaded> {
  const [loaded] = await Promise.all([load(), fetchTexts(groups.split(','))]);
  return loaded;
}

/** Fetches groups of texts of the language shown, and of one that is about to be. Rejects if it cannot; the next call tries again. */
export async function fetchTexts(groups: readonly string[]): Promise<void> {
  for (const group of groups) wanted.add(group);
  await Promise.all([shown.get(), coming].map((texts) => fetchInto(texts, groups)));
}

/** Whether the shown language has a text; English, which needs none, has none. */
export function isTranslated(text: string): boolean {
  return Object.hasOwn(shown.get().catalogue, text);
}

function textsIn(language: Language): Texts {
  const catalogue = {};
  return { language, catalogue, groups: new Map(), t: translator(catalogue, language) };
}

/** Asks at once for all groups that were not asked for yet. */
async function fetchInto({ language, catalogue, groups }: Texts, wantedOnes: Iterable<string>): Promise<void> {
  const load = language === 'en' ? undefined : catalogues[language];
  if (!load) return;
  const all = [...new Set(wantedOnes)];
  const missing = all.filter((group) => !groups.has(group));
  if (missing.length > 0) {
    const fetching = load(missing.sort().join()).then(({ default: fetched }) => Object.assign(catalogue, fetched));
    for (const group of missing) groups.set(group, fetching);
    fetching.catch(() => {
      for (const group of missing) groups.delete(group);
    });
  }
  await Promise.all(all.map((group) => groups.get(group)));
}

/** Shows a language once it has the texts of all that is shown. One whose texts cannot be fetched leaves the console in English. */
async function show(language: Language): Promise<void> {
  const own = textsIn(language);
  coming = own;
  const areThere = await fetchWanted(own).then(
    () => true,
    () => false,
  );
  if (coming !== own) return;
  coming = areThere ? own : textsIn('en');
  shown.set(coming);
  document.documentElement.lang = coming.language;
}

/** Pages may be opened meanwhile, and want more. */
async function fetchWanted(texts: Texts): Promise<void> {
  for (let groups = 0; groups < wanted.size; ) {
    groups = wanted.size;
    await fetchInto(texts, wanted);
  }
}
