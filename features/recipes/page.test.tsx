// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { page } from '../../console/navigation/page.ts';
import { openPage } from '../../console/page/test-page.tsx';
import { say } from '../../model/values/message.ts';
import { trunkGroupEntry } from '../network/trunk/objects.ts';
import { dot1qPortVlanEntry, dot1qVlan } from '../network/vlan/objects.ts';
import { privateVlanPortEntry } from '../network/vlan/private-vlan-objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { vacmAccessEntry } from '../system/snmp/group-objects.ts';
import { snmpAgentCtrl } from '../system/snmp/objects.ts';
import { usmUserEntry } from '../system/snmp/user-objects.ts';
import { guestNetworkRecipe, snmpManagerRecipe, trunkRecipe } from './pages.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

it('asks, says what it will change, applies it as one change, and leads to the result', async () => {
  device = startTestDevice([
    { object: snmpAgentCtrl, values: { snmpAgentState: 2 } },
    { object: vacmAccessEntry, rows: [] },
    { object: usmUserEntry, rows: [] },
  ]);
  let tried = '';
  device.guard((calls) => {
    tried += JSON.stringify(calls);
    return say('It carries this session.');
  });
  const Users = () => <h1>Users</h1>;
  const users = page({ title: 'User', path: '/System/SNMP/User', page: async () => ({ default: Users }) });
  const { user } = openPage(snmpManagerRecipe, snmpManagerRecipe.path, [users]);
  await user.type(await screen.findByRole('textbox', { name: 'User name' }), 'nms');
  await user.type(screen.getByLabelText('Authentication password'), 'first-secret');
  await user.type(screen.getByLabelText('Privacy password'), 'other-secret');
  const changes = await screen.findByRole('region', { name: 'Changes by Apply' });
  await waitFor(() => expect(changes.textContent).toContain('It carries this session.'));
  expect(changes.textContent).toContain('SNMP user nms');
  expect(tried).toContain('usmUserEntry');
  expect(tried).not.toContain('secret');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByRole('heading', { name: 'Users' });
  expect(device.sets().map(({ params }) => params.Template)).toEqual([
    'snmpAgentCtrl',
    'vacmAccessEntry',
    'usmUserEntry',
  ]);
  expect(device.calls.filter(({ method }) => method === 'BatchPost')).toHaveLength(1);
});

it('sends nothing that is made of what another session has changed meanwhile', async () => {
  device = startTestDevice([
    { object: trunkGroupEntry, rows: [{ trunkId: 1, trunkMode: 0, trunkMemberPorts: '' }] },
    { object: dot1qVlanStaticEntry, rows: [{ dot1qVlanIndex: 1, dot1qVlanStaticEgressPorts: '1-8' }] },
    { object: dot1qPortVlanEntry, rows: [{ dot1dBasePort: 1, dot1qPvid: 1 }] },
    { object: dot1qVlan, values: {} },
  ]);
  const { user } = openPage(trunkRecipe, trunkRecipe.path);
  const ports = within(await screen.findByRole('group', { name: 'Ports' }));
  for (const port of [5, 6]) await user.click(ports.getByRole('checkbox', { name: `Port ${port}` }));
  await user.type(screen.getByRole('textbox', { name: 'Tagged VLANs' }), '1');
  device.change(dot1qVlanStaticEntry, { dot1qVlanIndex: 1, dot1qVlanStaticEgressPorts: '1-7' });
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await screen.findByText(/^The settings were changed by another session\./);
  expect(device.sets()).toEqual([]);
});

it('offers all ports to choose from at once only where that makes sense', async () => {
  device = startTestDevice([
    { object: trunkGroupEntry, rows: [] },
    { object: dot1qVlanStaticEntry, rows: [{ dot1qVlanIndex: 1, dot1qVlanStaticEgressPorts: '1-8' }] },
    { object: dot1qPortVlanEntry, rows: [{ dot1dBasePort: 1, dot1qPvid: 1 }] },
    { object: privateVlanPortEntry, rows: [] },
    { object: dot1qVlan, values: {} },
  ]);
  openPage(guestNetworkRecipe, guestNetworkRecipe.path);
  const cells = async (name: string) => within(await screen.findByRole('group', { name }));
  expect((await cells('Ports of guests')).queryByRole('button', { name: /^All/ })).not.toBeNull();
  expect((await cells('Port to the router')).queryByRole('button', { name: /^All/ })).toBeNull();
});
