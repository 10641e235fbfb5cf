// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { defaultsOf } from '../../../model/schema/object.ts';
import { telnetCtrl, telnetSessionEntry } from './objects.ts';
import { telnetPage } from './page.ts';

let device: TestDevice;

beforeEach(() => {
  device = startTestDevice([
    { object: telnetCtrl, values: { ...defaultsOf(telnetCtrl.fields), telnetState: 2 } },
    { object: telnetSessionEntry, rows: [{ ...defaultsOf(telnetSessionEntry.fields), telnetSessionId: 2 }] },
  ]);
});

afterEach(() => {
  cleanup();
  device.stop();
});

it.each([
  ['Cancel', []],
  ['OK', [{ Template: 'telnetCtrl', telnetState: 1 }]],
])('is turned on only by who knows that passwords travel unencrypted: %s', async (answer, sent) => {
  const { user } = openPage(telnetPage);
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Telnet/ }), 'Enabled');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const question = await screen.findByRole('dialog');
  expect(within(question).getByText(/unencrypted/)).toBeDefined();
  expect(device.sets()).toEqual([]);
  await user.click(within(question).getByRole('button', { name: answer }));
  await waitFor(() => expect(device.sets().map(({ params }) => params)).toEqual(sent));
});

it('asks nothing for another setting, and ends a session', async () => {
  const { user } = openPage(telnetPage);
  const port = await screen.findByRole('textbox', { name: /^TCP port/ });
  await user.clear(port);
  await user.type(port, '2323');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(device.sets()[0]?.params).toEqual({ Template: 'telnetCtrl', telnetPort: 2323 }));
  await user.click(screen.getByRole('button', { name: 'Disconnect session 2' }));
  await waitFor(() => expect(device.sets().at(-1)?.params).toMatchObject({ telnetDisconnect: 2 }));
});
