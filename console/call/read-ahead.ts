import type { QueryClient } from '@tanstack/react-query';
import { readTogether } from './read-together.ts';

/** Milliseconds that a page may take to appear: so long is what was read for it not read again by its parts. */
const onItsWay = 5000;

/** Milliseconds since 1970 at which a page was last asked for. */
let askedAt = Number.POSITIVE_INFINITY;

/**
 * Reads whole objects, by name, for a page that is on its way; its parts then find them. All of them travel in one call,
 * which goes out while the page's code comes in. `background` ones are polls, which keep no idle session alive. Resolves when
 * the answers are there.
 */
export function readAhead(
  client: QueryClient,
  objects: readonly string[],
  background: readonly string[] = [],
): Promise<unknown> {
  askedAt = Date.now();
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
  return Promise.all(answers);
}

/** Milliseconds for which a read is as good as new: a moment for what was read since a page was asked for, else none. */
export function freshFor({ state }: { readonly state: { readonly dataUpdatedAt: number } }): number {
  return state.dataUpdatedAt >= askedAt ? onItsWay : 0;
}
