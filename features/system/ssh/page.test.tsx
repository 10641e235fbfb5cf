// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { defaultsOf } from '../../../model/schema/object.ts';
import { sshCtrl, sshHostKeyEntry, sshSessionEntry, sshUserKeyEntry } from './objects.ts';
import { sshPage } from './page.ts';

let device: TestDevice;

function open({ state = 1, keys = 0 } = {}) {
  const key = { ...defaultsOf(sshUserKeyEntry.fields) };
  device = startTestDevice([
    { object: sshCtrl, values: { ...defaultsOf(sshCtrl.fields), sshState: state } },
    { object: sshHostKeyEntry, rows: [] },
    { object: sshUserKeyEntry, rows: keys === 0 ? [] : [key] },
    { object: sshSessionEntry, rows: [{ ...defaultsOf(sshSessionEntry.fields), sshSessionId: 3 }] },
  ]);
  return openPage(sshPage);
}

afterEach(() => {
  cleanup();
  device.stop();
});

const card = (name: string) => screen.findByRole('region', { name });

describe('SSH', () => {
  it('makes new host keys once it is confirmed, by a button of their card', async () => {
    const { user } = open();
    const keys = await card('Host keys');
    const generate = await within(keys).findByRole('button', { name: 'Generate keys' });
    await waitFor(() => expect(generate).toHaveProperty('disabled', false));
    await user.click(generate);
    const question = await screen.findByRole('dialog');
    expect(device.sets()).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ sshGenerateKeys: 1 }));
  });

  it('makes none while the server is off', async () => {
    open({ state: 2 });
    const generate = await within(await card('Host keys')).findByRole('button', { name: 'Generate keys' });
    expect(generate).toHaveProperty('disabled', true);
  });

  it('takes the keys of a file, and refuses one that is too large', async () => {
    const { user } = open();
    const file = await screen.findByLabelText('File of public keys');
    await user.upload(file, new File(['x'.repeat(16_385)], 'large.pub'));
    expect(await screen.findByText('The file is too large for public keys.')).toBeDefined();
    expect(device.sets()).toEqual([]);
    await user.upload(file, new File(['ssh-ed25519 AAAA me'], 'id.pub'));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ sshUserKeyFile: 'ssh-ed25519 AAAA me' }));
  });

  it('deletes the keys once it is confirmed, and only where there are any', async () => {
    const { user } = open({ keys: 1 });
    const remove = await screen.findByRole('button', { name: 'Delete public keys' });
    await waitFor(() => expect(remove).toHaveProperty('disabled', false));
    await user.click(remove);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ sshUserKeyFile: '' }));
  });

  it('ends a session', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Disconnect session 3' }));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ sshDisconnect: 3 }));
  });
});
