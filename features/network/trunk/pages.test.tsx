// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { ifEntry, portCtrlEntry } from '../physical-interface/objects.ts';
import { dot3adAggEntry, dot3adAggPortEntry, dot3adAggPortListEntry, dot3adAggPortStatsEntry } from './lacp-objects.ts';
import { trunkGroupEntry } from './objects.ts';
import { trunkSettingsPage, trunkStatusPage } from './pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const portsOfSwitch = [1, 2, 3, 4].map((ifIndex) => ({ ifIndex, portMediaType: ifIndex === 4 ? 2 : 1 }));
const trunks = [
  { trunkId: 1, trunkMode: 1, trunkMemberPorts: '1' },
  { trunkId: 2, trunkMode: 0, trunkMemberPorts: '' },
];

async function settings(rows = trunks, ports = portsOfSwitch) {
  device = startTestDevice([
    { object: trunkGroupEntry, rows },
    { object: portCtrlEntry, rows: ports },
    { object: ifEntry, rows: ports.map(({ ifIndex }) => ({ ifIndex, ifOperStatus: 1 })) },
  ]);
  const view = openPage(trunkSettingsPage);
  await screen.findByRole('checkbox', { name: /^Port 1,/ });
  return view;
}

const cell = (port: number) => screen.getByRole('checkbox', { name: new RegExp(`^Port ${port},`) });

describe('Trunk > Settings', () => {
  it('takes ports into a trunk on the front panel', async () => {
    const { user } = await settings();
    expect(cell(1).getAttribute('aria-checked')).toBe('true');
    await user.click(cell(2));
    expect(cell(2).getAttribute('aria-checked')).toBe('true');
    expect(cell(2).querySelector('[data-mark="T1"]')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'trunkGroupEntry', trunkId: 1, trunkMemberPorts: '1-2' });
  });

  it('keeps the member that another session has added meanwhile, and its own', async () => {
    const { user } = await settings();
    await user.click(cell(2));
    device.change(trunkGroupEntry, { trunkId: 1, trunkMemberPorts: '1,3' });
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText(/^VLANs or trunks were changed by another session\./);
    expect(device.sets()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Apply' }).hasAttribute('aria-disabled')).toBe(false),
    );
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'trunkGroupEntry', trunkId: 1, trunkMemberPorts: '1-3' });
  });

  it('makes a trunk that is not in use of the ports that its address asks for', async () => {
    device = startTestDevice([
      { object: trunkGroupEntry, rows: trunks },
      { object: portCtrlEntry, rows: portsOfSwitch },
      { object: ifEntry, rows: portsOfSwitch.map(({ ifIndex }) => ({ ifIndex, ifOperStatus: 1 })) },
    ]);
    const { user } = openPage(trunkSettingsPage, '/Network/Trunk/Settings?ports=2-3');
    await waitFor(() => expect(cell(3).getAttribute('aria-checked')).toBe('true'));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'trunkGroupEntry',
      trunkId: 2,
      trunkMode: 2,
      trunkMemberPorts: '2-3',
    });
  });

  it('says of one port alone in a manual trunk that it has nothing in reserve', async () => {
    const { user } = await settings();
    await user.selectOptions(screen.getByRole('combobox', { name: /^Mode/ }), 'Manual');
    expect(screen.getByText(/A single port has no redundancy/)).toBeDefined();
    await user.click(cell(2));
    expect(screen.queryByText(/A single port has no redundancy/)).toBeNull();
  });

  it('says of an LACP trunk what its members do without a partner', async () => {
    await settings([{ trunkId: 1, trunkMode: 2, trunkMemberPorts: '1' }]);
    expect(screen.getByText(/Without a partner one member forwards and the others are on standby/)).toBeDefined();
  });

  it('says why a port cannot be chosen, and does not choose it', async () => {
    const { user } = await settings();
    expect(cell(4).getAttribute('aria-label')).toContain('Port 4 is of another kind than port 1 of trunk 1.');
    await user.click(cell(4));
    expect(cell(4).getAttribute('aria-checked')).toBe('false');
    await user.click(screen.getByRole('button', { name: 'Modify Trunk 2' }));
    await waitFor(() => expect(cell(1).getAttribute('aria-checked')).toBe('false'));
    expect(cell(1).getAttribute('aria-label')).toContain('Port 1 is a member of trunk 1.');
  });

  it('takes an eighth port into a trunk and no ninth, until one of the eight is taken out', async () => {
    const copper = Array.from({ length: 10 }, (_, at) => ({ ifIndex: at + 1, portMediaType: 1 }));
    const { user } = await settings([{ trunkId: 1, trunkMode: 1, trunkMemberPorts: '1-7' }], copper);
    const full = 'A trunk has at most 8 member ports.';
    expect(cell(9).getAttribute('aria-label')).not.toContain(full);
    await user.click(cell(8));
    for (const port of [9, 10]) {
      expect(cell(port).getAttribute('aria-label')).toContain(full);
      await user.click(cell(port));
      expect(cell(port).getAttribute('aria-checked')).toBe('false');
    }
    await user.click(cell(3));
    await user.click(cell(9));
    expect(cell(9).getAttribute('aria-checked')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ trunkId: 1, trunkMemberPorts: '1-2,4-9' });
  });

  it('clears a trunk once that is confirmed', async () => {
    const { user } = await settings();
    expect(screen.queryByRole('button', { name: 'Clear trunk 2' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear trunk 1' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'trunkGroupEntry',
      trunkId: 1,
      trunkMode: 0,
      trunkMemberPorts: '',
    });
    const known = { trunkMode: 1, trunkMemberPorts: '1' };
    expect(device.calls.filter(({ method }) => method === 'CommonSet')).toMatchObject([{ was: known }]);
  });
});

describe('Trunk > Status', () => {
  it('says in words how far each member has come, and who the partner is', async () => {
    device = startTestDevice([
      { object: trunkGroupEntry, rows: trunks },
      {
        object: dot3adAggEntry,
        rows: [{ dot3adAggIndex: 5001, trunkMode: 2, dot3adAggPartnerSystemID: '02-00-00-00-00-0B' }],
      },
      { object: dot3adAggPortListEntry, rows: [{ dot3adAggIndex: 5001, dot3adAggPortListPorts: '' }] },
      {
        object: dot3adAggPortEntry,
        rows: [
          {
            dot3adAggPortIndex: 1,
            dot3adAggPortSelectedAggID: 5001,
            memberStatus: 3,
            dot3adAggPortActorOperState: 0x3d,
          },
          { dot3adAggPortIndex: 2 },
        ],
      },
      { object: dot3adAggPortStatsEntry, rows: [{ dot3adAggPortIndex: 1, dot3adAggPortStatsLACPDUsRx: '17' }] },
    ]);
    openPage(trunkStatusPage);
    expect(await screen.findByText('active, in sync, collecting, distributing')).toBeDefined();
    expect(screen.getByText('Bundled')).toBeDefined();
    expect(screen.getByText('17')).toBeDefined();
    expect(screen.getByText('02-00-00-00-00-0B')).toBeDefined();
    expect(screen.getAllByText('None').length).toBeGreaterThan(0);
    // A trunk without members is listed as empty.
    const trunksShown = screen.getByRole('region', { name: 'Trunks' });
    expect(within(trunksShown).getByRole('row', { name: /^Trunk 2 / }).textContent).toBe('Trunk 2Disabled––––');
    expect(within(screen.getByRole('region', { name: 'Members' })).getAllByRole('row')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /Delete/ })).toBeNull();
  });

  it('says of a trunk without a partner which member forwards, and which ones stand by', async () => {
    const member = { dot3adAggPortSelectedAggID: 5001, dot3adAggPortPartnerOperSystemID: '00-00-00-00-00-00' };
    device = startTestDevice([
      { object: trunkGroupEntry, rows: [{ trunkId: 1, trunkMode: 2, trunkMemberPorts: '2-4' }] },
      { object: dot3adAggEntry, rows: [{ dot3adAggIndex: 5001, trunkMode: 2 }] },
      { object: dot3adAggPortListEntry, rows: [{ dot3adAggIndex: 5001, dot3adAggPortListPorts: '2' }] },
      {
        object: dot3adAggPortEntry,
        rows: [2, 1, 0].map((memberStatus, at) => ({ ...member, dot3adAggPortIndex: at + 2, memberStatus })),
      },
      { object: dot3adAggPortStatsEntry, rows: [] },
    ]);
    openPage(trunkStatusPage);
    const stands = async (words: string) => (await screen.findByText(words)).closest('tr')?.textContent;
    expect(await stands('Individual')).toMatch(/^2/);
    expect(await stands('Standby')).toMatch(/^3/);
    expect(await stands('Link down')).toMatch(/^4/);
  });
});
