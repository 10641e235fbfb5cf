// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toasts } from '../../../console/feedback/toast.ts';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { hostEntry } from '../../hosts/objects.ts';
import { managementGuard } from '../../save/guard-objects.ts';
import { portCtrlEntry } from '../physical-interface/objects.ts';
import { trunkGroupEntry } from '../trunk/objects.ts';
import { dot1qPortVlanEntry, dot1qVlan } from './objects.ts';
import { vlanMatrixPage } from './pages.ts';
import { dot1qVlanStaticEntry } from './static-vlan-objects.ts';

let device: TestDevice;
const ports = Array.from({ length: 28 }, (_, at) => at + 1);
const vlan = (id: number, members: string, untagged = '', forbidden = '') => ({
  dot1qVlanIndex: id,
  dot1qVlanStaticName: `vlan ${id}`,
  dot1qVlanStaticEgressPorts: members,
  dot1qVlanStaticUntaggedPorts: untagged,
  dot1qVlanForbiddenEgressPorts: forbidden,
});

async function start(more: readonly number[] = []) {
  device = startTestDevice([
    {
      object: dot1qVlanStaticEntry,
      rows: [vlan(1, '1-28', '1-28'), vlan(20, ''), vlan(30, '', '', '6'), ...more.map((id) => vlan(id, ''))],
    },
    { object: dot1qPortVlanEntry, rows: ports.map((dot1dBasePort) => ({ dot1dBasePort, dot1qPvid: 1 })) },
    { object: dot1qVlan, values: {} },
    { object: trunkGroupEntry, rows: [{ trunkId: 1, trunkMode: 2, trunkMemberPorts: '25-26' }] },
    { object: portCtrlEntry, rows: ports.map((ifIndex) => ({ ifIndex, ifAlias: ifIndex === 9 ? 'camera gate' : '' })) },
    { object: managementGuard, values: { managementGuardPort: 1 } },
    { object: hostEntry, rows: [{ hostAddress: '02-00-00-00-00-05', hostName: 'printer', hostPort: 5 }] },
  ]);
  openPage(vlanMatrixPage);
  await waitFor(() => cell('Port 5', 20));
}

afterEach(() => {
  cleanup();
  device.stop();
});

/** Found by its name itself: looking for it by role would compute the names of all cells. */
function cell(port: string, id: number): HTMLElement {
  const found = document.querySelector<HTMLElement>(`button[aria-label^="${port}, VLAN ${id}: "]`);
  if (!found) throw new Error(`No cell of ${port} and VLAN ${id}.`);
  return found;
}
const state = (port: string, id: number) => cell(port, id).textContent;

describe('Ports × VLANs', () => {
  beforeEach(() => start());

  it('paints by click, moves the PVID, says so, and applies everything at once', async () => {
    await userEvent.click(cell('Port 9', 20));
    expect([state('Port 9', 1), state('Port 9', 20)]).toEqual(['–', 'U']);
    await userEvent.click(screen.getByRole('radio', { name: 'T tagged' }));
    await userEvent.click(cell('Port 5', 30));
    expect(screen.getByRole('region', { name: 'Changes by Apply' }).textContent).toMatch(
      /Port 5 joins VLAN 30, tagged.*Port 9 moves from VLAN 1 to VLAN 20, untagged/,
    );
    await userEvent.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(device.sets()).toHaveLength(4));
    expect(device.sets().map(({ params }) => params)).toContainEqual(
      expect.objectContaining({ Template: 'dot1qPortVlanEntry', dot1dBasePort: 9, dot1qPvid: 20 }),
    );
    expect(device.calls.filter(({ method }) => method === 'BatchPost')).toHaveLength(1);
  });

  it('does not undo what another session has done meanwhile', async () => {
    await userEvent.click(cell('Port 9', 20));
    device.change(dot1qVlanStaticEntry, vlan(20, '3'));
    await userEvent.click(screen.getByRole('button', { name: /^Apply/ }));
    await screen.findByText(/^VLANs or trunks were changed by another session\./);
    expect(device.sets()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(state('Port 3', 20)).toBe('T');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Apply/ }).hasAttribute('aria-disabled')).toBe(false),
    );
    await userEvent.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() =>
      expect(device.sets().map(({ params }) => params)).toContainEqual(
        expect.objectContaining({ dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '3,9' }),
      ),
    );
  });

  it('paints every cell that is dragged over', () => {
    fireEvent.pointerDown(cell('Port 2', 20), { button: 0, buttons: 1, pointerType: 'mouse' });
    for (const port of ['Port 3', 'Port 4'])
      fireEvent.pointerOver(cell(port, 20), { buttons: 1, pointerType: 'mouse' });
    fireEvent.pointerOver(cell('Port 5', 20), { buttons: 0, pointerType: 'mouse' });
    expect(['Port 2', 'Port 3', 'Port 4', 'Port 5'].map((port) => state(port, 20))).toEqual(['U', 'U', 'U', '–']);
  });

  it('is set by keys: letters, arrows, and arrows with Shift that carry the membership along', async () => {
    cell('Port 2', 20).focus();
    await userEvent.keyboard('t{Shift>}{ArrowDown}{ArrowDown}{/Shift}{ArrowRight}u');
    expect(['Port 2', 'Port 3', 'Port 4', 'Port 5'].map((port) => state(port, 20))).toEqual(['T', 'T', 'T', '–']);
    expect(state('Port 4', 30)).toBe('U');
    await userEvent.click(screen.getByRole('button', { name: 'Undo last' }));
    expect(state('Port 4', 30)).toBe('–');
  });

  it('takes a table out of a spreadsheet', () => {
    cell('Port 2', 20).focus();
    fireEvent.paste(cell('Port 2', 20), { clipboardData: { getData: () => 'T\tU\nT\t-\n' } });
    expect([state('Port 2', 20), state('Port 2', 30), state('Port 3', 20), state('Port 3', 30)]).toEqual([
      'T',
      'U',
      'T',
      '–',
    ]);
    // What is no table of memberships paints nothing, and says so.
    fireEvent.paste(cell('Port 5', 20), { clipboardData: { getData: () => 'rubbish\tconstructor\n<b>U</b>' } });
    expect(toasts.get().at(-1)?.text).toBe('Nothing was pasted: cells must be U, T, - or empty.');
    expect(state('Port 5', 20)).toBe('–');
  });

  it('narrows ports and VLANs by ranges, and paints all that is shown', async () => {
    await userEvent.type(screen.getByLabelText('Ports'), '5-8');
    await userEvent.type(screen.getByLabelText('VLANs'), '20,30');
    expect(screen.getAllByRole('row')).toHaveLength(5);
    await userEvent.click(screen.getByRole('radio', { name: 'T tagged' }));
    await userEvent.click(screen.getByRole('button', { name: 'Paint all shown' }));
    expect([state('Port 8', 20), state('Port 8', 30)]).toEqual(['T', 'T']);
    const told = screen.getByRole('region', { name: 'Changes by Apply' }).textContent;
    expect(told).toContain('Ports 5-8 join VLAN 20, tagged');
    expect(told).toContain('Ports 5,7-8 join VLAN 30, tagged');
  });

  it('marks the session, names ports, paints a trunk as one, and leaves forbidden cells', async () => {
    expect(cell('Port 1', 20).closest('tr')?.textContent).toContain('your session');
    expect(cell('Port 9', 20).closest('tr')?.textContent).toContain('camera gate');
    // A port without a description is known by its host.
    await waitFor(() => expect(cell('Port 5', 20).closest('tr')?.textContent).toContain('printer'));
    await userEvent.click(cell('Trunk 1', 20));
    await userEvent.click(cell('Port 6', 30));
    expect(state('Port 6', 30)).toBe('–');
    await userEvent.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() =>
      expect(device.sets().map(({ params }) => params)).toContainEqual(
        expect.objectContaining({ dot1qVlanIndex: 20, dot1qVlanStaticUntaggedPorts: '25-26' }),
      ),
    );
  });
});

it('keeps a cell that Tab enters at when the one that had the focus is filtered out', async () => {
  await start();
  cell('Port 9', 30).focus();
  await userEvent.type(screen.getByLabelText('VLANs'), '20');
  await userEvent.type(screen.getByLabelText('Ports'), '2-3');
  expect(document.querySelectorAll('[data-cell][tabindex="0"]')).toHaveLength(1);
  // What is no range paints nothing.
  await userEvent.type(screen.getByLabelText('Ports'), '-');
  expect(screen.getByRole('button', { name: 'Paint all shown' }).hasAttribute('disabled')).toBe(true);
});

it('shows 32 VLANs at a time, and says so', async () => {
  await start(ports.map((at) => 100 + at).concat(ports.map((at) => 200 + at)));
  expect(screen.getByText(/^32 of 59 VLANs are shown/)).toBeDefined();
  expect(document.querySelectorAll('thead th')).toHaveLength(34);
});
