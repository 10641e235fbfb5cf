import { type ComponentPropsWithRef, type MouseEvent, useContext, useEffect } from 'react';
import { RouterContext, useNavigate } from './router-context.ts';

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'target'> {
  /** An address within the console. */
  readonly to: string;
}

/**
 * A link to a page of the console: its code is fetched as soon as it is likely to be wanted, and what it shows is asked for as soon
 * as the link is pressed; by a touch, which may be the beginning of scrolling, once it is followed. Opening it elsewhere is left to the browser.
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const router = useContext(RouterContext);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!router || event.defaultPrevented || isElsewhere(event)) return;
    event.preventDefault();
    void router.navigate(to);
  };
  const foresee = () => router?.foresee(to);
  return (
    <a
      onPointerEnter={foresee}
      onFocus={foresee}
      {...rest}
      href={`#${to}`}
      onPointerDown={(event) => !isElsewhere(event) && event.pointerType !== 'touch' && router?.press(to)}
      onClick={follow}
    />
  );
}

function isElsewhere({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey;
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
