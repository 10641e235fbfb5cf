import type { ReactNode } from 'react';
import { type RouteObject, redirect } from 'react-router';
import { ErrorPage } from '../layouts/ErrorPage.tsx';
import { NotFound } from '../layouts/NotFound.tsx';
import { pageOf } from '../page/DeclaredPage.tsx';
import type { MenuEntry } from './menu-entry.ts';

interface RouteParts {
  readonly entries: readonly MenuEntry[];
  readonly main: ReactNode;
  readonly wizard: ReactNode;
}

/** The routes of a signed-in session: a lazily loaded page per entry, within its layout. */
export function routesOf({ entries, main, wizard }: RouteParts): RouteObject[] {
  const within = (layout: MenuEntry['layout']) => entries.filter((entry) => entry.layout === layout).map(routeOf);
  return [
    {
      element: main,
      errorElement: <ErrorPage />,
      hydrateFallbackElement: nothing,
      children: [...within(undefined), { path: '*', element: <NotFound /> }],
    },
    { element: wizard, errorElement: <ErrorPage />, hydrateFallbackElement: nothing, children: within('wizard') },
    // The login page stands outside of the router: at its path the console goes away.
    { path: '/login', element: null },
    { path: '/index', loader: () => redirect('/') },
  ];
}

/** While the first page is fetched. */
const nothing = <></>;

function routeOf(entry: MenuEntry): RouteObject {
  return {
    id: entry.name,
    path: entry.path,
    errorElement: <ErrorPage />,
    lazy: async () => ({ Component: pageOf(entry, (await entry.page()).default) }),
  };
}
