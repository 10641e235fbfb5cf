import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useText } from '../translations/use-text.ts';
import { Button } from './Button.tsx';
import styles from './RefreshButton.module.css';

/** Reloads everything that the page shows. */
export function RefreshButton() {
  const t = useText();
  const client = useQueryClient();
  const fetching = useIsFetching() > 0;
  return (
    <Button
      busy={fetching}
      className={styles.refresh}
      icon={<RotateCw strokeWidth={1.75} aria-hidden="true" />}
      aria-label={t('Refresh')}
      title={t('Refresh')}
      onClick={() => void client.invalidateQueries()}
    >
      <span className={styles.words}>{t('Refresh')}</span>
    </Button>
  );
}
