import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, useEffect, useMemo } from 'react';
import { createQueryClient } from '../../console/call/query-client.ts';
import { ErrorPage } from '../../console/layouts/ErrorPage.tsx';
import { MainLayout } from '../../console/layouts/MainLayout.tsx';
import { startSidebar } from '../../console/layouts/sidebar-state.ts';
import { type Action, ActionsContext } from '../../console/navigation/action.ts';
import { MenuContext } from '../../console/navigation/MenuContext.tsx';
import { routesOf } from '../../console/navigation/routes.ts';
import { hashHistory } from '../../console/router/history.ts';
import { RouterProvider } from '../../console/router/RouterProvider.tsx';
import { createRouter, type Router } from '../../console/router/router.ts';
import { session } from '../../console/session/session.ts';
import { signOut } from '../../console/session/sign-out.ts';
import { fleetMenu } from '../../fleet/menu.ts';

/** Opens the fleet console behind the login. Resolves when the first page's code is there. */
export async function open(): Promise<ReactElement> {
  const layout = <Layout />;
  const router = createRouter(routesOf({ entries: fleetMenu, main: layout, wizard: layout }), hashHistory(), () => {});
  await router.start();
  return <Fleet router={router} />;
}

function Fleet({ router }: { readonly router: Router }) {
  const client = useMemo(createQueryClient, []);
  useEffect(() => {
    startSidebar();
    return () => {
      router.stop();
      client.clear();
    };
  }, [router, client]);
  return (
    <QueryClientProvider client={client}>
      <MenuContext value={{ entries: fleetMenu, sections: [] }}>
        <RouterProvider router={router} failed={(reason) => <ErrorPage reason={reason} />} />
      </MenuContext>
    </QueryClientProvider>
  );
}

const actions: readonly Action[] = [signOut];

/** The console's own layout, with what a fleet has of its parts. */
function Layout() {
  return (
    <ActionsContext value={actions}>
      <MainLayout name={session.username} unsavedChanges={null} cloud={null} warnings={null} banner={null} />
    </ActionsContext>
  );
}
