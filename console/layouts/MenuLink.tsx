import type { ReactNode } from 'react';
import { Link } from '../router/Link.tsx';
import { requestReload } from './page-reload.ts';
import { closeMobileSidebar } from './sidebar-state.ts';

interface MenuLinkProps {
  readonly to: string;
  readonly className?: string | undefined;
  /** Its page is shown. */
  readonly isShown: boolean;
  /** A row of its page's list is shown. */
  readonly within?: boolean;
  readonly children: ReactNode;
}

/** A menu line: goes to its page, which is redrawn even if it is the present one. */
export function MenuLink({ to, className, isShown, within, children }: MenuLinkProps) {
  return (
    <Link
      to={to}
      className={className}
      aria-current={isShown ? 'page' : undefined}
      data-within={within || undefined}
      onClick={() => {
        requestReload();
        closeMobileSidebar();
      }}
    >
      {children}
    </Link>
  );
}
