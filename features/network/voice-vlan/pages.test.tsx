// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { trunkGroupEntry } from '../trunk/objects.ts';
import { voiceVlan, voiceVlanOuiEntry, voiceVlanPortEntry } from './objects.ts';
import { voiceVlanOuiPage, voiceVlanSettingsPage } from './pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

function settings() {
  device = startTestDevice([
    { object: voiceVlan, values: { voiceVlanId: 30 } },
    { object: trunkGroupEntry, rows: [{ trunkId: 1, trunkMode: 1, trunkMemberPorts: '3' }] },
    { object: mirrorSessionEntry, rows: [{ mirrorSessionId: 1, mirrorSessionStatus: 1, mirrorTargetPort: 4 }] },
    {
      object: voiceVlanPortEntry,
      rows: [
        { ifIndex: 1 },
        { ifIndex: 2, voiceVlanPortAuto: 1, voiceVlanPortState: 3 },
        { ifIndex: 3 },
        { ifIndex: 4 },
      ],
    },
  ]);
  return openPage(voiceVlanSettingsPage);
}

describe('Voice VLAN > Settings', () => {
  it('shows where a phone was heard, and listens at another port', async () => {
    const { user } = settings();
    const auto = await screen.findByRole('checkbox', { name: 'Auto Detection of port 1' });
    expect(screen.getAllByRole('row').filter((row) => row.textContent?.includes('Dynamic'))).toHaveLength(1);
    await user.click(auto);
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'voiceVlanPortEntry', ifIndex: 1, voiceVlanPortAuto: 1 });
  });

  it('says of a port in a trunk and of the target of a mirror why nobody listens there', async () => {
    settings();
    const auto = (port: number) => screen.getByRole('checkbox', { name: `Auto Detection of port ${port}` });
    await screen.findAllByText('Port 3 is a member of trunk 1.');
    await screen.findAllByText('Port 4 is a mirroring target port.');
    expect(auto(1)).toHaveProperty('disabled', false);
    expect(auto(3)).toHaveProperty('disabled', true);
    expect(auto(4)).toHaveProperty('disabled', true);
  });

  it('says at its field why a VLAN cannot be that of phones', async () => {
    const { user } = settings();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Voice VLAN Status' }), 'Enabled');
    const vlan = screen.getByRole('textbox', { name: /^Voice VLAN ID/ });
    const column = { object: 'voiceVlan', column: 'voiceVlanId' };
    device.refuse(ErrorCode.wrongValue, say('VLAN 30 does not exist.'), column);
    await user.click(within(screen.getByRole('region', { name: 'Voice VLAN' })).getByRole('button', { name: 'Apply' }));
    await screen.findByText('VLAN 30 does not exist.');
    await waitFor(() => expect(document.activeElement).toBe(vlan));
  });
});

describe('Voice VLAN > OUI', () => {
  const builtIn = '00-03-6B-00-00-00';

  it('takes the first three octets of an address, and keeps what is built in', async () => {
    device = startTestDevice([
      {
        object: voiceVlanOuiEntry,
        rows: [
          { voiceVlanOuiAddress: builtIn, voiceVlanOuiDescription: 'Cisco', voiceVlanOuiType: 1 },
          { voiceVlanOuiAddress: '00-AA-BB-00-00-00', voiceVlanOuiDescription: 'desk', voiceVlanOuiType: 2 },
        ],
      },
    ]);
    const { user } = openPage(voiceVlanOuiPage);
    const row = await screen.findByRole('row', { name: new RegExp(builtIn) });
    expect(within(row).queryByRole('button')).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete telephony OUI 00-AA-BB' })).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Add telephony OUI' }));
    await user.type(screen.getByRole('textbox', { name: 'Telephony OUI, part 1 of 6' }), '001122');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ RowStatus: 4, voiceVlanOuiAddress: '00-11-22-00-00-00' });
  });
});
