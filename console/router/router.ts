import type { ComponentType } from 'react';
import type { RouterHistory } from './history.ts';
import { addressOf, addressText, type Location } from './location.ts';
import { type Match, matchRoute, type Route } from './route.ts';

/** The contents at an address. */
export interface Shown {
  readonly location: Location;
  readonly match: Match | undefined;
  /** Nothing before the first page is there, for a route without one, and where it could not be fetched. */
  readonly page?: ComponentType | undefined;
  /** Why it could not be fetched. */
  readonly failure?: { readonly reason: unknown };
}

/** A page that was fetched, or why it could not be. */
type Found = Pick<Shown, 'page' | 'failure'>;

/** What a page shows was asked for. */
interface Departure {
  /** Settles when it is there. */
  readonly ready: Promise<unknown> | undefined;
  /** The page comes; without this, it was a link that was pressed and not followed. */
  comes(): void;
}

interface RouterState {
  readonly shown: Shown;
  /** The location whose page is being fetched. */
  readonly coming: Location | undefined;
}

interface NavigateOptions {
  /** The address takes the present one's place in the browser's history. */
  readonly replace?: boolean;
  /** State handed over to the page. */
  readonly state?: unknown;
}

/** Goes to an address; resolves when its page is shown, another one was asked for meanwhile, or it is held back. */
export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>;

/** How the browser's history comes to an address: by an entry of its own, in the present one's place, or it is there already. */
type Way = 'push' | 'replace' | 'arrived';

/** Says whether it holds back what leaves the present page. If it does, it may call `go` later, which is not asked again. */
type LeaveGuard = (from: Location, to: Location, go: () => void) => boolean;

/**
 * Milliseconds that a page waits for its answers before it is drawn with what is known. A switch nearby answers sooner, and
 * the page is drawn once; more would be felt as a click that is not taken.
 */
const patience = 40;

/** Milliseconds for which what was asked for at the press of a link is good enough for its click. */
const longestPress = 1000;

/** Which page is shown, by the address. */
export interface Router {
  readonly state: RouterState;
  /** Shows the page of the address that the browser is at, and follows the browser; resolves when that page is fetched. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
  readonly navigate: Navigate;
  /** Fetches the page of an address that is likely to be wanted. */
  readonly foresee: (to: string) => void;
  /** Asks for what the page of an address shows, too: a link to it is being pressed. */
  readonly press: (to: string) => void;
  /** Calls `listener` after each change of `state`; answers how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Asks `guard` before a page is left, one at a time; answers how to stop. */
  readonly guard: (guard: LeaveGuard) => () => void;
}

/**
 * Makes a router; `onDeparture` is called with the path of each page as soon as it is on its way, or a link to it is pressed. The
 * page before it is shown until its answer has settled, or this takes too long.
 */
export function createRouter(
  routes: readonly Route[],
  history: RouterHistory,
  onDeparture: (pathname: string) => Departure | undefined = () => undefined,
): Router {
  const pages = new Map<Route, Found | Promise<Found>>();
  const listeners = new Set<() => void>();
  let state: RouterState = { shown: { location: history.location, match: undefined }, coming: undefined };
  let guarding: LeaveGuard | undefined;
  let stopListening: (() => void) | undefined;
  let departures = 0;
  let pressed:
    | { readonly pathname: string; readonly at: number; readonly departure: Departure | undefined }
    | undefined;

  const set = (next: RouterState) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };

  /** Shows the page of `to`, fetched where it was not; the browser's address follows when there is something to show at it. */
  const depart = async (to: Location, how: Way): Promise<void> => {
    departures += 1;
    const own = departures;
    const match = matchRoute(routes, to.pathname);
    const redirect = match?.route.redirect;
    if (redirect !== undefined) {
      return depart({ ...addressOf(redirect), state: undefined }, how === 'arrived' ? 'replace' : how);
    }
    const press = pressed;
    pressed = undefined;
    const isGood = press?.pathname === to.pathname && performance.now() - press.at < longestPress;
    const departure = isGood ? press.departure : onDeparture(to.pathname);
    departure?.comes();
    const found = fetched(match?.route);
    if (found instanceof Promise) set({ ...state, coming: to });
    const what = found instanceof Promise ? await found : found;
    // Before the first page there is nothing that could stay in sight.
    if (departure?.ready && state.shown.match)
      await Promise.race([departure.ready, new Promise((go) => setTimeout(go, patience))]);
    if (own !== departures) return;
    if (how !== 'arrived') history.put(to, how === 'replace');
    set({ shown: { location: to, match, ...what }, coming: undefined });
  };

  const fetched = (route: Route | undefined): Found | Promise<Found> => {
    if (!route?.page) return {};
    const known = pages.get(route);
    if (known) return known;
    const coming = route.page().then(
      (page) => {
        pages.set(route, { page });
        return { page };
      },
      (reason: unknown) => {
        pages.delete(route);
        return { failure: { reason } };
      },
    );
    pages.set(route, coming);
    return coming;
  };

  const navigate: Navigate = async (text, { replace, state: handed } = {}) => {
    const from = state.shown.location;
    const to: Location = { ...addressOf(text), state: handed };
    // As for a link in any page: to go to where one is adds nothing to the history.
    const inPlace = replace ?? addressText(to) === addressText(from);
    const go = () => depart(to, inPlace ? 'replace' : 'push');
    if (guarding?.(from, to, () => void go())) return;
    await go();
  };

  const follow = (to: Location, entries: number) => {
    let back = Promise.resolve();
    const go = async () => {
      await back;
      await history.go(entries);
      await depart(to, 'arrived');
    };
    // The browser is there already: it comes back to the page that is kept.
    if (guarding?.(state.shown.location, to, () => void go())) back = history.go(-entries);
    else void depart(to, 'arrived');
  };

  return {
    get state() {
      return state;
    },
    start() {
      stopListening ??= history.listen(follow);
      return depart(history.location, 'arrived');
    },
    stop() {
      stopListening?.();
      stopListening = undefined;
    },
    navigate,
    foresee(to) {
      void fetched(matchRoute(routes, addressOf(to).pathname)?.route);
    },
    press(to) {
      const { pathname } = addressOf(to);
      pressed = { pathname, at: performance.now(), departure: onDeparture(pathname) };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    guard(guard) {
      guarding = guard;
      return () => {
        if (guarding === guard) guarding = undefined;
      };
    },
  };
}
