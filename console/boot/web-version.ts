import { session } from '../session/session.ts';
import { pagePlace } from './page-place.ts';

/**
 * Whether the page has to be loaded again because the browser held another version of it (docs/specification/product.md 4): the
 * stored version is empty or differs from `current`. Stores the current one. Never asks twice for the same version: a
 * browser that keeps nothing would reload for ever.
 */
export function isFirstLoadOf(current: string): boolean {
  if (current === '' || session.webVersion === current) return false;
  session.webVersion = current;
  return session.webVersion === current && isKept(current);
}

/** Whether the version really lies in the browser's storage and will be found after the reload. */
function isKept(current: string): boolean {
  try {
    return window.localStorage.getItem(`${pagePlace()}webVersion`) === current;
  } catch {
    return false;
  }
}
