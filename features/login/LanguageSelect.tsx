import { chooseLanguage, isLanguage, keptLanguage, languages } from '../../console/translations/language.ts';
import { useText } from '../../console/translations/use-text.ts';
import styles from './login.module.css';

export function LanguageSelect({ id }: { readonly id: string }) {
  const t = useText();
  return (
    <div className={styles.language}>
      <label htmlFor={id}>{t('Language')}</label>
      <select
        id={id}
        className={styles.input}
        value={keptLanguage()}
        onChange={({ target }) => {
          if (isLanguage(target.value)) void chooseLanguage(target.value);
        }}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
