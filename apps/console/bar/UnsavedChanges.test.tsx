// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { servePage } from '../../../console/boot/testing.ts';
import { show, startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { ActionButton } from '../../../console/layouts/ActionButton.tsx';
import { ActionsContext } from '../../../console/navigation/action.ts';
import { routesOf } from '../../../console/navigation/routes.ts';
import { memoryHistory } from '../../../console/router/history.ts';
import { RouterProvider } from '../../../console/router/RouterProvider.tsx';
import { createRouter } from '../../../console/router/router.ts';
import { configChangeEntry } from '../../../features/save/objects.ts';
import { UnsavedChanges } from './UnsavedChanges.tsx';
import { useConsoleActions } from './use-console-actions.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
  servePage({});
});

function Bar() {
  return (
    <ActionsContext value={useConsoleActions()}>
      <UnsavedChanges />
      <ActionButton name="save" place="bar" />
      <ActionButton name="support" place="bar" />
    </ActionsContext>
  );
}

function start() {
  const change = {
    configChangeIndex: 1,
    configChangeWhat: 'Name',
    configChangeFrom: 'a',
    configChangeTo: 'b',
    configChangeKey: 'key',
  };
  device = startTestDevice([{ object: configChangeEntry, rows: [change] }]);
  const page = async () => ({ default: () => <h1>Dashboard</h1> });
  const entry = { title: 'Dashboard', under: [], path: '/', name: 'Dashboard', page };
  const router = createRouter(routesOf({ entries: [entry], main: <Bar />, wizard: <Bar /> }), memoryHistory('/'));
  void router.start();
  show(<RouterProvider router={router} failed={() => null} />);
}

it('counts what a restart would lose, beside the button that saves it', async () => {
  start();
  expect(await screen.findByRole('button', { name: '1 unsaved change' })).toBeDefined();
  expect(screen.getByRole('button', { name: /Save/ })).toBeDefined();
});

it('follows what other sessions change and save', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    start();
    await screen.findByRole('button', { name: '1 unsaved change' });
    device.change(configChangeEntry, { configChangeIndex: 2, configChangeWhat: 'Contact', configChangeKey: 'other' });
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(await screen.findByRole('button', { name: '2 unsaved changes' })).toBeDefined();
    device.remove(configChangeEntry, { configChangeIndex: 1 });
    device.remove(configChangeEntry, { configChangeIndex: 2 });
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(screen.queryByRole('button', { name: /unsaved/ })).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it('discards one of them out of its list', async () => {
  start();
  await userEvent.click(await screen.findByRole('button', { name: '1 unsaved change' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard: Name' }));
  await waitFor(() =>
    expect(device.sets().map(({ params }) => params)).toEqual([
      { Template: 'configChangeEntry', configChangeIndex: 1, configChangeDiscard: 'key' },
    ]),
  );
});

it('offers neither where the switch saves by itself, as it does from afar', async () => {
  servePage({ closedModules: { Save: 0 } });
  start();
  expect(await screen.findByRole('button', { name: /Support/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: /[Ss]ave/ })).toBeNull();
});
