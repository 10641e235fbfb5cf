// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { say } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import {
  dhcpSnoopingBindingEntry,
  dhcpSnoopingConfig,
  dhcpSnoopingPortEntry,
  dhcpSnoopingStaticBindingEntry,
  dhcpSnoopingVlanEntry,
} from './objects.ts';
import {
  dhcpSnoopingBindingModifyPage,
  dhcpSnoopingBindingPage,
  dhcpSnoopingInterfacesPage,
  dhcpSnoopingSettingsPage,
  dhcpSnoopingVlanPage,
} from './pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const ok = () => screen.findByRole('button', { name: 'OK' });
const sent = () => device.sets().map(({ params }) => params);

describe('DHCP Snooping > Settings', () => {
  const open = (trust: number, vlans: readonly number[] = [], values: object = {}) => {
    device = startTestDevice([
      { object: dhcpSnoopingConfig, values: { ...values } },
      { object: dhcpSnoopingPortEntry, rows: [{ dhcpSnoopingPort: 1, dhcpSnoopingPortTrust: trust }] },
      { object: dhcpSnoopingVlanEntry, rows: vlans.map((dhcpSnoopingVlanId) => ({ dhcpSnoopingVlanId })) },
      {
        object: dot1qVlanStaticEntry,
        rows: [
          { dot1qVlanIndex: 10, dot1qVlanStaticEgressPorts: '1-3' },
          { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '2-3' },
          { dot1qVlanIndex: 30, dot1qVlanStaticEgressPorts: '' },
        ],
      },
    ]);
    return openPage(dhcpSnoopingSettingsPage);
  };

  it('warns while no port is trusted, and is switched on all the same', async () => {
    const { user } = open(2);
    expect(await screen.findByText('No trusted port: DHCP will stop working.')).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'DHCP Snooping' }), 'Enabled');
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(sent()).toEqual([{ Template: 'dhcpSnoopingConfig', dhcpSnoopingStatus: 1 }]));
  });

  it('says that nothing is snooped where no VLAN is listed, and nothing once one is', async () => {
    open(1, [], { dhcpSnoopingStatus: 1 });
    expect(await screen.findByText('No VLANs are listed: nothing is snooped yet.')).toBeDefined();
    cleanup();
    device.stop();
    open(1, [10], { dhcpSnoopingStatus: 1 });
    await screen.findByRole('combobox', { name: 'DHCP Snooping' });
    expect(screen.queryByText(/nothing is snooped|No trusted port/)).toBeNull();
  });

  it('warns of the VLANs that have no trusted port, as far as they are snooped and there', async () => {
    open(1, [10, 20, 30, 40], { dhcpSnoopingStatus: 1 });
    expect(await screen.findByText('No trusted port in VLAN 20,30: DHCP will stop working there.')).toBeDefined();
  });

  it('counts what was dropped, and counts anew', async () => {
    const { user } = open(1, [1], { dhcpSnoopingBindingCount: 7, dhcpSnoopingDroppedServer: '31' });
    const counters = await screen.findByRole('region', { name: 'Bindings and dropped messages' });
    expect(await within(counters).findByText('31')).toBeDefined();
    expect(within(counters).getByText('7')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear Counters' }));
    await waitFor(() => expect(sent()).toEqual([{ Template: 'dhcpSnoopingConfig', dhcpSnoopingClear: 1 }]));
  });

  it.each(['599', '86401'])('refuses %s s between two backups at the field', async (seconds) => {
    const { user } = open(1);
    const interval = await screen.findByRole('textbox', { name: /^Database Update Interval/ });
    await user.clear(interval);
    await user.type(interval, seconds);
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    expect(await screen.findByText('Please enter an integer between 600 ~ 86400')).toBeDefined();
    expect(document.activeElement).toBe(interval);
    expect(sent()).toEqual([]);
  });

  it('says at the field why the device refuses', async () => {
    const { user } = open(1);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'DHCP Snooping' }), 'Enabled');
    const why = 'The switch gets its own address by DHCP in VLAN 1.';
    device.refuse(ErrorCode.inconsistentValue, say(why), {
      object: 'dhcpSnoopingConfig',
      column: 'dhcpSnoopingStatus',
    });
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    expect(await screen.findByText(why)).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'DHCP Snooping' }));
  });
});

describe('DHCP Snooping > VLAN', () => {
  const open = (vlans: readonly number[]) => {
    device = startTestDevice([
      { object: dhcpSnoopingVlanEntry, rows: vlans.map((dhcpSnoopingVlanId) => ({ dhcpSnoopingVlanId })) },
    ]);
    return openPage(dhcpSnoopingVlanPage);
  };

  it('takes several at once, all or none', async () => {
    const { user } = open([]);
    expect(await screen.findByText('No snooped VLANs yet.')).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'VLAN ID' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add VLAN' }));
    // The field has the focus.
    await user.keyboard('1-2,9{Enter}');
    await waitFor(() => expect(sent().map((params) => params.dhcpSnoopingVlanId)).toEqual([1, 2, 9]));
    expect(device.calls.filter(({ method }) => method === 'BatchPost')).toHaveLength(1);
    expect(await screen.findByRole('cell', { name: '9' })).toBeDefined();
    expect(screen.queryByRole('textbox', { name: 'VLAN ID' })).toBeNull();
  });

  it('asks before Escape takes entries away', async () => {
    const { user } = open([7]);
    await user.click(await screen.findByRole('button', { name: 'Add VLAN' }));
    await user.keyboard('9{Escape}');
    await user.click(await ok());
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'VLAN ID' })).toBeNull());
    expect(sent()).toEqual([]);
  });

  it.each([
    ['3,7', 'VLAN is already listed.'],
    ['4094', /4093/],
    ['', /./],
  ])('refuses "%s" at the field', async (list, message) => {
    const { user } = open([7]);
    await user.click(await screen.findByRole('button', { name: 'Add VLAN' }));
    const field = screen.getByRole('textbox', { name: 'VLAN ID' });
    if (list !== '') await user.type(field, list);
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    expect(document.activeElement).toBe(field);
    expect(sent()).toEqual([]);
  });

  it('asks before one is deleted', async () => {
    const { user } = open([7, 8]);
    await user.click(await screen.findByRole('button', { name: /^Delete .*VLAN 8$/ }));
    await user.click(await ok());
    await waitFor(() => expect(sent()).toMatchObject([{ dhcpSnoopingVlanId: 8, RowStatus: 6 }]));
  });
});

describe('DHCP Snooping > Interfaces', () => {
  it('trusts a port, and leaves members of a trunk to the one that stands for them', async () => {
    device = startTestDevice([
      { object: trunkGroupEntry, rows: [{ trunkId: 1, trunkMode: 1, trunkMemberPorts: '2-3' }] },
      { object: dhcpSnoopingPortEntry, rows: [1, 2, 3].map((dhcpSnoopingPort) => ({ dhcpSnoopingPort })) },
    ]);
    const { user } = openPage(dhcpSnoopingInterfacesPage);
    await screen.findAllByText('Port 3 follows port 2: both are members of trunk 1.');
    expect(screen.getByRole('checkbox', { name: 'Trust of port 3' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('checkbox', { name: 'Trust of port 1', checked: false }));
    const rate = screen.getByRole('textbox', { name: 'Rate Limit of port 2' });
    await user.clear(rate);
    await user.type(rate, '301');
    await user.click(screen.getByRole('button', { name: 'Apply 2 changes' }));
    await waitFor(() => expect(rate.getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toEqual([]);
    await user.clear(rate);
    await user.type(rate, '300');
    const button = screen.getByRole('button', { name: 'Apply 2 changes' });
    // A button that was pressed rests for a second.
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull(), { timeout: 5000 });
    await user.click(screen.getByRole('button', { name: 'Apply 2 changes' }));
    await waitFor(() =>
      expect(sent()).toEqual([
        { Template: 'dhcpSnoopingPortEntry', dhcpSnoopingPort: 1, dhcpSnoopingPortTrust: 1 },
        { Template: 'dhcpSnoopingPortEntry', dhcpSnoopingPort: 2, dhcpSnoopingPortRate: 300 },
      ]),
    );
  });
});

const fixed = {
  ...{ bindingVlanId: 1, bindingMac: '00-11-22-33-44-55', bindingIp: '192.168.10.5', bindingPort: 3 },
  bindingLease: 4_294_967_295,
};
const learnt = {
  ...{ bindingVlanId: 1, bindingMac: '00-11-22-33-44-66', bindingIp: '192.168.10.6', bindingPort: 4 },
  bindingLease: 3600,
};
const bindings = [
  { object: dhcpSnoopingConfig, values: {} },
  { object: dhcpSnoopingStaticBindingEntry, rows: [fixed] },
  {
    object: dhcpSnoopingBindingEntry,
    rows: [
      { ...fixed, bindingType: 1, bindingRemaining: 4_294_967_295 },
      { ...learnt, bindingType: 3, bindingRemaining: 1200 },
    ],
  },
];

describe('DHCP Snooping > Binding', () => {
  const open = () => {
    device = startTestDevice(bindings);
    return openPage(dhcpSnoopingBindingPage, dhcpSnoopingBindingPage.path, [dhcpSnoopingBindingModifyPage]);
  };

  it('binds an address for ever unless a lease is given', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add static binding' }));
    const mac = screen.getByRole('textbox', { name: 'MAC Address, part 1 of 6' });
    await user.type(mac, '00-11-22-33-44-77');
    await user.type(screen.getByRole('textbox', { name: 'IP Address, part 1 of 4' }), '192.168.10.7');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Port' }), '5');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({
      ...{ Template: 'dhcpSnoopingStaticBindingEntry', RowStatus: 4, bindingVlanId: 1 },
      ...{ bindingMac: '00-11-22-33-44-77', bindingIp: '192.168.10.7', bindingPort: 5, bindingLease: 4_294_967_295 },
    });
  });

  it('refuses a binding without an address at the field', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add static binding' }));
    const mac = screen.getByRole('textbox', { name: 'MAC Address, part 1 of 6' });
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(mac.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(mac);
    expect(sent()).toEqual([]);
  });

  it('shows static or learnt ones alone', async () => {
    const { user } = open();
    expect(await screen.findByText('00-11-22-33-44-66')).toBeDefined();
    expect(screen.getByText('Infinite')).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Static');
    expect(screen.queryByText('00-11-22-33-44-66')).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Dynamic');
    expect(screen.queryByText('00-11-22-33-44-55')).toBeNull();
  });

  it('forgets a learnt one, and all of them, after asking', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Delete .*44-66/ }));
    await user.click(await ok());
    await waitFor(() =>
      expect(sent()).toEqual([
        {
          ...{ Template: 'dhcpSnoopingConfig', dhcpSnoopingClear: 3 },
          ...{ dhcpSnoopingClearVlan: 1, dhcpSnoopingClearMac: '00-11-22-33-44-66' },
        },
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'Clear Dynamic' }));
    await user.click(await ok());
    await waitFor(() => expect(sent().at(-1)).toEqual({ Template: 'dhcpSnoopingConfig', dhcpSnoopingClear: 2 }));
  });

  it('leads to the page of a static one, which sends what was changed and comes back', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: /^Modify .*44-55/ }));
    await screen.findByRole('heading', { name: 'Modify Binding' });
    const lease = await screen.findByRole('textbox', { name: /^Lease Time/ });
    await user.clear(lease);
    await user.type(lease, '86400');
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() =>
      expect(sent()).toEqual([
        {
          ...{ Template: 'dhcpSnoopingStaticBindingEntry', bindingVlanId: 1, bindingMac: '00-11-22-33-44-55' },
          bindingLease: 86_400,
        },
      ]),
    );
    await waitFor(() => expect(router.state.shown.location.pathname).toBe(dhcpSnoopingBindingPage.path));
  });
});

describe('DHCP Snooping > Binding Modify', () => {
  const open = (search: string) => {
    device = startTestDevice(bindings);
    return openPage(dhcpSnoopingBindingModifyPage, `${dhcpSnoopingBindingModifyPage.path}${search}`, [
      dhcpSnoopingBindingPage,
    ]);
  };

  it('makes a learnt binding static', async () => {
    const { user } = open('?vlan=1&mac=00-11-22-33-44-66');
    await screen.findByText(/^This binding was learned\./);
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({
      ...{ Template: 'dhcpSnoopingStaticBindingEntry', RowStatus: 4 },
      ...{ bindingVlanId: 1, bindingMac: '00-11-22-33-44-66', bindingIp: '192.168.10.6', bindingPort: 4 },
    });
  });

  it('says that a binding is gone, and leads back', async () => {
    const { user, router } = open('?vlan=1&mac=00-11-22-33-44-99');
    await screen.findByText('Binding no longer exists.');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(router.state.shown.location.pathname).toBe(dhcpSnoopingBindingPage.path));
  });

  it('leads to the list where its address names none', async () => {
    const { router } = open('?vlan=9999');
    await waitFor(() => expect(router.state.shown.location.pathname).toBe(dhcpSnoopingBindingPage.path));
  });

  it('is left by Escape', async () => {
    const { user, router } = open('?vlan=1&mac=00-11-22-33-44-55');
    (await screen.findByRole('textbox', { name: /^Lease Time/ })).focus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.shown.location.pathname).toBe(dhcpSnoopingBindingPage.path));
  });
});
