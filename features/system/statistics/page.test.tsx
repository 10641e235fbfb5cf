// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { defaultsOf } from '../../../model/schema/object.ts';
import { dot3StatsEntry, portSampleEntry, statisticsCtrl } from './objects.ts';
import { errorPage } from './pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

it('shows a dash for what the switch does not count, and 0 for what did not happen', async () => {
  const row = { ...defaultsOf(dot3StatsEntry.fields), dot3StatsIndex: 1, dot3StatsSymbolErrors: '' };
  device = startTestDevice([
    { object: dot3StatsEntry, rows: [row] },
    { object: portSampleEntry, rows: [] },
    { object: statisticsCtrl, values: {} },
  ]);
  const { user } = openPage(errorPage);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Columns' }), 'Faulty frames');
  const table = await screen.findByRole('table', { name: 'Ports' });
  expect(within(table).getAllByText('–')).toHaveLength(1);
  expect(within(table).getByText('–').title).toBe('Not counted by the hardware.');
  expect(within(table).getAllByText('0').length).toBeGreaterThan(5);
});

it('opens its chart at the port that has most, and stays there', async () => {
  const rows = [1, 2, 3].map((dot3StatsIndex) => ({
    ...defaultsOf(dot3StatsEntry.fields),
    dot3StatsIndex,
    ifInErrors: dot3StatsIndex === 2 ? '40' : '1',
  }));
  device = startTestDevice([
    { object: dot3StatsEntry, rows },
    { object: portSampleEntry, rows: [] },
    { object: statisticsCtrl, values: {} },
  ]);
  const { user } = openPage(errorPage);
  const most = await screen.findByRole('checkbox', { name: 'Port 2', checked: true });
  expect(screen.getByRole('checkbox', { name: 'Port 1' }).getAttribute('aria-checked')).toBe('false');
  device.change(dot3StatsEntry, { dot3StatsIndex: 3, ifInErrors: '90' });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('90');
  expect(most.getAttribute('aria-checked')).toBe('true');
});

it('shows all ports of a switch on one page, by the columns that are chosen', async () => {
  const rows = Array.from({ length: 28 }, (_, index) => ({
    ...defaultsOf(dot3StatsEntry.fields),
    dot3StatsIndex: index + 1,
  }));
  device = startTestDevice([
    { object: dot3StatsEntry, rows },
    { object: portSampleEntry, rows: [] },
    { object: statisticsCtrl, values: {} },
  ]);
  const { user } = openPage(errorPage);
  const table = await screen.findByRole('table', { name: 'Ports' });
  await within(table).findByRole('row', { name: /^28\b/ });
  const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const before = headings();
  const columns = screen.getByRole('combobox', { name: 'Columns' });
  await user.selectOptions(columns, within(columns).getAllByRole('option').at(-1) ?? columns);
  await waitFor(() => expect(headings()).not.toEqual(before));
  for (const port of ['1', '28']) expect(screen.getByRole('row', { name: new RegExp(`^${port}\\b`) })).toBeDefined();
  expect(screen.queryByRole('navigation', { name: /^Pages of/ })).toBeNull();
});
