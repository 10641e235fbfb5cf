// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { dot3EeeCtrl, dot3EeeEntry } from './objects.ts';
import { eeePage } from './page.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

it('shows which links sleep, and offers nothing where the interface does not', async () => {
  device = startTestDevice([
    { object: dot3EeeCtrl, values: { eeeGlobalState: 1 } },
    {
      object: dot3EeeEntry,
      rows: [
        { ifIndex: 1, eeePortState: 1, eeeAvailable: 1, eeeLinkPartner: 1, eeeOperState: 1, eeeTxWakeTime: 16.5 },
        { ifIndex: 2, eeePortState: 2, eeeAvailable: 2 },
      ],
    },
  ]);
  openPage(eeePage);
  expect(await screen.findByText('16.5 µs')).toBeDefined();
  expect(screen.getByText(/the link is down for about 2 seconds/)).toBeDefined();
  const [first, second] = await Promise.all(
    [1, 2].map((port) => screen.findByRole('checkbox', { name: `State of port ${port}` })),
  );
  if (!first || !second) throw new Error('no controls');
  expect(screen.getByText('Active', { selector: 'td *' })).toBeDefined();
  expect(second).toHaveProperty('disabled', true);
  expect(first).toHaveProperty('disabled', false);
});
