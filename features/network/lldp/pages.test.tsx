// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { lldpConfiguration, lldpStatistics, lldpStatsRxPortEntry } from './objects.ts';
import {
  dot3TlvsPage,
  lldpSettingsPage,
  lldpStatisticsPage,
  localPortInformationPage,
  neighborsPage,
} from './pages.ts';
import { lldpLocalSystemData, lldpLocPortEntry, lldpRemEntry } from './said-objects.ts';
import { lldpXdot3PortConfigEntry } from './tlv-objects.ts';

let device: TestDevice;

const phone = {
  lldpRemLocalPortNum: 3,
  lldpRemIndex: 7,
  lldpRemSysName: 'desk phone',
  lldpRemChassisId: '00-03-6B-00-00-03',
  lldpRemPortId: 'LAN',
  lldpRemSysCapEnabled: 'bridge,telephone',
  lldpRemManAddrs: '192.0.2.9 2001:db8::9',
  lldpRemPortVlanId: 20,
  lldpRemOperMauType: 16,
  lldpRemExpires: 90,
};

function start(more: Parameters<typeof startTestDevice>[0] = []) {
  device = startTestDevice([
    { object: lldpConfiguration, values: { lldpStatus: 1 } },
    { object: lldpLocalSystemData, values: { lldpLocSysName: 'attic' } },
    { object: lldpRemEntry, rows: [phone] },
    {
      object: lldpLocPortEntry,
      rows: [
        {
          lldpLocPortNum: 3,
          lldpLocPortDesc: 'third',
          lldpLocPortVlanId: 1,
          lldpLocOperMauType: 30,
          lldpLocSysCapEnabled: 'bridge',
          lldpLocUnsent: 'dot1',
        },
      ],
    },
    ...more,
  ]);
}

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Neighbors', () => {
  it('are drawn at their ports beside the table, and lead to all that they say', async () => {
    start();
    const { user, router } = openPage(neighborsPage);
    const picture = await screen.findByRole('region', { name: 'Topology' });
    expect(within(picture).getByText('attic')).toBeDefined();
    expect(within(picture).getByText('Port 3')).toBeDefined();
    const link = within(picture).getByRole('link', { name: /desk phone/ });
    expect(link.textContent).toContain('Bridge, Telephone · 192.0.2.9');
    await user.click(link);
    expect(router.state.shown.location.pathname).toBe('/Network/LLDP/RemotePortInformation/3_7');
  });

  it('say where they differ from this end, and how they are managed', async () => {
    start();
    openPage(neighborsPage, '/Network/LLDP/RemotePortInformation/3_7');
    expect(await screen.findByText('The PVID differs: 1 here, 20 at the neighbor.')).toBeDefined();
    expect(
      screen.getByText('The link differs: 1000BASE-T, full duplex here, 100BASE-TX, full duplex at the neighbor.'),
    ).toBeDefined();
    expect(screen.queryByText(/in a trunk/)).toBeNull();
    expect(screen.getByRole('link', { name: '192.0.2.9' }).getAttribute('href')).toBe('http://192.0.2.9/');
    expect(screen.getByText('2001:db8::9').tagName).toBe('LI');
    // A missing value is not shown as zero.
    const link = screen.getByRole('region', { name: 'Link (802.3)' });
    expect(within(link).getByText('Maximum Frame Size').parentElement?.textContent).toBe('Maximum Frame Size–');
  });

  it('that are gone are said to be', async () => {
    start();
    openPage(neighborsPage, '/Network/LLDP/RemotePortInformation/3_8');
    expect(await screen.findByText('The entry no longer exists.')).toBeDefined();
  });

  it('are not waited for where LLDP is off', async () => {
    start([{ object: lldpConfiguration, values: { lldpStatus: 2 } }]);
    openPage(neighborsPage);
    expect(await screen.findByText('LLDP is disabled: no neighbors are learned.')).toBeDefined();
  });
});

describe('Settings', () => {
  it('say in words what the switch is to its neighbors', async () => {
    start([{ object: lldpLocalSystemData, values: { lldpLocSysCapEnabled: 'bridge,router' } }]);
    openPage(lldpSettingsPage);
    const local = await screen.findByRole('region', { name: 'Local system' });
    expect(within(local).getByText('Bridge, Router')).toBeDefined();
  });
});

describe('Local Port Information', () => {
  it('leads to everything that a port can say, and marks what is not sent', async () => {
    start();
    const { user, router } = openPage(localPortInformationPage);
    await user.click(await screen.findByRole('button', { name: 'Show detail of port 3' }));
    expect(router.state.shown.location.pathname).toBe('/Network/LLDP/LocalInformation/3');
    const vlans = await screen.findByRole('region', { name: 'VLANs (802.1)' });
    expect(within(vlans).getByText('not sent')).toBeDefined();
    const link = screen.getByRole('region', { name: 'Link (802.3)' });
    expect(within(link).queryByText('not sent')).toBeNull();
    expect(within(link).getByText('1000BASE-T, full duplex')).toBeDefined();
  });
});

describe('Dot3 TLVs', () => {
  it('offer power only where the port gives it', async () => {
    start([
      {
        object: lldpXdot3PortConfigEntry,
        rows: [
          { lldpPortConfigPortNum: 1, lldpXdot3PowerCapable: 1 },
          { lldpPortConfigPortNum: 2, lldpXdot3PowerCapable: 2 },
        ],
      },
    ]);
    openPage(dot3TlvsPage);
    const power = (port: number) => screen.findByRole('checkbox', { name: `Power via MDI of port ${port}` });
    expect((await power(1)).getAttribute('aria-disabled')).toBeNull();
    expect((await power(2)).getAttribute('aria-disabled') ?? String((await power(2)).hasAttribute('disabled'))).toBe(
      'true',
    );
  });
});

describe('Statistics Information', () => {
  it('clears the counters of a port when that is confirmed', async () => {
    start([
      { object: lldpStatistics, values: {} },
      { object: lldpStatsRxPortEntry, rows: [{ lldpStatsRxPortNum: 1, lldpStatsRxPortFramesTotal: 9 }] },
    ]);
    const { user } = openPage(lldpStatisticsPage);
    await user.click(await screen.findByRole('button', { name: 'Clear port 1' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'lldpStatistics', lldpStatsClear: 1 });
  });
});
