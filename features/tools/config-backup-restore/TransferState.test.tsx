// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { show, startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { cfgTransferCtrl, TransferStatus } from './objects.ts';
import { TransferState } from './TransferState.tsx';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

it('tells how the last transfer went, and the reason where it failed', async () => {
  const values = { cfgOperStatus: TransferStatus.failure, cfgLastError: 'Line 3: the file is of another model.' };
  device = startTestDevice([{ object: cfgTransferCtrl, values }]);
  show(<TransferState />);
  expect(screen.queryByText('Idle')).toBeNull();
  expect(await screen.findByText('Failure')).toBeDefined();
  expect(screen.getByText('Line 3: the file is of another model.')).toBeDefined();
});

it('has no reason to tell of what went well', async () => {
  device = startTestDevice([{ object: cfgTransferCtrl, values: { cfgOperStatus: TransferStatus.success } }]);
  show(<TransferState />);
  expect(await screen.findByText('Success')).toBeDefined();
  expect(screen.queryByText('Reason')).toBeNull();
});

it('names the secrets that are missing, also after the restart that a restore ends in', async () => {
  const missing = [{ text: '{{row}}: {{field}} is empty.', values: { row: 'Server 1', field: 'Shared Secret' } }];
  device = startTestDevice([{ object: cfgTransferCtrl, values: { cfgMissingSecrets: JSON.stringify(missing) } }]);
  show(<TransferState />);
  expect(await screen.findByText('Server 1: Shared Secret is empty.')).toBeDefined();
});
