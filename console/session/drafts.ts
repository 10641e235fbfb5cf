import { observable } from '../feedback/observable.ts';
import { ofThisTab } from './browser-storage.ts';
import { session } from './session.ts';

const prefix = 'draft ';
const names = 'drafts';
/** Whose they are. */
const owner = 'drafts of';

/** The routes with a draft, oldest first. */
export const draftRoutes = observable<readonly string[]>(kept());

/**
 * Entries that were not applied yet when their form went, per route, for as long as the tab is open. A form keeps its draft
 * here and takes it back when it is shown again. Secrets do not belong here. The next user finds none of another user's.
 */
export const drafts = {
  /** `route` is the page's path with its parameters; `values` is anything JSON can hold. */
  keep(route: string, values: unknown): void {
    drafts.forgetOthers();
    ofThisTab.set(owner, session.username);
    ofThisTab.set(prefix + route, JSON.stringify(values));
    remember([...new Set([...kept(), route])]);
  },

  /** The draft stored for a route, undefined for none. The caller checks the data: the storage is the user's. */
  read(route: string): unknown {
    if (!areOwn()) return undefined;
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
    for (const route of written()) ofThisTab.set(prefix + route, '');
    remember([]);
    ofThisTab.set(owner, '');
  },

  /** Forgets those of another user than the present one. */
  forgetOthers(): void {
    if (!areOwn()) drafts.forgetAll();
  },
};

function areOwn(): boolean {
  return ofThisTab.get(owner) === session.username;
}

function kept(): string[] {
  return areOwn() ? written() : [];
}

function written(): string[] {
  return ofThisTab.get(names).split('\n').filter(Boolean);
}

function remember(routes: readonly string[]): void {
  ofThisTab.set(names, routes.join('\n'));
  draftRoutes.set(routes);
}
