import { show } from '../form/test-device.tsx';
import { ErrorPage } from '../layouts/ErrorPage.tsx';
import type { MenuEntry } from '../navigation/menu-entry.ts';
import { withRowPages } from '../navigation/page.ts';
import { routesOf } from '../navigation/routes.ts';
import { memoryHistory } from '../router/history.ts';
import { Outlet, RouterProvider } from '../router/RouterProvider.tsx';
import { createRouter } from '../router/router.ts';

/**
 * For tests: opens a declared page, or at `path` the page of one of its rows, as the console's router shows it, `others` beside
 * it.
 */
export function openPage(entry: MenuEntry, path: string = entry.path, others: readonly MenuEntry[] = []) {
  const routes = routesOf({ entries: withRowPages([entry, ...others]), main: <Outlet />, wizard: <Outlet /> });
  const router = createRouter(routes, memoryHistory(path));
  void router.start();
  return { ...show(<RouterProvider router={router} failed={(reason) => <ErrorPage reason={reason} />} />), router };
}
