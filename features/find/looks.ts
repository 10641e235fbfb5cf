import type { Found } from '../../console/navigation/found.ts';
import { chooseTheme, type ThemeChoice, themeChoices } from '../../console/theme/theme.ts';
import { chooseLanguage, isLanguage, languages } from '../../console/translations/language.ts';
import type { Translate } from '../../model/values/translate.ts';
import { holdsWords, wordsIn } from './words.ts';

const themeTitles: Readonly<Record<ThemeChoice, string>> = {
  system: 'Theme: System',
  light: 'Theme: Light',
  dark: 'Theme: Dark',
};

/** The themes and languages that a query finds; languages by their own and by their English name. */
export function findLooks(query: string, t: Translate): readonly Found[] {
  const typed = wordsIn(query);
  const english = new Intl.DisplayNames('en', { type: 'language' });
  const all = [
    ...themeChoices.map((choice) => ({
      key: `theme ${choice}`,
      title: t(themeTitles[choice]),
      words: themeTitles[choice],
      go: () => chooseTheme(choice),
    })),
    ...Object.entries(languages).map(([code, name]) => ({
      key: `language ${code}`,
      title: t('Language: {{language}}', { language: name }),
      words: `language ${english.of(code) ?? ''}`,
      go: () => {
        if (isLanguage(code)) void chooseLanguage(code);
      },
    })),
  ];
  return all
    .filter(({ title, words }) => holdsWords(`${title} ${words}`, typed))
    .map(({ words: _, ...found }) => ({ ...found, kind: 'Action', isLast: true }));
}
