// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { portSecAddrEntry, portSecClear, portSecGlobal, portSecInUseEntry, portSecPortEntry } from './objects.ts';
import { portSecurityAddressPage, portSecurityGlobalPage, portSecurityPortPage } from './pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const sent = () => device.sets().map(({ params }) => params);
const ok = () => screen.findByRole('button', { name: 'OK' });

describe('Port Security > Global Settings', () => {
  it('takes a limit once there is to be one, beside how many addresses are in use', async () => {
    device = startTestDevice([{ object: portSecGlobal, values: { portSecSysCurrent: 17 } }]);
    const { user } = openPage(portSecurityGlobalPage);
    expect(await within(await screen.findByRole('region', { name: 'Now' })).findByText('17')).toBeDefined();
    const limit = screen.getByRole('textbox', { name: /^System Maximum Address/ });
    await waitFor(() => expect(screen.getByText('Only while No Limit is disabled.')).toBeDefined());
    expect(limit).toHaveProperty('disabled', true);
    await user.selectOptions(screen.getByRole('combobox', { name: 'No Limit' }), 'Disabled');
    await user.clear(limit);
    await user.type(limit, '65537');
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    expect(await screen.findByText('Please enter an integer between 1 ~ 65536')).toBeDefined();
    expect(sent()).toEqual([]);
  });
});

describe('Port Security > Port Settings', () => {
  it('shows violations, which are counted anew, and spares members of trunks', async () => {
    device = startTestDevice([
      { object: trunkGroupEntry, rows: [{ trunkId: 1, trunkMode: 1, trunkMemberPorts: '2-3' }] },
      {
        object: portSecPortEntry,
        rows: [
          { portSecPort: 1, portSecState: 1, portSecViolationCount: '12', portSecCurrentState: 2 },
          { portSecPort: 2 },
        ],
      },
    ]);
    const { user } = openPage(portSecurityPortPage);
    expect(await screen.findByText('Err-disabled', { selector: 'td *' })).toBeDefined();
    expect(await screen.findAllByText('Port 2 is a member of trunk 1.')).not.toHaveLength(0);
    expect(screen.getByRole('checkbox', { name: 'State of port 2' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: 'Clear the violations of port 1' }));
    await waitFor(() => expect(sent()).toEqual([{ Template: 'portSecPortEntry', portSecPort: 1, portSecClear: 1 }]));
  });
});

describe('Port Security > Port Address Settings', () => {
  it('lets a learnt address go, and asks before all go', async () => {
    const learnt = { portSecInUseVlan: 1, portSecAddrType: 2, portSecInUseOrigin: 2 };
    device = startTestDevice([
      { object: portSecAddrEntry, rows: [] },
      { object: portSecClear, values: {} },
      {
        object: portSecInUseEntry,
        rows: [
          { ...learnt, portSecInUsePort: 1, portSecInUseMac: '00-11-22-33-44-55' },
          { ...learnt, portSecInUsePort: 2, portSecInUseMac: '00-11-22-33-44-66' },
        ],
      },
    ]);
    const { user } = openPage(portSecurityAddressPage);
    await user.click(await screen.findByRole('button', { name: 'Clear 00-11-22-33-44-66' }));
    await waitFor(() => expect(sent()).toMatchObject([{ portSecClearMac: '00-11-22-33-44-66' }]));
    await user.click(screen.getByRole('button', { name: 'Clear port 1' }));
    await user.click(await ok());
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ portSecClearPort: 1 }));
    await user.click(screen.getByRole('button', { name: 'Clear all learned addresses' }));
    await user.click(await ok());
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ portSecClearAll: 1 }));
  });

  it('adds an address, whose form is opened and closed from the keyboard', async () => {
    device = startTestDevice([
      { object: portSecAddrEntry, rows: [] },
      { object: portSecInUseEntry, rows: [] },
    ]);
    const { user } = openPage(portSecurityAddressPage);
    const button = await screen.findByRole('button', { name: 'Add address' });
    button.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Port' })));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add address' })));
    await user.keyboard('{Enter}');
    await user.type(await screen.findByRole('textbox', { name: 'MAC Address, part 1 of 6' }), '00-11-22-33-44-77');
    expect(screen.getByRole('textbox', { name: 'VID' })).toMatchObject({ value: '', placeholder: 'PVID' });
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { portSecAddrPort: 1, portSecAddrVlan: 0, portSecAddrMac: '00-11-22-33-44-77', RowStatus: 4 },
      ]),
    );
  });
});
