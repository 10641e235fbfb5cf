// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ComponentType, lazy, useEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { type Finder, FinderContext } from '../navigation/found.ts';
import { MenuContext } from '../navigation/MenuContext.tsx';
import { memoryHistory } from '../router/history.ts';
import { RouterProvider } from '../router/RouterProvider.tsx';
import { createRouter } from '../router/router.ts';
import { Palette } from './Palette.tsx';
import { Search } from './Search.tsx';

afterEach(cleanup);

const go = vi.fn();

/** A component that comes once it is let. */
function late<P extends object>(component: ComponentType<P>) {
  const { promise, resolve: arrive } = deferred();
  return { Late: lazy(() => promise.then(() => ({ default: component }))), arrive };
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const PortFinder: Finder = ({ query, onFound }) => {
  useEffect(() => onFound([{ key: 'port', title: query, kind: 'Port', go: () => go(query) }]), [query, onFound]);
  return null;
};

/** The search of a console whose palette and finder have not come yet, opened by Ctrl+K. */
async function start() {
  const user = userEvent.setup();
  const palette = late(Palette);
  const finder = late(PortFinder);
  const page = async () => () => <Search palette={palette.Late} />;
  const router = createRouter([{ path: '/', page }], memoryHistory('/'));
  void router.start();
  render(
    <MenuContext value={{ entries: [], elsewhere: [], sections: [] }}>
      <FinderContext value={finder.Late}>
        <RouterProvider router={router} failed={() => null} />
      </FinderContext>
    </MenuContext>,
  );
  await screen.findByRole('button');
  await user.keyboard('{Control>}k{/Control}');
  return { user, palette, finder };
}

it('keeps what is typed after the first Ctrl+K until the palette has come', async () => {
  const { user, palette } = await start();
  await user.keyboard('po');
  expect(screen.queryByRole('combobox')).toBeNull();
  await user.keyboard('rt');
  palette.arrive();
  const query = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Find a page or setting' });
  expect(query.value).toBe('port');
});

it('goes where an Enter leads that came before the palette and its finder', async () => {
  const { user, palette, finder } = await start();
  await user.keyboard('port 3{Enter}');
  palette.arrive();
  await screen.findByRole('combobox');
  expect(go).not.toHaveBeenCalled();
  finder.arrive();
  await waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith('port 3'));
  expect(screen.queryByRole('combobox')).toBeNull();
});
