import { useEffect, useState } from 'react';
import { Card } from '../../console/elements/Card.tsx';
import { useText } from '../../console/translations/use-text.ts';
import styles from './wizard.module.css';

/** Seconds until the browser goes on by itself. */
const countdown = 10;

/**
 * The switch has moved to another address: the way there, taken by itself after 10 s. `url` is undefined where a DHCP
 * server gives the address. Signing in there confirms the change; nobody there, and the device takes it back.
 */
export function NewAddress({ url }: { readonly url: string | undefined }) {
  const t = useText();
  const [left, setLeft] = useState(countdown);
  useEffect(() => {
    if (url === undefined) return;
    if (left === 0) {
      window.location.assign(url);
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, url]);
  return (
    <Card title={t('The switch has a new address')}>
      <div className={styles.inside}>
        {url === undefined ? (
          <p>{t('It asks a DHCP server. Look the new address up there, and sign in at it.')}</p>
        ) : (
          <p role="status">
            <a href={url}>{url}</a> – {t('going there in {{left}} s', { left })}
          </p>
        )}
        <p>
          {t('Sign in there within a minute and save once more: otherwise the switch goes back to its old address.')}
        </p>
      </div>
    </Card>
  );
}
