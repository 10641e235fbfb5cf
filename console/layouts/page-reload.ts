import { beginReload } from '../navigation/reload-guard.ts';

// A menu click asks for a reload; it begins when its page is reached, since unsaved input may still hold the click back.
let requested = false;

/** A menu entry was clicked. */
export function requestReload(): void {
  requested = true;
}

/** The page of a navigation is reached. Returns whether it has to be redrawn (see `beginReload`). */
export function arriveAtPage(now: number): boolean {
  const wanted = requested;
  requested = false;
  return wanted && beginReload(now);
}
