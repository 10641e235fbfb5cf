// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../console/form/test-device.tsx';
import { openPage } from '../console/page/test-page.tsx';
import { dot1dPortGarpEntry, gvrpGlobal } from './network/gvrp/objects.ts';
import { gvrpGlobalPage, gvrpTimePage } from './network/gvrp/pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const open = (dot1qGvrpStatus: 1 | 2) => {
  device = startTestDevice([
    { object: gvrpGlobal, values: { dot1qGvrpStatus } },
    { object: dot1dPortGarpEntry, rows: [{ dot1dBasePort: 1 }] },
  ]);
  return openPage(gvrpTimePage, gvrpTimePage.path, [gvrpGlobalPage]);
};

it('says why settings have no effect yet, and leads to what is missing', async () => {
  open(2);
  await screen.findByText('No effect while GVRP is disabled.');
  expect(screen.getByRole('link', { name: 'Network / GVRP / Global' }).getAttribute('href')).toBe(
    `#${gvrpGlobalPage.path}`,
  );
});

it('says nothing once they have one', async () => {
  open(1);
  await screen.findAllByRole('row', { name: /^1/ });
  expect(screen.queryByText(/^No effect/)).toBeNull();
});
