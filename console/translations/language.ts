import i18next from 'i18next';
import { lasting } from '../session/browser-storage.ts';

/** The languages there are, in their own words. English is the language of the source texts and needs no catalogue. */
export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

/** A text of the source in the chosen language; `{{name}}` in it stands for a value. */
export type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string;

const catalogues = import.meta.glob<Readonly<Record<string, string>>>('./*.json', { import: 'default' });

/** The language kept under `i18n`, English where none was chosen or the choice is unknown. */
export function keptLanguage(): Language {
  const kept = lasting.get('i18n');
  return isLanguage(kept) ? kept : 'en';
}

/** Whether `code` names a language that can be chosen. */
export function isLanguage(code: string): code is Language {
  return Object.hasOwn(languages, code);
}

/** Starts translating in the kept language. Resolves when its catalogue is there. */
export async function startTranslations(): Promise<void> {
  // Source texts are the keys: dots and colons in them separate nothing. React escapes what it shows.
  await i18next.init({
    lng: 'en',
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  await show(keptLanguage());
}

/** Shows the console in `language`, keeps the choice, and tells a page around this one to reload itself. */
export async function chooseLanguage(language: Language): Promise<void> {
  lasting.set('i18n', language);
  await show(language);
  window.parent.postMessage('reload', window.location.origin);
}

/** The text in the language now shown, for what is said outside of components. */
export const translate: Translate = (text, values) => i18next.t(text, { ...values });

/** Calls `listener` when another language is shown; answers how to stop. */
export function onLanguageChange(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** The language now shown. */
export function languageShown(): Language {
  const shown = i18next.language ?? 'en';
  return isLanguage(shown) ? shown : 'en';
}

async function show(language: Language): Promise<void> {
  const load = catalogues[`./${language}.json`];
  if (load && !i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await load());
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
