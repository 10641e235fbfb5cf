// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { ipv4RoutePage } from './pages.ts';
import { inetCidrRouteEntry, ipRouting, ipStaticRouteEntry } from './route-objects.ts';

let device: TestDevice;

function open() {
  device = startTestDevice([
    { object: ipRouting, values: { ipForwarding: 2 } },
    {
      object: ipStaticRouteEntry,
      rows: [
        {
          inetCidrRouteDest: '203.0.113.0',
          inetCidrRoutePfxLen: 24,
          inetCidrRouteNextHop: '192.168.10.1',
          inetCidrRouteMetric1: 5,
          routeActive: 1,
        },
      ],
    },
    {
      object: inetCidrRouteEntry,
      rows: [
        {
          inetCidrRouteDestType: 1,
          inetCidrRouteDest: '192.168.10.0',
          inetCidrRoutePfxLen: 24,
          inetCidrRouteNextHopType: 0,
          inetCidrRouteNextHop: '',
          inetCidrRouteIfIndex: 10_001,
          inetCidrRouteProto: 2,
        },
      ],
    },
  ]);
  return openPage(ipv4RoutePage, '/System/L3Feature/IPv4StaticDefaultRoute');
}

const box = (name: RegExp | string) => screen.getByRole('textbox', { name });

afterEach(() => {
  cleanup();
  device.stop();
});

describe('IPv4 Static/Default Route', () => {
  it('adds a default route with a tick, in place of a network', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add route' }));
    await user.selectOptions(await screen.findByLabelText('Default route'), '1');
    await user.type(box('Gateway, part 1 of 4'), '192.168.10.1');
    const form = screen.getByRole('region', { name: 'New static route' });
    await user.click(within(form).getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      inetCidrRouteDest: '0.0.0.0',
      inetCidrRoutePfxLen: 0,
      inetCidrRouteNextHop: '192.168.10.1',
      RowStatus: 4,
    });
  });

  it('shows what is in use, links without a Delete, and how each static route does', async () => {
    open();
    const inUse = await screen.findByRole('table', { name: 'Routes in use' });
    await within(inUse).findByText('192.168.10.0/24');
    expect(within(inUse).getByText('Connected')).toBeDefined();
    expect(within(inUse).queryByRole('button', { name: /Delete/ })).toBeNull();
    const set = screen.getByRole('table', { name: 'Static routes' });
    expect(within(set).getByText('203.0.113.0/24')).toBeDefined();
    expect(within(set).getByText('Active')).toBeDefined();
  });

  it('changes the metric of a route, and nothing else of it', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Modify/ }));
    const metric = await screen.findByRole('textbox', { name: /^Metric/ });
    await user.clear(metric);
    await user.type(metric, '9');
    const form = screen.getByRole('region', { name: 'Route 203.0.113.0/24' });
    await user.click(within(form).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'ipStaticRouteEntry',
      inetCidrRouteDest: '203.0.113.0',
      inetCidrRoutePfxLen: 24,
      inetCidrRouteNextHop: '192.168.10.1',
      inetCidrRouteMetric1: 9,
    });
  });
});
