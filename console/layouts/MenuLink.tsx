import type { ReactNode } from 'react';
import { useMenu } from '../navigation/MenuContext.tsx';
import { NavLink } from '../router/Link.tsx';
import { requestReload } from './page-reload.ts';
import { closeMobileSidebar } from './sidebar-state.ts';

interface MenuLinkProps {
  readonly to: string;
  readonly className?: string | undefined;
  /** A row of its page's list is shown. */
  readonly within?: boolean;
  readonly children: ReactNode;
}

/** A menu line: goes to its page, which is redrawn even if it is the present one. */
export function MenuLink({ to, className, within, children }: MenuLinkProps) {
  const { entries } = useMenu();
  // Its code is fetched as soon as it is likely to be wanted; what a browser cannot fetch now, it asks for again.
  const foresee = () =>
    void entries
      .find(({ path }) => path === to)
      ?.page()
      .catch(() => {});
  return (
    <NavLink
      to={to}
      className={className}
      data-within={within || undefined}
      onPointerEnter={foresee}
      onFocus={foresee}
      onClick={() => {
        requestReload();
        closeMobileSidebar();
      }}
    >
      {children}
    </NavLink>
  );
}
