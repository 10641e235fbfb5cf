// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { dot1dStaticEntry } from './objects.ts';
import { destinationMacFilterPage } from './page.ts';

let device: TestDevice;

function open() {
  device = startTestDevice([{ object: dot1dStaticEntry, rows: [{ dot1dStaticAddress: '00-11-22-33-44-55' }] }]);
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
    await user.click(await screen.findByRole('button', { name: 'Add address' }));
    await user.type(screen.getByRole('textbox', { name: 'MAC Address, part 1 of 6' }), '00:11:22:33:44:66');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ dot1dStaticAddress: '00-11-22-33-44-66', RowStatus: 4 });
  });

  it.each(['', '00-11', '01-00-5E-00-00-01', 'FF-FF-FF-FF-FF-FF', '00-00-00-00-00-00'])(
    'refuses %s as the address of a station before it asks the device',
    async (address) => {
      const { user } = open();
      await user.click(await screen.findByRole('button', { name: 'Add address' }));
      const mac = await screen.findByRole('textbox', { name: 'MAC Address, part 1 of 6' });
      if (address !== '') await user.type(mac, address);
      await user.click(screen.getByRole('button', { name: 'Add' }));
      await waitFor(() => expect(mac.getAttribute('aria-invalid')).toBe('true'));
      expect(device.sets()).toEqual([]);
    },
  );
});
