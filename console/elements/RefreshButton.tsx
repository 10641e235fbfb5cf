import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../translations/use-text.ts';
import { Button } from './Button.tsx';
import styles from './RefreshButton.module.css';

/**
 * Reloads everything that the page shows. It is busy with that, and while something is read for the first time; a poll in the background
 * leaves it as it is.
 */
export function RefreshButton() {
  const t = useText();
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const first = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  const refresh = async () => {
    setAsked(true);
    await client.invalidateQueries();
    setAsked(false);
  };
  return (
    <Button
      busy={asked || first}
      className={styles.refresh}
      icon={<RotateCw strokeWidth={1.75} aria-hidden="true" />}
      aria-label={t('Refresh')}
      title={t('Refresh')}
      onClick={() => void refresh()}
    >
      <span className={styles.words}>{t('Refresh')}</span>
    </Button>
  );
}
