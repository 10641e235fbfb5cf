// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../../console/form/test-device.tsx';
import { openPage } from '../../../../console/page/test-page.tsx';
import { ipNetToPhysicalEntry } from '../arp-objects.ts';
import { ipv6InterfaceEntry } from './interface-objects.ts';
import { ipv6NeighborCtrl, ipv6NeighborStaticEntry } from './neighbour-objects.ts';
import { ipv6NeighborPage } from './pages.ts';

let device: TestDevice;

const row = (ipNetToPhysicalNetAddress: string, columns: object) => ({
  ipNetToPhysicalIfIndex: 10_001,
  ipNetToPhysicalNetAddressType: 2,
  ipNetToPhysicalNetAddress,
  ipNetToPhysicalPhysAddress: '02-00-00-00-00-66',
  ipNetToPhysicalType: 3,
  ipNetToPhysicalState: 1,
  ...columns,
});

beforeEach(() => {
  device = startTestDevice([
    { object: ipv6NeighborCtrl, values: { ipv6NeighborDynamicCount: 2 } },
    { object: ipv6InterfaceEntry, rows: [{ ipv6InterfaceIfIndex: 10_001 }, { ipv6InterfaceIfIndex: 10_020 }] },
    { object: ipv6NeighborStaticEntry, rows: [] },
    {
      object: ipNetToPhysicalEntry,
      rows: [
        row('192.168.10.9', { ipNetToPhysicalNetAddressType: 1 }),
        row('2001:db8::66', { ipNetToPhysicalState: 2 }),
        row('fe80::67', { ipNetToPhysicalState: 7 }),
      ],
    },
  ]);
});

afterEach(() => {
  cleanup();
  device.stop();
});

const table = () => screen.findByRole('table', { name: 'IPv6 neighbors' });

it('shows neighbours of IPv6 alone, each with its state, and those that are asked by choice', async () => {
  const { user } = openPage(ipv6NeighborPage);
  const learnt = await within(await table()).findByRole('row', { name: /2001:db8::66/ });
  expect(within(learnt).getByText('Stale')).toBeDefined();
  expect(screen.queryByText('192.168.10.9')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Show'), 'Being resolved');
  expect(screen.queryByText('2001:db8::66')).toBeNull();
  expect(screen.getByText('fe80::67')).toBeDefined();
});

it('adds an entry at one of the IPv6 interfaces', async () => {
  const { user } = openPage(ipv6NeighborPage);
  await user.click(await screen.findByRole('button', { name: 'Add entry' }));
  await user.selectOptions(await screen.findByLabelText('Interface'), 'vlan20');
  await user.type(screen.getByRole('textbox', { name: /^IPv6 address/ }), '2001:db8::9');
  await user.type(screen.getByRole('textbox', { name: 'MAC address, part 1 of 6' }), '02:00:00:00:00:09');
  const form = screen.getByRole('region', { name: 'New static entry' });
  await user.click(within(form).getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(device.sets()).toHaveLength(1));
  expect(device.sets()[0]?.params).toMatchObject({
    ipNetToPhysicalIfIndex: 10_020,
    ipNetToPhysicalNetAddress: '2001:db8::9',
    ipNetToPhysicalPhysAddress: '02-00-00-00-00-09',
    RowStatus: 4,
  });
});

it('clears what was learnt once that is confirmed', async () => {
  const { user } = openPage(ipv6NeighborPage);
  await screen.findByText('2001:db8::66');
  await user.click(screen.getByRole('button', { name: 'Clear learned entries' }));
  const question = await screen.findByRole('dialog');
  expect(device.sets()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ ipv6NeighborClear: 1 }));
});
