// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { defaultsOf } from '../../../model/schema/object.ts';
import { dhcpAutoConfigCtrl } from './objects.ts';
import { dhcpAutoConfigurationPage } from './page.ts';

let device: TestDevice;

function open(change: object = {}) {
  device = startTestDevice([
    { object: dhcpAutoConfigCtrl, values: { ...defaultsOf(dhcpAutoConfigCtrl.fields), ...change } },
  ]);
  return openPage(dhcpAutoConfigurationPage);
}

afterEach(() => {
  cleanup();
  device.stop();
});

it('warns that the address may change before it is turned on', async () => {
  const { user } = open();
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Auto configuration/ }), 'Enabled');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const question = await screen.findByRole('dialog');
  expect(within(question).getByText(/address of the switch may change/)).toBeDefined();
  expect(device.sets()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ dhcpAutoConfigState: 1 }));
});

it('says what became of it at this start, and why it failed', async () => {
  const reason = 'The file was not found on the server.';
  open({ dhcpAutoConfigStatus: 5, dhcpAutoConfigFile: 'switch.cfg', dhcpAutoConfigReason: reason });
  expect(await screen.findByText('switch.cfg')).toBeDefined();
  expect(await screen.findByText(reason)).toBeDefined();
});
