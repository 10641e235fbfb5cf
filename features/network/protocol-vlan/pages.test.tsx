// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
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
    {
      object: dot1qVlanStaticEntry,
      rows: [{ dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '3-4', dot1qVlanStaticUntaggedPorts: '3' }],
    },
  ]);
}

describe('Protocol VLAN > Profile', () => {
  it('fills a short type up with zeros', async () => {
    start();
    const { user } = openPage(protocolProfilePage);
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
    const profile = screen.getByRole('combobox', { name: 'Profile ID' });
    await user.selectOptions(profile, '2: Ethernet II 0800, SNAP 0806');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ RowStatus: 4, dot1vProtocolPortGroupId: 2 });
  });

  it('says where answers do not come back untagged', async () => {
    start();
    openPage(profileInterfacePage);
    await screen.findByText('Not an untagged member, so answers do not come back untagged: port 4 in VLAN 20.');
  });
});
