// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { pressable, startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { say } from '../../../model/values/message.ts';
import { dhcpSnoopingConfig, dhcpSnoopingVlanEntry } from '../dhcp-snooping/objects.ts';
import { arpAclEntry, arpAclRuleEntry } from './acl-objects.ts';
import {
  arpInspConfig,
  arpInspFilterEntry,
  arpInspLogConfig,
  arpInspLogEntry,
  arpInspPortEntry,
  arpInspStatsEntry,
  arpInspVlanEntry,
  arpInspVlanLogEntry,
} from './objects.ts';
import {
  arpAccessListPage,
  arpInspectionLogPage,
  arpInspectionPortsPage,
  arpInspectionSettingsPage,
  arpInspectionStatisticsPage,
  arpInspectionVlanPage,
  arpLoggingEditPage,
  editArpAccessListPage,
} from './pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const ok = () => screen.findByRole('button', { name: 'OK' });
const sent = () => device.sets().map(({ params }) => params);

const lists = [
  {
    object: arpAclEntry,
    rows: [
      { arpAclName: 'printers', arpAclRuleCount: 1 },
      { arpAclName: 'servers', arpAclRuleCount: 0 },
    ],
  },
  {
    object: arpAclRuleEntry,
    rows: [
      {
        ...{ arpAclName: 'printers', arpAclRuleIndex: 1, arpAclRuleAction: 2, arpAclRuleIpType: 3 },
        ...{ arpAclRuleIp: '192.168.10.0', arpAclRuleIpMask: '255.255.255.0' },
      },
    ],
  },
];

describe('ARP Access List', () => {
  const open = () => {
    device = startTestDevice(lists);
    return openPage(arpAccessListPage, arpAccessListPage.path, [editArpAccessListPage]);
  };

  it('adds a list, and leads to its rules', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'Add ARP access list' }));
    await user.type(await screen.findByRole('textbox', { name: 'ARP Access List Name' }), 'cameras');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent()).toMatchObject([{ arpAclName: 'cameras', RowStatus: 4 }]));
    await user.click(await screen.findByRole('button', { name: 'Edit ARP access list printers' }));
    await screen.findByRole('region', { name: 'Rules of printers' });
    expect(router.state.shown.location).toMatchObject({
      pathname: editArpAccessListPage.path,
      search: '?name=printers',
    });
  });

  it('deletes a list with its rules, when told to', async () => {
    const { user } = open();
    // While it has rules, the device refuses to delete only the list.
    device.conflict((calls) =>
      calls.some(({ params }) => params.Template === 'arpAclRuleEntry')
        ? undefined
        : say('ARP access list printers is in use.'),
    );
    await user.click(await screen.findByRole('button', { name: 'Delete ARP access list printers' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Delete its rules' }));
    await user.click(await ok());
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { Template: 'arpAclRuleEntry', arpAclRuleIndex: 1, RowStatus: 6 },
        { Template: 'arpAclEntry', arpAclName: 'printers', RowStatus: 6 },
      ]),
    );
  });
});

describe('Edit ARP Access List', () => {
  const open = (search = '?name=printers') => {
    device = startTestDevice(lists);
    return openPage(editArpAccessListPage, `${editArpAccessListPage.path}${search}`, [arpAccessListPage]);
  };

  it('shows the rules in their order, with what they compare', async () => {
    open();
    const rules = await screen.findByRole('region', { name: 'Rules of printers' });
    expect(await within(rules).findByText('192.168.10.0 / 255.255.255.0')).toBeDefined();
    expect(within(rules).getByText('Any')).toBeDefined();
    expect(within(rules).getByText('1 of 50')).toBeDefined();
  });

  it('asks for an address only where one is compared, and adds behind the last rule', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add rule' }));
    const byIp = await screen.findByRole('combobox', { name: 'Sender IP' });
    expect(screen.queryByRole('textbox', { name: /^IP Address/ })).toBeNull();
    await user.selectOptions(byIp, 'Host');
    await user.type(screen.getByRole('textbox', { name: 'IP Address, part 1 of 4' }), '192.168.10.4');
    expect(screen.queryByRole('combobox', { name: 'Subnet Mask' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({
      ...{ arpAclName: 'printers', arpAclRuleIndex: 2, arpAclRuleAction: 1, RowStatus: 4 },
      ...{ arpAclRuleIpType: 2, arpAclRuleIp: '192.168.10.4', arpAclRuleMacType: 1 },
    });
    expect(sent()[0]).not.toHaveProperty('arpAclRuleIpMask');
    // The next rule follows this one.
    await user.click(await screen.findByRole('button', { name: 'Add rule' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'No.' })).toHaveProperty('value', '3'));
  });

  it('leads to the lists where its address names none', async () => {
    const { router } = open('');
    await waitFor(() => expect(router.state.shown.location.pathname).toBe(arpAccessListPage.path));
  });

  it('says that a list is gone, and leads back', async () => {
    const { user, router } = open('?name=nobody');
    await screen.findByText('The entry no longer exists.');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(router.state.shown.location.pathname).toBe(arpAccessListPage.path));
  });

  it('asks before a rule is deleted', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^Delete rule 1 of/ }));
    await user.click(await ok());
    await waitFor(() => expect(sent()).toMatchObject([{ arpAclRuleIndex: 1, RowStatus: 6 }]));
  });
});

describe('Dynamic ARP Inspection > Settings', () => {
  const open = () => {
    device = startTestDevice([
      ...lists,
      { object: arpInspConfig, values: {} },
      { object: arpInspVlanEntry, rows: [{ arpInspVlanId: 1, arpInspVlanStatus: 1 }] },
      { object: arpInspVlanLogEntry, rows: [{ arpInspVlanId: 1 }] },
      { object: arpInspFilterEntry, rows: [{ arpInspVlanId: 1, arpInspFilterAcl: 'printers' }] },
    ]);
    return openPage(arpInspectionSettingsPage, arpInspectionSettingsPage.path, [arpLoggingEditPage]);
  };

  it('sends just the check that was switched on', async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Dst-MAC' }), 'Enabled');
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(sent()).toEqual([{ Template: 'arpInspConfig', arpInspValDstMac: 1 }]));
  });

  it('gives several VLANs a list at once, and refuses one that has one', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add ARP filter' }));
    const vlans = screen.getByRole('textbox', { name: 'VID List' });
    const [add] = screen.getAllByRole('button', { name: 'Add' });
    await user.type(vlans, '1,3');
    await user.click(add as HTMLElement);
    expect(await screen.findByText('VLAN 1 already has a list.')).toBeDefined();
    await user.clear(vlans);
    await user.type(vlans, '3-4');
    await pressable(add);
    await user.click(add as HTMLElement);
    // Which list it is has to be chosen.
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'ARP Access List Name' }).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(sent()).toEqual([]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'ARP Access List Name' }), 'servers');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Static ACL' }), 'Yes');
    await pressable(add);
    await user.click(add as HTMLElement);
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { arpInspVlanId: 3, arpInspFilterAcl: 'servers', arpInspFilterStatic: 1 },
        { arpInspVlanId: 4, arpInspFilterAcl: 'servers', arpInspFilterStatic: 1 },
      ]),
    );
  });

  it('leads to what is logged of a VLAN', async () => {
    const { user } = open();
    const logging = await screen.findByRole('region', { name: 'Logging by VLAN' });
    await user.click(await within(logging).findByRole('button', { name: /^Modify/ }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'ACL Logging' }), 'All');
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() =>
      expect(sent()).toEqual([{ Template: 'arpInspVlanLogEntry', arpInspVlanId: 1, arpInspAclLogging: 3 }]),
    );
    await screen.findByRole('region', { name: 'Logging by VLAN' });
  });
});

describe('Logging Edit', () => {
  const open = (search: string) => {
    device = startTestDevice([
      { object: arpInspVlanEntry, rows: [{ arpInspVlanId: 9, arpInspVlanStatus: 2 }] },
      { object: arpInspVlanLogEntry, rows: [{ arpInspVlanId: 9 }] },
      // The page that it leads to shows these beside them.
      { object: arpInspConfig, values: {} },
      { object: arpInspFilterEntry, rows: [] },
      { object: arpAclEntry, rows: [] },
    ]);
    return openPage(arpLoggingEditPage, `${arpLoggingEditPage.path}${search}`, [arpInspectionSettingsPage]);
  };

  it('asks for inspection first where it is off in the VLAN', async () => {
    const { user, router } = open('?vlan=9');
    await screen.findByText('Enable inspection in VLAN 9 first.');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(router.state.shown.location.pathname).toBe(arpInspectionSettingsPage.path));
  });

  it('leads to Settings where its address names no VLAN', async () => {
    const { router } = open('?vlan=x');
    await waitFor(() => expect(router.state.shown.location.pathname).toBe(arpInspectionSettingsPage.path));
  });
});

describe('Dynamic ARP Inspection > Port Settings', () => {
  it('shows a port that a flood has closed, and offers the defaults, to be applied', async () => {
    device = startTestDevice([
      {
        object: arpInspPortEntry,
        rows: [
          { arpInspPort: 1, arpInspPortState: 1 },
          { arpInspPort: 2, arpInspPortState: 2, arpInspTrust: 1, arpInspRate: 100 },
        ],
      },
    ]);
    const { user } = openPage(arpInspectionPortsPage);
    expect(await screen.findByText('Err-disabled', { selector: 'td *' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Defaults' }));
    await user.click(screen.getByRole('button', { name: 'Apply 2 changes' }));
    await waitFor(() =>
      expect(sent()).toEqual([{ Template: 'arpInspPortEntry', arpInspPort: 2, arpInspTrust: 2, arpInspRate: 15 }]),
    );
  });

  it('refuses a rate above 150 packets a second at its cell', async () => {
    device = startTestDevice([{ object: arpInspPortEntry, rows: [{ arpInspPort: 1 }] }]);
    const { user } = openPage(arpInspectionPortsPage);
    const rate = await screen.findByRole('textbox', { name: 'Rate Limit of port 1' });
    await user.clear(rate);
    await user.type(rate, '151');
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await waitFor(() => expect(rate.getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toEqual([]);
  });
});

describe('Dynamic ARP Inspection > VLAN', () => {
  it('adds VLANs disabled unless told otherwise, and says where nothing is learnt', async () => {
    device = startTestDevice([
      { object: arpInspVlanEntry, rows: [{ arpInspVlanId: 5, arpInspVlanStatus: 1 }] },
      { object: dhcpSnoopingConfig, values: { dhcpSnoopingStatus: 2 } },
      { object: dhcpSnoopingVlanEntry, rows: [{ dhcpSnoopingVlanId: 5 }] },
    ]);
    const { user } = openPage(arpInspectionVlanPage);
    expect(
      await screen.findByText('DHCP snooping is disabled in VLAN 5: only static bindings and lists apply there.'),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Add VLAN' }));
    await user.type(screen.getByRole('textbox', { name: 'VLAN ID' }), '6-7');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(sent()).toMatchObject([
        { arpInspVlanId: 6, arpInspVlanStatus: 2 },
        { arpInspVlanId: 7, arpInspVlanStatus: 2 },
      ]),
    );
    await user.click(await screen.findByRole('button', { name: /^Modify .*VLAN 6$/ }));
    await user.selectOptions(screen.getAllByRole('combobox', { name: 'State' }).at(-1) as HTMLElement, 'Enabled');
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() =>
      expect(sent().at(-1)).toEqual({ Template: 'arpInspVlanEntry', arpInspVlanId: 6, arpInspVlanStatus: 1 }),
    );
  });
});

describe('Dynamic ARP Inspection > Statistics', () => {
  const open = () => {
    device = startTestDevice([
      { object: arpInspConfig, values: {} },
      {
        object: arpInspStatsEntry,
        rows: [
          { arpInspVlanId: 1, arpInspForwarded: '11' },
          { arpInspVlanId: 2, arpInspForwarded: '22' },
        ],
      },
    ]);
    return openPage(arpInspectionStatisticsPage);
  };

  it('shows and clears the VLANs that are listed alone', async () => {
    const { user } = open();
    expect(await screen.findByText('11')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Clear by VLAN' })).toHaveProperty('disabled', true);
    await user.type(screen.getByRole('textbox', { name: 'VLAN List' }), '2');
    expect(screen.queryByText('11')).toBeNull();
    expect(screen.getByText('22')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear by VLAN' }));
    await waitFor(() =>
      expect(sent()).toEqual([{ Template: 'arpInspConfig', arpInspClear: 1, arpInspClearVlans: '2' }]),
    );
  });

  it('asks before all are cleared', async () => {
    const { user } = open();
    await screen.findByText('11');
    await user.click(screen.getByRole('button', { name: 'Clear All' }));
    await user.click(await ok());
    await waitFor(() =>
      expect(sent()).toEqual([{ Template: 'arpInspConfig', arpInspClear: 1, arpInspClearVlans: '' }]),
    );
  });
});

describe('Dynamic ARP Inspection > Log', () => {
  const open = (rows: readonly object[] = []) => {
    device = startTestDevice([
      { object: arpInspConfig, values: {} },
      { object: arpInspLogConfig, values: { arpInspLogBuffer: 100 } },
      { object: arpInspLogEntry, rows: rows.map((row) => ({ ...row })) },
    ]);
    return openPage(arpInspectionLogPage);
  };

  it('shows who claimed what, and why it was dropped', async () => {
    open([
      {
        ...{ arpInspLogIndex: 1, arpInspLogPort: 4, arpInspLogVlan: 1, arpInspLogSenderIp: '192.168.10.1' },
        ...{ arpInspLogSenderMac: '00-11-22-33-44-55', arpInspLogReason: 2, arpInspLogAction: 2, arpInspLogCount: '9' },
      },
    ]);
    const row = (await screen.findByText('192.168.10.1')).closest('tr') as HTMLElement;
    for (const words of ['00-11-22-33-44-55', 'DHCP', 'Deny', '9']) expect(within(row).getByText(words)).toBeDefined();
  });

  it('is cleared after asking, and gets its first size and pace back', async () => {
    const { user } = open();
    expect(await screen.findByText('No logged packets.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Clear Log' }));
    await user.click(await ok());
    await waitFor(() => expect(sent()).toEqual([{ Template: 'arpInspConfig', arpInspClear: 2 }]));
    await user.click(screen.getByRole('button', { name: 'Defaults' }));
    await waitFor(() =>
      expect(sent().at(-1)).toEqual({ Template: 'arpInspLogConfig', arpInspLogBuffer: 32, arpInspLogInterval: 5 }),
    );
  });

  it.each(['0', '1025'])('refuses a log of %s entries at the field', async (entries) => {
    const { user } = open();
    const buffer = await screen.findByRole('textbox', { name: /^Log Buffer/ });
    await user.clear(buffer);
    await user.type(buffer, entries);
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    expect(await screen.findByText('Please enter an integer between 1 ~ 1024')).toBeDefined();
    expect(sent()).toEqual([]);
  });
});
