import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { requestReload } from './page-reload.ts';
import { closeMobileSidebar } from './sidebar-state.ts';

interface MenuLinkProps {
  readonly to: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A menu line: goes to its page, which is drawn anew even where it is the present one. */
export function MenuLink({ to, className, children }: MenuLinkProps) {
  return (
    <NavLink
      to={to}
      end
      className={className}
      onClick={() => {
        requestReload();
        closeMobileSidebar();
      }}
    >
      {children}
    </NavLink>
  );
}
