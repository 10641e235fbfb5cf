import { Notice } from '../../../console/elements/Notice.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { PageLink } from '../../PageLink.tsx';

/** Shown instead of a tree. */
export function TreeOff() {
  const t = useText();
  return (
    <Notice actions={<PageLink to="/Network/SpanningTree/Protocol" />}>
      {t('Spanning tree is disabled: every port forwards, and loops are not detected.')}
    </Notice>
  );
}
