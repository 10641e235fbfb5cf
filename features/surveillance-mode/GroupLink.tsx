import type { ReactNode } from 'react';
import { Link } from '../../console/router/Link.tsx';

/** The way to the group of a device; only its name where there is none (0). */
export function GroupLink({ group, children }: { readonly group: number; readonly children: ReactNode }) {
  return group > 0 ? <Link to={`/HealthDiagnostic/PortGroupDetails/${group}`}>{children}</Link> : children;
}
