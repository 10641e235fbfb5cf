// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { page } from '../../console/navigation/page.ts';
import { openPage } from '../../console/page/test-page.tsx';
import { say } from '../../model/values/message.ts';
import { vacmAccessEntry } from '../system/snmp/group-objects.ts';
import { snmpAgentCtrl } from '../system/snmp/objects.ts';
import { usmUserEntry } from '../system/snmp/user-objects.ts';
import { snmpManagerRecipe } from './pages.ts';

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
