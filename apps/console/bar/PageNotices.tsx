import { lazy, Suspense } from 'react';
import type { PageNoticesPart } from '../../../console/page/page-context.ts';
import { open, useAttention } from '../../../features/use-attention.ts';

/** Fetched where something is wrong. */
const AttentionNotice = lazy(() => import('../../../features/AttentionNotice.tsx'));

/** Problems of the page's subject. The dashboard has a card for all of them. */
export const PageNotices: PageNoticesPart = ({ path }) => {
  const findings = open(useAttention() ?? []);
  if (path === '/' || !findings.some(({ pages }) => pages.includes(path))) return null;
  return (
    <Suspense>
      <AttentionNotice path={path} />
    </Suspense>
  );
};
