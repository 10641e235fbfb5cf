import { observable } from '../feedback/observable.ts';
import { session } from '../session/session.ts';

/** Milliseconds within which a second menu click does not reload the page again (docs/specification/product.md 9). */
const reloadGuardTime = 2500;
/** Milliseconds after which the reload flag is reset. */
const reloadFlagTime = 500;

/** The reload flag: true while the page of a menu click is redrawn. */
export const reloading = observable(false);

/**
 * Begins the reload cycle of a menu click, unless the previous one began less than 2500 ms before `now` (milliseconds
 * since 1970). Answers whether it did.
 */
export function beginReload(now: number): boolean {
  const since = now - session.lastReloadTime;
  // A clock that was set back does not keep the page from reloading.
  if (since >= 0 && since < reloadGuardTime) return false;
  session.lastReloadTime = now;
  reloading.set(true);
  setTimeout(() => reloading.set(false), reloadFlagTime);
  return true;
}
