// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { sslCertEntry, sslCtrl } from './objects.ts';
import { sslPage } from './page.ts';

let device: TestDevice;

function open(certificate: object = {}) {
  device = startTestDevice([
    { object: sslCtrl, values: { sslState: 1, sslHttpMode: 1, sslMinVersion: 1 } },
    { object: sslCertEntry, values: { sslCertStatus: 1, sslCertOrigin: 1, sslCertSubject: 'CN=Own', ...certificate } },
  ]);
  return openPage(sslPage);
}

afterEach(() => {
  cleanup();
  device.stop();
});

describe('SSL', () => {
  it('sets how the console is answered', async () => {
    const { user } = open();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'HTTP' })).toHaveProperty('disabled', false));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'HTTP' }), 'Answer');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Lowest version' }), 'TLS 1.3');
    const port = screen.getByRole('textbox', { name: /^HTTPS port/ });
    await user.clear(port);
    await user.type(port, '8443');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ sslPort: 8443, sslHttpMode: 3, sslMinVersion: 2 });
  });

  it('makes a request for a name', async () => {
    const { user } = open();
    const button = await screen.findByRole('button', { name: 'Create request' });
    await user.click(button);
    expect(device.sets()).toEqual([]);
    // It rests for a second after a click.
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull(), { timeout: 5000 });
    await user.type(screen.getByRole('textbox', { name: /^Common name/ }), 'switch.example');
    await user.click(button);
    await waitFor(() =>
      expect(device.sets()[0]?.params).toMatchObject({ sslAction: 2, sslRequestName: 'switch.example' }),
    );
  });

  it('deletes only what was uploaded', async () => {
    open();
    expect(await screen.findByText('CN=Own')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    cleanup();
    device.stop();
    open({ sslCertOrigin: 2 });
    expect(await screen.findByRole('button', { name: 'Delete' })).toBeDefined();
  });

  it('uploads nothing where no file is chosen', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Upload' }));
    expect(await screen.findByText('Choose a file first.')).toBeDefined();
  });
});
