import { useEffect } from 'react';
import { Button } from '../elements/Button.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './layout.module.css';

/** Replaces a page that could not be fetched or rendered. The rest of the console continues. */
export function ErrorPage({ reason }: { readonly reason: unknown }) {
  const t = useText();
  useEffect(() => console.error(reason), [reason]);
  return (
    <div className={styles.notice} role="alert">
      <h1>{t('This page could not be shown')}</h1>
      <p>{t('The switch may be restarting, or the console was updated meanwhile. Nothing was changed.')}</p>
      <p>
        <Button onClick={() => window.location.reload()}>{t('Reload the console')}</Button>
      </p>
    </div>
  );
}
