// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy } from 'react';
import { afterEach, expect, it } from 'vitest';
import { MenuContext } from '../navigation/MenuContext.tsx';
import { memoryHistory } from '../router/history.ts';
import { RouterProvider } from '../router/RouterProvider.tsx';
import { createRouter } from '../router/router.ts';
import { Palette } from './Palette.tsx';
import { Search } from './Search.tsx';

afterEach(cleanup);

it('keeps what is typed after the first Ctrl+K until the palette has come', async () => {
  const user = userEvent.setup();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const Late = lazy(() => arrived.then(() => ({ default: Palette })));
  const router = createRouter([{ path: '/', page: async () => () => <Search palette={Late} /> }], memoryHistory('/'));
  void router.start();
  render(
    <MenuContext value={{ entries: [], elsewhere: [], sections: [] }}>
      <RouterProvider router={router} failed={() => null} />
    </MenuContext>,
  );
  await screen.findByRole('button');
  await user.keyboard('{Control>}k{/Control}po');
  expect(screen.queryByRole('combobox')).toBeNull();
  await user.keyboard('rt');
  arrive();
  const query = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Find a page or setting' });
  expect(query.value).toBe('port');
});
