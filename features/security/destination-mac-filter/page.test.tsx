// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { ipNetToPhysicalEntry } from '../../system/l3-feature/arp-objects.ts';
import { inetCidrRouteEntry } from '../../system/l3-feature/route-objects.ts';
import { dot1dStaticEntry } from './objects.ts';
import { destinationMacFilterPage } from './page.ts';

let device: TestDevice;

function open() {
  device = startTestDevice([
    { object: dot1dStaticEntry, rows: [{ dot1dStaticAddress: '00-11-22-33-44-55' }] },
    {
      object: inetCidrRouteEntry,
      rows: [{ inetCidrRouteDest: '0.0.0.0', inetCidrRoutePfxLen: 0, inetCidrRouteNextHop: '192.168.10.1' }],
    },
    {
      object: ipNetToPhysicalEntry,
      rows: [
        { ipNetToPhysicalNetAddress: '192.168.10.1', ipNetToPhysicalPhysAddress: '00-11-22-33-44-01' },
        { ipNetToPhysicalNetAddress: '192.168.10.2', ipNetToPhysicalPhysAddress: '00-11-22-33-44-02' },
      ],
    },
  ]);
  return openPage(destinationMacFilterPage);
}

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Destination MAC Filter', () => {
  it('lists the filtered addresses and adds one in any way of writing it', async () => {
    const { user } = open();
    expect(await screen.findByText('00-11-22-33-44-55')).toBeDefined();
    expect(screen.getByText('1 of 128')).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: 'MAC Address, part 1 of 6' }), '00:11:22:33:44:66');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ dot1dStaticAddress: '00-11-22-33-44-66', RowStatus: 4 });
  });

  it('asks before the default gateway is filtered', async () => {
    const { user } = open();
    await screen.findByText('00-11-22-33-44-55');
    await user.type(screen.getByRole('textbox', { name: 'MAC Address, part 1 of 6' }), '00-11-22-33-44-01');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByText(/^This is the default gateway 192\.168\.10\.1:/);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(device.sets()).toEqual([]);
    const add = screen.getByRole('button', { name: 'Add' });
    // It rests for a second after a click.
    await waitFor(() => expect(add.getAttribute('aria-disabled')).toBeNull(), { timeout: 5000 });
    await user.click(add);
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
  });

  it.each(['', '00-11', '01-00-5E-00-00-01', 'FF-FF-FF-FF-FF-FF', '00-00-00-00-00-00'])(
    'refuses %s as the address of a station before it asks the device',
    async (address) => {
      const { user } = open();
      const mac = await screen.findByRole('textbox', { name: 'MAC Address, part 1 of 6' });
      if (address !== '') await user.type(mac, address);
      await user.click(screen.getByRole('button', { name: 'Add' }));
      await waitFor(() => expect(mac.getAttribute('aria-invalid')).toBe('true'));
      expect(device.sets()).toEqual([]);
    },
  );
});
