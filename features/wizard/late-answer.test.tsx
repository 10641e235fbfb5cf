// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { openPage } from '../../console/page/test-page.tsx';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
import { say } from '../../model/values/message.ts';
import { sysUserEntry } from '../system/administration/objects.ts';
import { sysCloudCtrl } from '../system/cloud-settings/objects.ts';
import { dnsResolverCtrl, dnsServerEntry } from '../system/dns/objects.ts';
import { ipDefaultRouter } from '../system/l3-feature/address-objects.ts';
import { ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { sysSystemCtrl, system } from '../system/system-management/objects.ts';
import { sysTimeCtrl } from '../system/system-time/objects.ts';
import { sysTimeSntpServerEntry } from '../system/system-time/sntp-server-objects.ts';
import { wizardPages } from './pages.ts';

let device: TestDevice;

beforeEach(() => {
  sessionStorage.clear();
  wizardDraft.clear();
  device = startTestDevice([
    { object: sysUserEntry, rows: [{ sysUserIndex: 1, sysUserName: 'admin', sysUserFactoryPassword: 1 }] },
    { object: sysTimeCtrl, values: { sysTimeZone: 15, sysTimeSource: 2, sysTimeCurrent: '' } },
    { object: sysTimeSntpServerEntry, rows: [] },
    {
      object: ipv4InterfaceEntry,
      rows: [{ ipv4InterfaceIfIndex: 10_001, ipIfVlanId: 1, ipAddressAddr: '192.168.10.200', ipAddrCfgMode: 1 }],
    },
    { object: ipDefaultRouter, values: {} },
    { object: dnsServerEntry, rows: [] },
    { object: dnsResolverCtrl, values: {} },
    { object: sysCloudCtrl, values: {} },
    { object: system, values: {} },
    { object: sysSystemCtrl, values: {} },
  ]);
});
afterEach(() => {
  cleanup();
  device.stop();
});

/** Opens the step of the account. */
function openAccount() {
  const entry = wizardPages.find(({ path }) => path === '/Wizard/setup1UserPassword');
  if (!entry) throw new Error('The step is gone.');
  openPage(
    entry,
    entry.path,
    wizardPages.filter((other) => other !== entry),
  );
}

it('does not ask for the password that was typed at the login, unless it is refused', async () => {
  wizardDraft.change({ currentPassword: 'Correct-Horse-7' });
  openAccount();
  await userEvent.type(await screen.findByLabelText('New password'), 'An-own-Passw0rd');
  await userEvent.type(screen.getByLabelText('Confirm password'), 'An-own-Passw0rd');
  expect(screen.queryByLabelText('Current password')).toBeNull();
  const wrong = { ...say('The current password is not correct.'), object: 'sysUserEntry', column: 'oldPassword' };
  device.conflict(() => wrong);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  const asked = await screen.findByLabelText('Current password');
  await waitFor(() => expect(document.activeElement).toBe(asked));
  device.conflict(() => undefined);
  await userEvent.clear(asked);
  await userEvent.type(asked, 'Other-Horse-8');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('heading', { name: 'Management' })).toBeTruthy();
  expect(wizardDraft.get().currentPassword).toBe('Other-Horse-8');
});

it('stays where one has gone when a late answer comes, and asks once however often Next is pressed', async () => {
  openAccount();
  await userEvent.type(await screen.findByLabelText('Current password'), 'Correct-Horse-7');
  await userEvent.type(screen.getByLabelText('New password'), 'An-own-Passw0rd');
  await userEvent.type(screen.getByLabelText('Confirm password'), 'An-own-Passw0rd');
  const answer = device.hold();
  const next = screen.getByRole('button', { name: 'Next' });
  await userEvent.click(next);
  await waitFor(() => expect(next.getAttribute('aria-disabled') ?? String(next.ariaBusy)).toBe('true'));
  await userEvent.click(next);
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  answer();
  expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeTruthy();
  // All requests have been answered by now.
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(screen.queryByRole('heading', { name: 'Management' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Welcome' })).toBeTruthy();
});
