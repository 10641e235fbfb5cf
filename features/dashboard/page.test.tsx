// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { show, startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { cloudMode } from '../../console/navigation/cloud.ts';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { AttentionSeverity, attentionCtrl, attentionEntry } from '../attention/objects.ts';
import { hostEntry } from '../hosts/objects.ts';
import { ifEntry, PortModeValue, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { dot1qVlanCurrentEntry } from '../network/vlan/current-vlan-objects.ts';
import { dot1qPortVlanEntry } from '../network/vlan/objects.ts';
import { pethMainPseEntry } from '../poe/power-over-ethernet/main-pse-objects.ts';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { managementGuard } from '../save/guard-objects.ts';
import { configChangeEntry, sysConfig } from '../save/objects.ts';
import { CloudConnectState, sysCloudCtrl } from '../system/cloud-settings/objects.ts';
import { ipv6InterfaceEntry } from '../system/l3-feature/ipv6/interface-objects.ts';
import { ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { dot3StatsEntry, ifXEntry } from '../system/statistics/objects.ts';
import { syslogMsgEntry } from '../system/system-log/message-objects.ts';
import { sysSystemCtrl, system } from '../system/system-management/objects.ts';
import { sysTimeCtrl } from '../system/system-time/objects.ts';
import Dashboard from './Dashboard.tsx';
import {
  fanEntry,
  HealthState,
  portAddressEntry,
  portTrafficEntry,
  sysDashboard,
  sysFeatureState,
  sysHealth,
  trafficEntry,
} from './objects.ts';

let device: TestDevice;
afterEach(() => {
  cleanup();
  device.stop();
});

const ports = (count: number): Values[] =>
  Array.from({ length: count }, (_, index) => ({
    ifIndex: index + 1,
    portMediaType: index === count - 1 ? 2 : 1,
    ifHighSpeed: index === 2 ? 0 : 1000,
    ifAlias: index === 0 ? 'Camera gate' : '',
  }));

const links = (count: number): Values[] =>
  Array.from({ length: count }, (_, index) => ({
    ifIndex: index + 1,
    ifOperStatus: index === 2 ? 2 : 1,
    ifAdminStatus: 1,
  }));

interface Start {
  readonly power: boolean;
  readonly name?: string;
  readonly health?: Values;
  readonly saved?: boolean;
  /** Rows of `attentionEntry`. */
  readonly findings?: Values[];
  /** State of the cloud. */
  readonly cloud?: Values;
  /** Whether the device keeps its answers back. */
  readonly held?: boolean;
}

function start({
  power,
  name = 'core-switch-1',
  health = {},
  saved = true,
  held = false,
  cloud = {},
  findings = [],
}: Start) {
  device = startTestDevice([
    { object: system, values: { sysName: name, sysUpTime: 356_472_000 } },
    { object: sysSystemCtrl, values: { modelName: 'TPE-2840WS', systemSwitchBaseMacAddress: '00-14-D1-3C-9A-40' } },
    { object: sysTimeCtrl, values: { sysTimeCurrent: '2026-01-31 13:09:09' } },
    ...(saved ? [{ object: sysConfig, values: { configSavedTime: '2026-01-31 09:14:00' } }] : []),
    {
      object: sysDashboard,
      values: {
        cpuMemory: health.memoryUtilization ? 2 : 1,
        temp: 1,
        system: 1,
        poe: power ? 1 : HealthState.notPresent,
      },
    },
    {
      object: sysHealth,
      values: { cpuUtilization: 12, memoryUtilization: 38, flashUtilization: 5, temperature: 46, ...health },
    },
    { object: configChangeEntry, rows: [] },
    { object: managementGuard, values: { managementGuardPort: 0 } },
    {
      object: ipv4InterfaceEntry,
      rows: [{ ipv4InterfaceIfIndex: 10_001, ipAddressInUse: '192.168.10.200', ipAddressMaskInUse: '255.255.255.0' }],
    },
    {
      object: ipv6InterfaceEntry,
      rows: [
        {
          ipv6InterfaceIfIndex: 10_001,
          linkLocalInUse: 'fe80::1',
          globalAddresses: '2001:db8::10/64, 2001:db8:1::10/64',
        },
        { ipv6InterfaceIfIndex: 10_020, linkLocalInUse: 'fe80::1' },
        { ipv6InterfaceIfIndex: 10_030, linkLocalInUse: '' },
      ],
    },
    { object: portCtrlEntry, rows: ports(4) },
    { object: ifEntry, rows: links(4) },
    {
      object: fanEntry,
      rows: [
        { fanIndex: 1, fanStatus: 1 },
        { fanIndex: 2, fanStatus: 2 },
      ],
    },
    {
      object: pethMainPseEntry,
      rows: power
        ? [
            {
              pethMainPseGroupIndex: 1,
              pethMainPsePower: 370_000,
              pethMainPseConsumptionPower: 214_600,
              pethPsePortsPowered: 11,
            },
          ]
        : [],
    },
    {
      object: poePortState,
      rows: power
        ? [
            { pethPsePortIndex: 1, poePortStatus: 1, poePortPower: 4200 },
            { pethPsePortIndex: 2, poePortStatus: 5, poePortPower: 0 },
          ]
        : [],
    },
    { object: attentionEntry, rows: findings },
    { object: hostEntry, rows: [] },
    { object: attentionCtrl, values: {} },
    { object: sysCloudCtrl, values: cloud },
    { object: sysFeatureState, values: { lbdState: 1, sntpState: 2 } },
    {
      object: portTrafficEntry,
      rows: [
        { ifIndex: 2, trafficIndex: 1, trafficAge: 10, trafficInRate: 3000, trafficOutRate: 0 },
        { ifIndex: 2, trafficIndex: 2, trafficAge: 5, trafficInRate: 1000, trafficOutRate: 0 },
      ],
    },
    { object: trafficEntry, rows: [{ trafficIndex: 1, trafficAge: 5, trafficInRate: 1_500_000, trafficOutRate: 900 }] },
    {
      object: syslogMsgEntry,
      rows: [
        { syslogMsgIndex: 1, syslogMsgDescr: '<190> Jan 31 13:06:00 2026link up at port 3', syslogMsgSaid: '' },
        {
          syslogMsgIndex: 2,
          syslogMsgDescr: '<188> Jan 31 13:05:09 2026sign-in failed from 192.0.2.7',
          syslogMsgSaid: '',
        },
      ],
    },
    { object: dot1qPortVlanEntry, rows: [{ dot1dBasePort: 1, dot1qPvid: 20 }] },
    {
      object: dot1qVlanCurrentEntry,
      rows: [
        { dot1qVlanIndex: 10, dot1qVlanCurrentEgressPorts: '1-4', dot1qVlanCurrentUntaggedPorts: '2' },
        { dot1qVlanIndex: 20, dot1qVlanCurrentEgressPorts: '1', dot1qVlanCurrentUntaggedPorts: '1' },
      ],
    },
    { object: ifXEntry, rows: [{ ifIndex: 1, ifHCInOctets: '123456789', inRate: 2_000_000 }] },
    { object: dot3StatsEntry, rows: [{ dot3StatsIndex: 1, ifInErrors: '3', dot3StatsFCSErrors: '2' }] },
    {
      object: portAddressEntry,
      rows: [{ ifIndex: 1, dot1qFdbId: 20, dot1qTpFdbAddress: '00-11-22-33-44-55', isStatic: 2 }],
    },
  ]);
  if (held) device.hold();
  return show(<Dashboard />);
}

const halfDuplex = {
  attentionKey: 'half-duplex 4',
  attentionSeverity: AttentionSeverity.critical,
  attentionPorts: '4',
  attentionSince: '2026-01-31 12:00:00',
  attentionPages: '/Network/PhysicalInterface',
  attentionSaid: JSON.stringify({
    what: say('Port {{port}} runs at half duplex.', { port: 4 }),
    cause: say('The far end does not negotiate, so this end falls back to half duplex.'),
    actions: [
      {
        label: say('Set to {{mode}}', { mode: '100F' }),
        calls: [{ object: portCtrlEntry.name, values: { ifIndex: 4, portMode: PortModeValue['100F'] } }],
      },
      { label: say('Test cable'), to: '/Tools/Diagnostics' },
    ],
  }),
};

const card = (name: string) => screen.findByRole('region', { name });

describe('the dashboard', () => {
  it('shows the IPv6 addresses, link-local ones where an interface has no other', async () => {
    start({ power: true });
    expect(await screen.findByText('2001:db8::10/64, 2001:db8:1::10/64, fe80::1')).toBeDefined();
  });

  it('says what switch this is', async () => {
    start({ power: true });
    expect(await screen.findByRole('heading', { level: 1, name: 'core-switch-1' })).toBeDefined();
    await screen.findByText('TPE-2840WS · 00-14-D1-3C-9A-40 · 192.168.10.200 · up 41 d 6 h 12 min');
  });

  it('says its model once where it has no name', async () => {
    start({ power: true, name: '' });
    await screen.findByText('00-14-D1-3C-9A-40 · 192.168.10.200 · up 41 d 6 h 12 min');
  });

  it('shows health, power and the configuration in figures', async () => {
    start({ power: true });
    const says = (name: string, words: string) =>
      waitFor(async () => expect((await card(name)).textContent).toContain(words));
    await says('CPU and memory', '12 % · 38 % memory');
    await says('Temperature', 'fan 1 up, fan 2 stopped');
    await says('PoE power', '214.6 of 370 W');
    await says('PoE power', '11 devices powered');
    await says('Configuration', 'Last saved 2026-01-31 09:14:00');
  });

  it('names what a warning is about', async () => {
    start({ power: true, health: { memoryUtilization: 85 } });
    await waitFor(async () => expect((await card('CPU and memory')).textContent).toContain('Warning: memory at 85 %'));
  });

  it('does not say that nothing was saved before it is known', async () => {
    start({ power: true, saved: false });
    await screen.findByText(/38 % memory/);
    expect(screen.queryByText('Never saved')).toBeNull();
  });

  it('has no power card on a switch without Power over Ethernet', async () => {
    start({ power: false });
    await screen.findByText(/38 % memory/);
    expect(screen.queryByRole('region', { name: 'PoE power' })).toBeNull();
    expect(screen.queryByText('PoE on')).toBeNull();
  });

  it('shows each port on the front panel with link, power and faults', async () => {
    start({ power: true });
    const panel = await screen.findByRole('group', { name: 'Front panel' });
    await within(panel).findByRole('button', { name: 'Port 1, Camera gate, up 1 Gbit/s, PoE on' });
    expect(
      within(panel)
        .getAllByRole('button')
        .map((port) => port.getAttribute('aria-label')),
    ).toEqual([
      'Port 1, Camera gate, up 1 Gbit/s, PoE on',
      'Port 2, up 1 Gbit/s, PoE: Overload',
      'Port 3, down',
      'Port 4, up 1 Gbit/s',
    ]);
  });

  it('marks the port of the own session', async () => {
    start({ power: false });
    device.change(managementGuard, { managementGuardPort: 2 });
    const panel = await screen.findByRole('group', { name: 'Front panel' });
    await within(panel).findByRole('button', { name: /^Port 2, up 1 Gbit\/s, .*your session$/ });
    expect(within(panel).queryByRole('button', { name: /^Port 1.*your session/ })).toBeNull();
  });

  it('says at the top what is wrong, why and since when, and marks the port', async () => {
    start({ power: true, findings: [halfDuplex] });
    const attention = within(await card('1 thing needs attention'));
    const finding = attention.getByRole('listitem').textContent;
    expect(finding).toContain('Port 4 runs at half duplex. The far end does not negotiate');
    expect(finding).toContain('Since 2026-01-31 12:00:00');
    expect(attention.getByRole('link', { name: 'Test cable' }).getAttribute('href')).toBe('#/Tools/Diagnostics');
    const port = await screen.findByRole('button', { name: 'Port 4, up 1 Gbit/s, Port 4 runs at half duplex.' });
    expect(port.querySelector('[data-light="up"]')).toBeNull();
  });

  it('mends what is wrong once the change is confirmed', async () => {
    const { user } = start({ power: true, findings: [halfDuplex] });
    device.entail(({ params }) => [
      {
        object: params.Template,
        kind: 'value',
        row: { ifIndex: 4 },
        column: 'portMode',
        from: 1,
        to: params.portMode ?? '',
      },
      { object: params.Template, kind: 'value', row: { ifIndex: 5 }, column: 'portMode', from: 3, to: 1 },
    ]);
    await user.click(await screen.findByRole('button', { name: 'Set to 100F…' }));
    const question = within(await screen.findByRole('dialog', { name: 'Please confirm' }));
    expect(question.getByText('Set to 100F?')).toBeDefined();
    expect(device.sets()).toEqual([]);
    await user.click(question.getByRole('button', { name: 'OK' }));
    const params = { Template: portCtrlEntry.name, ifIndex: 4, portMode: PortModeValue['100F'] };
    await waitFor(() => expect(device.sets()).toMatchObject([{ params }]));
    // With the mode that the question showed: another one, set meanwhile, is not overwritten.
    expect(device.calls.filter(({ method }) => method === 'CommonSet')).toMatchObject([{ was: { portMode: 1 } }]);
  });

  it('makes changes in turn that follow each other', async () => {
    const calls = [2, 1].map((ifAdminStatus) => ({ object: ifEntry.name, values: { ifIndex: 4, ifAdminStatus } }));
    const actions = [{ label: say('Disable and enable port'), inTurn: true, calls }];
    const attentionSaid = JSON.stringify({ what: say('Port 4 is shut.'), cause: say('A violation.'), actions });
    const { user } = start({ power: true, findings: [{ ...halfDuplex, attentionSaid }] });
    await user.click(await screen.findByRole('button', { name: 'Disable and enable port…' }));
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets().map(({ params }) => Object(params).ifAdminStatus)).toEqual([2, 1]));
  });

  it('puts away what is intended, and brings it back', async () => {
    const { user } = start({ power: true, findings: [halfDuplex] });
    await user.click(await screen.findByRole('button', { name: 'It is intended' }));
    await waitFor(() => expect(device.sets()).toMatchObject([{ params: { attentionIntend: 'half-duplex 4' } }]));
    device.change(attentionEntry, {
      ...halfDuplex,
      ...{ attentionIntended: 1, attentionIntendedBy: 'admin', attentionIntendedTime: '2026-01-31 13:00:00' },
    });
    await user.click(screen.getAllByRole('button', { name: 'Refresh' })[0] as HTMLElement);
    const attention = within(await card('Nothing needs attention'));
    await user.click(attention.getByText('1 is intended'));
    expect(attention.getByText('Intended, says admin at 2026-01-31 13:00:00.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Port 4, up 1 Gbit/s' })).toBeDefined();
    await user.click(attention.getByRole('button', { name: 'Bring back' }));
    await waitFor(() => expect(device.sets()[1]).toMatchObject({ params: { attentionBringBack: 'half-duplex 4' } }));
  });

  it('tells the last warnings, and nothing milder', async () => {
    start({ power: true });
    const warnings = await card('Warnings');
    await within(warnings).findByText('sign-in failed from 192.0.2.7', { exact: false });
    expect(
      within(warnings)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Warningsign-in failed from 192.0.2.74 minutes ago']);
  });

  it('says the traffic in words beside its picture', async () => {
    start({ power: true });
    await screen.findByRole('img', {
      name: 'Traffic of all ports, last 5 minutes. received: 1.5 Mbit/s now, 1.5 Mbit/s at most. sent: 900 bit/s now, 900 bit/s at most.',
    });
  });

  it('shows the traffic of the port that is chosen, and reads only that', async () => {
    const { user } = start({ power: true });
    const all = 'Traffic of all ports, last 5 minutes.';
    await screen.findByRole('img', { name: new RegExp(`^${all}`) });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Traffic of' }), 'Port 2');
    await screen.findByRole('img', {
      name: 'Traffic of port 2, last 5 minutes. received: 1 kbit/s now, 3 kbit/s at most. sent: 0 bit/s now, 0 bit/s at most.',
    });
    const asked = device.calls.flatMap(({ params }) => ('Template' in params ? [params] : []));
    expect(asked.filter(({ Template }) => Template === 'portTrafficEntry')).toMatchObject([{ ifIndex: 2 }]);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Traffic of' }), 'All ports');
    await screen.findByRole('img', { name: new RegExp(`^${all}`) });
  });

  it('says which features are on, and leads to their pages', async () => {
    const { user } = start({ power: true });
    const features = within(await card('Features'));
    await user.click(features.getByRole('button', { name: 'Show all' }));
    const detection = await features.findByRole('link', { name: /^Loopback Detection:\s+Enabled$/ });
    expect(detection.getAttribute('href')).toBe('#/Network/LoopbackDetection');
    const time = features.getByRole('link', { name: /^SNTP:\s+Disabled$/ });
    expect(time.getAttribute('href')).toBe('#/System/SystemTime');
  });

  it.each([
    [{ systemCloudState: 2 }, /^Cloud:\s+Disabled$/],
    [{ systemCloudState: 1, systemCloudConnectState: CloudConnectState.fail }, /^Cloud:\s+Failed$/],
    [{ systemCloudState: 1, systemCloudConnectState: CloudConnectState.success }, /^Cloud:\s+Connected$/],
  ])('says how the cloud stands where there is one: %j', async (values, words) => {
    const { user } = start({ power: true, cloud: values });
    const features = within(await card('Features'));
    await user.click(features.getByRole('button', { name: 'Show all' }));
    expect(features.queryByText('Cloud')).toBeNull();
    act(() => cloudMode.set(true));
    const link = await features.findByRole('link', { name: words });
    expect(link.getAttribute('href')).toBe('#/System/CloudSettings');
    act(() => cloudMode.set(false));
  });

  it('states nothing before it is known', async () => {
    const { user } = start({ power: true, held: true });
    const features = await card('Features');
    await user.click(within(features).getByRole('button', { name: 'Show all' }));
    await within(features).findByText('SNTP');
    const identity = await card('Device');
    expect(features.textContent).toContain('SNTP');
    expect(features.textContent).not.toMatch(/Enabled|Disabled|–/);
    expect(identity.textContent).not.toContain('–');
    expect(screen.queryByText('No warnings in the log.')).toBeNull();
    expect(screen.queryByText('Never saved')).toBeNull();
  });

  it('reads anew at the chosen interval without keeping the session alive, and not at all when off', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const { user } = start({ power: true });
      await screen.findByText(/38 % memory/);
      const quiet = () =>
        device.calls.filter((call) => JSON.stringify(call).includes('"WebAuthenRequestState":"Disable"'));
      expect(quiet()).toEqual([]);
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      expect(quiet().length).toBeGreaterThan(0);
      await user.selectOptions(screen.getByRole('combobox', { name: 'Update interval' }), 'off');
      const soFar = device.calls.length;
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(device.calls).toHaveLength(soFar);
    } finally {
      vi.useRealTimers();
    }
  });
});
