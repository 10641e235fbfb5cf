// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { trunkGroupEntry } from '../trunk/objects.ts';
import { dot1qPortVlanEntry } from '../vlan/objects.ts';
import { dot1dPortGarpEntry, gvrpGlobal } from './objects.ts';
import { gvrpGlobalPage, gvrpPortPage, gvrpTimePage } from './pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

describe('GVRP > Global', () => {
  it('is switched on, beside how many VLANs it has brought', async () => {
    device = startTestDevice([{ object: gvrpGlobal, values: { gvrpDynamicVlanCount: 3 } }]);
    const { user } = openPage(gvrpGlobalPage);
    const learnt = await screen.findByRole('region', { name: 'VLANs learned' });
    expect(await within(learnt).findByText('3')).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'GVRP Status' }), 'Enabled');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'gvrpGlobal', dot1qGvrpStatus: 1 });
  });
});

describe('GVRP > Port', () => {
  it('leaves members of a trunk to the one that stands for them, and knows no origin before a PDU came', async () => {
    device = startTestDevice([
      { object: trunkGroupEntry, rows: [{ trunkId: 1, trunkMode: 1, trunkMemberPorts: '2-3' }] },
      { object: dot1qPortVlanEntry, rows: [{ dot1dBasePort: 2 }, { dot1dBasePort: 3 }] },
    ]);
    const { user } = openPage(gvrpPortPage);
    const status = (port: number) => screen.getByRole('checkbox', { name: `Dynamic VLAN Status of port ${port}` });
    await screen.findAllByText('Port 3 follows port 2: both are members of trunk 1.');
    expect(status(3)).toHaveProperty('disabled', true);
    expect(screen.queryByText('00-00-00-00-00-00')).toBeNull();
    await user.click(status(2));
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'dot1qPortVlanEntry',
      dot1dBasePort: 2,
      dot1qPortGvrpStatus: 1,
    });
  });
});

describe('GVRP > Time Settings', () => {
  it('refuses a time off the grid at its cell, and sends nothing', async () => {
    device = startTestDevice([{ object: dot1dPortGarpEntry, rows: [{ dot1dBasePort: 1 }, { dot1dBasePort: 5001 }] }]);
    const { user } = openPage(gvrpTimePage);
    const join = await screen.findByRole('textbox', { name: 'Join Time of Trunk 1' });
    await user.clear(join);
    await user.type(join, '205');
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await waitFor(() => expect(join.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(join);
    expect(device.sets()).toEqual([]);
  });

  it('offers the times of the standard, to be applied', async () => {
    const own = { dot1dPortGarpJoinTime: 400, dot1dPortGarpLeaveTime: 1200, dot1dPortGarpLeaveAllTime: 20_000 };
    device = startTestDevice([
      { object: dot1dPortGarpEntry, rows: [{ dot1dBasePort: 1 }, { dot1dBasePort: 2, ...own }] },
    ]);
    const { user } = openPage(gvrpTimePage);
    await screen.findByRole('textbox', { name: 'Join Time of port 2' });
    await user.click(screen.getByRole('button', { name: 'Defaults' }));
    await user.click(screen.getByRole('button', { name: 'Apply 3 changes' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'dot1dPortGarpEntry',
      dot1dBasePort: 2,
      dot1dPortGarpJoinTime: 200,
      dot1dPortGarpLeaveTime: 600,
      dot1dPortGarpLeaveAllTime: 10_000,
    });
  });
});
