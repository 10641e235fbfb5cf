// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { apiTokenCtrl, apiTokenEntry } from '../administration/token-objects.ts';
import { sysCloudCtrl } from './objects.ts';
import { cloudSettingsPage } from './page.ts';

let device: TestDevice;

function open(values: object = {}) {
  device = startTestDevice([
    {
      object: sysCloudCtrl,
      values: {
        systemCloudState: 2,
        systemCloudServer: 'cloud.example',
        systemCloudClaimCode: 'K7QF-3M2A-XWPD',
        systemCloudOwner: 1,
        ...values,
      },
    },
    { object: apiTokenEntry, rows: [{ apiTokenIndex: 2, apiTokenName: 'ansible' }] },
    { object: apiTokenCtrl, values: {} },
  ]);
  return openPage(cloudSettingsPage);
}

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Cloud Settings', () => {
  it('shows by what the switch is claimed, and nothing of a way that was never gone', async () => {
    open();
    expect(await screen.findByText('K7QF-3M2A-XWPD')).toBeDefined();
    expect(screen.getByText('Not connected')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'Path to the cloud' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Take local control' })).toBeNull();
  });

  it('revokes API tokens while the cloud manages the switch, whose other pages are hidden', async () => {
    const { user } = open({ systemCloudOwner: 2 });
    await user.click(await screen.findByRole('button', { name: 'Revoke token ansible' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets()[0]?.params).toEqual({ Template: 'apiTokenCtrl', apiTokenRevoke: 2 }));
  });

  it('names what is in the way, how far the switch got, and what to do', async () => {
    open({
      systemCloudState: 1,
      systemCloudConnectState: 0,
      systemCloudLastError: 3,
      systemCloudReasonSaid: JSON.stringify({ text: 'ECONNREFUSED' }),
      systemCloudAddressCheck: 1,
      systemCloudGatewayCheck: 2,
    });
    const steps = within(await screen.findByRole('list', { name: 'Path to the cloud' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Address Passed',
      'Gateway Failed',
      'DNS Not tried',
      'Clock Not tried',
      'Server Not tried',
    ]);
    expect(screen.getByText(/The cloud is unreachable/).parentElement?.textContent).toMatch(
      /ECONNREFUSED.*default gateway/,
    );
  });

  it('signs in with an account, once both are typed', async () => {
    const { user } = open();
    const button = await screen.findByRole('button', { name: 'Connect' });
    await user.click(button);
    expect(await screen.findByText('Please enter the account.')).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: /^Account/ }), 'owner@example.org');
    await user.type(screen.getByLabelText(/^Cloud password/), 'secret12');
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull(), { timeout: 5000 });
    await user.click(button);
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      systemCloudState: 1,
      systemCloudAccount: 'owner@example.org',
      systemCloudPassword: 'secret12',
    });
  });

  it('is not turned off past the password while the cloud decides', async () => {
    const { user } = open({ systemCloudState: 1, systemCloudOwner: 2, systemCloudConnectState: 2 });
    const control = await screen.findByRole('combobox', { name: /^Cloud management/ });
    await waitFor(() => expect(control).toHaveProperty('disabled', false));
    await user.selectOptions(control, 'Disabled');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText(/Take local control below/)).toBeDefined();
    expect(device.sets()).toEqual([]);
    await user.type(screen.getByLabelText(/^Password of this switch/), 'mine');
    await user.click(screen.getByRole('button', { name: 'Take local control' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ systemCloudState: 2, systemCloudOwnPassword: 'mine' });
  });
});
