import { Button } from '../elements/Button.tsx';
import { Notice } from '../elements/Notice.tsx';
import { useText } from '../translations/use-text.ts';

/** Says that the object of the page's address does not exist (any longer), with a link back. */
export function EntryGone({ onBack }: { readonly onBack?: (() => void) | undefined }) {
  const t = useText();
  return (
    <Notice tone="warn" live actions={onBack && <Button onClick={onBack}>{t('Back')}</Button>}>
      {t('The entry no longer exists.')}
    </Notice>
  );
}
