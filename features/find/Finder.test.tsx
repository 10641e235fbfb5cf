// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { Palette } from '../../console/layouts/Palette.tsx';
import { FinderContext } from '../../console/navigation/found.ts';
import { MenuContext } from '../../console/navigation/MenuContext.tsx';
import { page, withRowPages } from '../../console/navigation/page.ts';
import { openPage } from '../../console/page/test-page.tsx';
import { useLocation } from '../../console/router/router-context.ts';
import { hostEntry } from '../hosts/objects.ts';
import { ifEntry, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { poePortExtEntry } from '../poe/power-over-ethernet/objects.ts';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import Finder from './Finder.tsx';

let device: TestDevice;

const Where = () => {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
};
const other = (title: string, under: string[], path: string) =>
  page({ title, under, path, page: async () => ({ default: Where }) });
const others = [
  other('Physical Interface', ['Network'], '/Network/PhysicalInterface'),
  other('Port', ['Network', 'VLAN'], '/Network/VLAN/Port'),
  other('Mirroring', ['Network'], '/Network/Mirroring'),
  other('Hosts', [], '/Hosts'),
  page({
    title: 'Tagged',
    under: ['Network', 'VLAN'],
    path: '/Network/VLAN/Tagged',
    row: { title: 'Modify VLAN' },
    page: async () => ({ default: Where }),
  }),
];
const Shown = () => {
  const [open, setOpen] = useState(true);
  return (
    <>
      <Where />
      {open && <Palette typed="" entered={false} onClose={() => setOpen(false)} />}
    </>
  );
};
const home = page({ title: 'Dashboard', path: '/', page: async () => ({ default: WithPalette }) });
const entries = withRowPages([home, ...others]);

function WithPalette() {
  return (
    <MenuContext value={{ entries, sections: [] }}>
      <FinderContext value={Finder}>
        <Shown />
      </FinderContext>
    </MenuContext>
  );
}

beforeEach(async () => {
  device = startTestDevice([
    {
      object: portCtrlEntry,
      rows: Array.from({ length: 12 }, (_, at) => ({ ifIndex: at + 1, ifAlias: at === 2 ? 'camera yard' : '' })),
    },
    {
      object: ifEntry,
      rows: Array.from({ length: 12 }, (_, at) => ({
        ifIndex: at + 1,
        ifOperStatus: at === 2 ? 1 : 2,
        ifAdminStatus: at === 5 ? 2 : 1,
      })),
    },
    { object: poePortState, rows: [{ pethPsePortIndex: 3, poePortStatus: 1 }] },
    { object: poePortExtEntry, rows: [{ pethPsePortIndex: 3 }] },
    { object: dot1qVlanStaticEntry, rows: [{ dot1qVlanIndex: 20, dot1qVlanStaticName: 'Office' }] },
    {
      object: hostEntry,
      rows: [
        {
          hostAddress: '00-11-22-33-44-55',
          hostName: 'printer',
          hostIpv4: '192.168.10.27',
          hostPort: 7,
          hostVlans: '20',
        },
        { hostAddress: '00-11-22-33-44-66', hostPort: 5001 },
      ],
    },
  ]);
  openPage(home, '/', others);
  await screen.findByRole('combobox');
});

afterEach(() => {
  cleanup();
  device.stop();
});

const box = () => screen.getByRole('combobox');
const titles = () => screen.queryAllByRole('option').map((option) => option.textContent ?? '');
const first = async (query: string, pattern: RegExp) => {
  await userEvent.clear(box());
  await userEvent.type(box(), query);
  await waitFor(() => expect(titles()[0]).toMatch(pattern));
};
const address = () => screen.getByLabelText('Address').textContent;

describe('the palette', () => {
  it('finds a port by its number and by its description, with what can be done with it', async () => {
    await first('port 3', /^Port 3camera yard · Up/);
    expect(titles()).toContainEqual(expect.stringMatching(/^Disable port 3 …/));
    expect(titles()).toContainEqual(expect.stringMatching(/^Restart the device on port 3 …/));
    await first('yard', /^Port 3camera yard/);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/?port=3'));
  });

  it('asks before it does what was named, and then does it', async () => {
    await first('disable port 5', /^Disable port 5 …/);
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ ifIndex: 5, ifAdminStatus: 2 }));
  });

  it('offers what a port can do: one that is disabled can be enabled, one that gives no power restarts nobody', async () => {
    await first('port 6', /^Port 6Disabled/);
    expect(titles()).toContainEqual(expect.stringMatching(/^Enable port 6 …/));
    expect(titles().join()).not.toMatch(/Disable port 6|Restart/);
  });

  it('restarts the device that a description names', async () => {
    await first('restart camera yard', /^Restart the device on port 3 …/);
  });

  it('opens the settings of a range of ports', async () => {
    await first('5-8', /^Settings of ports 5-8/);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/Network/PhysicalInterface?ports=5-8'));
  });

  it('opens what is named for the ports that are named with it', async () => {
    await first('mirror port 9', /^Network \/ MirroringPort 9/);
    await first('mirroring 5,7', /^Network \/ MirroringPorts 5,7/);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/Network/Mirroring?ports=5%2C7'));
  });

  it('finds VLANs by number and by name', async () => {
    await first('vlan 20', /^VLAN 20Office/);
    await first('vlan off', /^VLAN 20Office/);
  });

  it('adds a VLAN that there is not', async () => {
    await first('vlan 21', /^Add VLAN 21 …VLAN 21 does not exist/);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/Network/VLAN/Tagged?add=21'));
  });

  it('does not say that there is no VLAN before the switch has answered', async () => {
    const answer = device.hold();
    await userEvent.type(box(), 'vlan 20');
    expect(titles().join()).not.toContain('does not exist');
    answer();
    await waitFor(() => expect(titles()[0]).toMatch(/^VLAN 20Office/));
  });

  it('finds a host by its name and addresses, and leads to its port', async () => {
    await first('printer', /^printer192\.168\.10\.27 · 00-11-22-33-44-55 · Port 7 · VLAN 20/);
    await first('00:11:22:33:44:6', /^00-11-22-33-44-66Trunk 1/);
    await first('192.168.10.2', /^printer/);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/?port=7'));
  });

  it('offers what can be done with the one host that is found, of one that has power to restart it', async () => {
    await first('00:11:22:33:44', /^printer/);
    await waitFor(() => expect(titles()).toEqual([expect.stringMatching(/^printer/), expect.stringMatching(/^00-11/)]));
    device.change(hostEntry, { hostAddress: '00-11-22-33-44-77', hostName: 'doorbell', hostPort: 3 });
    await first('doorbell', /^doorbell/);
    expect(titles().slice(1)).toEqual([
      expect.stringMatching(/^Rename, ping, pin or block doorbell …/),
      expect.stringMatching(/^Restart the device on port 3 …doorbell/),
    ]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(address()).toBe('/Hosts?host=00-11-22-33-44-77'));
  });

  it('changes theme and language', async () => {
    await first('dark', /^Theme: Dark/);
    await userEvent.keyboard('{Enter}');
    expect(document.documentElement.dataset.theme).toBe('dark');
  });

  it('finds a language by its English name', async () => {
    await first('german', /^Language: Deutsch/);
  });
});
