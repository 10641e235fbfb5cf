// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { cloudMode } from '../../console/navigation/cloud.ts';
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
import { keepStep } from './entries.ts';
import { wizardPages } from './pages.ts';

let device: TestDevice;

beforeEach(() => {
  sessionStorage.clear();
  wizardDraft.clear();
  cloudMode.set(true);
  device = startTestDevice([
    { object: sysUserEntry, rows: [{ sysUserIndex: 1, sysUserName: 'admin', sysUserFactoryPassword: 2 }] },
    { object: sysTimeCtrl, values: { sysTimeZone: 15, sysTimeSource: 2, sysTimeCurrent: '' } },
    { object: sysTimeSntpServerEntry, rows: [] },
    {
      object: ipv4InterfaceEntry,
      rows: [{ ipv4InterfaceIfIndex: 10_001, ipIfVlanId: 1, ipAddressAddr: '192.168.10.200', ipAddrCfgMode: 2 }],
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
  cloudMode.set(false);
  device.stop();
});

it('leads on to Apply by the login only, also by the list of steps', async () => {
  // The browser has followed the switch to its new address.
  wizardDraft.change({ switchManagement: '1', more: { moved: '1' } });
  keepStep('setup3timeLocalCloud', {});
  keepStep('setup4DNS', {});
  const entry = wizardPages.find(({ path }) => path === '/Wizard/setup5CloudLogin');
  if (!entry) throw new Error('The step is gone.');
  openPage(
    entry,
    entry.path,
    wizardPages.filter((other) => other !== entry),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Apply' }));
  expect(await screen.findByText('Please enter the account.')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Cloud' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Names' }));
  expect(await screen.findByRole('heading', { name: 'Name resolution' })).toBeTruthy();
});
