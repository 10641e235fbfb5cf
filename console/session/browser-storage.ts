import { pagePlace } from '../boot/page-place.ts';

/**
 * Text stored by the browser under a name. If the browser refuses its storage (private windows, quota, policy), the
 * values live as long as the page does.
 */
export interface TextStore {
  get(name: string): string;
  /** The empty text removes the name. */
  set(name: string, value: string): void;
}

/** A store over one of the browser's storages, looked up at each use; its keys have the prefix `place`. */
export function textStore(area: () => Storage, place = () => ''): TextStore {
  const memory = new Map<string, string>();
  return {
    get(own) {
      const name = place() + own;
      try {
        return area().getItem(name) ?? memory.get(name) ?? '';
      } catch {
        return memory.get(name) ?? '';
      }
    },
    set(own, value) {
      const name = place() + own;
      memory.delete(name);
      try {
        if (value === '') area().removeItem(name);
        else area().setItem(name, value);
      } catch {
        if (value !== '') memory.set(name, value);
      }
    },
  };
}

/** Kept over tabs and restarts of the browser. */
export const lasting: TextStore = textStore(() => window.localStorage);

/** The same for what is true of one switch: a cloud shows many from one address. */
export const lastingHere: TextStore = textStore(() => window.localStorage, pagePlace);

/** Kept while this tab is open, over reloads. */
export const ofThisTab: TextStore = textStore(() => window.sessionStorage, pagePlace);
