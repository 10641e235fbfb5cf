import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useText } from '../translations/use-text.ts';
import { Button } from './Button.tsx';

/** Reads everything that the page shows anew. */
export function RefreshButton() {
  const t = useText();
  const client = useQueryClient();
  const fetching = useIsFetching() > 0;
  return (
    <Button busy={fetching} onClick={() => void client.invalidateQueries()}>
      {t('Refresh')}
    </Button>
  );
}
