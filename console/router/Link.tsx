import { type ComponentPropsWithRef, type MouseEvent, useContext, useEffect } from 'react';
import { isSamePath } from './route.ts';
import { RouterContext, useNavigate, useShown } from './router-context.ts';

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'target'> {
  /** An address within the console. */
  readonly to: string;
}

/** A link to a page of the console. Opening it elsewhere is left to the browser. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const router = useContext(RouterContext);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isElsewhere = event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (!router || event.defaultPrevented || isElsewhere) return;
    event.preventDefault();
    void router.navigate(to);
  };
  return <a {...rest} href={`#${to}`} onClick={follow} />;
}

/** A link that says of itself whether its page is the one shown. */
export function NavLink(props: LinkProps) {
  const { location } = useShown();
  return <Link aria-current={isSamePath(props.to, location.pathname) ? 'page' : undefined} {...props} />;
}

interface NavigateProps {
  readonly to: string;
  /** The address takes the present one's place in the browser's history. */
  readonly replace?: boolean;
}

/** Goes on to another page instead of drawing something. */
export function Navigate({ to, replace = false }: NavigateProps) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace }), [navigate, to, replace]);
  return null;
}
