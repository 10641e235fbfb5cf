// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { openPage } from '../../console/page/test-page.tsx';
import type { Values } from '../../model/wire/call.ts';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { aSVHealthCtrl, aSVHealthEntry } from './health-objects.ts';
import { aSVLogEntry } from './log-objects.ts';
import { healthDiagnosticPage, surveillanceLogPage } from './pages.ts';
import { aSVDeviceEntry, aSVPortEntry, HealthState } from './vlan-objects.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const CAMERA = '00-40-8C-00-00-02';

const click = async (role: 'button' | 'checkbox', name: string | RegExp) =>
  fireEvent.click(await screen.findByRole(role, { name }));

describe('Health Diagnostic', () => {
  const open = (rows: readonly Values[] = [{ ifIndex: 1 }, { ifIndex: 2 }]) => {
    device = startTestDevice([
      { object: aSVHealthCtrl, values: {} },
      { object: aSVHealthEntry, rows },
      {
        object: aSVPortEntry,
        rows: rows.map(({ ifIndex = 0 }) => ({ ifIndex, aSVPortMac: ifIndex === 2 ? CAMERA : '' })),
      },
      { object: aSVDeviceEntry, rows: [{ aSVDeviceMac: CAMERA, aSVDeviceDescription: 'Management' }] },
      { object: poePortState, rows: [] },
    ]);
    openPage(healthDiagnosticPage);
  };
  const asked = () => device.sets().map(({ params: { Template: _, ...values } }) => values);
  const question = (words: RegExp) => screen.findByText(words);

  it('has faults first, then what may become one, then cameras, and leads from each to its group', async () => {
    const { fault, attention, normal } = HealthState;
    const rows: readonly Values[] = [
      { ifIndex: 1, healthState: normal },
      { ifIndex: 2, healthState: normal, healthGroup: 102 },
      { ifIndex: 3, healthState: attention },
      { ifIndex: 4, healthState: fault },
    ];
    open(rows);
    await screen.findByRole('button', { name: 'Check port 4' });
    const ports = screen.getAllByRole('button', { name: /^Check port/ }).map((one) => one.getAttribute('aria-label'));
    expect(ports).toEqual([4, 3, 2, 1].map((port) => `Check port ${port}`));
    expect((await screen.findByRole('link', { name: 'Management' })).getAttribute('href')).toContain(
      '/PortGroupDetails/102',
    );
  });

  it('tests no cable unless that is ticked, and those of recorders and of the session only where that is, too', async () => {
    open();
    await screen.findByRole('button', { name: 'Check port 2' });
    await click('button', 'Check all ports');
    await waitFor(() => expect(asked()).toEqual([{ healthPorts: '1-2', healthCables: 2, healthEverywhere: 2 }]));
    expect(screen.queryByRole('checkbox', { name: 'Include recorders and this session' })).toBeNull();
    await click('checkbox', 'Test the cables');
    await click('button', 'Check port 2');
    await question(/Recorders and the port of this session are left out/);
    await click('button', 'OK');
    await waitFor(() => expect(asked().at(-1)).toEqual({ healthPorts: '2', healthCables: 1, healthEverywhere: 2 }));
    await click('checkbox', 'Include recorders and this session');
    await click('button', 'Check all ports');
    await question(/also those of recorders and of this session/);
    await click('button', 'OK');
    await waitFor(() => expect(asked().at(-1)).toEqual({ healthPorts: '1-2', healthCables: 1, healthEverywhere: 1 }));
    expect(asked()).toHaveLength(3);
  });
});

it('shows no numbers in the Surveillance Log that change with each new message', async () => {
  device = startTestDevice([{ object: aSVLogEntry, rows: [{ aSVLogIndex: 1, aSVLogText: 'Port 3 link up.' }] }]);
  openPage(surveillanceLogPage);
  expect(await screen.findByText('Port 3 link up.')).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: /^No\./ })).toBeNull();
});
