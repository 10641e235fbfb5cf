import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, useEffect } from 'react';
import { createHashRouter, type DataRouter, RouterProvider } from 'react-router';
import { takeDefaultRoute } from '../../console/boot/default-route.ts';
import { device } from '../../console/boot/device.ts';
import { createQueryClient } from '../../console/call/query-client.ts';
import { readAhead } from '../../console/call/read-ahead.ts';
import { startSidebar } from '../../console/layouts/sidebar-state.ts';
import { listenForCloudMode } from '../../console/navigation/cloud.ts';
import { MenuContext, type OpenMenu } from '../../console/navigation/MenuContext.tsx';
import type { MenuEntry } from '../../console/navigation/menu-entry.ts';
import { openEntries } from '../../console/navigation/open-entries.ts';
import { routesOf } from '../../console/navigation/routes.tsx';
import { numberTypedAddresses, type TypedAddresses } from '../../console/navigation/typed-addresses.ts';
import { sessionPaths } from '../../console/session/login-page.ts';
import { session } from '../../console/session/session.ts';
import type { AfterLogin } from '../../features/login/Login.tsx';
import { menu } from '../../features/menu.ts';
import { barReads } from './bar/bar-reads.ts';
import { Layout } from './Layout.tsx';

interface Running {
  readonly client: QueryClient;
  readonly menu: OpenMenu;
  readonly router: DataRouter;
  readonly typed: TypedAddresses;
}

/**
 * Opens the console behind the login: the menu's pages in their layouts. `goTo` names the route that a login leads to.
 * Resolves when the first page's code is there, so that nothing is drawn that is replaced at once; what the page shows is
 * asked for meanwhile.
 */
export async function openConsole(goTo: AfterLogin | undefined): Promise<ReactElement> {
  const running = start(goTo);
  await initialized(running.router);
  return <Console {...running} />;
}

function Console({ client, menu, router, typed }: Running) {
  useEffect(() => {
    startSidebar();
    const stop = listenForCloudMode();
    return () => {
      stop();
      typed.stop();
      router.dispose();
      client.clear();
    };
  }, [router, typed, client]);
  return (
    <QueryClientProvider client={client}>
      <MenuContext value={menu}>
        <RouterProvider router={router} />
      </MenuContext>
    </QueryClientProvider>
  );
}

/** Chooses the route table and the first route, begins to follow the address, and asks for what is shown there. */
function start(goTo: AfterLogin | undefined): Running {
  const client = createQueryClient();
  // Cloud mode may open while the console runs: its pages have their routes from the start.
  const table = session.surveillance ? menu.simplified : menu.full;
  const entries = openEntries(table, device());
  const first =
    goTo === undefined
      ? takeDefaultRoute(entries)
      : (entries.find(({ name }) => name === goTo)?.path ?? sessionPaths().dashboard);
  if (first !== undefined) window.history.replaceState(null, '', `#${first}`);
  const prepare = (path: string) => readAhead(client, readsAt(entries, path));
  const shown = window.location.hash.slice(1);
  readAhead(client, readsAt(entries, shown), barReads);
  const typed = numberTypedAddresses();
  const router = createHashRouter(routesOf({ entries, main: <Layout />, wizard: <Layout wizard /> }));
  // A page whose code has to come is asked for by more than the menu: links, the palette, the browser's history.
  let coming: string | undefined;
  router.subscribe(typed.follow);
  router.subscribe(({ navigation: { location } }) => {
    if (location && location.key !== coming) readAhead(client, readsAt(entries, location.pathname));
    coming = location?.key;
  });
  return { client, menu: { entries, sections: menu.sections, prepare }, router, typed };
}

/** What the page at an address shows; the dashboard has two addresses. */
function readsAt(entries: readonly MenuEntry[], address: string): readonly string[] {
  const path = address === '/index' || address === '' ? '/' : address.split('?', 1)[0];
  return entries.find((entry) => entry.path === path)?.reads ?? [];
}

/** Resolves when the first page can be drawn, or what is drawn where there is none. */
function initialized(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    const stop = router.subscribe(({ initialized: is }) => {
      if (!is) return;
      stop();
      resolve();
    });
  });
}
