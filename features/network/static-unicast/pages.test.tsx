// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { dot1qStaticUnicastEntry } from './objects.ts';
import { staticUnicastPage } from './page.ts';

let device: TestDevice;

function open(path: string) {
  device = startTestDevice([
    {
      object: dot1qStaticUnicastEntry,
      rows: [
        {
          dot1qVlanIndex: 10,
          dot1qStaticUnicastAddress: '00-11-22-33-44-55',
          dot1qStaticUnicastAllowedToGoTo: 3,
        },
      ],
    },
  ]);
  return openPage(staticUnicastPage, path);
}

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Static Unicast', () => {
  it('adds an address in any way of writing it', async () => {
    const { user } = open('/Network/StaticUnicast');
    await user.click(await screen.findByRole('button', { name: 'Add address' }));
    const mac = await screen.findByRole('textbox', { name: 'MAC Address, part 1 of 6' });
    await user.type(mac, '00:11:22:33:44:66');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Port' }), '7');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      dot1qVlanIndex: 1,
      dot1qStaticUnicastAddress: '00-11-22-33-44-66',
      dot1qStaticUnicastAllowedToGoTo: 7,
      RowStatus: 4,
    });
  });

  it.each(['', '00-11-22', '01-00-5E-00-00-01'])('refuses %s as the address of a station', async (address) => {
    const { user } = open('/Network/StaticUnicast');
    await user.click(await screen.findByRole('button', { name: 'Add address' }));
    const mac = await screen.findByRole('textbox', { name: 'MAC Address, part 1 of 6' });
    if (address !== '') await user.type(mac, address);
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(mac.getAttribute('aria-invalid')).toBe('true'));
    expect(device.sets()).toEqual([]);
  });

  it('leads to the entry’s own page, which changes its port and comes back', async () => {
    const { user, router } = open('/Network/StaticUnicast');
    await user.click(await screen.findByRole('button', { name: /^Modify/ }));
    expect(router.state.shown.location.pathname).toBe('/Network/ModifyStaticUnicastAddressTable/10_00-11-22-33-44-55');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', false));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Port' }), '4');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(router.state.shown.location.pathname).toBe('/Network/StaticUnicast'));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'dot1qStaticUnicastEntry',
      dot1qVlanIndex: 10,
      dot1qStaticUnicastAddress: '00-11-22-33-44-55',
      dot1qStaticUnicastAllowedToGoTo: 4,
    });
  });

  it.each(['10_00-11-22-33-44-99', '10', 'x_y'])('says that %s is not there', async (row) => {
    open(`/Network/ModifyStaticUnicastAddressTable/${row}`);
    expect(await screen.findByText('The entry no longer exists.')).toBeDefined();
  });
});
