// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import type { MenuEntry } from '../../../console/navigation/menu-entry.ts';
import { openPage } from '../../../console/page/test-page.tsx';
import { trunkGroupEntry } from '../trunk/objects.ts';
import {
  multicastVlanAssocEntry,
  multicastVlanCtrl,
  multicastVlanEntry,
  multicastVlanGroupEntry,
  multicastVlanGroupRangeEntry,
} from './objects.ts';
import {
  associateGroupPage,
  groupSetupPage,
  multicastVlanSettingsPage,
  multicastVlanTablePage,
  receiverPortsPage,
  sourcePortsPage,
} from './pages.ts';

let device: TestDevice;

function open(page: MenuEntry, path = page.path) {
  device = startTestDevice([
    { object: multicastVlanCtrl, values: { multicastVlanStatus: 1 } },
    {
      object: multicastVlanEntry,
      rows: [
        {
          multicastVlanId: 100,
          multicastVlanName: 'tv',
          multicastVlanReceiverUntagged: '2-3',
          multicastVlanReceiverTagged: '4',
          multicastVlanSourceTagged: '1',
          multicastVlanGroups: 'news',
          multicastVlanActiveGroups: 7,
        },
        { multicastVlanId: 200, multicastVlanName: 'radio' },
        { multicastVlanId: 300, multicastVlanName: 'halls', multicastVlanSourceTagged: '1' },
      ],
    },
    { object: multicastVlanGroupEntry, rows: [{ multicastVlanGroupName: 'news' }] },
    {
      object: multicastVlanGroupRangeEntry,
      rows: [{ multicastVlanGroupName: 'news', multicastVlanGroupStart: '239.1.1.1', multicastVlanGroupEnd: '' }],
    },
    { object: multicastVlanAssocEntry, rows: [{ multicastVlanId: 100, multicastVlanGroupName: 'news' }] },
    { object: trunkGroupEntry, rows: [] },
  ]);
  return openPage(page, path);
}

afterEach(() => {
  cleanup();
  device.stop();
});

const cell = (group: string, port: number) =>
  within(screen.getByRole('group', { name: group })).getByRole('button', { name: new RegExp(`^Port ${port}\\b`) });

describe('Global Settings', () => {
  it('adds a multicast VLAN', async () => {
    const { user } = open(multicastVlanSettingsPage);
    await user.click(await screen.findByRole('button', { name: 'Add multicast VLAN' }));
    const vlan = await screen.findByRole('textbox', { name: 'VLAN ID' });
    await user.clear(vlan);
    await user.type(vlan, '400');
    await user.type(screen.getByRole('textbox', { name: 'VLAN Name' }), 'cinema');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      multicastVlanId: 400,
      multicastVlanName: 'cinema',
      multicastVlanReplaceSourceIp: '0.0.0.0',
      multicastVlanRemapPriority: 8,
      RowStatus: 4,
    });
  });

  it.each([
    ['Receiver ports of multicast VLAN 100', '/Network/MulticastVLAN/ReceiverPortsSettings/100'],
    ['Source ports of multicast VLAN 100', '/Network/MulticastVLAN/SourcePortsSettings/100'],
  ])('leads by "%s" to %s', async (name, path) => {
    const { user, router } = open(multicastVlanSettingsPage);
    await user.click(await screen.findByRole('button', { name }));
    expect(router.state.shown.location.pathname).toBe(path);
  });
});

describe('the ports of a multicast VLAN', () => {
  it('are chosen tagged or untagged, but not those of the other side', async () => {
    const { user, router } = open(receiverPortsPage, '/Network/MulticastVLAN/ReceiverPortsSettings/100');
    await waitFor(() => expect(cell('Reception on each port', 2).textContent).toBe('U'));
    expect(cell('Reception on each port', 4).textContent).toBe('T');
    expect(cell('Reception on each port', 1).getAttribute('aria-label')).toContain(
      'Port 1 is a source of the multicast VLAN.',
    );
    await user.click(screen.getByRole('button', { name: 'All tagged' }));
    expect(cell('Reception on each port', 1).textContent).toBe('–');
    await user.click(cell('Reception on each port', 2));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'multicastVlanEntry',
      multicastVlanId: 100,
      multicastVlanReceiverUntagged: '',
      multicastVlanReceiverTagged: '3-28',
    });
    await waitFor(() => expect(router.state.shown.location.pathname).toBe('/Network/MulticastVLAN/GlobalSettings'));
  });

  it('say on the other page who receives, and where there is no such VLAN', async () => {
    const { router } = open(sourcePortsPage, '/Network/MulticastVLAN/SourcePortsSettings/100');
    const label = 'Sources on each port';
    await waitFor(() => expect(cell(label, 1).textContent).toBe('T'));
    expect(cell(label, 3).getAttribute('aria-label')).toContain('Port 3 is a receiver of the multicast VLAN.');
    await router.navigate('/Network/MulticastVLAN/SourcePortsSettings/101');
    expect(await screen.findByText('The entry no longer exists.')).toBeDefined();
  });
});

describe('VLAN Table', () => {
  it('marks what cannot carry anything yet', async () => {
    open(multicastVlanTablePage);
    const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent ?? '';
    expect(await rowOf('tv')).toMatch(/Enabled.*1 \/ –.*4 \/ 2-3.*news.*7/);
    expect(await rowOf('radio')).toContain('No source port');
    expect(await rowOf('halls')).toContain('No group profile');
  });
});

describe('Group Setup', () => {
  it('adds addresses to a profile that is there', async () => {
    const { user } = open(groupSetupPage);
    await user.click(await screen.findByRole('button', { name: 'Add address range' }));
    const profile = await screen.findByRole('combobox', { name: 'Group Name' });
    await within(profile).findByRole('option', { name: 'news' });
    await user.selectOptions(profile, 'news');
    await user.type(screen.getByRole('textbox', { name: 'Start Address' }), '239.2.0.1');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      multicastVlanGroupName: 'news',
      multicastVlanGroupStart: '239.2.0.1',
      multicastVlanGroupEnd: '',
      RowStatus: 4,
    });
  });

  it.each(['224.0.0.251', '192.0.2.1', 'ff02::fb'])('refuses %s', async (wrong) => {
    const { user } = open(groupSetupPage);
    await user.click(await screen.findByRole('button', { name: 'Add address range' }));
    const start = await screen.findByRole('textbox', { name: 'Start Address' });
    await user.type(start, wrong);
    await user.tab();
    await waitFor(() => expect(start.getAttribute('aria-invalid')).toBe('true'));
  });
});

describe('Associate Group Setup', () => {
  it('offers the VLANs and profiles that there are', async () => {
    const { user } = open(associateGroupPage);
    await user.click(await screen.findByRole('button', { name: 'Associate a profile' }));
    const vlan = await screen.findByRole('combobox', { name: 'VLAN ID' });
    await within(vlan).findByRole('option', { name: '200 · radio' });
    await user.selectOptions(vlan, '200');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Group Name' }), 'news');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      multicastVlanId: 200,
      multicastVlanGroupName: 'news',
      RowStatus: 4,
    });
  });
});
