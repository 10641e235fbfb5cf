// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { show, startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { BackupCard } from './BackupCard.tsx';
import { BackupSecrets, cfgTransferCtrl } from './objects.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

it('forgets the passphrase once the backup is made', async () => {
  device = startTestDevice([{ object: cfgTransferCtrl, values: {} }]);
  const { user, container } = show(<BackupCard />);
  const [secrets] = [...container.querySelectorAll('select')].filter((select) =>
    [...select.options].some(
      ({ value, textContent }) => textContent?.match(/encrypt/i) && value === String(BackupSecrets.encrypted),
    ),
  );
  if (!secrets) throw new Error('no choice of secrets');
  await user.selectOptions(secrets, String(BackupSecrets.encrypted));
  const box = () => {
    const found = container.querySelector('input[type="password"]');
    if (!(found instanceof HTMLInputElement)) throw new Error('no passphrase is asked for');
    return found;
  };
  await user.type(box(), 'correct-horse');
  await user.click(screen.getByRole('button', { name: 'Download backup' }));
  await waitFor(() => expect(device.sets()).toHaveLength(1));
  expect(device.sets()[0]?.params).toMatchObject({ cfgPassphrase: 'correct-horse' });
  await waitFor(() => expect(box().value).toBe(''));
});
