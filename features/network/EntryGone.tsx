import { useNavigate } from 'react-router';
import { Button } from '../../console/elements/Button.tsx';
import { Notice } from '../../console/elements/Notice.tsx';
import { useText } from '../../console/translations/use-text.ts';

/** Says that what the page's address names is not there (any more), with the way back to the list at `list`. */
export function EntryGone({ list }: { list: string }) {
  const t = useText();
  const navigate = useNavigate();
  return (
    <Notice tone="warn" live actions={<Button onClick={() => void navigate(list)}>{t('Back')}</Button>}>
      {t('The entry no longer exists.')}
    </Notice>
  );
}
