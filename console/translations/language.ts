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

/** How the catalogue of each language but English is fetched. */
export type Catalogues = Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Catalogue }>>>;

let catalogues: Partial<Catalogues> = {};
const shown = observable<{ readonly language: Language; readonly t: Translate }>({
  language: 'en',
  t: translator({}),
});

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

/** A catalogue that cannot be fetched leaves the console in English. */
async function show(language: Language): Promise<void> {
  const load = language === 'en' ? undefined : catalogues[language];
  const catalogue = await load?.().then(
    (fetched) => fetched.default,
    () => undefined,
  );
  shown.set({ language, t: translator(catalogue ?? {}, language) });
  document.documentElement.lang = load && !catalogue ? 'en' : language;
}
