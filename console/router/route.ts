import type { ComponentType, ReactNode } from 'react';

/** Contents of a path. */
export interface Route {
  /** The route's key. */
  readonly id?: string;
  /** "/Network/ModifyVLAN/:row" with parameters for whole words between slashes; "*" is every path that no other route has. */
  readonly path: string;
  /**
   * The component around the page, in which it is the `Outlet`. Routes with the same one share it while one follows
   * another.
   */
  readonly layout?: ReactNode;
  /**
   * Fetches the page. A page that was fetched is not fetched again; one that failed is, the next time the path is
   * opened.
   */
  readonly page?: () => Promise<ComponentType>;
  /** A path that takes this one's place. */
  readonly redirect?: string;
}

/** A route with the values of its parameters at an address, by their names. */
export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The route of a path: one of just these words first, then one with parameters, then the one of every path. */
export function matchRoute(routes: readonly Route[], pathname: string): Match | undefined {
  const words = wordsOf(pathname);
  let found: Match | undefined;
  for (const route of routes) {
    const params = route.path === '*' ? undefined : paramsAt(wordsOf(route.path), words);
    if (!params) continue;
    if (Object.keys(params).length === 0) return { route, params };
    found ??= { route, params };
  }
  const rest = routes.find(({ path }) => path === '*');
  return found ?? (rest && { route: rest, params: {} });
}

const wordsOf = (path: string) => path.split('/').filter((word) => word !== '');

function paramsAt(pattern: readonly string[], words: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== words.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const word = words[at] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = unescaped(word);
    else if (part.toLowerCase() !== word.toLowerCase()) return undefined;
  }
  return params;
}

/** A wrongly escaped text stays as typed. */
function unescaped(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
