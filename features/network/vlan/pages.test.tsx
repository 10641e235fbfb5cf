// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type show, startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { dot1qTpFdbEntry, fdbControl } from './address-table-objects.ts';
import { dot1qVlanCurrentEntry, VlanStatus } from './current-vlan-objects.ts';
import { dot1dTp, dot1qBase, dot1qPortVlanEntry, dot1qVlan } from './objects.ts';
import { currentVlanPage, dynamicVlanPage, privateVlanPage, taggedPage, vlanForwardingPage } from './pages.ts';
import { privateVlanPortEntry } from './private-vlan-objects.ts';
import { dot1qVlanStaticEntry } from './static-vlan-objects.ts';

let device: TestDevice;

const ports = Array.from({ length: 28 }, (_, at) => at + 1);
const office: Values = {
  dot1qVlanIndex: 20,
  dot1qVlanStaticName: 'office',
  dot1qVlanStaticEgressPorts: '1-2',
  dot1qVlanStaticUntaggedPorts: '1-2',
};

function start(learning: Values = {}) {
  device = startTestDevice([
    {
      object: dot1qVlanStaticEntry,
      rows: [
        {
          dot1qVlanIndex: 1,
          dot1qVlanStaticName: 'Default VLAN',
          dot1qVlanStaticEgressPorts: '3-28',
          dot1qVlanStaticUntaggedPorts: '3-28',
        },
        office,
      ],
    },
    { object: dot1qBase, values: { dot1qMaxSupportedVlans: 256 } },
    { object: dot1qPortVlanEntry, rows: ports.map((port) => ({ dot1dBasePort: port, dot1qPvid: port <= 2 ? 20 : 1 })) },
    { object: dot1qVlan, values: learning },
    { object: dot1dTp, values: {} },
    { object: fdbControl, values: { fdbMaximum: 16_384 } },
    {
      object: privateVlanPortEntry,
      rows: ports.map((port) => ({ privateVlanSourcePort: port, privateVlanForwardPorts: '1-28' })),
    },
    {
      object: dot1qTpFdbEntry,
      rows: [
        { dot1qFdbId: 1, dot1qTpFdbAddress: '00-11-22-00-00-01', dot1qTpFdbPort: 3, dot1qTpFdbStatus: 3 },
        { dot1qFdbId: 20, dot1qTpFdbAddress: '00-11-22-00-00-02', dot1qTpFdbPort: 1, dot1qTpFdbStatus: 3 },
        { dot1qFdbId: 20, dot1qTpFdbAddress: '00-99-22-00-00-03', dot1qTpFdbPort: 2, dot1qTpFdbStatus: 5 },
      ],
    },
  ]);
}

function changeLines(): (string | null)[] {
  const panel = screen.getByRole('region', { name: 'Changes by Apply' });
  return within(panel)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
}

const confirmed = async (user: ReturnType<typeof show>['user']) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));

afterEach(() => {
  cleanup();
  device.stop();
});

describe('VLAN > Tagged', () => {
  it('adds a VLAN with its ports and their PVID in one batch, and says so before', async () => {
    start();
    const { user } = openPage(taggedPage);
    await user.click(await screen.findByRole('button', { name: 'Add VLAN' }));
    const id = await screen.findByRole('textbox', { name: 'VLAN ID' });
    await user.clear(id);
    await user.type(id, '30');
    await user.click(screen.getByRole('button', { name: /^Port 5:/ }));
    expect(changeLines()).toEqual(['VLAN 30 added', 'Port 5 moves from VLAN 1 to VLAN 30, untagged']);
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(3));
    expect(device.calls.filter((call) => call.method === 'BatchPost')).toHaveLength(1);
    expect(device.sets().map(({ params }) => params)).toEqual([
      expect.objectContaining({ dot1qVlanIndex: 30, dot1qVlanStaticUntaggedPorts: '5', RowStatus: 4 }),
      expect.objectContaining({ dot1qVlanIndex: 1, dot1qVlanStaticEgressPorts: '3-4,6-28' }),
      { Template: 'dot1qPortVlanEntry', dot1dBasePort: 5, dot1qPvid: 30 },
    ]);
  });

  it('leaves PVIDs alone where told to', async () => {
    start();
    const { user } = openPage(taggedPage);
    await user.click(await screen.findByRole('button', { name: 'Add VLAN' }));
    await user.click(await screen.findByRole('button', { name: /^Port 5:/ }));
    await user.click(screen.getByRole('checkbox', { name: /Also set the PVID/ }));
    expect(changeLines()).toEqual(['VLAN 2 added', 'Port 5 joins VLAN 2, untagged']);
  });

  it('offers the first VLAN ID that is free', async () => {
    start();
    const { user } = openPage(taggedPage);
    await user.click(await screen.findByRole('button', { name: 'Add VLAN' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'VLAN ID' })).toHaveProperty('value', '2'));
  });

  it('opens the form of the VLAN that its address asks for, and leaves it closed once it was closed', async () => {
    start();
    const { user } = openPage(taggedPage, '/Network/VLAN/Tagged?add=30');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'VLAN ID' })).toHaveProperty('value', '30'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('textbox', { name: 'VLAN ID' })).toBeNull();
  });

  it('lists every VLAN, and cannot delete the default one', async () => {
    start();
    openPage(taggedPage);
    expect(await screen.findByText('2 of 256')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Delete VLAN 1' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete VLAN 20' })).toBeDefined();
  });

  it('lists a member port as untagged or as tagged, never as both', async () => {
    start();
    device.change(dot1qVlanStaticEntry, { ...office, dot1qVlanStaticEgressPorts: '1-2,7-8' });
    openPage(taggedPage);
    const row = async (vlan: number) => screen.findByRole('row', { name: new RegExp(`^VLAN ${vlan} |^${vlan} `) });
    const cells = async (vlan: number) =>
      within(await row(vlan))
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    expect((await cells(1)).slice(3, 5)).toEqual(['3-28', '–']);
    expect((await cells(20)).slice(3, 5)).toEqual(['1-2', '7-8']);
  });
});

describe('deleting a VLAN that ports have as PVID', () => {
  it('offers to return them to the default VLAN, in the same batch', async () => {
    start();
    device.conflict((calls) => (calls.length > 1 ? undefined : say('VLAN 20 is in use by the PVID of port 1.')));
    const { user } = openPage(taggedPage);
    await user.click(await screen.findByRole('button', { name: 'Delete VLAN 20' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Return ports 1-2 to VLAN 1' }));
    await confirmed(user);
    await waitFor(() => expect(device.sets()).toHaveLength(4));
    expect(device.sets().map(({ params }) => params)).toEqual([
      expect.objectContaining({ dot1qVlanIndex: 1, dot1qVlanStaticUntaggedPorts: '1-28' }),
      { Template: 'dot1qPortVlanEntry', dot1dBasePort: 1, dot1qPvid: 1 },
      { Template: 'dot1qPortVlanEntry', dot1dBasePort: 2, dot1qPvid: 1 },
      { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 20, RowStatus: 6 },
    ]);
  });
});

it('returns no ports to a VLAN that another session has changed while the question was open', async () => {
  start();
  device.conflict((calls) => (calls.length > 1 ? undefined : say('VLAN 20 is in use by the PVID of port 1.')));
  const { user } = openPage(taggedPage);
  await user.click(await screen.findByRole('button', { name: 'Delete VLAN 20' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Return ports 1-2 to VLAN 1' }));
  device.change(dot1qVlanStaticEntry, { dot1qVlanIndex: 1, dot1qVlanStaticEgressPorts: '4-28' });
  await confirmed(user);
  await screen.findByText(/^VLANs or trunks were changed by another session\./);
  expect(device.sets()).toEqual([]);
});

describe('Modify VLAN', () => {
  it('keeps the port that another session has added meanwhile, and its own', async () => {
    start();
    const { user } = openPage(taggedPage, '/Network/ModifyVLAN/20');
    const five = await screen.findByRole('button', { name: /^Port 5:/ });
    await waitFor(() => expect(five).toHaveProperty('disabled', false));
    await user.click(five);
    device.change(dot1qVlanStaticEntry, { ...office, dot1qVlanStaticEgressPorts: '1-2,9' });
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await screen.findByText(/^VLANs or trunks were changed by another session\./);
    expect(device.sets()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.getByRole('button', { name: /^Port 9:/ }).textContent).toBe('T');
    expect(five.textContent).toBe('U');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Apply' }).hasAttribute('aria-disabled')).toBe(false),
    );
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).not.toEqual([]));
    expect(device.sets()[0]?.params).toMatchObject({
      dot1qVlanIndex: 20,
      dot1qVlanStaticEgressPorts: '1-2,5,9',
      dot1qVlanStaticUntaggedPorts: '1-2,5',
    });
  });

  it('takes a port from no VLAN that another session has changed meanwhile', async () => {
    start();
    const { user } = openPage(taggedPage);
    await user.click(await screen.findByRole('button', { name: 'Add VLAN' }));
    await user.click(await screen.findByRole('button', { name: /^Port 5:/ }));
    device.change(dot1qVlanStaticEntry, { dot1qVlanIndex: 1, dot1qVlanStaticEgressPorts: '4-28' });
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByText(/^VLANs or trunks were changed by another session\./);
    expect(device.sets()).toEqual([]);
  });

  it('gives a port that is taken out back to the default VLAN, and returns to the list', async () => {
    start();
    const { user, router } = openPage(taggedPage, '/Network/ModifyVLAN/20');
    const cell = await screen.findByRole('button', { name: /^Port 2:/ });
    await waitFor(() => expect(cell.textContent).toBe('U'));
    await user.click(cell);
    await user.click(cell);
    expect(cell.textContent).toBe('–');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(router.state.shown.location.pathname).toBe('/Network/VLAN/Tagged'));
    expect(device.sets().map(({ params }) => params)).toEqual([
      expect.objectContaining({ dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1' }),
      expect.objectContaining({ dot1qVlanIndex: 1, dot1qVlanStaticEgressPorts: '2-28' }),
      { Template: 'dot1qPortVlanEntry', dot1dBasePort: 2, dot1qPvid: 1 },
    ]);
  });

  it('takes ports as they are drawn, untagged or tagged, each in one of the two', async () => {
    start();
    const { user } = openPage(taggedPage, '/Network/ModifyVLAN/20');
    const cell = async (port: number) => screen.findByRole('button', { name: new RegExp(`^Port ${port}:`) });
    await waitFor(async () => expect((await cell(2)).textContent).toBe('U'));
    for (const port of [2, 5, 6, 6]) await user.click(await cell(port));
    expect(await Promise.all([1, 2, 5, 6, 7].map(async (port) => (await cell(port)).textContent))).toEqual([
      ...['U', 'T', 'U', 'T', '–'],
    ]);
    expect(changeLines()).toEqual([
      'Port 6 joins VLAN 20, tagged',
      'Port 2 becomes tagged in VLAN 20',
      'Port 5 moves from VLAN 1 to VLAN 20, untagged',
    ]);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).not.toEqual([]));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'dot1qVlanStaticEntry',
      dot1qVlanIndex: 20,
      dot1qVlanStaticEgressPorts: '1-2,5-6',
      dot1qVlanStaticUntaggedPorts: '1,5',
    });
  });

  it('forbids ports that are no members, and makes none of them one', async () => {
    start();
    const { user } = openPage(taggedPage, '/Network/ModifyVLAN/20');
    await user.click(await screen.findByText('Ports that protocols never add to this VLAN'));
    const forbidden = within(screen.getByRole('group', { name: 'Forbidden Ports' }));
    await user.click(await forbidden.findByRole('checkbox', { name: 'Port 1: Port 1 is a member of the VLAN.' }));
    await user.click(forbidden.getByRole('checkbox', { name: 'Port 9' }));
    await user.click(screen.getByRole('button', { name: 'Port 9: not a member. Port 9 is forbidden for the VLAN.' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'dot1qVlanStaticEntry',
      dot1qVlanIndex: 20,
      dot1qVlanForbiddenEgressPorts: '9',
    });
  });

  it.each(['77', 'x', '4095'])('says that VLAN %s is not there', async (row) => {
    start();
    openPage(taggedPage, `/Network/ModifyVLAN/${row}`);
    expect(await screen.findByText('The entry no longer exists.')).toBeDefined();
  });

  it('keeps the name of the default VLAN', async () => {
    start();
    openPage(taggedPage, '/Network/ModifyVLAN/1');
    expect(await screen.findByRole('textbox', { name: 'VLAN Name' })).toHaveProperty('disabled', true);
  });
});

describe('VLAN > Forwarding', () => {
  it('asks before another table mode empties the address table', async () => {
    start();
    const { user } = openPage(vlanForwardingPage);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', false));
    expect(screen.getByRole('combobox', { name: 'Asymmetric VLAN' })).toHaveProperty('disabled', true);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Forwarding Table Mode' }), 'Shared (SVL)');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Asymmetric VLAN' }), 'Enabled');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(device.sets()).toEqual([]);
    await confirmed(user);
    await waitFor(() => expect(device.sets()).toHaveLength(1));
  });
});

describe('VLAN > Current', () => {
  it('calls a VLAN what its own page calls it', async () => {
    const rows = [
      { dot1qVlanIndex: 1, dot1qVlanStatus: VlanStatus.permanent },
      { dot1qVlanIndex: 20, dot1qVlanStatus: VlanStatus.permanent },
      { dot1qVlanIndex: 30, dot1qVlanStatus: VlanStatus.dynamicGvrp },
    ];
    device = startTestDevice([{ object: dot1qVlanCurrentEntry, rows }]);
    openPage(currentVlanPage);
    const kinds = await screen.findAllByText(/^(Permanent|Static|Dynamic)/);
    expect(kinds.map(({ textContent }) => textContent)).toEqual(['Permanent', 'Static', 'Dynamic (GVRP)']);
  });
});

describe('VLAN > Dynamic', () => {
  it('finds addresses and clears just those found', async () => {
    start();
    const { user } = openPage(dynamicVlanPage);
    expect(await screen.findByText('Total 3')).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: 'MAC Address' }), '00:11');
    await user.type(screen.getByRole('textbox', { name: 'VLAN ID' }), '20{Enter}');
    expect(await screen.findByText('Total 1')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear found' }));
    await confirmed(user);
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'fdbControl',
      fdbFilterPort: 0,
      fdbFilterVlan: 20,
      fdbFilterMac: '00-11',
      fdbFilterType: 0,
      fdbClear: 1,
    });
    await user.click(screen.getByRole('button', { name: 'Show All' }));
    expect(await screen.findByText('Total 3')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Clear' })).toBeDefined();
  });

  it('refuses to look for a VLAN that cannot be', async () => {
    start();
    const { user } = openPage(dynamicVlanPage);
    await user.type(await screen.findByRole('textbox', { name: 'VLAN ID' }), '4095');
    await user.click(screen.getByRole('button', { name: 'Find' }));
    expect(screen.getByText('Please enter an integer between 1 ~ 4094')).toBeDefined();
  });
});

describe('VLAN > Private', () => {
  it('parts two ports both ways, or one way where told to', async () => {
    start();
    const { user } = openPage(privateVlanPage);
    const cell = await screen.findByRole('checkbox', { name: 'Port 1 to port 2' });
    await waitFor(() => expect(cell).toHaveProperty('checked', true));
    await user.click(cell);
    expect(screen.getByRole('checkbox', { name: 'Port 2 to port 1' })).toHaveProperty('checked', false);
    await user.click(screen.getByRole('checkbox', { name: 'Both ways' }));
    await user.click(screen.getByRole('checkbox', { name: 'Port 3 to port 4' }));
    expect(screen.getByRole('checkbox', { name: 'Port 4 to port 3' })).toHaveProperty('checked', true);
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(device.sets()).toHaveLength(3));
    expect(device.sets().map(({ params }) => params.privateVlanForwardPorts)).toEqual(['1,3-28', '2-28', '1-3,5-28']);
  });

  it('opens everything again after asking', async () => {
    start();
    const { user } = openPage(privateVlanPage);
    await screen.findByRole('checkbox', { name: 'Port 1 to port 2' });
    await user.click(screen.getByRole('button', { name: 'None: port 1' }));
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(device.sets()).toHaveLength(28));
    await waitFor(() =>
      expect(screen.getByRole('checkbox', { name: 'Port 1 to port 2' })).toHaveProperty('checked', false),
    );
    await user.click(screen.getByRole('button', { name: 'Remove restrictions' }));
    await confirmed(user);
    await waitFor(() => expect(device.sets()).toHaveLength(56));
    expect(device.sets()[28]?.params.privateVlanForwardPorts).toBe('1-28');
  });
});
