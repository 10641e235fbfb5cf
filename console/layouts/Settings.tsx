import { useId, useState } from 'react';
import { chooseTheme, type ThemeChoice, themeChoice, themeChoices } from '../theme/theme.ts';
import { LanguageSelect } from '../translations/LanguageSelect.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './sidebar.module.css';

const themeWords: Readonly<Record<ThemeChoice, string>> = { system: 'System', light: 'Light', dark: 'Dark' };

/** Personal settings of an administrator: language and theme. */
export function Settings() {
  const t = useText();
  const id = useId();
  const [theme, setTheme] = useState(themeChoice);
  return (
    <>
      <div className={styles.setting}>
        <LanguageSelect id={`${id}language`} />
      </div>
      <div className={styles.setting}>
        <label htmlFor={`${id}theme`}>{t('Theme')}</label>
        <select
          id={`${id}theme`}
          value={theme}
          onChange={({ target }) => {
            const choice = themeChoices.find((known) => known === target.value) ?? 'system';
            chooseTheme(choice);
            setTheme(choice);
          }}
        >
          {themeChoices.map((choice) => (
            <option key={choice} value={choice}>
              {t(themeWords[choice])}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}
