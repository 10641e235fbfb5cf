import { Notice } from '../../../console/elements/Notice.tsx';
import { useText } from '../../../console/translations/use-text.ts';

/** Shown instead of a tree. */
export function TreeOff() {
  const t = useText();
  return <Notice>{t('Spanning tree is disabled: every port forwards, and loops are not detected.')}</Notice>;
}
