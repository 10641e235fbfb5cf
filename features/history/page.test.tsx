// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { openPage } from '../../console/page/test-page.tsx';
import { say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { configChangeEntry } from '../save/objects.ts';
import {
  cfgDifferenceEntry,
  cfgHistoryCtrl,
  cfgHistoryEntry,
  cfgPointEntry,
  HistoryKind,
  HistoryState,
  HistoryWay,
} from './objects.ts';
import { historyPage } from './page.ts';

const line = (what: string, from: string, to: string) => ({
  what: say('{{value}}', { value: what }),
  from: { text: from },
  to: { text: to },
});
const said = (...lines: object[]) => JSON.stringify(lines);
const change = {
  cfgHistoryKind: HistoryKind.change,
  cfgHistoryUser: 'admin',
  cfgHistoryWay: HistoryWay.web,
  cfgHistoryAddress: '192.168.10.10',
  cfgHistoryCount: 1,
  cfgHistoryRevertible: 1,
  cfgHistoryForced: 2,
};
const reboot = {
  ...change,
  cfgHistoryUser: '',
  cfgHistoryWay: HistoryWay.device,
  cfgHistoryNote: JSON.stringify({ text: 'scheduled reboot' }),
};
const rows: readonly Values[] = [
  {
    ...reboot,
    cfgHistoryIndex: 1,
    cfgHistoryState: HistoryState.saved,
    cfgHistorySaid: said(line('State of reboot', 'Enabled', 'Disabled')),
  },
  {
    ...reboot,
    cfgHistoryIndex: 2,
    cfgHistoryState: HistoryState.saved,
    cfgHistorySaid: said(line('State of reboot', 'Enabled', 'Disabled')),
  },
  {
    cfgHistoryIndex: 3,
    cfgHistoryKind: HistoryKind.save,
    cfgHistoryUser: 'admin',
    cfgHistoryPoint: 42,
    cfgHistoryCount: 8,
    cfgHistoryRevertible: 1,
    cfgHistoryForced: 2,
  },
  {
    ...change,
    cfgHistoryIndex: 4,
    cfgHistoryUser: 'eva',
    cfgHistoryWay: HistoryWay.ssh,
    cfgHistoryForced: 1,
    cfgHistoryState: HistoryState.unsaved,
    cfgHistoryCount: 3,
    cfgHistoryObjects: 'Snooping',
    cfgHistorySaid: said(line('DHCP snooping', 'Disabled', 'Enabled'), line('Trusted of port 1', 'No', 'Yes')),
  },
  {
    ...change,
    cfgHistoryIndex: 5,
    cfgHistoryState: HistoryState.unsaved,
    cfgHistoryObjects: 'Port',
    cfgHistoryPorts: '3',
    cfgHistorySaid: said(line('Description of port 3', '(empty)', 'camera yard')),
  },
];

let device: TestDevice;

beforeEach(() => {
  device = startTestDevice([
    {
      object: cfgHistoryCtrl,
      values: { cfgHistorySize: 76_800, cfgHistorySizeMax: 768_000, cfgHistoryPointsMax: 100 },
    },
    { object: cfgHistoryEntry, rows },
    {
      object: cfgPointEntry,
      rows: [{ cfgPointIndex: 41, cfgPointTime: '2026-01-31 08:00:00' }, { cfgPointIndex: 42 }],
    },
    { object: cfgDifferenceEntry, rows: [] },
    { object: configChangeEntry, rows: [1, 2, 3].map((configChangeIndex) => ({ configChangeIndex })) },
  ]);
});
afterEach(() => {
  cleanup();
  device.stop();
});

const rowWith = async (text: string) => {
  const row = (await screen.findByText(text)).closest('tr');
  if (!row) throw new Error(`"${text}" is in no row`);
  return within(row);
};

describe('the history page', () => {
  it('tells every change with who, by which way, from where and in words, the newest first', async () => {
    openPage(historyPage);
    const row = await rowWith('camera yard');
    expect(row.getByText('admin · Web')).toBeTruthy();
    expect(row.getByText('192.168.10.10')).toBeTruthy();
    expect(row.getByText('unsaved')).toBeTruthy();
    expect((await rowWith('forced')).getByText('eva · SSH')).toBeTruthy();
    const shown = screen.getAllByRole('row').map((one) => one.textContent);
    expect(shown.findIndex((text) => text?.includes('camera yard'))).toBeLessThan(
      shown.findIndex((text) => text?.includes('Point 42')),
    );
    expect(screen.getByText(/10 % of 1 MB/)).toBeTruthy();
  });

  it('groups what the switch did again and again by itself', async () => {
    openPage(historyPage);
    await userEvent.click(await screen.findByRole('button', { name: '2 alike, grouped' }));
    expect((await rowWith('scheduled reboot')).getAllByText('Disabled')).toHaveLength(2);
  });

  it('is narrowed by person, way, setting and port', async () => {
    openPage(historyPage);
    await screen.findByText('camera yard');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'User' }), 'eva');
    expect(screen.queryByText('camera yard')).toBeNull();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'User' }), '');
    await userEvent.type(screen.getByRole('textbox', { name: 'Ports' }), '2-5');
    expect(screen.getByText('camera yard')).toBeTruthy();
    expect(screen.queryByText('eva · SSH')).toBeNull();
    await userEvent.clear(screen.getByRole('textbox', { name: 'Ports' }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Setting' }), 'Snooping');
    expect(screen.queryByText('camera yard')).toBeNull();
  });

  it('undoes a change after it has shown what that changes', async () => {
    openPage(historyPage);
    const row = await rowWith('camera yard');
    device.guard(() => say('Port 3 carries this session.'));
    await userEvent.click(row.getByRole('button', { name: /^Undo/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText(/Port 3 carries this session/)).toBeTruthy();
    // All of it is shown.
    expect(dialog.queryByText(/^and \d+ more$/)).toBeNull();
    await userEvent.click(await dialog.findByRole('button', { name: /^Undo / }));
    await waitFor(() =>
      expect(device.sets().map(({ params }) => params)).toMatchObject([{ cfgHistoryIndex: 5, cfgHistoryUndo: 1 }]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens the undo that a link asks for, and none that is not possible', async () => {
    openPage(historyPage, '/History?undo=5');
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo: Description of port 3' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    device.change(cfgHistoryEntry, { cfgHistoryIndex: 5, cfgHistoryRevertible: 2 });
    // A save, a change that cannot be undone any longer, and none at all.
    for (const index of [3, 5, 77]) {
      cleanup();
      openPage(historyPage, `/History?undo=${index}`);
      await screen.findByText('camera yard');
      expect(screen.queryByRole('dialog')).toBeNull();
    }
  });

  it('offers the later changes with it where the device says that they build on it', async () => {
    openPage(historyPage);
    const row = await rowWith('camera yard');
    device.conflict((calls) =>
      calls.some(({ params }) => params.cfgHistoryUndo === 1) ? say('Later changes build on it.') : undefined,
    );
    await userEvent.click(row.getByRole('button', { name: /^Undo/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Later changes build on it.')).toBeTruthy();
    expect(await dialog.findByText('Undo together with the later changes')).toBeTruthy();
    await userEvent.click(await dialog.findByRole('button', { name: /^Undo / }));
    await waitFor(() => expect(device.sets().map(({ params }) => params)).toMatchObject([{ cfgHistoryUndo: 2 }]));
  });

  it('offers nothing but to close where nothing can be done', async () => {
    openPage(historyPage);
    const row = await rowWith('camera yard');
    device.conflict(() => say('VLAN 40 is in use by port 3.'));
    await userEvent.click(row.getByRole('button', { name: /^Undo/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('VLAN 40 is in use by port 3.')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /^Undo / })).toBeNull();
  });

  it('discards all unsaved changes', async () => {
    openPage(historyPage);
    // As the header counts them, not the steps that led there.
    await screen.findByText('3 unsaved');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard all unsaved…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: /^Discard \d/ }));
    await waitFor(() => expect(device.sets().map(({ params }) => params)).toMatchObject([{ cfgHistoryDiscard: 1 }]));
  });

  it('names a point and goes back to it', async () => {
    openPage(historyPage);
    await userEvent.click((await rowWith('Point 42')).getByRole('button', { name: /^Go back…/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(await dialog.findByRole('textbox', { name: 'New name' }), 'before the fair');
    await userEvent.click(dialog.getByRole('button', { name: 'Name point' }));
    await userEvent.click(await dialog.findByRole('button', { name: /^Go back: / }));
    await waitFor(() =>
      expect(device.sets().map(({ params }) => params)).toMatchObject([
        { cfgPointIndex: 42, cfgPointRename: 'before the fair' },
        { cfgPointIndex: 42, cfgPointGoBack: 1 },
      ]),
    );
  });

  it('compares any two points', async () => {
    openPage(historyPage);
    await userEvent.click((await rowWith('Point 42')).getByRole('button', { name: /^Compare/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('No differences.')).toBeTruthy();
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'To' }), 'Point 41 · 2026-01-31 08:00:00');
    await waitFor(() =>
      expect(device.calls.at(-1)?.params).toMatchObject({ cfgDifferenceFrom: 42, cfgDifferenceTo: 41 }),
    );
  });
});
