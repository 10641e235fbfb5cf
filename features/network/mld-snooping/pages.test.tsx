// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { mldsCtrl, mldsVlanFilterEntry, mldsVlanMulticastGroupEntry, mldsVlanRouterEntry } from './objects.ts';
import { mldRouterPortPage, mldSnoopingSettingsPage } from './pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

describe('MLD Snooping', () => {
  it('shows who listens, and stops looking in one VLAN', async () => {
    device = startTestDevice([
      { object: mldsCtrl, values: { mldsStatus: 1 } },
      { object: mldsVlanFilterEntry, rows: [{ mldsVlanFilterVlanId: 1, mldsVlanQuerierState: 2 }] },
      {
        object: mldsVlanMulticastGroupEntry,
        rows: [
          {
            mldsVlanMulticastGroupVlanId: 1,
            mldsVlanMulticastGroupIpAddress: 'ff05::1:3',
            mldsVlanMulticastGroupPortList: '2,5',
            mldsVlanMulticastGroupAge: 200,
          },
        ],
      },
    ]);
    const { user } = openPage(mldSnoopingSettingsPage);
    expect((await screen.findByRole('row', { name: /ff05::1:3/ })).textContent).toContain('2,5');
    expect(screen.getByText('Non-querier')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Modify VLAN 1' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Snooping' }), 'Disabled');
    await user.click(screen.getAllByRole('button', { name: 'Apply' }).at(-1) ?? document.body);
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'mldsVlanFilterEntry',
      mldsVlanFilterVlanId: 1,
      mldsVlanFilterStatus: 2,
    });
  });

  it('sets the router ports of one VLAN on their page, and comes back', async () => {
    device = startTestDevice([
      { object: mldsVlanRouterEntry, rows: [{ mldsVlanRouterVlanId: 20, mldsVlanStaticRouterPorts: '2' }] },
      { object: dot1qVlanStaticEntry, rows: [{ dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '2-3' }] },
    ]);
    const { user, router } = openPage(mldRouterPortPage);
    await user.click(await screen.findByRole('button', { name: 'Modify VLAN 20' }));
    expect(router.state.shown.location.pathname).toBe('/Network/ModifyMLDStaticRouterPort/20');
    await user.click(await screen.findByRole('checkbox', { name: /\b3\b/ }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(router.state.shown.location.pathname).toBe(mldRouterPortPage.path));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'mldsVlanRouterEntry',
      mldsVlanRouterVlanId: 20,
      mldsVlanStaticRouterPorts: '2-3',
    });
  });
});
