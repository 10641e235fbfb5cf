import type { QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished } from 'vitest';
import { show } from '../form/test-device.tsx';
import { ErrorPage } from '../layouts/ErrorPage.tsx';
import { MenuContext } from '../navigation/MenuContext.tsx';
import type { MenuEntry } from '../navigation/menu-entry.ts';
import { withRowPages } from '../navigation/page.ts';
import { routesOf } from '../navigation/routes.ts';
import { memoryHistory } from '../router/history.ts';
import { Outlet, RouterProvider } from '../router/RouterProvider.tsx';
import { createRouter } from '../router/router.ts';

/**
 * For tests: opens a declared page, or at `path` the page of one of its rows, as the console's router shows it, `others` beside
 * it. A page that asks for an object before anybody has touched it, and does not name that in its `reads`, fails the test: it
 * would not be asked for together with the page's code.
 */
export function openPage(entry: MenuEntry, path: string = entry.path, others: readonly MenuEntry[] = []) {
  const entries = withRowPages([entry, ...others]);
  const routes = routesOf({ entries, main: <Outlet />, wizard: <Outlet /> });
  const router = createRouter(routes, memoryHistory(path));
  void router.start();
  const shown = show(
    <MenuContext value={{ entries, sections: [] }}>
      <RouterProvider router={router} failed={(reason) => <ErrorPage reason={reason} />} />
    </MenuContext>,
  );
  if (entry.reads && path === entry.path) proveReads(entry.reads, shown.client);
  return { ...shown, router };
}

/** Fails the test at its end where whole objects were asked for that `reads` lacks. */
function proveReads(reads: readonly string[], client: QueryClient): void {
  const missing = new Set<unknown>();
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'fetch') return;
    const [name, narrowed] = event.query.queryKey;
    if (Object.keys(Object(narrowed)).length === 0 && !reads.includes(String(name))) missing.add(name);
  });
  for (const touch of ['pointerdown', 'keydown'] as const)
    document.addEventListener(touch, stop, { capture: true, once: true });
  onTestFinished(() => {
    stop();
    expect([...missing], 'objects that the page asks for and its reads lack').toEqual([]);
  });
}
