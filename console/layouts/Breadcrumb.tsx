import { useCurrentEntry } from '../navigation/use-current-entry.ts';
import { useText } from '../translations/use-text.ts';
import styles from './bar.module.css';

/** Position of the page in the menu: "Network / VLAN / Tagged". */
export function Breadcrumb() {
  const t = useText();
  const entry = useCurrentEntry();
  if (!entry) return null;
  return (
    <nav className={styles.breadcrumb} aria-label={t('Breadcrumb')}>
      <ol>
        {entry.under.map((title) => (
          <li key={title}>{t(title)}</li>
        ))}
        <li aria-current="page">{t(entry.title)}</li>
      </ol>
    </nav>
  );
}
