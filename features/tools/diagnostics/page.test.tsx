// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { defaultsOf } from '../../../model/schema/object.ts';
import { ifEntry } from '../../network/physical-interface/objects.ts';
import { cableDiagCtrl, cableDiagEntry } from './objects.ts';
import { diagnosticsPage } from './page.ts';

let device: TestDevice;

const cable = (ifIndex: number, columns: object = {}) => ({
  ...defaultsOf(cableDiagEntry.fields),
  ifIndex,
  ...columns,
});

beforeEach(() => {
  const open = { cableDiagStatus: 2, cableDiagPair1Status: 2, cableDiagPair1Length: 12 };
  const fine = { cableDiagPair2Status: 1, cableDiagPair2Length: 30 };
  device = startTestDevice([
    { object: cableDiagCtrl, values: {} },
    { object: cableDiagEntry, rows: [cable(1), cable(2, { ...open, ...fine }), cable(3)] },
    { object: ifEntry, rows: [1, 2, 3].map((ifIndex) => ({ ifIndex, ifOperStatus: ifIndex === 1 ? 1 : 2 })) },
  ]);
});

afterEach(() => {
  cleanup();
  device.stop();
});

it('shows what is wrong with a pair, and where', async () => {
  openPage(diagnosticsPage);
  const row = await screen.findByRole('row', { name: /Open at 12 m/ });
  expect(within(row).getByText('OK, 30 m')).toBeDefined();
});

it('tests a cable without a link at once, and one with a link once it is confirmed', async () => {
  const { user } = openPage(diagnosticsPage);
  await user.click(await screen.findByRole('button', { name: 'Test 3' }));
  await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ cableDiagPorts: '3' }));
  await user.click(screen.getByRole('button', { name: 'Test 1' }));
  const question = await screen.findByRole('dialog');
  expect(device.sets()).toHaveLength(1);
  await user.click(within(question).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(device.sets()[1]?.params).toMatchObject({ cableDiagPorts: '1' }));
});

it('tests all idle ports, and leaves those with a link', async () => {
  const { user } = openPage(diagnosticsPage);
  const all = await screen.findByRole('button', { name: 'Test all idle ports' });
  await screen.findByRole('button', { name: 'Test 3' });
  await waitFor(() => expect(all).toHaveProperty('disabled', false));
  await user.click(all);
  await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ cableDiagPorts: '2-3' }));
});
