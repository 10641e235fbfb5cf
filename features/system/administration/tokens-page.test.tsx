// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { sysWebSessionCtrl, sysWebSessionEntry } from '../../login/objects.ts';
import { metricsCtrl } from '../metrics/objects.ts';
import { sysUserEntry } from './objects.ts';
import { administrationPage } from './pages.ts';
import { apiTokenCtrl, apiTokenEntry } from './token-objects.ts';

let device: TestDevice;

const token = {
  apiTokenIndex: 2,
  apiTokenName: 'ansible',
  apiTokenScope: 2,
  apiTokenSection: 0,
  apiTokenCreated: '2026-01-31 13:05:09',
  apiTokenCreator: 'admin',
  apiTokenExpires: '',
  apiTokenLastUse: '',
  apiTokenLastAddr: '',
};

const startWith = (tokens: readonly (typeof token)[]) =>
  startTestDevice([
    { object: sysUserEntry, rows: [] },
    { object: sysWebSessionEntry, rows: [] },
    { object: sysWebSessionCtrl, values: {} },
    { object: apiTokenEntry, rows: tokens },
    { object: apiTokenCtrl, values: { apiTokenIssued: 'fpt_once' } },
    { object: metricsCtrl, values: { metricsState: 2, metricsNetworks: '' } },
  ]);

beforeEach(() => {
  device = startWith([token]);
});

afterEach(() => {
  cleanup();
  device.stop();
});

it('creates a token by the button in the head of the list and shows it, until that is closed', async () => {
  const { user } = openPage(administrationPage);
  await screen.findByText('ansible');
  expect(screen.getAllByText('unlimited')).toHaveLength(1);
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add API token' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(screen.getByText('Name must be 1 to 32 characters.')).toBeDefined();
  expect(device.sets()).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'grafana');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Scope' }), 'Metrics only');
  // It rests for a second after each press.
  const create = screen.getByRole('button', { name: 'Create token' });
  await waitFor(() => expect(create.getAttribute('aria-disabled')).toBeNull());
  await user.click(create);
  expect(await screen.findByText('fpt_once')).toBeDefined();
  expect(device.sets()[0]?.params).toEqual({
    Template: 'apiTokenCtrl',
    apiTokenNewName: 'grafana',
    apiTokenNewScope: 3,
    apiTokenNewSection: 0,
    apiTokenNewDays: 90,
  });
  expect(screen.queryByRole('button', { name: 'Create token' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy token' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('fpt_once')).toBeNull();
});

it('asks before a token that is being described is given up, and offers none where all are in use', async () => {
  const { user } = openPage(administrationPage);
  const add = await screen.findByRole('button', { name: 'Add API token' });
  await user.click(add);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
  await user.click(add);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'g');
  await user.keyboard('{Escape}');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
  cleanup();
  device.stop();
  device = startWith(Array.from({ length: 16 }, (_, at) => ({ ...token, apiTokenIndex: at + 1 })));
  openPage(administrationPage);
  await screen.findByText('16 of 16');
  expect(screen.queryByRole('button', { name: 'Add API token' })).toBeNull();
});

it('revokes a token once that was confirmed', async () => {
  const { user } = openPage(administrationPage);
  await user.click(await screen.findByRole('button', { name: 'Revoke token ansible' }));
  expect(device.sets()).toEqual([]);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(device.sets()[0]?.params).toEqual({ Template: 'apiTokenCtrl', apiTokenRevoke: 2 }));
});
