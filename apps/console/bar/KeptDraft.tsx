import { useObservable } from '../../../console/feedback/use-observable.ts';
import layout from '../../../console/layouts/layout.module.css';
import { entryName } from '../../../console/navigation/entry-name.ts';
import { useMenu } from '../../../console/navigation/MenuContext.tsx';
import { useLocation, useNavigate } from '../../../console/router/router-context.ts';
import { draftRoutes, drafts } from '../../../console/session/drafts.ts';
import { useText } from '../../../console/translations/use-text.ts';

/** Which page still holds entries that were not applied, and the way back to it. */
export function KeptDraft() {
  const t = useText();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { entries } = useMenu();
  const route = useObservable(draftRoutes).at(-1);
  const entry = route === undefined ? undefined : entries.find(({ path }) => matches(path, route));
  if (route === undefined || !entry || pathname === route) return null;
  return (
    <div className={layout.banner}>
      {t('Your entries on {{page}} were kept.', { page: entryName(entry, t) })}
      <button type="button" onClick={() => void navigate(route)}>
        {t('Continue there')}
      </button>
      <button type="button" onClick={() => drafts.forget(route)}>
        {t('Discard them')}
      </button>
    </div>
  );
}

/** Whether a path with `:name` parameters is that of `route`. */
function matches(path: string, route: string): boolean {
  const parts = path.split('/');
  const given = route.split('/');
  return parts.length === given.length && parts.every((part, at) => part.startsWith(':') || part === given[at]);
}
