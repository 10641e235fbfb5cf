// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { show, startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { FrontPanel } from '../../console/ports/FrontPanel.tsx';
import type { PanelPort } from '../../console/ports/panel-port.ts';
import { dot1dStp, dot1dStpPortEntry, PortRoleValue, PortStateValue } from '../network/spanning-tree/objects.ts';
import { dot1qPortVlanEntry } from '../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { PowerStatus, poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import {
  dot1xAuthConfigEntry,
  dot1xPaeSystem,
  PortControl,
  PortStatus,
} from '../security/port-access-control/objects.ts';
import { portSecPortEntry } from '../security/port-security/objects.ts';
import { dot3StatsEntry, ifXEntry } from '../system/statistics/objects.ts';
import PanelView from './PanelView.tsx';
import type { Badges, PanelViewName } from './panel-views.ts';

const ports: readonly PanelPort[] = [1, 2, 3, 4].map((number) => ({
  number,
  media: 'copper',
  link: number === 4 ? 'down' : 'up',
  speed: number === 4 ? 0 : 1000,
  enabled: true,
}));

let device: TestDevice | undefined;
afterEach(() => {
  cleanup();
  device?.stop();
});

function Panel({ view }: { readonly view: PanelViewName }) {
  const [badges, setBadges] = useState<Badges>();
  return (
    <>
      <FrontPanel
        modelName="Switch"
        ports={ports.map((port) => ({ ...port, badge: badges?.get(port.number) }))}
        onSelect={() => {}}
      />
      <PanelView view={view} ports={ports} poll={false} onBadges={setBadges} />
    </>
  );
}

/** The words of ports whose sockets have a sign, and the meaning below the panel. */
async function signsOf(view: PanelViewName) {
  show(<Panel view={view} />);
  await waitFor(() => expect(device?.calls.length).toBeGreaterThan(0));
  const words = () =>
    screen.getAllByRole('button').map((port) => (port.getAttribute('aria-label') ?? '').replace(/^Port (\d)/, '$1'));
  return { words, meaning: () => screen.getAllByRole('status')[0]?.textContent };
}

function start(stp = 1, access = 1) {
  device = startTestDevice([
    {
      object: dot1qPortVlanEntry,
      rows: [1, 2, 3, 4].map((port) => ({ dot1dBasePort: port, dot1qPvid: port > 2 ? 20 : 1 })),
    },
    { object: dot1qVlanStaticEntry, rows: [{ dot1qVlanIndex: 20, dot1qVlanStaticName: 'cameras' }] },
    {
      object: poePortState,
      rows: [
        { pethPsePortIndex: 1, poePortStatus: PowerStatus['POWER ON'], poePortPower: 4100 },
        { pethPsePortIndex: 2, poePortPower: 0 },
      ],
    },
    {
      object: ifXEntry,
      rows: [
        { ifIndex: 1, inUtil: 0.2, outUtil: 0 },
        { ifIndex: 2, inUtil: 3, outUtil: 84.4 },
        { ifIndex: 4, inUtil: 0, outUtil: 0 },
      ],
    },
    {
      object: dot3StatsEntry,
      rows: [
        { dot3StatsIndex: 1, ifInErrors: '0', ifOutErrors: '0' },
        { dot3StatsIndex: 2, ifInErrors: '1200', ifOutErrors: '34' },
        { dot3StatsIndex: 3, ifInErrors: '1', ifOutErrors: '0' },
      ],
    },
    { object: dot1dStp, values: { stpGlobalStatus: stp } },
    {
      object: dot1dStpPortEntry,
      rows: [
        { dot1dStpPort: 1, stpPortRole: PortRoleValue.root, dot1dStpPortState: PortStateValue.forwarding },
        { dot1dStpPort: 2, stpPortRole: PortRoleValue.alternate, dot1dStpPortState: PortStateValue.blocking },
      ],
    },
    { object: dot1xPaeSystem, values: { dot1xPaeSystemAuthControl: access } },
    {
      object: dot1xAuthConfigEntry,
      rows: [
        {
          dot1xPaePortNumber: 1,
          dot1xAuthAuthControlledPortControl: PortControl.auto,
          dot1xAuthAuthControlledPortStatus: PortStatus.unauthorized,
        },
        {
          dot1xPaePortNumber: 2,
          dot1xAuthAuthControlledPortControl: PortControl.auto,
          dot1xAuthAuthControlledPortStatus: PortStatus.authorized,
        },
        {
          dot1xPaePortNumber: 3,
          dot1xAuthAuthControlledPortControl: PortControl.forceAuthorized,
          dot1xAuthAuthControlledPortStatus: PortStatus.authorized,
        },
      ],
    },
    {
      object: portSecPortEntry,
      rows: [
        { portSecPort: 3, portSecState: 1 },
        { portSecPort: 4, portSecState: 2 },
      ],
    },
  ]);
}

it.each<[PanelViewName, string[], RegExp]>([
  [
    'VLAN',
    ['1, up 1 Gbit/s, PVID 1', '2, up 1 Gbit/s, PVID 1', '3, up 1 Gbit/s, PVID 20', '4, down, PVID 20'],
    /VLAN 20 cameras/,
  ],
  ['PoE', ['1, up 1 Gbit/s, 4.1 W', '2, up 1 Gbit/s', '3, up 1 Gbit/s', '4, down'], /watts/],
  ['Load', ['1, up 1 Gbit/s, load <1 %', '2, up 1 Gbit/s, load 84 %', '3, up 1 Gbit/s', '4, down'], /percent/],
  [
    'Errors',
    ['1, up 1 Gbit/s', '2, up 1 Gbit/s, 1234 errors', '3, up 1 Gbit/s, 1 error', '4, down'],
    /since the start/,
  ],
  [
    'Spanning Tree',
    ['1, up 1 Gbit/s, Root, Forwarding', '2, up 1 Gbit/s, Alternate, Discarding', '3, up 1 Gbit/s', '4, down'],
    /R root port/,
  ],
  [
    'Security',
    ['1, up 1 Gbit/s, Unauthorized', '2, up 1 Gbit/s, Authorized', '3, up 1 Gbit/s, port security', '4, down'],
    /S port security/,
  ],
])('shows on the panel, and says: %s', async (view, expected, meaning) => {
  start();
  const { words, meaning: said } = await signsOf(view);
  await waitFor(() => expect(words()).toEqual(expected));
  expect(said()).toMatch(meaning);
});

it('shows no sign of a protection that is off', async () => {
  start(2, 2);
  const tree = await signsOf('Spanning Tree');
  await waitFor(() => expect(tree.meaning()).toBe('Spanning tree is disabled.'));
  expect(tree.words().join()).not.toContain('Forwarding');
  cleanup();
  const security = await signsOf('Security');
  await waitFor(() => expect(security.words()).toContain('3, up 1 Gbit/s, port security'));
  expect(security.words().join()).not.toContain('uthorized');
});
