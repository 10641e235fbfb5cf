// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show, startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { cloudMode, listenForCloudMode } from '../../../console/navigation/cloud.ts';
import type { MenuEntry } from '../../../console/navigation/menu-entry.ts';
import { routesOf } from '../../../console/navigation/routes.ts';
import { memoryHistory } from '../../../console/router/history.ts';
import { RouterProvider } from '../../../console/router/RouterProvider.tsx';
import { createRouter } from '../../../console/router/router.ts';
import { session } from '../../../console/session/session.ts';
import { sysCloudCtrl } from '../../../features/system/cloud-settings/objects.ts';
import { CloudStatus } from './CloudStatus.tsx';

let device: TestDevice;
const reload = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  session.defaultRouter = '';
  cloudMode.set(true);
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
});

afterEach(() => {
  cleanup();
  device.stop();
  cloudMode.set(false);
  vi.restoreAllMocks();
  reload.mockReset();
});

const dashboard: MenuEntry = {
  title: 'Dashboard',
  under: [],
  path: '/',
  name: 'Dashboard',
  page: async () => ({ default: () => <h1>Dashboard</h1> }),
};

function start(systemCloudConnectState: number, entry: MenuEntry = dashboard) {
  device = startTestDevice([{ object: sysCloudCtrl, values: { systemCloudConnectState } }]);
  const router = createRouter(
    routesOf({ entries: [entry], main: <CloudStatus />, wizard: <CloudStatus /> }),
    memoryHistory(entry.path),
  );
  void router.start();
  return show(<RouterProvider router={router} failed={() => null} />);
}

it.each([
  [0, 'Cloud: connection failed', '×', 'red'],
  [1, 'Cloud: connecting', '…', 'yellow'],
  [2, 'Cloud: connected', '✓', 'green'],
  [3, 'Cloud: not connected', '–', 'yellow'],
])('shows state %i by its words, its mark and its colour', async (state, words, mark, colour) => {
  start(state);
  const link = await screen.findByRole('link', { name: words });
  expect(link.getAttribute('href')).toMatch(/\/System\/CloudSettings$/);
  expect(link.textContent).toBe(mark);
  expect(link.querySelector('svg')?.getAttribute('fill')).toBe(`var(--cloud-${colour})`);
  const read = expect.objectContaining({ Template: 'sysCloudCtrl', WebAuthenRequestState: 'Disable' });
  await waitFor(() => expect(device.calls.map(({ params }) => params)).toEqual([read]));
});

it('loads the console again at the cloud settings, once, where its page says otherwise than the switch', async () => {
  start(2);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(session.defaultRouter).toBe('CloudSettings');
  cleanup();
  device.stop();
  start(2);
  await screen.findByRole('link', { name: 'Cloud: connected' });
  expect(reload).toHaveBeenCalledOnce();
});

it('leaves the wizard alone', async () => {
  start(2, { ...dashboard, path: '/Wizard/setup0Info', name: 'Wizard_setupInfo' });
  await screen.findByRole('link', { name: 'Cloud: connected' });
  expect(reload).not.toHaveBeenCalled();
});

it('is not there before cloud mode is, which a page of the same switch can tell of', async () => {
  cloudMode.set(false);
  const stop = listenForCloudMode();
  start(1);
  const tell = (origin: string) =>
    act(() => window.dispatchEvent(new MessageEvent('message', { data: 'CloudModeIsOpen', origin })));
  tell('https://elsewhere.example');
  expect(screen.queryByRole('link')).toBeNull();
  expect(device.calls).toEqual([]);
  tell(window.location.origin);
  await screen.findByRole('link', { name: 'Cloud: connecting' });
  stop();
});
