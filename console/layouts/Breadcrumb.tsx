import { useMenu } from '../navigation/MenuContext.tsx';
import { useCurrentEntry } from '../navigation/use-current-entry.ts';
import { Link } from '../router/Link.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './bar.module.css';

/** Position of the page in the menu: "Network / VLAN / Tagged"; the page of one row leads back to its list. */
export function Breadcrumb() {
  const t = useText();
  const { entries } = useMenu();
  const entry = useCurrentEntry();
  if (!entry) return null;
  const list = entries.find(({ path }) => path === entry.list);
  return (
    <nav className={styles.breadcrumb} aria-label={t('Breadcrumb')}>
      <ol>
        {entry.under.map((title) => (
          <li key={title}>{t(title)}</li>
        ))}
        {list && (
          <li>
            <Link to={list.path}>{t(list.title)}</Link>
          </li>
        )}
        <li aria-current="page">{t(entry.title)}</li>
      </ol>
    </nav>
  );
}
