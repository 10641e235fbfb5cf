import type { QueryClient } from '@tanstack/react-query';
import { readTogether } from './read-together.ts';

/** Milliseconds that a page may take to appear: so long is what was read for it not read again by its parts. */
const onItsWay = 5000;

/** Milliseconds since 1970 at which what the present page shows was asked for. */
let askedAt = Number.POSITIVE_INFINITY;

/** The same of a page that may not come. */
let likelyAt = Number.POSITIVE_INFINITY;

/** What is read for a page. */
interface PageRead {
  /** Resolves when the answers are there. */
  readonly ready: Promise<unknown>;
  /** The page comes, and is drawn with them. Without this, nothing that is read from now on is as good as new. */
  comes(): void;
}

/**
 * Reads whole objects, by name, for a page that is likely to come; its parts then find them. All of them travel in one call,
 * which goes out while the page's code comes in. `background` ones are polls, which keep no idle session alive.
 */
export function readAhead(
  client: QueryClient,
  objects: readonly string[],
  background: readonly string[] = [],
): PageRead {
  const at = Date.now();
  likelyAt = at;
  const answers = [...objects, ...background].map((name) => {
    const quiet = background.includes(name) && { WebAuthenRequestState: 'Disable' };
    return client.prefetchQuery({
      queryKey: [name, {}],
      queryFn: () => readTogether({ Template: name, ...quiet }),
      staleTime: 0,
      // It is not shown yet: a failure is reported by the part that shows it.
      meta: { poll: true },
    });
  });
  return {
    ready: Promise.all(answers),
    comes() {
      askedAt = at;
      likelyAt = Number.POSITIVE_INFINITY;
    },
  };
}

/** Milliseconds for which a read is as good as new: a moment for what was read since the page was asked for, else none. */
export function freshFor({ state }: { readonly state: { readonly dataUpdatedAt: number } }): number {
  return state.dataUpdatedAt >= askedAt && state.dataUpdatedAt < likelyAt ? onItsWay : 0;
}
