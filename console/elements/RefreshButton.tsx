import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useText } from '../translations/use-text.ts';
import { Button } from './Button.tsx';
import styles from './RefreshButton.module.css';

/** Reads everything that the page shows anew. */
export function RefreshButton() {
  const t = useText();
  const client = useQueryClient();
  const fetching = useIsFetching() > 0;
  return (
    <Button
      className={styles.button}
      busy={fetching}
      icon={<RotateCw className={styles.icon} aria-hidden="true" />}
      onClick={() => void client.invalidateQueries()}
    >
      <span>{t('Refresh')}</span>
    </Button>
  );
}
