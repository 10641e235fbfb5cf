// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { pressable, startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { openPage } from '../../console/page/test-page.tsx';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { trunkGroupEntry } from '../network/trunk/objects.ts';
import { ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { dialInUserEntry } from './dial-in-user/objects.ts';
import { dialInUserPage } from './dial-in-user/page.ts';
import {
  dot1xAuthConfigEntry,
  dot1xAuthSessionStatsEntry,
  dot1xAuthStatsEntry,
  dot1xExtConfig,
  dot1xPaePortEntry,
  dot1xPaeSystem,
  dot1xPortExtEntry,
} from './port-access-control/objects.ts';
import { portAccessControlPage } from './port-access-control/page.ts';
import {
  radiusAccServerExtEntry,
  radiusAuthServerExtEntry,
  radiusConfig,
  radiusServerEntry,
} from './radius/objects.ts';
import { radiusPage } from './radius/page.ts';
import { tacacsConfig, tacacsServerEntry } from './tacacs/objects.ts';
import { tacacsPage } from './tacacs/page.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const sent = () => device.sets().map(({ params }) => params);
const ok = () => screen.findByRole('button', { name: 'OK' });
const apply = () => screen.getAllByRole('button', { name: /^Apply/ });

describe('Port Access Control', () => {
  const ports = [1, 2, 3].map((dot1xPaePortNumber) => ({ dot1xPaePortNumber }));
  const open = ({ method = 1, on = 1, guests = 0 }: { method?: 1 | 2; on?: 1 | 2; guests?: number } = {}) => {
    device = startTestDevice([
      { object: dot1xPaeSystem, values: { dot1xPaeSystemAuthControl: on } },
      { object: dot1xExtConfig, values: { dot1xAuthMethod: method } },
      { object: radiusServerEntry, rows: [] },
      { object: dialInUserEntry, rows: [{ dialInUserName: 'alice' }] },
      { object: trunkGroupEntry, rows: [{ trunkId: 1, trunkMode: 1, trunkMemberPorts: '3-4' }] },
      {
        object: dot1xAuthConfigEntry,
        rows: [
          { ...ports[0], dot1xAuthAuthControlledPortStatus: 1 },
          { ...ports[1], dot1xAuthAuthControlledPortControl: 2, dot1xAuthAuthControlledPortStatus: 2 },
          { ...ports[2], dot1xAuthAuthControlledPortStatus: 1 },
        ],
      },
      { object: dot1xPortExtEntry, rows: ports.map((row) => ({ ...row, dot1xPortGuestVlan: guests })) },
      { object: ipv4InterfaceEntry, rows: [{ ipv4InterfaceIfIndex: 10_030, ipIfVlanId: 30 }] },
      { object: dot1xPaePortEntry, rows: ports },
      {
        object: dot1xAuthSessionStatsEntry,
        rows: [{ dot1xPaePortNumber: 2, dot1xAuthSessionUserName: 'alice', dot1xAuthSessionAuthenticMethod: 2 }],
      },
      { object: dot1xAuthStatsEntry, rows: [{ dot1xPaePortNumber: 2, dot1xAuthEapolFramesRx: '77' }] },
    ]);
    return openPage(portAccessControlPage);
  };

  it('warns where nobody can be asked, and where somebody can does not', async () => {
    open();
    expect(await screen.findByText('No RADIUS server is configured: no station can authenticate.')).toBeDefined();
    cleanup();
    device.stop();
    open({ method: 2 });
    await screen.findByRole('combobox', { name: 'Authentication Method' });
    expect(screen.queryByText(/no station can authenticate/)).toBeNull();
  });

  it('warns where guests come to the switch itself, and nowhere else', async () => {
    open({ guests: 30 });
    const said = 'Guests at port 1-3 reach the switch itself: it has an IP interface in VLAN 30.';
    expect(await screen.findByText(said)).toBeDefined();
    cleanup();
    device.stop();
    open({ guests: 20 });
    await screen.findByRole('combobox', { name: 'Authentication Method' });
    expect(screen.queryByText(/^Guests at/)).toBeNull();
  });

  it('switches authentication on with the method that was chosen', async () => {
    const { user } = open({ on: 2 });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Port Access Control' }), 'Enabled');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Authentication Method' }), 'Local');
    await user.click(apply()[0] as HTMLElement);
    await waitFor(() =>
      expect(sent()).toEqual([
        { Template: 'dot1xPaeSystem', dot1xPaeSystemAuthControl: 1 },
        { Template: 'dot1xExtConfig', dot1xAuthMethod: 2 },
      ]),
    );
  });

  it('says at the field why the device refuses', async () => {
    const { user } = open({ on: 2 });
    const nas = await screen.findByRole('textbox', { name: 'NAS ID' });
    await user.clear(nas);
    await user.click(apply()[0] as HTMLElement);
    await waitFor(() => expect(nas.getAttribute('aria-invalid')).toBe('true'));
    await user.type(nas, 'floor 2');
    await pressable(apply()[0]);
    device.refuse(ErrorCode.wrongValue, say('No.'), { object: 'dot1xExtConfig', column: 'dot1xNasId' });
    await user.click(apply()[0] as HTMLElement);
    expect(await screen.findByText('No.')).toBeDefined();
    expect(document.activeElement).toBe(nas);
  });

  it('shows authorized ports as good only while somebody is asked', async () => {
    const lookOf = async (on: 1 | 2) => {
      open({ on });
      const [tag] = await screen.findAllByText('Authorized', { selector: 'td *' });
      await waitFor(() =>
        expect(screen.getByRole('combobox', { name: 'Port Access Control' })).toHaveProperty('value', String(on)),
      );
      const look = tag?.className ?? '';
      cleanup();
      device.stop();
      return look;
    };
    expect(await lookOf(1)).toContain('ok');
    expect(await lookOf(2)).not.toContain('ok');
    open();
  });

  it('closes a port until somebody authenticates, but no member of a trunk', async () => {
    const { user } = open();
    await screen.findAllByText('Port 3 is a member of trunk 1.');
    expect(screen.getByRole('combobox', { name: 'Port Control of port 3' })).toHaveProperty('disabled', true);
    expect(screen.getByText('Unauthorized', { selector: 'td *' })).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Port Control of port 1' }), 'Auto');
    const guest = screen.getByRole('textbox', { name: 'Guest VLAN of port 1' });
    expect(guest).toMatchObject({ value: '', placeholder: 'None' });
    await user.type(guest, '30');
    await user.clear(guest);
    expect(screen.getByRole('button', { name: 'Apply 1 change' })).toBeDefined();
    await user.type(guest, '30');
    await user.click(screen.getByRole('button', { name: 'Apply 2 changes' }));
    await waitFor(() =>
      expect(sent()).toEqual([
        { Template: 'dot1xAuthConfigEntry', dot1xPaePortNumber: 1, dot1xAuthAuthControlledPortControl: 2 },
        { Template: 'dot1xPortExtEntry', dot1xPaePortNumber: 1, dot1xPortGuestVlan: 30 },
      ]),
    );
  });

  it('starts a port over, whether or not somebody has authenticated there', async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Columns' }), 'State');
    expect(screen.queryByRole('button', { name: 'Initialize port 1' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Initialize port 2' }));
    await waitFor(() =>
      expect(sent()).toEqual([{ Template: 'dot1xPaePortEntry', dot1xPaePortNumber: 2, dot1xPaePortInitialize: 1 }]),
    );
    await user.click(await screen.findByRole('button', { name: 'Re-authenticate port 2' }));
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ dot1xPaePortReauthenticate: 1 }));
  });

  it('refuses a period of no second at its cell', async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Columns' }), 'Timers');
    const quiet = await screen.findByRole('textbox', { name: 'Quiet Period of port 1' });
    await user.clear(quiet);
    await user.type(quiet, '0');
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Quiet Period of port 1' }).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(sent()).toEqual([]);
  });

  it('shows who is let in, and clears what was counted after asking', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('tab', { name: 'Sessions' }));
    const row = (await screen.findByText('alice')).closest('tr') as HTMLElement;
    expect(within(row).getByText('Local')).toBeDefined();
    await user.click(screen.getByRole('tab', { name: 'Statistics' }));
    expect(await screen.findByText('77')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear Statistics' }));
    await user.click(await ok());
    await waitFor(() => expect(sent()).toEqual([{ Template: 'dot1xExtConfig', dot1xClearStatistics: 1 }]));
  });
});

describe('Dial-In User', () => {
  const open = () => {
    device = startTestDevice([
      {
        object: dialInUserEntry,
        rows: [
          { dialInUserName: 'alice', dialInUserVlan: 0 },
          { dialInUserName: 'bob', dialInUserVlan: 20 },
        ],
      },
    ]);
    return openPage(dialInUserPage);
  };

  it('lists users without their passwords', async () => {
    open();
    const row = (await screen.findByText('bob')).closest('tr') as HTMLElement;
    expect(within(row).getByText('20')).toBeDefined();
    expect(screen.getByText('2 of 32')).toBeDefined();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).not.toContain('Password');
  });

  it('adds a user whose password was typed twice, and says where it was not', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add user' }));
    const name = await screen.findByRole('textbox', { name: 'User Name' });
    await waitFor(() => expect(document.activeElement).toBe(name));
    await user.type(name, 'carol');
    await user.type(screen.getByLabelText('Password'), 'secret one');
    const again = screen.getByLabelText('Confirm Password');
    await user.type(again, 'secret two');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Passwords do not match.')).toBeDefined();
    expect(document.activeElement).toBe(again);
    expect(sent()).toEqual([]);
    await user.clear(again);
    await user.type(again, 'secret one');
    await pressable(screen.getByRole('button', { name: 'Add' }));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({
      ...{ dialInUserName: 'carol', dialInUserPassword: 'secret one', dialInUserConfirm: 'secret one' },
      RowStatus: 4,
    });
    // Back where it was opened from.
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add user' })));
  });

  it('leaves the password as it is where none is typed', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Modify .*alice$/ }));
    const vlan = await screen.findByRole('textbox', { name: 'Dynamic VLAN' });
    await user.clear(vlan);
    await user.type(vlan, '30');
    await user.click(apply()[0] as HTMLElement);
    await waitFor(() =>
      expect(sent()).toEqual([{ Template: 'dialInUserEntry', dialInUserName: 'alice', dialInUserVlan: 30 }]),
    );
  });

  it('asks before a user is deleted, and before all are', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Delete dial-in user bob$/ }));
    await user.click(await ok());
    await waitFor(() => expect(sent()).toMatchObject([{ dialInUserName: 'bob', RowStatus: 6 }]));
    await user.click(screen.getByRole('button', { name: 'Delete All' }));
    await user.click(await ok());
    await waitFor(() => expect(device.sets().at(-1)?.method).toBe('CommonDelAll'));
  });
});

describe('RADIUS', () => {
  const open = (bad = '0') => {
    device = startTestDevice([
      { object: radiusConfig, values: {} },
      { object: radiusServerEntry, rows: [{ radiusServerPriority: 1, radiusServerAddress: '192.168.10.2' }] },
      {
        object: radiusAuthServerExtEntry,
        rows: [
          {
            ...{ radiusAuthServerIndex: 1, radiusAuthServerAddress: '192.168.10.2', radiusAuthServerState: 2 },
            ...{ radiusAuthClientRoundTripTime: 4, radiusAuthClientBadAuthenticators: bad },
          },
        ],
      },
      { object: radiusAccServerExtEntry, rows: [] },
    ]);
    return openPage(radiusPage);
  };

  it('adds a server with the next priority and the ports of the standard', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add server' }));
    await user.type(await screen.findByRole('textbox', { name: 'Server IP Address, part 1 of 4' }), '192.168.10.3');
    await user.type(screen.getByLabelText('Shared Secret'), 'between-us');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({
      ...{ radiusServerPriority: 2, radiusServerAddress: '192.168.10.3', radiusServerKey: 'between-us', RowStatus: 4 },
      ...{ radiusServerAuthPort: 1812, radiusServerAcctPort: 1813, radiusServerTimeout: 5, radiusServerRetransmit: 3 },
    });
  });

  it.each([
    ['Authentication Port', '65536', 'Please enter an integer between 1 ~ 65535'],
    ['Timeout', '121', 'Please enter an integer between 1 ~ 120'],
    ['Retransmit', '11', 'Please enter an integer between 0 ~ 10'],
  ])('refuses %s %s at the field', async (label, value, message) => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Modify/ }));
    const field = await screen.findByRole('textbox', { name: new RegExp(`^${label}`) });
    await user.clear(field);
    await user.type(field, value);
    await user.click(screen.getAllByRole('button', { name: /^Apply/ }).at(-1) as HTMLElement);
    expect(await screen.findByText(message)).toBeDefined();
    expect(document.activeElement).toBe(field);
    expect(sent()).toEqual([]);
  });

  it('tells how long an answer took, that none came last, and of answers with another secret', async () => {
    open('12');
    expect(await screen.findByText('40 ms')).toBeDefined();
    expect(screen.getByText('Not responding')).toBeDefined();
    expect(await screen.findByText(/^Server 1: 12 responses were not signed with the shared secret\./)).toBeDefined();
  });

  it('clears what was counted after asking', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Clear Statistics' }));
    await user.click(await ok());
    await waitFor(() => expect(sent()).toEqual([{ Template: 'radiusConfig', radiusClearStatistics: 1 }]));
  });

  it('tells who else needs a server before it is deleted', async () => {
    const { user } = open();
    device.guard(() => say('Port Access Control asks this server alone.'));
    await user.click(await screen.findByRole('button', { name: /^Delete RADIUS server 1/ }));
    await user.click(await ok());
    await waitFor(() => expect(sent()).toMatchObject([{ radiusServerPriority: 1, RowStatus: 6 }]));
  });
});

describe('TACACS+', () => {
  const open = () => {
    device = startTestDevice([
      { object: tacacsConfig, values: {} },
      {
        object: tacacsServerEntry,
        rows: [
          { tacacsServerPriority: 1, tacacsServerAddress: '192.168.10.2', tacacsServerStatus: 1 },
          { tacacsServerPriority: 2, tacacsServerAddress: '192.168.10.3', tacacsServerStatus: 2 },
        ],
      },
    ]);
    return openPage(tacacsPage);
  };

  it('shows which servers answer, and switches signing in by them on', async () => {
    const { user } = open();
    expect(await screen.findByText('Responding')).toBeDefined();
    expect(screen.getByText('Not responding')).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'TACACS+ Login' }), 'Enabled');
    await user.click(apply()[0] as HTMLElement);
    await waitFor(() => expect(sent()).toEqual([{ Template: 'tacacsConfig', tacacsLoginStatus: 1 }]));
  });

  it.each(['2', '61'])('refuses a dead time of %s min at the field', async (minutes) => {
    const { user } = open();
    const time = await screen.findByRole('textbox', { name: /^Dead Time/ });
    await user.clear(time);
    await user.type(time, minutes);
    await user.click(apply()[0] as HTMLElement);
    expect(await screen.findByText('Please enter an integer between 3 ~ 60')).toBeDefined();
    expect(sent()).toEqual([]);
  });

  it('takes an IPv6 address once that type is chosen', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add server' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Address Type' }), 'IPv6');
    await user.type(screen.getByRole('textbox', { name: 'Server IP Address' }), '2001:db8::7');
    await user.type(screen.getByLabelText('Shared Key'), 'between-us');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(sent()).toMatchObject([
        {
          tacacsServerPriority: 3,
          tacacsServerAddressType: 2,
          tacacsServerAddress: '2001:db8::7',
          tacacsServerPort: 49,
        },
      ]),
    );
  });
});
