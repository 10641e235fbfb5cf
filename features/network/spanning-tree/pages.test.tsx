// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import type { Values } from '../../../model/wire/call.ts';
import { lldpRemEntry } from '../lldp/said-objects.ts';
import { ifEntry, portCtrlEntry } from '../physical-interface/objects.ts';
import {
  ieee8021MstpCistEntry,
  ieee8021MstpConfigIdEntry,
  ieee8021MstpEntry,
  ieee8021MstpPortEntry,
  ieee8021MstpVlanV2Entry,
  stpTcProtect,
  stpTcProtectPortEntry,
} from './mst-objects.ts';
import {
  dot1dStp,
  dot1dStpExtPortEntry,
  dot1dStpPortEntry,
  ieee8021MstpCistPortEntry,
  PortRoleValue,
  PortStateValue,
} from './objects.ts';
import {
  mstInstancePage,
  mstPage,
  mstPortPage,
  spanningTreePortPage,
  spanningTreeProtocolPage,
  tcProtectPage,
} from './pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const OWN = '02-00-00-00-00-01';
const CORE = '4096 02-00-00-00-00-C0';
const NEXT = '8192 02-00-00-00-00-D0';
const { root, designated, alternate, disabled } = PortRoleValue;
const { forwarding, blocking } = PortStateValue;

/** Port 1 leads to a station; port 2 and trunk 1 of ports 3 and 4 to a neighbor; port 5 is not cabled. */
const treePorts: readonly Values[] = [
  { dot1dStpPort: 1, stpPortRole: designated, dot1dStpPortState: forwarding, dot1dStpPortPathCost32: 20_000 },
  {
    dot1dStpPort: 2,
    stpPortRole: alternate,
    dot1dStpPortState: blocking,
    dot1dStpPortPathCost32: 20_000,
    dot1dStpPortDesignatedBridge: NEXT,
  },
  { dot1dStpPort: 5, stpPortRole: disabled, dot1dStpPortState: PortStateValue.disabled },
  {
    dot1dStpPort: 5001,
    stpPortRole: root,
    dot1dStpPortState: forwarding,
    dot1dStpPortPathCost32: 10_000,
    dot1dStpPortDesignatedBridge: NEXT,
  },
];

const physical = [1, 2, 3, 4, 5].map((ifIndex) => ({
  ifIndex,
  portMediaType: 1,
  ifHighSpeed: 1000,
  portTrunkId: ifIndex === 3 || ifIndex === 4 ? 1 : 0,
}));

function start(more: Parameters<typeof startTestDevice>[0] = [], status = 1) {
  device = startTestDevice([
    {
      object: dot1dStp,
      values: {
        stpGlobalStatus: status,
        stpBridgeId: `32768 ${OWN}`,
        dot1dStpDesignatedRoot: CORE,
        dot1dStpRootCost: 30_000,
        dot1dStpRootPort: 5001,
      },
    },
    { object: dot1dStpPortEntry, rows: treePorts },
    { object: dot1dStpExtPortEntry, rows: treePorts.map(({ dot1dStpPort = 0 }) => ({ dot1dStpPort })) },
    {
      object: ieee8021MstpCistPortEntry,
      rows: treePorts.map(({ dot1dStpPort = 0 }) => ({ ieee8021MstpCistPortNum: dot1dStpPort })),
    },
    { object: portCtrlEntry, rows: physical },
    { object: ifEntry, rows: physical.map(({ ifIndex }) => ({ ifIndex, ifOperStatus: ifIndex === 5 ? 2 : 1 })) },
    {
      object: lldpRemEntry,
      rows: [
        {
          lldpRemLocalPortNum: 2,
          lldpRemIndex: 1,
          lldpRemSysName: 'floor switch',
          lldpRemChassisId: '02-00-00-00-00-D0',
        },
      ],
    },
    ...more,
  ]);
}

const instances: readonly Values[] = [
  {
    ieee8021MstpId: 3,
    mstInstanceStatus: 1,
    ieee8021MstpBridgePriority: 4096,
    ieee8021MstpDesignatedRoot: `4099 ${OWN}`,
  },
  { ieee8021MstpId: 7, mstInstanceStatus: 2, ieee8021MstpDesignatedRoot: `32775 ${OWN}` },
];

const instancePorts = [3, 7].flatMap((ieee8021MstpPortMstId) =>
  [1, 2, 5, 5001].map((ieee8021MstpPortNum) => ({
    ieee8021MstpPortMstId,
    ieee8021MstpPortNum,
    ieee8021MstpPortRole: ieee8021MstpPortMstId === 3 && ieee8021MstpPortNum !== 5 ? designated : disabled,
    mstPortState: ieee8021MstpPortMstId === 3 && ieee8021MstpPortNum !== 5 ? forwarding : PortStateValue.disabled,
  })),
);

const card = (name: string) => screen.findByRole('region', { name });
const panelPort = (port: number) => screen.findByRole('button', { name: new RegExp(`^Port ${port},`) });

describe('Spanning Tree > Protocol', () => {
  it('draws the way to the root, what is kept in reserve, and what every other port is', async () => {
    start();
    openPage(spanningTreeProtocolPage);
    expect(await screen.findByRole('heading', { level: 1, name: 'Spanning Tree Protocol' })).toBeDefined();
    const way = await screen.findByRole('list', { name: 'Path to the root' });
    const bridges = within(way)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(bridges).toEqual([`Root Bridge${CORE}`, `Cost 20000on the path to the rootfloor switch${NEXT}`]);
    const links = within(screen.getByRole('list', { name: 'Links towards the root' })).getAllByRole('listitem');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'RTrunk 1 RootForwardingCost 10000',
      'APort 2 AlternateDiscardingCost 20000',
    ]);
    const others = within(screen.getByRole('list', { name: 'Other ports' })).getAllByRole('listitem');
    expect(others.map(({ textContent }) => textContent)).toEqual(['DDesignatedForwarding1', '–Disabled5']);
  });

  it('says on the front panel what each port is, a member of a trunk what its trunk is', async () => {
    start();
    const { user } = openPage(spanningTreeProtocolPage);
    expect((await panelPort(2)).getAttribute('aria-label')).toBe('Port 2, up 1 Gbit/s, Alternate, Discarding');
    expect((await panelPort(4)).getAttribute('aria-label')).toBe('Port 4, up 1 Gbit/s, Trunk 1, Root, Forwarding');
    expect((await panelPort(5)).getAttribute('aria-label')).toBe('Port 5, down');
    await user.click(await panelPort(2));
    expect(screen.getByText(/Alternate, Discarding · Cost 20000 · Designated Bridge/).textContent).toContain(NEXT);
    expect((await panelPort(2)).getAttribute('aria-pressed')).toBe('true');
    // By keyboard: on to the next port, and open what is said of it.
    await user.keyboard('{ArrowRight}{Enter}');
    expect(await screen.findByText(/Root, Forwarding · Cost 10000/)).toBeDefined();
  });

  it('follows the tree as it changes', async () => {
    start();
    openPage(spanningTreeProtocolPage);
    await screen.findByRole('list', { name: 'Links towards the root' });
    device.change(dot1dStp, { dot1dStpDesignatedRoot: `32768 ${OWN}`, dot1dStpRootCost: 0, dot1dStpRootPort: 0 });
    for (const dot1dStpPort of [2, 5001]) {
      device.change(dot1dStpPortEntry, { dot1dStpPort, stpPortRole: designated, dot1dStpPortState: forwarding });
    }
    expect(await screen.findByText('this switch is the root')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'Links towards the root' })).toBeNull();
  });

  it('shows the tree of an MST instance where that is chosen', async () => {
    start([
      { object: ieee8021MstpEntry, rows: instances },
      { object: ieee8021MstpPortEntry, rows: instancePorts },
    ]);
    const { user } = openPage(spanningTreeProtocolPage);
    const choice = await screen.findByRole('combobox', { name: 'Tree' });
    // One that rests has no tree.
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['CIST: all bridges', 'MST instance 3']);
    await user.selectOptions(choice, 'MST instance 3');
    expect(await screen.findByText('this switch is the root')).toBeDefined();
    expect(screen.getByText(`4099 ${OWN}`)).toBeDefined();
    expect((await panelPort(2)).getAttribute('aria-label')).toContain('Designated, Forwarding');
  });

  it('draws nothing where spanning tree is off, and asks before it is switched on', async () => {
    start([], 2);
    const { user } = openPage(spanningTreeProtocolPage);
    expect(await screen.findByText(/^Spanning tree is disabled/)).toBeDefined();
    expect(screen.queryByRole('list', { name: 'Other ports' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Global STP Status' }), 'Enabled');
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Ports do not forward until the tree has converged');
    await user.click(within(dialog).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'dot1dStp', stpGlobalStatus: 1 });
  });
});

describe('Spanning Tree > Port', () => {
  it('shows forwarding as good only while there is a tree', async () => {
    const looks: (string | undefined)[] = [];
    for (const status of [1, 2]) {
      start([], status);
      const { user } = openPage(spanningTreePortPage);
      if (status === 2) await screen.findByText(/^Spanning tree is disabled/);
      await user.selectOptions(await screen.findByRole('combobox', { name: 'Columns' }), 'State');
      const [tag] = await screen.findAllByText('Forwarding', { selector: 'td *' });
      looks.push(tag?.className);
      cleanup();
      device.stop();
    }
    expect(looks[0]).toContain('ok');
    expect(looks[1]).not.toContain('ok');
    start();
  });

  it('sets what is typed of a port, beside what the tree makes of it', async () => {
    start();
    const { user } = openPage(spanningTreePortPage);
    expect(await screen.findByRole('heading', { level: 1, name: 'Spanning Tree Ports' })).toBeDefined();
    expect((await panelPort(2)).getAttribute('aria-label')).toContain('Alternate, Discarding');
    const cost = await screen.findByLabelText('Admin Cost of port 2');
    await user.clear(cost);
    await user.type(cost, '5000');
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'dot1dStpExtPortEntry',
      dot1dStpPort: 2,
      dot1dStpPortAdminPathCost: 5000,
    });
  });

  it('has a port find out anew what its neighbour speaks', async () => {
    start();
    const { user } = openPage(spanningTreePortPage);
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Columns' }), 'State');
    await user.click(await screen.findByRole('button', { name: 'Migrate Trunk 1' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toMatchObject({ dot1dStpPort: 5001, dot1dStpPortProtocolMigration: 1 });
  });
});

describe('Spanning Tree > TC Protect Settings', () => {
  it('sets the protection and which ports it is for, and clears the counters', async () => {
    start([
      { object: stpTcProtect, values: {} },
      {
        object: stpTcProtectPortEntry,
        rows: treePorts.map(({ dot1dStpPort = 0 }) => ({ dot1dStpPort, stpTcProtectDropped: '12' })),
      },
    ]);
    const { user } = openPage(tcProtectPage);
    expect(await screen.findByRole('heading', { level: 1, name: 'TC Protect Settings' })).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Clear counters' }));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ stpTcProtectClear: 1 }));
    const protection = await card('Protection');
    await user.selectOptions(within(protection).getByRole('combobox', { name: 'TC Protect' }), 'Enabled');
    await user.click(within(protection).getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(device.sets()).toHaveLength(2));
    expect(device.sets()[1]?.params).toEqual({ Template: 'stpTcProtect', stpTcProtectStatus: 1 });
    expect(screen.getAllByText('12')).toHaveLength(4);
    await user.click(screen.getByRole('checkbox', { name: 'Port TC Protect of Trunk 1', checked: false }));
    await user.click(screen.getByRole('button', { name: 'Apply 1 change' }));
    await waitFor(() => expect(device.sets()).toHaveLength(3));
    expect(device.sets()[2]?.params).toMatchObject({ dot1dStpPort: 5001, stpTcProtectPortStatus: 1 });
  });
});

const digest = 'AC36177F50283CD4B83821D8AB26DE62';

describe('Spanning Tree > MST', () => {
  it('shows the region with its digest in one piece, and sets its name once that is confirmed', async () => {
    start([
      {
        object: ieee8021MstpConfigIdEntry,
        values: { ieee8021MstpConfigurationName: 'attic', ieee8021MstpConfigurationDigest: digest },
      },
      { object: ieee8021MstpVlanV2Entry, rows: [{ ieee8021MstpId: 3, mstVlanList: '10-12' }] },
    ]);
    const { user } = openPage(mstPage);
    expect(await screen.findByRole('heading', { level: 1, name: 'MST Region' })).toBeDefined();
    const region = await card('Region');
    expect(await within(region).findByText(digest)).toBeDefined();
    expect(screen.getByText('CIST (0): VLANs 1-9,13-4094')).toBeDefined();
    const name = within(region).getByRole('textbox', { name: 'Configuration Name' });
    await user.clear(name);
    await user.type(name, 'cellar');
    await user.click(within(region).getByRole('button', { name: /^Apply/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'ieee8021MstpConfigIdEntry',
      ieee8021MstpConfigurationName: 'cellar',
    });
  });
});

describe('Spanning Tree > Instance', () => {
  it('sets how much the switch wants to be the root of a tree', async () => {
    start([
      { object: ieee8021MstpEntry, rows: instances },
      {
        object: ieee8021MstpCistEntry,
        values: { ieee8021MstpCistRegionalRootIdentifier: '4096 02-00-00-00-00-0C', ieee8021MstpCistPathCost: 20_000 },
      },
    ]);
    const { user } = openPage(mstInstancePage);
    expect(await screen.findByRole('heading', { level: 1, name: 'MST Instances' })).toBeDefined();
    const cist = await card('CIST in this region');
    expect(within(cist).getByText('4096 02-00-00-00-00-0C')).toBeDefined();
    expect(within(cist).getByText('Topology Changes')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Modify MST instance 7' }));
    const form = await card('MST instance 7');
    const priority = within(form).getByRole('textbox', { name: 'Priority' });
    await user.clear(priority);
    await user.type(priority, '8192');
    await user.click(within(form).getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'ieee8021MstpEntry',
      ieee8021MstpId: 7,
      ieee8021MstpBridgePriority: 8192,
    });
  });
});

describe('Spanning Tree > MST Port', () => {
  it('has a heading, shows the ports in the instance that is chosen, and sets one of them', async () => {
    start([
      { object: ieee8021MstpEntry, rows: instances },
      { object: ieee8021MstpPortEntry, rows: instancePorts },
    ]);
    const { user } = openPage(mstPortPage);
    expect(await screen.findByRole('heading', { level: 1, name: 'MST Ports' })).toBeDefined();
    expect((await panelPort(2)).getAttribute('aria-label')).toContain('Designated, Forwarding');
    await user.selectOptions(screen.getByRole('combobox', { name: 'MSTI ID' }), 'MST instance 7');
    await waitFor(async () => expect((await panelPort(2)).getAttribute('aria-label')).toBe('Port 2, up 1 Gbit/s'));
    const cost = screen.getByLabelText(/^Internal Path Cost of port 2/);
    await user.clear(cost);
    await user.type(cost, '777');
    await user.click(screen.getByRole('button', { name: /^Apply/ }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({
      Template: 'ieee8021MstpPortEntry',
      ieee8021MstpPortMstId: 7,
      ieee8021MstpPortNum: 2,
      ieee8021MstpPortPathCost: 777,
    });
  });

  it('reads the instance that is shown anew, and not all of them', async () => {
    start([
      { object: ieee8021MstpEntry, rows: instances },
      { object: ieee8021MstpPortEntry, rows: instancePorts },
    ]);
    const { user } = openPage(mstPortPage);
    await panelPort(2);
    /** How often the table was read, narrowed to an instance or whole. */
    const reads = (instance?: number) =>
      device.calls.filter(({ params }) => {
        if (!('Template' in params) || params.Template !== ieee8021MstpPortEntry.name) return false;
        return params.ieee8021MstpPortMstId === instance;
      }).length;
    device.change(ieee8021MstpPortEntry, {
      ieee8021MstpPortMstId: 7,
      ieee8021MstpPortNum: 2,
      ieee8021MstpPortPathCost: 555,
    });
    await user.selectOptions(screen.getByRole('combobox', { name: 'MSTI ID' }), 'MST instance 7');
    const cost = await screen.findByLabelText<HTMLInputElement>(/^Internal Path Cost of port 2/);
    await waitFor(() => expect(cost.value).toBe('555'));
    expect([reads(7), reads()]).toEqual([1, 1]);
  });

  it('says that there is no instance', async () => {
    start([
      { object: ieee8021MstpEntry, rows: [] },
      { object: ieee8021MstpPortEntry, rows: [] },
    ]);
    openPage(mstPortPage);
    expect(await screen.findByText('No instances: every VLAN is in the CIST.')).toBeDefined();
  });
});
