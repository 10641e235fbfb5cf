import type { MenuEntry } from '../navigation/menu-entry.ts';
import { session } from '../session/session.ts';

/**
 * The path that start-up goes to: that of the route stored under `defaultRouter`, where a session token is stored too
 * (docs/specification/product.md 2). The stored name is removed. Undefined where there is none, or no page of that name.
 */
export function takeDefaultRoute(entries: readonly MenuEntry[]): string | undefined {
  const name = session.defaultRouter;
  if (session.gambit === '' || name === '') return undefined;
  session.defaultRouter = '';
  return entries.find((entry) => entry.name === name)?.path;
}
