import { lazy, Suspense } from 'react';
import bar from '../../../console/layouts/bar.module.css';
import type { PageNoticesPart } from '../../../console/page/page-context.ts';
import { Link } from '../../../console/router/Link.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { recipesOfPages } from '../../../features/recipes/pages.ts';
import { open, useAttention } from '../../../features/use-attention.ts';

/** Fetched where something is wrong. */
const AttentionNotice = lazy(() => import('../../../features/AttentionNotice.tsx'));

/** Problems of the page's subject, and the recipes for it. The dashboard has a card for all problems. */
export const PageNotices: PageNoticesPart = ({ path }) => {
  const findings = open(useAttention() ?? []);
  const isConcerned = path !== '/' && findings.some(({ pages }) => pages.includes(path));
  return (
    <>
      <RecipeLinks path={path} />
      {isConcerned && (
        <Suspense>
          <AttentionNotice path={path} />
        </Suspense>
      )}
    </>
  );
};

/** The ways to the recipes that a page concerns, in a line. */
function RecipeLinks({ path }: { readonly path: string }) {
  const t = useText();
  const recipes = recipesOfPages[path];
  if (!recipes) return null;
  return (
    <nav className={bar.recipes} aria-label={t('Recipes')}>
      <span>{t('Recipes')}:</span>
      {recipes.map(({ title, path: to }) => (
        <Link key={to} to={to}>
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}
