// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { igsCtrl } from '../igmp-snooping/objects.ts';
import { mldsCtrl } from '../mld-snooping/objects.ts';
import { multicastFilterEntry } from './objects.ts';
import { multicastFilteringPage } from './page.ts';

let device: TestDevice;
let user: ReturnType<typeof openPage>['user'];

beforeEach(async () => {
  device = startTestDevice([
    { object: igsCtrl, values: { igsStatus: 1 } },
    { object: mldsCtrl, values: {} },
    {
      object: multicastFilterEntry,
      rows: [
        { dot1qVlanIndex: 1, dot1qForwardUnregisteredPorts: '1-8' },
        { dot1qVlanIndex: 20, multicastFilterMode: 3 },
      ],
    },
  ]);
  ({ user } = openPage(multicastFilteringPage));
  await screen.findByRole('row', { name: /^20/ });
});

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Multicast Filtering', () => {
  it('says which multicast is lost because nobody can say that he listens', async () => {
    const words = 'MLD snooping is disabled: in VLAN 20, IPv6 multicast goes only to router ports and static groups.';
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.queryByText(/^IGMP snooping is disabled/)).toBeNull();
  });

  it('sets all VLANs alike', async () => {
    const card = screen.getByRole('region', { name: 'All VLANs' });
    await user.selectOptions(within(card).getByRole('combobox'), 'Forward all groups');
    await user.click(within(card).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(2));
    // Each with what it was read as: what another administrator has set meanwhile is not overwritten.
    const [batch] = device.calls.filter(({ method }) => method === 'BatchPost');
    expect(batch?.params.calls).toMatchObject([
      { params: { dot1qVlanIndex: 1, multicastFilterMode: 1 }, was: { multicastFilterMode: 2 } },
      { params: { dot1qVlanIndex: 20, multicastFilterMode: 1 }, was: { multicastFilterMode: 3 } },
    ]);
  });
});
