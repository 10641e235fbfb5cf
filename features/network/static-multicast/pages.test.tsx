// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { dot1qStaticMulticastEntry } from './objects.ts';
import { staticMulticastPage } from './page.ts';

const list = '/Network/StaticMulticast';
const address = '01-00-5E-01-01-01';
const row = `/Network/ModifyStaticMulticastAddressTable/20_${address}`;
let device: TestDevice;

function open(path: string) {
  device = startTestDevice([
    {
      object: dot1qStaticMulticastEntry,
      rows: [
        {
          dot1qVlanIndex: 20,
          dot1qStaticMulticastAddress: address,
          dot1qStaticMulticastStaticEgressPorts: '4-5',
          dot1qStaticMulticastForbiddenEgressPorts: '6',
        },
      ],
    },
    {
      object: dot1qVlanStaticEntry,
      rows: [
        { dot1qVlanIndex: 1, dot1qVlanStaticEgressPorts: '1-10' },
        { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '4-6' },
      ],
    },
  ]);
  return openPage(staticMulticastPage, path);
}

const cell = (group: string, port: number) =>
  within(screen.getByRole('group', { name: group })).getByRole('checkbox', { name: new RegExp(`^Port ${port}\\b`) });

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Static Multicast', () => {
  it('adds a group with ports of its VLAN; others say why they cannot be chosen', async () => {
    const { user } = open(list);
    await user.click(await screen.findByRole('button', { name: 'Add group' }));
    const vlan = await screen.findByRole('textbox', { name: '802.1Q VLAN' });
    await user.click(cell('Group Members', 2));
    await user.clear(vlan);
    await user.type(vlan, '20');
    await waitFor(() => expect(cell('Group Members', 2).getAttribute('aria-disabled')).toBe('true'));
    expect(cell('Group Members', 2).getAttribute('aria-label')).toBe('Port 2: Port 2 is not a member of VLAN 20.');
    await waitFor(() => expect(cell('Group Members', 2).getAttribute('aria-checked')).toBe('false'));
    await user.click(cell('Group Members', 5));
    await user.click(cell('Forbidden Ports', 6));
    expect(cell('Group Members', 6).getAttribute('aria-label')).toBe('Port 6: Port 6 is forbidden for the group.');
    expect(cell('Forbidden Ports', 5).getAttribute('aria-label')).toBe('Port 5: Port 5 is a member of the group.');
    await user.type(screen.getByRole('textbox', { name: 'Group MAC Address, part 1 of 6' }), '01:00:5e:02:02:02');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      dot1qVlanIndex: 20,
      dot1qStaticMulticastAddress: '01-00-5E-02-02-02',
      dot1qStaticMulticastStaticEgressPorts: '5',
      dot1qStaticMulticastForbiddenEgressPorts: '6',
      RowStatus: 4,
    });
  });

  it('says that a VLAN is not there before anything is sent', async () => {
    const { user } = open(list);
    await user.click(await screen.findByRole('button', { name: 'Add group' }));
    const vlan = await screen.findByRole('textbox', { name: '802.1Q VLAN' });
    await user.clear(vlan);
    await user.type(vlan, '30');
    await waitFor(() =>
      expect(cell('Group Members', 1).getAttribute('aria-label')).toBe('Port 1: VLAN 30 does not exist.'),
    );
  });

  it.each(['', '00-11-22-33-44-55', '01-80-C2-00-00-00', '01-00-5E-00-00-05'])(
    'refuses %s as a group',
    async (wrong) => {
      const { user } = open(list);
      await user.click(await screen.findByRole('button', { name: 'Add group' }));
      const mac = await screen.findByRole('textbox', { name: 'Group MAC Address, part 1 of 6' });
      if (wrong !== '') await user.type(mac, wrong);
      await user.click(cell('Group Members', 1));
      await user.click(screen.getByRole('button', { name: 'Add' }));
      await waitFor(() => expect(mac.getAttribute('aria-invalid')).toBe('true'));
      expect(device.sets()).toEqual([]);
    },
  );

  it('asks before a group loses its last member', async () => {
    const { user, router } = open(row);
    await waitFor(() => expect(cell('Group Members', 4).getAttribute('aria-checked')).toBe('true'));
    await user.click(screen.getByRole('button', { name: 'None: Group Members' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    const question = await screen.findByRole('dialog');
    expect(within(question).getByText(/dropped in its VLAN/)).toBeDefined();
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(device.sets()).toEqual([]);
    // A pressed button rests for a second.
    const apply = screen.getByRole('button', { name: 'Apply' });
    await waitFor(() => expect(apply.getAttribute('aria-disabled')).toBeNull(), { timeout: 3000 });
    await user.click(apply);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(router.state.shown.location.pathname).toBe(list));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'dot1qStaticMulticastEntry',
      dot1qVlanIndex: 20,
      dot1qStaticMulticastAddress: address,
      dot1qStaticMulticastStaticEgressPorts: '',
    });
  });

  it('leads from the list to the group’s own page, and says where there is none', async () => {
    const { user, router } = open(list);
    await user.click(await screen.findByRole('button', { name: /^Modify/ }));
    expect(router.state.shown.location.pathname).toBe(row);
    await waitFor(() => expect(cell('Group Members', 4).getAttribute('aria-checked')).toBe('true'));
    await act(() => router.navigate(row.replace('20_', '21_')));
    expect(await screen.findByText('The entry no longer exists.')).toBeDefined();
  });
});
