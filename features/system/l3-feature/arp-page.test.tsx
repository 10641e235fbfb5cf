// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { ipArpCtrl, ipArpIfEntry, ipArpStaticEntry, ipNetToPhysicalEntry } from './arp-objects.ts';
import { ipv4InterfaceEntry } from './objects.ts';
import { arpAgingPage, arpTablePage } from './pages.ts';

let device: TestDevice;

const entry = (last: number, ipNetToPhysicalType: number, ipNetToPhysicalState = 1) => ({
  ipNetToPhysicalIfIndex: 10_001,
  ipNetToPhysicalNetAddressType: 1,
  ipNetToPhysicalNetAddress: `192.168.10.${last}`,
  ipNetToPhysicalPhysAddress: `02-00-00-00-00-0${last}`,
  ipNetToPhysicalType,
  ipNetToPhysicalState,
});

function open(page: typeof arpTablePage, path: string) {
  device = startTestDevice([
    { object: ipArpCtrl, values: { ipArpAgingTime: 20, ipArpDynamicCount: 2 } },
    { object: ipArpIfEntry, rows: [{ ifIndex: 10_001 }, { ifIndex: 10_020, ipArpIfAgingTime: 5 }] },
    { object: ipv4InterfaceEntry, rows: [{ ipv4InterfaceIfIndex: 10_001 }, { ipv4InterfaceIfIndex: 10_020 }] },
    { object: ipArpStaticEntry, rows: [] },
    {
      object: ipNetToPhysicalEntry,
      rows: [
        entry(1, 5),
        entry(2, 1),
        entry(3, 3),
        entry(4, 3, 7),
        { ...entry(5, 3), ipNetToPhysicalNetAddressType: 2, ipNetToPhysicalNetAddress: 'fe80::5' },
      ],
    },
  ]);
  return openPage(page, path);
}

afterEach(() => {
  cleanup();
  device.stop();
});

describe('IPv4 ARP Table', () => {
  const path = '/System/L3Feature/IPv4ARPTable';
  const shown = () => {
    const table = screen.getByRole('table', { name: 'ARP table' });
    return [1, 2, 3, 4].filter((last) => within(table).queryByText(`192.168.10.${last}`) !== null);
  };

  it('shows entries of IPv4 alone, and of them those of one kind', async () => {
    const { user } = open(arpTablePage, path);
    await waitFor(() => expect(shown()).toEqual([1, 2, 3, 4]));
    expect(screen.queryByText('fe80::5')).toBeNull();
    for (const [choice, entries] of [
      ['1', [2]],
      ['2', [4]],
      ['3', [3]],
      ['0', [1, 2, 3, 4]],
    ] as const) {
      await user.selectOptions(screen.getByLabelText('Show'), choice);
      expect(shown()).toEqual(entries);
    }
  });

  it('adds an entry at one of the interfaces', async () => {
    const { user } = open(arpTablePage, path);
    await user.click(await screen.findByRole('button', { name: 'Add entry' }));
    await user.selectOptions(await screen.findByLabelText('Interface'), 'vlan20');
    await user.type(screen.getByRole('textbox', { name: 'IP address, part 1 of 4' }), '10.0.20.9');
    await user.type(screen.getByRole('textbox', { name: 'MAC address, part 1 of 6' }), '02:00:00:00:00:09');
    const form = screen.getByRole('region', { name: 'New static entry' });
    await user.click(within(form).getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      ipNetToPhysicalIfIndex: 10_020,
      ipNetToPhysicalNetAddress: '10.0.20.9',
      ipNetToPhysicalPhysAddress: '02-00-00-00-00-09',
      RowStatus: 4,
    });
  });

  it('clears what was learnt once that is confirmed', async () => {
    const { user } = open(arpTablePage, path);
    await waitFor(() => expect(shown()).toEqual([1, 2, 3, 4]));
    await user.click(screen.getByRole('button', { name: 'Clear learned entries' }));
    const question = await screen.findByRole('dialog');
    expect(device.sets()).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ ipArpClear: 1 }));
  });
});

describe('IPv4 ARP Aging Time', () => {
  it('sets the time of one interface', async () => {
    const { user } = open(arpAgingPage, '/System/L3Feature/IPv4ARPAgingTime');
    await screen.findByText('as above');
    const rows = screen.getByRole('table', { name: 'Interfaces' });
    const [modify] = await within(rows).findAllByRole('button', { name: /^Modify/ });
    if (modify) await user.click(modify);
    const form = await screen.findByRole('region', { name: 'ARP aging of vlan1' });
    const time = await within(form).findByRole('textbox', { name: /^ARP aging time/ });
    await user.clear(time);
    await user.type(time, '7');
    await user.click(within(form).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'ipArpIfEntry', ifIndex: 10_001, ipArpIfAgingTime: 7 });
  });
});
