import { entryName } from '../console/navigation/entry-name.ts';
import { useMenu } from '../console/navigation/MenuContext.tsx';
import { Link } from '../console/router/Link.tsx';
import { useLocation } from '../console/router/router-context.ts';
import { useText } from '../console/translations/use-text.ts';

/** A link to another page in the words of the menu; nothing on that page, and where the console has no such page. */
export function PageLink({ to }: { readonly to: string | undefined }) {
  const t = useText();
  const { pathname } = useLocation();
  const entry = useMenu().entries.find(({ path }) => path === to && path !== pathname);
  return entry ? <Link to={entry.path}>{entryName(entry, t)}</Link> : null;
}
