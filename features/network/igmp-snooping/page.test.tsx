// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { igsCtrl, igsVlanFilterEntry, igsVlanMulticastGroupEntry, igsVlanRouterEntry } from './objects.ts';
import { igmpRouterPortPage, igmpSnoopingSettingsPage } from './pages.ts';

let device: TestDevice;
let user: ReturnType<typeof openPage>['user'];

beforeEach(async () => {
  device = startTestDevice([
    { object: igsCtrl, values: {} },
    { object: igsVlanFilterEntry, rows: [{ igsVlanFilterVlanId: 1, igsVlanQuerierState: 1 }] },
    {
      object: igsVlanMulticastGroupEntry,
      rows: [
        {
          igsVlanMulticastGroupVlanId: 1,
          igsVlanMulticastGroupIpAddress: '239.1.2.3',
          igsVlanMulticastGroupPortList: '2,5',
          igsVlanMulticastGroupAge: 200,
        },
      ],
    },
  ]);
  ({ user } = openPage(igmpSnoopingSettingsPage));
  await screen.findByText('239.1.2.3');
});

afterEach(() => {
  cleanup();
  device.stop();
});

describe('IGMP Snooping', () => {
  it('offers the timeouts that follow from the queries, where those that are set are too short', async () => {
    const form = screen.getByRole('region', { name: 'Snooping' });
    expect(screen.queryByRole('status', { name: '' })?.textContent ?? '').not.toContain('forgotten');
    const interval = within(form).getByRole('textbox', { name: /^Query Interval/ });
    await user.clear(interval);
    await user.type(interval, '600');
    await user.click(await within(form).findByRole('button', { name: 'Set the timeouts to 1210 s and 1200 s' }));
    expect(within(form).queryByRole('button', { name: /^Set the timeouts/ })).toBeNull();
    await user.click(within(form).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'igsCtrl',
      igsQueryInterval: 600,
      igsHostPortPurgeInterval: 1210,
      igsRouterPortPurgeInterval: 1200,
    });
  });

  it('forgets the groups, once that is confirmed', async () => {
    await user.click(screen.getByRole('button', { name: 'Clear groups' }));
    const dialog = await screen.findByRole('dialog');
    expect(device.sets()).toEqual([]);
    const [, yes] = within(dialog).getAllByRole('button');
    if (yes) await user.click(yes);
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'igsCtrl', igsClearGroups: 1 });
  });
});

describe('Modify IGMP Router Ports', () => {
  it('names the VLAN, and offers its members alone', async () => {
    cleanup();
    device.stop();
    device = startTestDevice([
      { object: igsVlanRouterEntry, rows: [{ igsVlanRouterVlanId: 20 }] },
      { object: dot1qVlanStaticEntry, rows: [{ dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '2-3' }] },
    ]);
    ({ user } = openPage(igmpRouterPortPage, '/Network/ModifyIGSStaticRouterPort/20'));
    await user.click(await screen.findByRole('checkbox', { name: /\b2\b/ }));
    expect(screen.getByText('802.1Q VLAN')).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: /\b4\b/ }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'igsVlanRouterEntry',
      igsVlanRouterVlanId: 20,
      igsVlanStaticRouterPorts: '2',
    });
  });
});
