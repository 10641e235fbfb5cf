// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { sysTimeCtrl, TimeSource } from './objects.ts';
import { systemTimePage } from './page.ts';
import { sysTimeSntpServerEntry } from './sntp-server-objects.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const DAY = 86_400;
const warning = 'The clock has not been synchronized for more than a day.';

it.each([
  [-1, 'never', false],
  [DAY, '1 d 0 h 0 min 0 s', false],
  [DAY + 1, '1 d 0 h 0 min 1 s', true],
])('warns of a clock that was set %s s ago where that is more than a day', async (sysTimeSinceSync, words, isLate) => {
  device = startTestDevice([
    { object: sysTimeCtrl, values: { sysTimeSource: TimeSource.sntp, sysTimeSinceSync } },
    { object: sysTimeSntpServerEntry, rows: [1, 2].map((sysTimeSntpServerIndex) => ({ sysTimeSntpServerIndex })) },
  ]);
  openPage(systemTimePage);
  const value = (await screen.findByText('Time since last sync')).nextElementSibling;
  await waitFor(() => expect(value?.textContent).toBe(words));
  expect(screen.queryByText(warning) !== null).toBe(isLate);
  expect(value?.querySelector('[class*="warn"]') !== null).toBe(isLate);
});
