import { chooseLanguage, isLanguage, keptLanguage, languages } from './language.ts';
import { useText } from './use-text.ts';

/** Selects the console's language, each named in itself; with its label, laid out by the caller. */
export function LanguageSelect({ id, className }: { readonly id: string; readonly className?: string | undefined }) {
  const t = useText();
  return (
    <>
      <label htmlFor={id}>{t('Language')}</label>
      <select
        id={id}
        className={className}
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
    </>
  );
}
