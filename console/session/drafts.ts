import { observable } from '../feedback/observable.ts';
import { ofThisTab } from './browser-storage.ts';

const prefix = 'draft ';
const names = 'drafts';

/** The routes with a draft, oldest first. */
export const draftRoutes = observable<readonly string[]>(kept());

/**
 * Entries that were not applied yet when their form went, per route, for as long as the tab is open. A form keeps its draft
 * here and takes it back when it is shown again. Secrets do not belong here.
 */
export const drafts = {
  /** `route` is the page's path with its parameters; `values` is anything JSON can hold. */
  keep(route: string, values: unknown): void {
    ofThisTab.set(prefix + route, JSON.stringify(values));
    remember([...new Set([...kept(), route])]);
  },

  /** The draft stored for a route, undefined for none. The caller checks the data: the storage is the user's. */
  read(route: string): unknown {
    try {
      return JSON.parse(ofThisTab.get(prefix + route));
    } catch {
      return undefined;
    }
  },

  forget(route: string): void {
    ofThisTab.set(prefix + route, '');
    remember(kept().filter((name) => name !== route));
  },

  /** The routes with a draft, oldest first. */
  routes(): readonly string[] {
    return kept();
  },

  forgetAll(): void {
    for (const route of kept()) ofThisTab.set(prefix + route, '');
    remember([]);
  },
};

function kept(): string[] {
  return ofThisTab.get(names).split('\n').filter(Boolean);
}

function remember(routes: readonly string[]): void {
  ofThisTab.set(names, routes.join('\n'));
  draftRoutes.set(routes);
}
