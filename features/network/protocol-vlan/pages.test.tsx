// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { trunkGroupEntry } from '../trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { dot1vProtocolGroupEntry, dot1vProtocolPortEntry } from './objects.ts';
import { profileInterfacePage, protocolProfilePage } from './pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const protocol = (profile: number, type: number, value: string) => ({
  dot1vProtocolTemplateFrameType: type,
  dot1vProtocolTemplateProtocolValue: value,
  dot1vProtocolGroupId: profile,
});

function start() {
  device = startTestDevice([
    { object: dot1vProtocolGroupEntry, rows: [protocol(1, 1, '86DD'), protocol(2, 1, '0800'), protocol(2, 2, '0806')] },
    {
      object: dot1vProtocolPortEntry,
      rows: [
        { dot1dBasePort: 3, dot1vProtocolPortGroupId: 2, dot1vProtocolPortGroupVid: 20 },
        { dot1dBasePort: 4, dot1vProtocolPortGroupId: 2, dot1vProtocolPortGroupVid: 20 },
      ],
    },
    { object: trunkGroupEntry, rows: [{ trunkId: 1, trunkMode: 1, trunkMemberPorts: '5-6' }] },
    {
      object: dot1qVlanStaticEntry,
      rows: [{ dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '3-4', dot1qVlanStaticUntaggedPorts: '3' }],
    },
  ]);
}

async function typeVlan(user: UserEvent, vlan: string) {
  const box = screen.getByRole('textbox', { name: 'VLAN ID' });
  await user.clear(box);
  await user.type(box, vlan);
}

describe('Protocol VLAN > Profile', () => {
  it('fills a short type up with zeros', async () => {
    start();
    const { user } = openPage(protocolProfilePage);
    await user.click(await screen.findByRole('button', { name: 'Add protocol' }));
    const type = await screen.findByRole('textbox', { name: /^Ether Type/ });
    await user.clear(type);
    await user.type(type, '8ff');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ RowStatus: 4, dot1vProtocolTemplateProtocolValue: '08FF' });
  });
});

describe('Protocol VLAN > Profile Interface', () => {
  it('shows every protocol of a profile, and offers the profiles that there are', async () => {
    start();
    const { user } = openPage(profileInterfacePage);
    const row = await screen.findByRole('row', { name: /^3 / });
    await within(row).findByText('0806');
    expect(row.textContent).toContain('Ethernet IISNAP08000806');
    await user.click(screen.getByRole('button', { name: 'Add binding' }));
    const profile = screen.getByRole('combobox', { name: 'Profile ID' });
    await user.selectOptions(profile, '2: Ethernet II 0800, SNAP 0806');
    await user.click(screen.getByRole('checkbox', { name: 'Port 1' }));
    await typeVlan(user, '20');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      RowStatus: 4,
      dot1dBasePort: 1,
      dot1vProtocolPortGroupId: 2,
      dot1vProtocolPortGroupVid: 20,
    });
  });

  it('binds a profile to several ports at once, to a trunk in the place of its members', async () => {
    start();
    const { user } = openPage(profileInterfacePage);
    await user.click(await screen.findByRole('button', { name: 'Add binding' }));
    const follower = await screen.findByRole('checkbox', { name: /^Port 6: Port 6 follows port 5/ });
    await user.click(screen.getByRole('checkbox', { name: 'Port 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Port 5' }));
    expect(follower.getAttribute('aria-checked')).toBe('true');
    await typeVlan(user, '20');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(2));
    expect(device.sets().map(({ params }) => params.dot1dBasePort)).toEqual([1, 5001]);
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Port 1' })).toBeNull());
  });

  it('sends nothing without a port or a VLAN, and says so at the field', async () => {
    start();
    const { user } = openPage(profileInterfacePage);
    await user.click(await screen.findByRole('button', { name: 'Add binding' }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await screen.findByText('Ports must contain at least one port.');
    await user.click(screen.getByRole('checkbox', { name: 'Port 2' }));
    await typeVlan(user, '4095');
    await waitFor(() => expect(screen.queryByText('Ports must contain at least one port.')).toBeNull());
    const add = screen.getByRole('button', { name: 'Add' });
    await waitFor(() => expect(add.getAttribute('aria-disabled')).toBeNull());
    await user.click(add);
    await screen.findByText('Please enter an integer between 1 ~ 4094');
    expect(device.sets()).toHaveLength(0);
  });

  it('says where answers do not come back untagged', async () => {
    start();
    openPage(profileInterfacePage);
    await screen.findByText('Not an untagged member, so answers do not come back untagged: port 4 in VLAN 20.');
  });
});
