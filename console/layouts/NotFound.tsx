import { Link } from '../router/Link.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './layout.module.css';

/** Shown where no page stands at the address, or the device has closed it. */
export function NotFound() {
  const t = useText();
  return (
    <div className={styles.notice}>
      <h1>{t('Page not found')}</h1>
      <p>{t('There is no page at this address, or this device does not offer it.')}</p>
      <p>
        <Link to="/">{t('To the dashboard')}</Link>
      </p>
    </div>
  );
}
