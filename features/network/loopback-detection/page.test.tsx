// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { sysLBD, sysLBDCtrlEntry } from './objects.ts';
import { loopbackDetectionPage } from './page.ts';

let device: TestDevice;
let user: ReturnType<typeof openPage>['user'];

beforeEach(async () => {
  device = startTestDevice([
    { object: sysLBD, values: {} },
    {
      object: sysLBDCtrlEntry,
      rows: [
        { sysLBDCtrlIndex: 1, sysLBDPortStatus: 1 },
        { sysLBDCtrlIndex: 2, sysLBDPortStatus: 1, sysLBDPortLoopStatus: 2, sysLBDPortLoopVlan: '10,20' },
      ],
    },
  ]);
  ({ user } = openPage(loopbackDetectionPage));
  await screen.findByRole('checkbox', { name: 'Port State of port 2' });
});

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Loopback Detection', () => {
  it('shows which ports loop, in which VLANs, and recovers them', async () => {
    const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
    expect(rows.find((row) => row.includes('Loop') && row.includes('10,20'))).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Recover port 1' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Recover port 2' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'sysLBDCtrlEntry',
      sysLBDCtrlIndex: 2,
      sysLBDPortRecover: 1,
    });
  });

  it('takes a recover time of 0, and refuses what lies between it and a minute', async () => {
    const form = screen.getByRole('region', { name: 'Detection' });
    const time = within(form).getByRole('textbox', { name: /^Recover Time/ });
    await user.clear(time);
    await user.type(time, '59');
    const apply = within(form).getByRole('button', { name: 'Apply' });
    await user.click(apply);
    await waitFor(() => expect(time.getAttribute('aria-invalid')).toBe('true'));
    expect(device.sets()).toEqual([]);
    await user.clear(time);
    await user.type(time, '0');
    await user.selectOptions(within(form).getByRole('combobox', { name: 'Loopback Detection State' }), 'Enabled');
    // A pressed button rests for a second.
    await waitFor(() => expect(apply.getAttribute('aria-disabled')).toBeNull(), { timeout: 3000 });
    await user.click(apply);
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'sysLBD', sysLBDStateEnable: 1, sysLBDRecoverTime: 0 });
  });
});
