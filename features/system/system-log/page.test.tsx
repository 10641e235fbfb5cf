// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { defaultsOf } from '../../../model/schema/object.ts';
import { syslogMsgEntry } from './message-objects.ts';
import { syslogCtrl, syslogServEntry } from './objects.ts';
import { systemLogPage } from './page.ts';
import { webhookEntry } from './webhook-objects.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

it('changes the port of a server with its transport, unless it is one of its own', async () => {
  device = startTestDevice([
    { object: syslogMsgEntry, rows: [] },
    { object: syslogServEntry, rows: [] },
    { object: syslogCtrl, values: defaultsOf(syslogCtrl.fields) },
  ]);
  const { user } = openPage(systemLogPage);
  await user.click(await screen.findByRole('tab', { name: 'Servers' }));
  await user.click(await screen.findByRole('button', { name: 'Add server' }));
  const transport = await screen.findByRole('combobox', { name: 'Transport' });
  const port = screen.getByRole<HTMLInputElement>('textbox', { name: 'Port' });
  const ports: string[] = [port.value];
  for (const way of ['TLS', 'TCP', 'TLS']) {
    await user.selectOptions(transport, way);
    ports.push(port.value);
  }
  expect(ports).toEqual(['514', '6514', '514', '6514']);
  await user.clear(port);
  await user.type(port, '1514');
  await user.selectOptions(transport, 'UDP');
  expect(port.value).toBe('1514');
});

it('says of a webhook that there is, and not of a new one, that an empty secret leaves it unchanged', async () => {
  const first = { ...defaultsOf(webhookEntry.fields), webhookIndex: 1, webhookUrl: 'https://192.0.2.1/' };
  device = startTestDevice([
    { object: syslogMsgEntry, rows: [] },
    { object: webhookEntry, rows: [first] },
  ]);
  const { user } = openPage(systemLogPage);
  await user.click(await screen.findByRole('tab', { name: 'Webhooks' }));
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
  await screen.findByText(/so that the receiver can verify it\.$/);
  expect(screen.queryByText(/Empty: unchanged\.$/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: /^Modify/ }));
  await screen.findByText(/Empty: unchanged\.$/);
});
