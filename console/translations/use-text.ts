import { useSyncExternalStore } from 'react';
import { languageShown, onLanguageChange, type Translate, translate } from './language.ts';

const english: Translate = (text, values) => translate(text, values);

// One function per language, so that memoised parts are drawn anew when the language changes.
const inLanguage = new Map<string, Translate>([['en', english]]);

/** The translating function: `const t = useText()`, then `t('English text')`. Draws the component anew in another language. */
export function useText(): Translate {
  const language = useSyncExternalStore(onLanguageChange, languageShown);
  let t = inLanguage.get(language);
  if (!t) {
    t = (text, values) => translate(text, values);
    inLanguage.set(language, t);
  }
  return t;
}
