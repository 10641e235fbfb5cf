import { onTestFinished } from 'vitest';
import { type Catalogue, type Language, startTranslations } from './language.ts';

/** For tests: shows texts of this language, which has no others, until the test has ended. */
export async function speak(language: Exclude<Language, 'en'>, texts: Catalogue): Promise<void> {
  onTestFinished(async () => {
    localStorage.removeItem('i18n');
    await startTranslations({});
  });
  localStorage.setItem('i18n', language);
  await startTranslations({ [language]: async () => ({ default: texts }) });
}

/** The text by which a language has a decimal comma. */
export const decimalComma: Catalogue = { '{{whole}}.{{part}}': '{{whole}},{{part}}' };
