// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { macVlanEntry } from './objects.ts';
import { macVlanPage, modifyMacVlanPage } from './pages.ts';

const mac = '00-11-22-33-44-55';
let device: TestDevice;

beforeEach(() => {
  device = startTestDevice([
    { object: dot1qVlanStaticEntry, rows: [{ dot1qVlanIndex: 1 }, { dot1qVlanIndex: 20 }] },
    { object: macVlanEntry, rows: [{ macVlanAddress: mac, macVlanId: 20, macVlanPriority: 3, macVlanEntryStatus: 1 }] },
  ]);
});

afterEach(() => {
  cleanup();
  device.stop();
});

describe('MAC VLAN', () => {
  it('says of a station to which no answer comes why', async () => {
    device.change(macVlanEntry, { macVlanAddress: mac, macVlanEntryStatus: 2 });
    openPage(macVlanPage);
    expect((await screen.findByText('Inactive')).title).toContain('answers would not reach the station');
  });
});

describe('Modify MAC VLAN', () => {
  it('is about the row that the list was asked to modify', async () => {
    const { user } = openPage(macVlanPage, macVlanPage.path, [modifyMacVlanPage]);
    await user.click(await screen.findByRole('button', { name: /^Modify/ }));
    await screen.findByRole('region', { name: `MAC VLAN of ${mac}` });
    const priority = await screen.findByRole('textbox', { name: /^Priority/ });
    expect((priority as HTMLInputElement).value).toBe('3');
    await user.clear(priority);
    await user.type(priority, '6');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(device.sets()).toHaveLength(1));
    expect(device.sets()[0]?.params).toEqual({ Template: 'macVlanEntry', macVlanAddress: mac, macVlanPriority: 6 });
    await screen.findByRole('row', { name: new RegExp(mac) });
  });

  it('leads back to the list where it was opened for none', async () => {
    openPage(modifyMacVlanPage, modifyMacVlanPage.path, [macVlanPage]);
    await screen.findByRole('row', { name: new RegExp(mac) });
  });
});
