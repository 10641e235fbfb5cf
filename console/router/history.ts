import { addressOf, addressText, type Location } from './location.ts';

/** The browser's history, or its substitute. */
export interface RouterHistory {
  readonly location: Location;
  /** Adds an entry behind the present one, or has it take that one's place. */
  readonly put: (to: Location, replace: boolean) => void;
  /** Moves by a number of entries, without notifying listeners; resolves when it is there. */
  readonly go: (entries: number) => Promise<void>;
  /** Reports each foreign move, with the number of entries. Returns a function to stop. */
  readonly listen: (told: (location: Location, entries: number) => void) => () => void;
}

/**
 * The browser's history, with our addresses behind the "#". Entries are numbered, addresses typed into the address bar among
 * them, so that what leaves a page can be taken back by the number of entries that it went.
 */
export function hashHistory(): RouterHistory {
  const present = () => ({ index: numberOf(window.history.state) ?? 0, href: window.location.href });
  let shown = present();
  let arrived: (() => void) | undefined;
  const mark = (index: number, state: unknown, href: string, how: 'pushState' | 'replaceState') => {
    window.history[how]({ index, state }, '', href);
    shown = present();
  };
  mark(shown.index, stateOf(window.history.state), shown.href, 'replaceState');

  return {
    get location() {
      return hashLocation();
    },
    put(to, replace) {
      const href = `#${addressText(to)}`;
      if (replace) mark(shown.index, to.state, href, 'replaceState');
      else mark(shown.index + 1, to.state, href, 'pushState');
    },
    go(entries) {
      // Moving by zero would reload the console.
      if (entries === 0) return Promise.resolve();
      return new Promise((resolve) => {
        arrived = resolve;
        window.history.go(entries);
      });
    },
    listen(told) {
      const follow = () => {
        const { index: from, href } = shown;
        if (numberOf(window.history.state) === undefined) {
          // A link to the address shown takes the place of its entry; any other address is a new one behind it.
          mark(window.location.href === href ? from : from + 1, undefined, window.location.href, 'replaceState');
        }
        shown = present();
        const done = arrived;
        arrived = undefined;
        if (done) done();
        else told(hashLocation(), shown.index - from);
      };
      window.addEventListener('popstate', follow);
      return () => window.removeEventListener('popstate', follow);
    },
  };
}

/** A history of its own, for pages that are shown without a browser's. */
export function memoryHistory(first = '/'): RouterHistory {
  let location: Location = { ...addressOf(first), state: undefined };
  return {
    get location() {
      return location;
    },
    put(to) {
      location = to;
    },
    go: () => Promise.resolve(),
    listen: () => () => undefined,
  };
}

function hashLocation(): Location {
  return { ...addressOf(window.location.hash.slice(1)), state: stateOf(window.history.state) };
}

/** The number of an entry; undefined where we gave it none. */
function numberOf(entry: unknown): number | undefined {
  return isOurs(entry) ? entry.index : undefined;
}

function stateOf(entry: unknown): unknown {
  return isOurs(entry) ? entry.state : undefined;
}

function isOurs(entry: unknown): entry is { readonly index: number; readonly state: unknown } {
  return typeof entry === 'object' && entry !== null && 'index' in entry && typeof entry.index === 'number';
}
