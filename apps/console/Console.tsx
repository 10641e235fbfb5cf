import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createHashRouter, type DataRouter, RouterProvider } from 'react-router';
import { takeDefaultRoute } from '../../console/boot/default-route.ts';
import { device } from '../../console/boot/device.ts';
import { createQueryClient } from '../../console/call/query-client.ts';
import { startSidebar } from '../../console/layouts/sidebar-state.ts';
import { listenForCloudMode } from '../../console/navigation/cloud.ts';
import { MenuContext, type OpenMenu } from '../../console/navigation/MenuContext.tsx';
import { openEntries } from '../../console/navigation/open-entries.ts';
import { routesOf } from '../../console/navigation/routes.tsx';
import { sessionPaths } from '../../console/session/login-page.ts';
import { session } from '../../console/session/session.ts';
import type { AfterLogin } from '../../features/login/Login.tsx';
import { menu } from '../../features/menu.ts';
import { Layout } from './Layout.tsx';

interface Running {
  readonly menu: OpenMenu;
  readonly router: DataRouter;
}

/** The console behind the login: the menu's pages in their layouts. `goTo` names the route that a login leads to. */
export default function Console({ goTo }: { readonly goTo: AfterLogin | undefined }) {
  const [client] = useState(createQueryClient);
  const [{ menu: open, router }] = useState(() => start(goTo));
  useEffect(() => {
    startSidebar();
    const stop = listenForCloudMode();
    return () => {
      stop();
      router.dispose();
      client.clear();
    };
  }, [router, client]);
  return (
    <QueryClientProvider client={client}>
      <MenuContext value={open}>
        <RouterProvider router={router} />
      </MenuContext>
    </QueryClientProvider>
  );
}

/** Chooses the route table and the first route, and begins to follow the address. */
function start(goTo: AfterLogin | undefined): Running {
  // Cloud mode may open while the console runs: its pages have their routes from the start.
  const table = session.surveillance ? menu.simplified : menu.full;
  const entries = openEntries(table, device());
  const first =
    goTo === undefined
      ? takeDefaultRoute(entries)
      : (entries.find(({ name }) => name === goTo)?.path ?? sessionPaths().dashboard);
  if (first !== undefined) window.history.replaceState(null, '', `#${first}`);
  const routes = routesOf({ entries, main: <Layout />, wizard: <Layout wizard /> });
  return { menu: { entries, sections: menu.sections }, router: createHashRouter(routes) };
}
