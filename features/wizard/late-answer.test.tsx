// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { openPage } from '../../console/page/test-page.tsx';
import { wizardDraft } from '../../console/session/wizard-draft.ts';
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

it('stays where one has gone when a late answer comes, and asks once however often Next is pressed', async () => {
  const entry = wizardPages.find(({ path }) => path === '/Wizard/setup1UserPassword');
  if (!entry) throw new Error('The step is gone.');
  openPage(
    entry,
    entry.path,
    wizardPages.filter((other) => other !== entry),
  );
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
