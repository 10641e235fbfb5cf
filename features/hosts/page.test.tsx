// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { openPage } from '../../console/page/test-page.tsx';
import { decimalComma, speak } from '../../console/translations/test-language.ts';
import { dot1qStaticUnicastEntry } from '../network/static-unicast/objects.ts';
import { aclProfileEntry } from '../security/acl/profile-objects.ts';
import { aclRuleEntry } from '../security/acl/rule-objects.ts';
import { dot1dStaticEntry } from '../security/destination-mac-filter/objects.ts';
import { ipDefaultRouter } from '../system/l3-feature/address-objects.ts';
import { pingCtlEntry, pingResultsEntry } from '../tools/ping/objects.ts';
import { hostControl, hostDayEntry, hostEntry, hostLabelEntry } from './objects.ts';
import { hostsPage } from './page.ts';

let device: TestDevice;

const camera = {
  hostAddress: '00-40-8C-00-00-08',
  hostName: 'camera yard',
  hostNameSource: 1,
  hostVendor: 'Axis Communications AB',
  hostModel: 'M1065-LW',
  hostIpv4: '192.168.10.15',
  hostPort: 3,
  hostVlans: '40',
  hostSince: '2026-11-26 08:19:00',
  hostLastSeen: '2026-11-26 14:25:00',
  hostRate: 4_700_000,
  hostPower: 4900,
  hostKnownBy: 'onvif,dhcp,address',
};
const accessPoint = {
  hostAddress: '02-00-5E-00-00-14',
  hostName: 'access point 14',
  hostPort: 14,
  hostClients: 3,
  hostKnownBy: 'lldp',
};
const laptop = { hostAddress: '02-00-5E-00-00-15', hostPort: 14, hostBehind: accessPoint.hostAddress };
const visitor = { hostAddress: '02-00-5E-00-00-16', hostName: 'visitor', hostPort: 5, hostState: 2 };

const pinged = {
  pingResultsOperStatus: 3,
  pingResultsTarget: '192.168.10.15',
  pingResultsSentProbes: 4,
  pingResultsProbeResponses: 3,
  pingResultsAverageRtt: 0.42,
};

function open(path = '/Hosts') {
  device = startTestDevice([
    { object: hostEntry, rows: [camera, accessPoint, laptop, visitor] },
    { object: hostLabelEntry, rows: [{ hostLabelAddress: camera.hostAddress, hostLabelName: 'camera yard' }] },
    { object: hostDayEntry, rows: [{ hostAddress: camera.hostAddress, hostDayHeard: `${'0'.repeat(95)}1` }] },
    { object: hostControl, values: {} },
    { object: dot1dStaticEntry, rows: [] },
    { object: aclProfileEntry, rows: [{ aclProfileId: 1, aclProfileUseEtherType: 1 }] },
    { object: aclRuleEntry, rows: [] },
    { object: pingCtlEntry, values: {} },
    { object: pingResultsEntry, values: pinged },
    { object: dot1qStaticUnicastEntry, rows: [] },
    { object: ipDefaultRouter, values: {} },
  ]);
  return openPage(hostsPage, path);
}

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Hosts', () => {
  it('shows who is where and by what it is known', async () => {
    open();
    const row = await screen.findByRole('row', { name: /camera yard.*Axis/ });
    for (const words of [
      'Axis Communications AB',
      'M1065-LW',
      '192.168.10.15',
      '4.7 Mbit/s',
      '4.9',
      'ONVIF, DHCP, MAC',
    ])
      expect(row.textContent).toContain(words);
    expect(screen.getByRole('link', { name: 'Port 3' }).getAttribute('href')).toBe('#/?port=3');
  });

  it('counts the hosts behind an access point instead of listing them', async () => {
    const { user } = open();
    expect(await screen.findByText('3 clients behind it')).toBeDefined();
    expect(screen.queryByRole('cell', { name: laptop.hostAddress })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'All hosts');
    expect(await screen.findByRole('cell', { name: laptop.hostAddress })).toBeDefined();
  });

  it('leaves out who is gone, until it is asked for', async () => {
    const { user } = open();
    await screen.findByRole('button', { name: 'Open host camera yard' });
    expect(screen.queryByText('visitor')).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Seen' }), 'In the last 24 hours');
    expect(await screen.findByText('visitor')).toBeDefined();
  });

  it('says how many hosts share an address, and shows them', async () => {
    const { user } = open();
    await screen.findByRole('button', { name: 'Open host camera yard' });
    for (const { hostAddress } of [camera, laptop]) device.change(hostEntry, { hostAddress, hostDuplicate: 1 });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await user.click(await screen.findByRole('button', { name: '2 hosts with a duplicate address' }));
    await waitFor(() => expect(screen.queryByText('access point 14')).toBeNull());
    expect(screen.getByRole('button', { name: 'Open host camera yard' })).toBeDefined();
  });

  it('filters as one types', async () => {
    const { user } = open();
    await screen.findByRole('button', { name: 'Open host camera yard' });
    await user.type(screen.getByRole('searchbox', { name: 'Name, vendor, IP, MAC, port or VLAN' }), 'axis vlan 40');
    await waitFor(() => expect(screen.queryByText('access point 14')).toBeNull());
    expect(screen.getByRole('button', { name: 'Open host camera yard' })).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: /^Name, vendor/ }), '1');
    expect(await screen.findByText('No matches for the filter.')).toBeDefined();
  });

  it('asks by as many characters as the switch takes', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('searchbox', { name: /^Name, vendor/ }));
    await user.paste('x'.repeat(80));
    const asked = () =>
      device.calls.flatMap((call) => ('hostFilterText' in call.params ? [call.params.hostFilterText] : []));
    await waitFor(() => expect(asked().at(-1)).toBe('x'.repeat(64)));
  });
});

describe('a host of the list', () => {
  const opened = async () => {
    const shown = open();
    await shown.user.click(await screen.findByRole('button', { name: 'Open host camera yard' }));
    await screen.findByRole('dialog', { name: 'camera yard' });
    return shown;
  };

  it('opens with its last day', async () => {
    await opened();
    expect(await screen.findByRole('img', { name: 'Seen in 1 of 96 quarter hours' })).toBeDefined();
  });

  it('opens from a link of another page', async () => {
    open(`/Hosts?host=${camera.hostAddress}`);
    expect(await screen.findByRole('dialog', { name: 'camera yard' })).toBeDefined();
  });

  it('has numbers with the decimal mark of the language', async () => {
    await speak('de', decimalComma);
    open(`/Hosts?host=${camera.hostAddress}`);
    expect(within(await screen.findByRole('dialog', { name: 'camera yard' })).getByText('4,9 W')).toBeDefined();
  });

  it('is renamed through the table of labels, after saying what will change', async () => {
    const { user } = await opened();
    await user.click(await screen.findByRole('button', { name: 'Rename' }));
    const box = await screen.findByRole('textbox', { name: 'Label' });
    await user.clear(box);
    await user.type(box, 'camera gate');
    const changes = await screen.findByRole('region', { name: 'Changes by Apply' });
    expect(changes.textContent).toMatch(/camera yard.*camera gate/);
    const dialog = screen.getByRole('dialog', { name: 'camera yard' });
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'hostLabelEntry',
      hostLabelAddress: camera.hostAddress,
      hostLabelName: 'camera gate',
    });
  });

  it('is pinned where it is now by a static unicast address', async () => {
    const { user } = await opened();
    await user.click(await screen.findByRole('button', { name: 'Pin to port' }));
    const dialog = screen.getByRole('dialog', { name: 'camera yard' });
    await user.click(await within(dialog).findByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({
      Template: 'dot1qStaticUnicastEntry',
      dot1qVlanIndex: 40,
      dot1qStaticUnicastAddress: camera.hostAddress,
      dot1qStaticUnicastAllowedToGoTo: 3,
      RowStatus: 4,
    });
  });

  it('is blocked both ways, in front of what other rules permit, and unblocked', async () => {
    const { user } = await opened();
    await user.click(await screen.findByRole('button', { name: 'Block…' }));
    const changes = await screen.findByRole('region', { name: 'Changes by Apply' });
    expect(changes.textContent).toContain(`Host ${camera.hostAddress} blocked`);
    await user.click(await screen.findByRole('button', { name: 'Block' }));
    await waitFor(() => expect(device.sets().length).toBeGreaterThan(0));
    expect(device.sets().map(({ params }) => params)).toMatchObject([
      { Template: 'dot1dStaticEntry', dot1dStaticAddress: camera.hostAddress, RowStatus: 4 },
      { Template: 'aclProfileEntry', aclProfileId: 1, aclProfilePlace: 2 },
      { Template: 'aclProfileEntry', aclProfileId: 2, aclProfileSrcMacMask: 'FF-FF-FF-FF-FF-FF', aclProfilePlace: 1 },
      { Template: 'aclRuleEntry', aclProfileId: 2, aclRuleSrcMac: camera.hostAddress, aclRuleAction: 2 },
    ]);
    expect(device.sets()[3]?.params).toMatchObject({ aclRulePorts: '1-28' });
    const listed = await screen.findByRole('region', { name: 'Blocked hosts', hidden: true });
    expect(within(listed).getByRole('link', { hidden: true }).getAttribute('href')).toBe(
      `#/Hosts?host=${camera.hostAddress}`,
    );
    const before = device.sets().length;
    await user.click(await screen.findByRole('button', { name: 'Unblock…' }));
    await user.click(await screen.findByRole('button', { name: 'Unblock' }));
    await waitFor(() => expect(device.sets().length).toBeGreaterThan(before));
    expect(
      device
        .sets()
        .slice(before)
        .map(({ params }) => [params.Template, params.RowStatus]),
    ).toEqual([
      ['dot1dStaticEntry', 6],
      ['aclProfileEntry', 6],
      ['aclRuleEntry', 6],
    ]);
  });

  it('is blocked with a warning if it is the default gateway', async () => {
    const { user } = await opened();
    device.change(ipDefaultRouter, { ipDefaultRouterInUse: camera.hostIpv4 });
    await user.click(await screen.findByRole('button', { name: 'Block…' }));
    expect(await screen.findByText(/It is the default gateway/)).toBeDefined();
  });

  it('is unblocked when the switch has forgotten it', async () => {
    const mac = '00-40-8C-00-00-99';
    const { user } = open(`/Hosts?host=${mac}`);
    device.change(dot1dStaticEntry, { dot1dStaticAddress: mac, RowStatus: 4 });
    await user.click(await screen.findByRole('button', { name: 'Unblock' }));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ dot1dStaticAddress: mac, RowStatus: 6 }));
  });

  it('is pinged in place', async () => {
    const { user } = await opened();
    await user.click(await screen.findByRole('button', { name: 'Ping' }));
    await waitFor(() =>
      expect(device.sets()[0]?.params).toMatchObject({ pingCtlTargetAddress: '192.168.10.15', pingVlan: 0 }),
    );
    expect(await screen.findByText('3 of 4 replies, 0.42 ms on average')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Details' }).getAttribute('href')).toBe(
      '#/Tools/PingTestResult/192.168.10.15',
    );
  });

  it('is woken', async () => {
    const { user } = await opened();
    await user.click(await screen.findByRole('button', { name: 'Wake' }));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ hostWake: camera.hostAddress }));
    expect(await screen.findByText('A magic packet left by port 3.')).toBeDefined();
  });
});
