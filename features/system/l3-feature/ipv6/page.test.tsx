// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../../console/form/test-device.tsx';
import { openPage } from '../../../../console/page/test-page.tsx';
import { ipAddressEntry } from '../address-objects.ts';
import { inetCidrRouteEntry } from '../route-objects.ts';
import { ipv6InterfaceEntry } from './interface-objects.ts';
import { ipv6Ctrl, ipv6IfAddressEntry } from './objects.ts';
import { ipv6InterfaceConfigurationPage, ipv6InterfacePage, ipv6RoutePage } from './pages.ts';
import { ipv6StaticRouteEntry } from './route-objects.ts';

let device: TestDevice;

function start(columns: object = {}): void {
  device = startTestDevice([
    { object: ipv6Ctrl, values: {} },
    {
      object: ipv6InterfaceEntry,
      rows: [
        {
          ipv6InterfaceIfIndex: 10_001,
          ifName: 'vlan1',
          ipIfVlanId: 1,
          linkLocalInUse: 'fe80::1',
          globalAddresses: '2001:db8::10/64, 2001:db8:1::10/64',
          ...columns,
        },
      ],
    },
    { object: ipv6IfAddressEntry, rows: [{ ifIndex: 10_001, ipv6Address: '2001:db8::10' }] },
    {
      object: ipAddressEntry,
      rows: [
        { ipAddressAddrType: 1, ipAddressAddr: '192.168.10.200', ipAddressIfIndex: 10_001 },
        { ipAddressAddrType: 2, ipAddressAddr: '2001:db8::10', ipAddressIfIndex: 10_001, ipAddressStatus: 7 },
        { ipAddressAddrType: 2, ipAddressAddr: '2001:db8:2::10', ipAddressIfIndex: 10_020 },
      ],
    },
    { object: ipv6StaticRouteEntry, rows: [] },
    { object: inetCidrRouteEntry, rows: [] },
  ]);
}

afterEach(() => {
  cleanup();
  device.stop();
});

describe('IPv6 Interface', () => {
  it('lists the addresses, and deletes an interface with those that are set of it', async () => {
    start();
    const { user } = openPage(ipv6InterfacePage);
    expect(await screen.findByText('2001:db8:1::10/64')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Delete vlan1' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Delete|OK/ }));
    await waitFor(() => expect(device.sets()).toHaveLength(2));
    expect(device.sets().map(({ params }) => params)).toMatchObject([
      { Template: 'ipv6IfAddressEntry', ipv6Address: '2001:db8::10', RowStatus: 6 },
      { Template: 'ipv6InterfaceEntry', ipv6InterfaceIfIndex: 10_001, RowStatus: 6 },
    ]);
  });

  it('adds one by its VLAN', async () => {
    start();
    const { user } = openPage(ipv6InterfacePage);
    await user.click(await screen.findByRole('button', { name: 'Add interface' }));
    const vlan = await screen.findByRole('textbox', { name: /^VLAN ID/ });
    await user.clear(vlan);
    await user.type(vlan, '20');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(device.sets()[0]?.params).toMatchObject({ ipv6InterfaceIfIndex: 10_020, ipIfVlanId: 20, RowStatus: 4 }),
    );
  });
});

describe('IPv6 Interface Configuration', () => {
  it('shows what the interface has and how it stands, and asks for a link-local address only without the automatic one', async () => {
    start();
    const { user } = openPage(ipv6InterfaceConfigurationPage);
    const inUse = await screen.findByRole('region', { name: /^Addresses in use/ });
    expect(await within(inUse).findByText('Duplicate')).toBeDefined();
    expect(within(inUse).queryByText('2001:db8:2::10')).toBeNull();
    const linkLocal = await screen.findByRole('textbox', { name: /^Link-local address/ });
    expect(linkLocal).toHaveProperty('disabled', true);
    await user.selectOptions(
      await screen.findByRole('combobox', { name: /^Automatic link-local address/ }),
      'Disabled',
    );
    await waitFor(() => expect(linkLocal).toHaveProperty('disabled', false));
  });
});

describe('the DHCPv6 client of IPv6 Interface Configuration', () => {
  it('asks for rapid commit only where it is enabled, shows the lease, and renews it', async () => {
    start({
      dhcpv6State: 1,
      dhcpv6Identifier: '00:03:00:01:02',
      dhcpv6LeaseServer: '00:01:aa',
      dhcpv6LeaseRemaining: 77,
    });
    const { user } = openPage(ipv6InterfaceConfigurationPage);
    expect(await screen.findByText('00:03:00:01:02')).toBeDefined();
    expect(screen.getByText('00:01:aa')).toBeDefined();
    expect(screen.getByText('77 s')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Renew' }));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ dhcpv6ClientAction: 1 }));
    const commit = screen.getByRole('combobox', { name: /^Rapid commit/ });
    expect(commit).toHaveProperty('disabled', false);
    await user.selectOptions(screen.getByRole('combobox', { name: /^DHCPv6 client/ }), 'Disabled');
    await waitFor(() => expect(commit).toHaveProperty('disabled', true));
  });

  it('shows no lease, and no way to renew one, while it is disabled', async () => {
    start();
    openPage(ipv6InterfaceConfigurationPage);
    await screen.findByRole('combobox', { name: /^DHCPv6 client/ });
    expect(screen.queryByRole('button', { name: 'Renew' })).toBeNull();
    expect(screen.queryByText('DHCPv6 server (DUID)')).toBeNull();
  });
});

describe('IPv6 Static/Default Route', () => {
  it('adds the default route by a check box', async () => {
    start();
    const { user } = openPage(ipv6RoutePage);
    await user.click(await screen.findByRole('button', { name: 'Add route' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Default route' }), 'Yes');
    await user.type(await screen.findByRole('textbox', { name: /^Next hop/ }), 'fe80::9');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(device.sets()[0]?.params).toMatchObject({
        inetCidrRouteDest: '::',
        inetCidrRoutePfxLen: 0,
        inetCidrRouteNextHop: 'fe80::9',
      }),
    );
  });
});
