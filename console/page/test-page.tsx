import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { show } from '../form/test-device.tsx';
import type { MenuEntry } from '../navigation/menu-entry.ts';
import { withRowPages } from '../navigation/page.ts';
import { routesOf } from '../navigation/routes.tsx';

/** For tests: opens a declared page, or at `path` the page of one of its rows, as the console's router shows it, `others` beside it. */
export function openPage(entry: MenuEntry, path: string = entry.path, others: readonly MenuEntry[] = []) {
  const routes = routesOf({ entries: withRowPages([entry, ...others]), main: <Outlet />, wizard: <Outlet /> });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  return { ...show(<RouterProvider router={router} />), router };
}
