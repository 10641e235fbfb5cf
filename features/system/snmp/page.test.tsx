// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { snmpCommunityEntry } from './community-objects.ts';
import { vacmAccessEntry } from './group-objects.ts';
import { snmpAgentCtrl } from './objects.ts';
import { snmpCommunityPage, snmpGroupPage, snmpSettingsPage, snmpTrapPage, snmpUserPage } from './pages.ts';
import { snmpTargetAddrEntry } from './trap-objects.ts';
import { usmUserEntry } from './user-objects.ts';
import { vacmViewTreeFamilyEntry } from './view-objects.ts';

let device: TestDevice;

/** A switch with a group for each version, one community, one user and one receiver. */
function start(): void {
  device = startTestDevice([
    { object: snmpAgentCtrl, values: { snmpEngineID: '80007ED90401020304' } },
    {
      object: vacmViewTreeFamilyEntry,
      rows: [{ vacmViewTreeFamilyViewName: 'ReadWrite', vacmViewTreeFamilySubtree: '1' }],
    },
    {
      object: vacmAccessEntry,
      rows: [
        {
          vacmGroupName: 'writers',
          vacmAccessSecurityModel: 2,
          vacmAccessSecurityLevel: 1,
          vacmAccessWriteViewName: 'ReadWrite',
        },
        { vacmGroupName: 'ops', vacmAccessSecurityModel: 3, vacmAccessSecurityLevel: 3 },
      ],
    },
    {
      object: usmUserEntry,
      rows: [{ usmUserEngineID: '', usmUserName: 'eve', vacmGroupName: 'ops', usmUserPrivProtocol: 1 }],
    },
    {
      object: snmpCommunityEntry,
      rows: [{ snmpCommunityIndex: 'readers', snmpCommunitySecurityName: 'writers' }],
    },
    {
      object: snmpTargetAddrEntry,
      rows: [
        { snmpTargetAddrName: 'nms', snmpTargetAddrTAddress: '192.0.2.9', snmpTargetParamsSecurityName: 'readers' },
      ],
    },
  ]);
}

afterEach(() => {
  cleanup();
  device.stop();
});

describe('SNMP', () => {
  it('asks before another engine ID costs the users, and offers the default one', async () => {
    start();
    const { user } = openPage(snmpSettingsPage);
    const form = await screen.findByRole('region', { name: 'Agent' });
    const engineId = await within(form).findByRole('textbox', { name: /^Engine ID/ });
    await user.click(within(form).getByRole('button', { name: 'Default engine ID' }));
    await waitFor(() => expect(engineId).toHaveProperty('value', ''));
    await user.click(within(form).getByRole('button', { name: 'Apply' }));
    const question = await screen.findByRole('dialog');
    expect(question.textContent).toContain('they are deleted');
    await user.click(within(question).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets()[0]?.params).toEqual({ Template: 'snmpAgentCtrl', snmpEngineID: '' }));
  });

  it('warns of a community that may set values', async () => {
    start();
    openPage(snmpCommunityPage);
    expect(await screen.findByText(/is sent unencrypted: anyone who captures it/)).toBeDefined();
  });

  it('warns of a user whose keys do not reach the level of his group', async () => {
    start();
    openPage(snmpUserPage);
    expect(await screen.findByText('eve: group ops has no access that this user can use.')).toBeDefined();
  });

  it('takes the passwords of a new user', async () => {
    start();
    const { user } = openPage(snmpUserPage);
    await user.click(await screen.findByRole('button', { name: 'Add user' }));
    await user.type(await screen.findByRole('textbox', { name: 'User name' }), 'ops1');
    await waitFor(() => user.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'ops'));
    await user.type(screen.getByLabelText('Authentication password'), 'correct-horse');
    await user.type(screen.getByLabelText('Privacy password'), 'battery-staple');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    // Only the device has the keys made from the passwords.
    await waitFor(() =>
      expect(device.sets()[0]?.params).toEqual({
        Template: 'usmUserEntry',
        usmUserEngineID: '',
        usmUserName: 'ops1',
        vacmGroupName: 'ops',
        usmUserAuthProtocol: 3,
        usmUserAuthPassword: 'correct-horse',
        usmUserPrivProtocol: 3,
        usmUserPrivPassword: 'battery-staple',
        RowStatus: 4,
      }),
    );
  });

  it('offers the views that there are, and none', async () => {
    start();
    const { user } = openPage(snmpGroupPage);
    await user.click(await screen.findByRole('button', { name: 'Add group' }));
    const write = await screen.findByRole('combobox', { name: 'Write view' });
    await waitFor(() =>
      expect(
        within(write)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['None', 'ReadWrite']),
    );
  });

  it('names a receiver’s community by its index, and sends a test', async () => {
    start();
    const { user } = openPage(snmpTrapPage);
    expect(await screen.findByText('readers')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Send test to nms' }));
    await waitFor(() =>
      expect(device.sets()[0]?.params).toEqual({
        Template: 'snmpTargetAddrEntry',
        snmpTargetAddrName: 'nms',
        snmpTargetTest: 1,
      }),
    );
  });
});
