// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { memoryHistory } from '../router/history.ts';
import { RouterProvider } from '../router/RouterProvider.tsx';
import { createRouter } from '../router/router.ts';
import { useAskedPorts } from './use-asked-ports.ts';

afterEach(cleanup);

let chosen: string[] = [];

/** A page that is ready after its button was pressed; pressed again, it is drawn again. */
function Page() {
  const [ready, setReady] = useState(false);
  const [, draw] = useState(0);
  useAskedPorts(ready, (ports) => void chosen.push(ports));
  return (
    <button type="button" onClick={() => (ready ? draw((times) => times + 1) : setReady(true))}>
      Go on
    </button>
  );
}

it('chooses what the address asks for once, as soon as the page is ready, and again for another address', async () => {
  chosen = [];
  const page = async () => Page;
  const router = createRouter([{ path: '/Ports', page }], memoryHistory('/Ports?ports=5-8'));
  void router.start();
  render(<RouterProvider router={router} failed={() => null} />);
  const goOn = await screen.findByRole('button');
  expect(chosen).toEqual([]);
  act(() => goOn.click());
  expect(chosen).toEqual(['5-8']);
  act(() => goOn.click());
  expect(chosen).toEqual(['5-8']);
  await act(() => router.navigate('/Ports?ports=2'));
  expect(chosen).toEqual(['5-8', '2']);
  await act(() => router.navigate('/Ports'));
  expect(chosen).toEqual(['5-8', '2']);
});
