import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { takeDefaultRoute } from '../../console/boot/default-route.ts';
import { device } from '../../console/boot/device.ts';
import { createQueryClient } from '../../console/call/query-client.ts';
import { readAhead } from '../../console/call/read-ahead.ts';
import { ErrorPage } from '../../console/layouts/ErrorPage.tsx';
import { startSidebar } from '../../console/layouts/sidebar-state.ts';
import { listenForCloudMode } from '../../console/navigation/cloud.ts';
import { MenuContext, type OpenMenu } from '../../console/navigation/MenuContext.tsx';
import type { MenuEntry } from '../../console/navigation/menu-entry.ts';
import { openEntries } from '../../console/navigation/open-entries.ts';
import { routesOf } from '../../console/navigation/routes.ts';
import { hashHistory } from '../../console/router/history.ts';
import { addressOf } from '../../console/router/location.ts';
import { RouterProvider } from '../../console/router/RouterProvider.tsx';
import { createRouter, type Router } from '../../console/router/router.ts';
import { sessionPaths } from '../../console/session/login-page.ts';
import { session } from '../../console/session/session.ts';
import type { AfterLogin } from '../../features/login/Login.tsx';
import { menu } from '../../features/menu.ts';
import { barReads } from './bar/bar-reads.ts';
import { Layout } from './Layout.tsx';

interface Running {
  readonly client: QueryClient;
  readonly menu: OpenMenu;
  readonly router: Router;
}

/**
 * Opens the console behind the login: the menu's pages in their layouts. `goTo` names the route that a login leads to.
 * Resolves when the first page's code is there, so that nothing is drawn that is replaced at once; what the page shows is
 * asked for meanwhile.
 */
export async function open(goTo?: AfterLogin): Promise<ReactElement> {
  const running = start(goTo);
  await running.router.start();
  return <Console {...running} />;
}

function Console({ client, menu, router }: Running) {
  useEffect(() => {
    startSidebar();
    const stop = listenForCloudMode();
    return () => {
      stop();
      router.stop();
      client.clear();
    };
  }, [router, client]);
  return (
    <QueryClientProvider client={client}>
      <MenuContext value={menu}>
        <RouterProvider router={router} failed={(reason) => <ErrorPage reason={reason} />} />
      </MenuContext>
    </QueryClientProvider>
  );
}

/** Chooses the route table and the first route, begins to follow the address, and asks for what is shown there. */
function start(goTo: AfterLogin | undefined): Running {
  const client = createQueryClient();
  // The mode is the switch's: another browser, or a backup, may have changed it since this one was here.
  if (goTo !== undefined) session.surveillance = device().viewMode === 2;
  // From afar it cannot be left, and every page is wanted.
  if (device().throughCloud) session.surveillance = false;
  // Cloud mode may open while the console runs: its pages have their routes from the start.
  const [table, other] = session.surveillance ? [menu.simplified, menu.full] : [menu.full, menu.simplified];
  const entries = openEntries(table, device());
  const elsewhere = openEntries(other, device());
  const first =
    goTo === undefined
      ? takeDefaultRoute(entries)
      : (entries.find(({ name }) => name === goTo)?.path ?? sessionPaths().dashboard);
  if (first !== undefined) window.history.replaceState(null, '', `#${first}`);
  // The wizard's bar shows none of it, and a session that is for the wizard only may not read it.
  const shown = entryAt(entries, addressOf(window.location.hash.slice(1)).pathname);
  if (shown?.layout !== 'wizard') readAhead(client, [], barReads).comes();
  const routes = routesOf({ entries, main: <Layout />, wizard: <Layout wizard /> });
  const router = createRouter(routes, hashHistory(), (path) => readAhead(client, readsAt(entries, path)));
  return { client, menu: { entries, elsewhere, sections: menu.sections }, router };
}

/** Contents of the page at a path. */
function readsAt(entries: readonly MenuEntry[], path: string): readonly string[] {
  return entryAt(entries, path)?.reads ?? [];
}

function entryAt(entries: readonly MenuEntry[], path: string): MenuEntry | undefined {
  return entries.find((entry) => entry.path === path);
}
