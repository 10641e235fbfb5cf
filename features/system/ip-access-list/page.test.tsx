// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { ipAccessListCtrl, ipAccessListEntry } from './objects.ts';
import { ipAccessListPage } from './page.ts';

let device: TestDevice;

const row = (ipAccessAddr: string, ipAccessPrefixLength: number, ipAccessServices = 31) => ({
  ipAccessAddr,
  ipAccessPrefixLength,
  ipAccessServices,
  ipAccessHits: '0',
});

function open(client: string, ...rows: ReturnType<typeof row>[]) {
  device = startTestDevice([
    { object: ipAccessListCtrl, values: { ipAccessListState: 2, ipAccessClient: client } },
    { object: ipAccessListEntry, rows },
  ]);
  return openPage(ipAccessListPage);
}

afterEach(() => {
  cleanup();
  device.stop();
});

describe('IP Access List', () => {
  it.each([
    ['192.0.2.9', 32],
    ['2001:db8::9', 128],
  ])('puts %s, from which it is looked at, into the list', async (address, prefix) => {
    const { user } = open(address, row('10.0.0.0', 8));
    expect(await screen.findByText(`Your own address ${address} is not among them.`)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Add my address' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'ipAccessListEntry',
      ipAccessAddr: address,
      ipAccessPrefixLength: prefix,
      RowStatus: 4,
    });
  });

  it('says nothing where a network of the list holds it', async () => {
    open('192.0.2.9', row('192.0.2.0', 24));
    expect(await screen.findByText('192.0.2.0')).toBeDefined();
    expect(screen.queryByText(/Your own address/)).toBeNull();
  });

  it('adds an address for the services that are checked', async () => {
    const { user } = open('192.0.2.9');
    await user.click(await screen.findByRole('button', { name: 'Add address' }));
    await user.type(screen.getByRole('textbox', { name: 'IP address' }), '10.1.0.0');
    const length = screen.getByRole('textbox', { name: /^Prefix length/ });
    await user.clear(length);
    await user.type(length, '16');
    await user.click(screen.getByRole('checkbox', { name: 'Telnet' }));
    await user.click(screen.getByRole('checkbox', { name: 'HTTP' }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      ipAccessAddr: '10.1.0.0',
      ipAccessPrefixLength: 16,
      ipAccessServices: 0b11001,
      RowStatus: 4,
    });
  });

  it('names the services of a row', async () => {
    open('192.0.2.9', row('10.0.0.0', 8, 0b01001), row('192.0.2.0', 24));
    expect(await screen.findByText('SNMP, HTTPS')).toBeDefined();
    expect(screen.getByText('all')).toBeDefined();
  });
});
