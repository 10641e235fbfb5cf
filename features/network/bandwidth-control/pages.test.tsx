// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { rateCtrlEntry, stormCtrlEntry } from './objects.ts';
import { egressRateLimitingPage, ingressRateLimitingPage, stormControlPage } from './pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Storm Control', () => {
  it('shows where it storms, and sets what is limited', async () => {
    device = startTestDevice([
      {
        object: stormCtrlEntry,
        rows: [{ ifIndex: 1 }, { ifIndex: 2, stormCtrlBroadcast: 1, stormCtrlState: 2 }],
      },
    ]);
    const { user } = openPage(stormControlPage);
    await user.click(await screen.findByRole('checkbox', { name: 'Multicast of port 2', checked: false }));
    // The unit of the wire is nowhere, and what each number is in others stands beside it.
    expect(screen.getByRole('table').textContent).not.toContain('× 64');
    expect(screen.getAllByText('= 262144 frames/s')).toHaveLength(2);
    const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
    expect(rows.filter((row) => row.includes('Storm'))).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'stormCtrlEntry', ifIndex: 2, stormCtrlMulticast: 1 });
  });
});

describe('Rate Limiting', () => {
  it.each([
    ['Ingress', ingressRateLimitingPage],
    ['Egress', egressRateLimitingPage],
  ] as const)('%s sets its own way alone', async (way, page) => {
    const limited = { [`rateCtrl${way}Status`]: 1, [`rateCtrl${way}Kbps`]: 64_000 };
    device = startTestDevice([
      { object: rateCtrlEntry, rows: [{ rateCtrlIndex: 1 }, { rateCtrlIndex: 2, ...limited }] },
    ]);
    const { user } = openPage(page);
    await user.click(await screen.findByRole('checkbox', { name: `${way} limit of port 1`, checked: false }));
    // Only a limit that is in force is shown as a rate.
    const rows = screen.getAllByRole('row').slice(2);
    expect(rows.map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual(['–', '64000']);
    const other = way === 'Ingress' ? 'Egress' : 'Ingress';
    expect(screen.queryByRole('checkbox', { name: `${other} limit of port 1` })).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'rateCtrlEntry',
      rateCtrlIndex: 1,
      [`rateCtrl${way}Status`]: 1,
    });
  });
});
