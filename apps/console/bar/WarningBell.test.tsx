// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { show, startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { syslogMsgEntry } from '../../../features/system/system-log/message-objects.ts';
import { WarningBell } from './WarningBell.tsx';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

function start() {
  device = startTestDevice([
    {
      object: syslogMsgEntry,
      rows: [
        { syslogMsgIndex: 2, syslogMsgDescr: '<190> Jan 31 13:05:09 2026Port 3 link up.' },
        { syslogMsgIndex: 1, syslogMsgDescr: '<188> Jan 31 13:05:01 2026Port 3 link down.' },
      ],
    },
  ]);
  return show(<WarningBell />);
}

it('counts the entries that the log was answered with, and lists the warnings among them', async () => {
  const { user } = start();
  expect(screen.queryByText(/No warnings/)).toBeNull();
  const bell = await screen.findByRole('button', { name: '1 warning, 2 log entries' });
  expect(bell.textContent).toBe('2');
  await user.click(bell);
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toHaveLength(1);
  // What the number means.
  expect(screen.getByRole('heading').textContent).toBe('Warnings1 warning, 2 log entries');
});

it('polls the log from its first read on, so that an idle session may end', async () => {
  start();
  await screen.findByRole('button', { name: '1 warning, 2 log entries' });
  expect(device.calls.map(({ params }) => params)).toEqual([
    { Template: 'syslogMsgEntry', WebAuthenRequestState: 'Disable', Known: '' },
  ]);
});

it('shows a number however long the log is', async () => {
  const rows = Array.from({ length: 512 }, (_, at) => ({
    syslogMsgIndex: at + 1,
    syslogMsgDescr: '<190> Jan 31 13:05:09 2026Port 3 link up.',
  }));
  device = startTestDevice([{ object: syslogMsgEntry, rows }]);
  show(<WarningBell />);
  expect((await screen.findByRole('button', { name: '0 warnings, 512 log entries' })).textContent).toBe('512');
});
