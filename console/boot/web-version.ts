import { session } from '../session/session.ts';
import { pagePlace } from './page-place.ts';

/**
 * Whether the page has to be loaded again because the browser held another version of it (docs/specification/product.md 4). Stores
 * the current one. A first visit holds none (docs/specification/differences.md, "Pages"). Never asks twice for the same version: a
 * browser that keeps nothing would reload for ever.
 */
export function isUpdateTo(current: string): boolean {
  const former = session.webVersion;
  if (current !== '') session.webVersion = current;
  return isUpdate(former, current) && isKept(current);
}

/** Whether a browser that held `former`, "" for none, finds another version. */
export function isUpdate(former: string, current: string): boolean {
  return current !== '' && former !== '' && former !== current;
}

/** Whether the version really lies in the browser's storage and will be found after the reload. */
function isKept(current: string): boolean {
  try {
    return window.localStorage.getItem(`${pagePlace()}webVersion`) === current;
  } catch {
    return false;
  }
}
