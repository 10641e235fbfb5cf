// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { MissingRowsContext } from '../../console/form/missing-rows.ts';
import { show, startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { decimalComma, speak } from '../../console/translations/test-language.ts';
import type { Values } from '../../model/wire/call.ts';
import { attentionEntry } from '../attention/objects.ts';
import { HostState, hostEntry } from '../hosts/objects.ts';
import MissingVlans from '../MissingVlans.tsx';
import { rateCtrlEntry, stormCtrlEntry } from '../network/bandwidth-control/objects.ts';
import { dot3PauseEntry, ifEntry, PortModeValue, portCtrlEntry } from '../network/physical-interface/objects.ts';
import { trunkGroupEntry } from '../network/trunk/objects.ts';
import { dot1qPortVlanEntry, dot1qVlan } from '../network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { pethPsePortEntry } from '../poe/power-over-ethernet/objects.ts';
import { PowerStatus, poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { dot1xAuthConfigEntry, dot1xPaeSystem } from '../security/port-access-control/objects.ts';
import { portSecPortEntry } from '../security/port-security/objects.ts';
import { dot3StatsEntry, ifXEntry, portSampleEntry } from '../system/statistics/objects.ts';
import { cableDiagEntry } from '../tools/diagnostics/objects.ts';
import { portAddressEntry, sysDashboard } from './objects.ts';
import { PanelCard } from './PanelCard.tsx';

let device: TestDevice;
afterEach(() => {
  cleanup();
  device.stop();
});

const ofEach = (column: string, more: (port: number) => Values = () => ({})): Values[] =>
  [1, 2, 3, 4].map((port) => ({ [column]: port, ...more(port) }));

/** A switch of four ports, of which 1 and 2 give power, and 4 is a member of trunk 1. */
function start() {
  device = startTestDevice([
    {
      object: portCtrlEntry,
      rows: ofEach('ifIndex', (port) => ({
        portMediaType: 1,
        portModesOffered: '1,3',
        ifHighSpeed: 1000,
        ifAlias: port === 1 ? 'Camera gate' : '',
        portTrunkId: port === 4 ? 1 : 0,
      })),
    },
    { object: ifEntry, rows: ofEach('ifIndex', () => ({ ifOperStatus: 1 })) },
    { object: dot3PauseEntry, rows: ofEach('dot3StatsIndex') },
    { object: portSecPortEntry, rows: ofEach('portSecPort') },
    { object: dot1xAuthConfigEntry, rows: ofEach('dot1xPaePortNumber') },
    { object: dot1xPaeSystem, values: { dot1xPaeSystemAuthControl: 2 } },
    { object: rateCtrlEntry, rows: ofEach('rateCtrlIndex') },
    { object: stormCtrlEntry, rows: ofEach('ifIndex') },
    {
      object: pethPsePortEntry,
      rows: [1, 2].map((pethPsePortIndex) => ({ pethPsePortGroupIndex: 1, pethPsePortIndex })),
    },
    {
      object: poePortState,
      rows: [{ pethPsePortIndex: 1, poePortStatus: PowerStatus['POWER ON'], poePortPower: 4200 }],
    },
    {
      object: dot1qVlanStaticEntry,
      rows: [
        { dot1qVlanIndex: 1, dot1qVlanStaticEgressPorts: '1-4', dot1qVlanStaticUntaggedPorts: '1-4' },
        { dot1qVlanIndex: 20, dot1qVlanStaticName: 'Cameras' },
      ],
    },
    { object: dot1qPortVlanEntry, rows: ofEach('dot1dBasePort') },
    { object: dot1qVlan, values: {} },
    {
      object: trunkGroupEntry,
      rows: [
        { trunkId: 1, trunkMode: 1, trunkMemberPorts: '4' },
        { trunkId: 2, trunkMode: 0, trunkMemberPorts: '' },
      ],
    },
    { object: sysDashboard, values: { cpuMemory: 1, temp: 1, system: 1, poe: 1 } },
    { object: attentionEntry, rows: [] },
    { object: ifXEntry, rows: ofEach('ifIndex', () => ({ inRate: 2_000_000, ifHCInOctets: '123456789' })) },
    { object: dot3StatsEntry, rows: ofEach('dot3StatsIndex', () => ({ ifInErrors: '3', dot3StatsFCSErrors: '2' })) },
    { object: portSampleEntry, rows: [] },
    {
      object: hostEntry,
      rows: [
        {
          hostAddress: '00-11-22-33-44-55',
          hostName: 'gate camera',
          hostPort: 1,
          hostIpv4: '192.0.2.7',
          hostState: HostState.present,
        },
        { hostAddress: '00-11-22-33-44-66', hostName: 'elsewhere', hostPort: 2, hostState: HostState.present },
      ],
    },
    { object: portAddressEntry, rows: [] },
    { object: cableDiagEntry, rows: ofEach('ifIndex') },
  ]);
  return show(
    <MissingRowsContext value={MissingVlans}>
      <PanelCard poll={false} />
    </MissingRowsContext>,
  );
}

/** Opens a port, and gives its workplace once its settings are read. */
async function openPort({ user }: ReturnType<typeof start>, port: number) {
  await user.click(await screen.findByRole('button', { name: new RegExp(`^Port ${port}\\b.*up`) }));
  const workplace = within(await screen.findByRole('complementary', { name: `Port ${port}` }));
  await waitFor(() => expect(workplace.getByRole('combobox', { name: 'Mode' })).toHaveProperty('disabled', false));
  return workplace;
}

const sent = () => device.sets().map(({ params }) => params);

describe('the workplace of a port', () => {
  it('sets what several pages set in one batch, and says it before', async () => {
    const view = start();
    const { user } = view;
    const workplace = await openPort(view, 1);
    await user.selectOptions(workplace.getByRole('combobox', { name: 'Mode' }), '100F');
    await user.selectOptions(workplace.getByRole('combobox', { name: 'Untagged VLAN' }), '20 Cameras');
    const changes = await workplace.findByRole('region', { name: 'Changes by Apply' });
    expect(changes.textContent).toContain('Auto → to 100F');
    expect(changes.textContent).toContain('Port 1 moves from VLAN 1 to VLAN 20, untagged');
    await waitFor(() =>
      expect(workplace.getByRole('button', { name: 'Copy as command line' }).title.split('\n')).toHaveLength(4),
    );
    await user.click(workplace.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(sent()).toEqual([
        { Template: 'portCtrlEntry', ifIndex: 1, portMode: PortModeValue['100F'] },
        {
          Template: 'dot1qVlanStaticEntry',
          dot1qVlanIndex: 1,
          dot1qVlanStaticEgressPorts: '2-4',
          dot1qVlanStaticUntaggedPorts: '2-4',
        },
        {
          Template: 'dot1qVlanStaticEntry',
          dot1qVlanIndex: 20,
          dot1qVlanStaticEgressPorts: '1',
          dot1qVlanStaticUntaggedPorts: '1',
        },
        { Template: 'dot1qPortVlanEntry', dot1dBasePort: 1, dot1qPvid: 20 },
      ]),
    );
    expect(device.calls.filter(({ method }) => method === 'BatchPost')).toHaveLength(1);
  });

  it('sends no list of ports that another session has changed meanwhile, and shows what remains', async () => {
    const view = start();
    const { user } = view;
    const workplace = await openPort(view, 1);
    await user.selectOptions(workplace.getByRole('combobox', { name: 'Untagged VLAN' }), '20 Cameras');
    await workplace.findByRole('region', { name: 'Changes by Apply' });
    device.change(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '3' });
    await user.click(workplace.getByRole('button', { name: 'Apply' }));
    await screen.findByText(/^VLANs or trunks were changed by another session\./);
    expect(sent()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    const button = workplace.getByRole('button', { name: 'Apply' });
    await waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false));
    await user.click(button);
    await waitFor(() =>
      expect(sent()).toContainEqual(expect.objectContaining({ dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1,3' })),
    );
  });

  it('refuses a VLAN that there is not, at its field', async () => {
    const view = start();
    const workplace = await openPort(view, 2);
    await view.user.type(workplace.getByRole('textbox', { name: 'Tagged VLANs' }), '30');
    await view.user.click(workplace.getByRole('button', { name: 'Apply' }));
    await workplace.findByText('VLAN 30 does not exist.');
    expect(sent()).toEqual([]);
  });

  it('adds the VLANs that it names and the switch does not have, without leaving the form', async () => {
    const view = start();
    const workplace = await openPort(view, 2);
    const box = workplace.getByRole('textbox', { name: 'Tagged VLANs' });
    await view.user.type(box, '20,30-31');
    await workplace.findByText('VLANs 30-31 do not exist.');
    await view.user.type(box, '{Backspace}{Backspace}{Backspace}');
    await view.user.click(workplace.getByRole('button', { name: 'Apply' }));
    // The message at the field says it already.
    expect(await workplace.findAllByText(/VLAN 30 does not exist/)).toHaveLength(1);
    await view.user.click(workplace.getByRole('button', { name: 'Add VLAN 30' }));
    await waitFor(() => expect(workplace.queryByText(/does not exist/)).toBeNull());
    expect(workplace.queryByRole('button', { name: /^Add VLAN/ })).toBeNull();
    expect(sent()).toEqual([{ Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 30, RowStatus: 4 }]);
    const button = workplace.getByRole('button', { name: /^Apply/ });
    await waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false));
    await view.user.click(button);
    await waitFor(() =>
      expect(sent()).toContainEqual(expect.objectContaining({ dot1qVlanIndex: 30, dot1qVlanStaticEgressPorts: '2' })),
    );
  });

  it('follows arrow keys on the panel, edits by Enter, and asks before it forgets what was typed', async () => {
    const view = start();
    const { user } = view;
    await openPort(view, 1);
    await user.keyboard('{ArrowDown}');
    const workplace = within(await screen.findByRole('complementary', { name: 'Port 2' }));
    const description = await workplace.findByRole('textbox', { name: 'Description' });
    await waitFor(() => expect(description).toHaveProperty('disabled', false));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(description);
    await user.keyboard('Printer{ArrowRight}{Escape}');
    const question = within(await screen.findByRole('dialog'));
    expect(question.getByText('Close the form without your entries?')).toBeDefined();
    await user.click(question.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Port 2/);
    const again = await openPort(view, 2);
    expect(again.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', '');
  });

  it('takes the focus from the page that an address opened it with', async () => {
    start();
    const port = await screen.findByRole('button', { name: /^Port 2\b/ });
    const page = document.body.appendChild(document.createElement('main'));
    const heading = page.appendChild(document.createElement('h1'));
    heading.tabIndex = -1;
    heading.focus();
    fireEvent.click(port);
    await screen.findByRole('complementary', { name: 'Port 2' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Port 2'));
    page.remove();
  });

  it('keeps what was typed for a port while another one is looked at', async () => {
    const view = start();
    const { user } = view;
    const first = await openPort(view, 1);
    await user.type(first.getByRole('textbox', { name: 'Description' }), ' 2');
    await user.click(first.getByRole('button', { name: 'Next port' }));
    await screen.findByRole('complementary', { name: 'Port 2' });
    await user.click(screen.getByRole('button', { name: 'Previous port' }));
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Camera gate 2'),
    );
  });

  it('writes the power of a port with the decimal mark of the language', async () => {
    await speak('de', decimalComma);
    const workplace = await openPort(start(), 1);
    expect(await workplace.findByText('4,2 W')).toBeDefined();
  });

  it('shows who is there, rates and errors, and has power and security where the port has them', async () => {
    const view = start();
    const workplace = await openPort(view, 1);
    expect((await workplace.findByRole('link', { name: 'gate camera' })).getAttribute('href')).toContain(
      '/Hosts?host=',
    );
    expect(workplace.queryByText('elsewhere')).toBeNull();
    await workplace.findByText('2 Mbit/s received · 0 bit/s sent');
    await workplace.findByText('2 CRC · 3 received · 0 sent');
    expect(await workplace.findByText('4.2 W')).toBeDefined();
    expect(workplace.getByRole('button', { name: 'Restart the device on port 1' })).toBeDefined();
    const member = await openPort(view, 4);
    expect(member.queryByRole('region', { name: 'PoE' })).toBeNull();
    expect(member.getByRole('combobox', { name: 'Port security' })).toHaveProperty('disabled', true);
    expect(member.getByText('Port 4 is a member of trunk 1.')).toBeDefined();
  });

  it('names the hosts at each port of the panel', async () => {
    start();
    expect(await screen.findByRole('button', { name: /^Port 1, Camera gate, .*gate camera$/ })).toBeDefined();
  });

  it('says what has no effect yet', async () => {
    const view = start();
    const workplace = await openPort(view, 1);
    await view.user.selectOptions(workplace.getByRole('combobox', { name: '802.1X' }), 'Auto');
    await workplace.findByText('No effect while Port Access Control is disabled.');
    await view.user.selectOptions(workplace.getByRole('combobox', { name: 'Trunk' }), '2');
    await workplace.findByText('No effect while the trunk is disabled.');
  });
});
