// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { dot3PauseEntry, ifEntry, portCtrlEntry } from './objects.ts';
import { physicalInterfacePage } from './page.ts';
import { portCtrlSupport } from './support-objects.ts';

let device: TestDevice;

async function start(support: Values = {}, closed: readonly number[] = []) {
  const up = { portLinkSpeed: 3, ifHighSpeed: 1000, dot3StatsDuplexStatus: 3 };
  device = startTestDevice([
    {
      object: portCtrlEntry,
      rows: [
        { ifIndex: 1, portModesOffered: '1,2,3,4,5,6', portTrunkId: 2, ...up },
        { ifIndex: 2, portModesOffered: '1,2,3,4,5,6', ...up, ifHighSpeed: 100, dot3StatsDuplexStatus: 2 },
        { ifIndex: 3, portModesOffered: '1,2', portMediaType: 2, portErrDisabled: closed.includes(3) ? 1 : 2 },
      ],
    },
    { object: ifEntry, rows: [1, 2, 3].map((ifIndex) => ({ ifIndex, ifOperStatus: ifIndex === 3 ? 2 : 1 })) },
    { object: dot3PauseEntry, rows: [1, 2, 3].map((dot3StatsIndex) => ({ dot3StatsIndex })) },
    { object: portCtrlSupport, values: support },
  ]);
  const view = openPage(physicalInterfacePage);
  await screen.findByRole('combobox', { name: 'Mode of port 3' });
  return view;
}

const choice = (name: string) => screen.getByRole('combobox', { name });
const tick = (name: string) => screen.getByRole('checkbox', { name });
const words = (name: string) =>
  within(choice(name))
    .getAllByRole('option')
    .map((option) => option.textContent);

afterEach(() => {
  cleanup();
  device.stop();
});

describe('Physical Interface', () => {
  it('shows each link in words', async () => {
    await start();
    const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '');
    expect(rows.find((row) => row.includes('1000F') && row.includes('Up'))).toBeDefined();
    expect(rows.find((row) => row.includes('100H') && row.includes('Up'))).toBeDefined();
    expect(rows.find((row) => row.includes('Fiber') && row.includes('Down'))).toBeDefined();
  });

  it('says where the switch itself has closed a port, and how it is opened', async () => {
    await start({}, [3]);
    expect(screen.getByTitle(/Disable and enable it to open it again/).textContent).toBe('Err-disabled');
    expect(screen.getAllByText('Up')).not.toEqual([]);
  });

  it('says where a loop keeps a port closed whose link is up', async () => {
    await start();
    device.change(portCtrlEntry, { ifIndex: 1, portLoopStatus: 2 });
    const [refresh] = screen.getAllByRole('button', { name: 'Refresh' });
    refresh?.click();
    expect((await screen.findByText('Loop')).title).toContain('Loopback detection');
  });

  it('shows the duplex of each link, and the trunk that a port is in', async () => {
    await start();
    const cells = (port: string) => {
      const row = screen
        .getAllByRole('row')
        .find((each) => within(each).queryAllByRole('cell')[0]?.textContent === port);
      return within(row as HTMLElement)
        .getAllByRole('cell')
        .map((cell) => cell.textContent);
    };
    const headings = screen.getAllByRole('columnheader').map((heading) => heading.textContent);
    const [trunk, duplex] = [headings.indexOf('Trunk'), headings.indexOf('Duplex')];
    expect(['1', '2', '3'].map((port) => cells(port)[duplex])).toEqual(['Full', 'Half', '–']);
    expect(['1', '2', '3'].map((port) => cells(port)[trunk])).toEqual(['2', '–', '–']);
  });

  it('has what stands in several tables in one order, link before settings', async () => {
    await start();
    const headings = screen.getAllByRole('columnheader').map((heading) => heading.textContent);
    const wanted = [
      'Trunk',
      'Type',
      'Link Status',
      'Admin. Status',
      'Mode',
      'Speed',
      'Duplex',
      'Flow Ctrl',
      'Description',
    ];
    expect(headings.filter((heading) => wanted.includes(heading ?? ''))).toEqual(wanted);
  });

  it('offers each port the modes of its medium, and "All" only to those that can', async () => {
    const { user } = await start();
    expect(words('Mode of port 3')).toEqual(['Auto', '1000F']);
    expect(words('Mode of port 1')).toHaveLength(6);
    await user.selectOptions(choice('Mode of all ports'), '100F');
    await user.click(screen.getByRole('button', { name: 'Apply 2 changes' }));
    await waitFor(() => expect(device.sets()).toHaveLength(2));
    expect(device.sets().map(({ params }) => params)).toEqual([
      { Template: 'portCtrlEntry', ifIndex: 1, portMode: 3 },
      { Template: 'portCtrlEntry', ifIndex: 2, portMode: 3 },
    ]);
  });

  it('shows what the switch cannot do, and why it is not to be had', async () => {
    await start({ portModeSupport: 2, portJumboSupport: 2, dot3PauseSupport: 2 });
    for (const column of ['Mode', 'Jumbo', 'Flow Ctrl']) {
      await waitFor(() => expect(screen.getByLabelText(`${column} of port 1`)).toHaveProperty('disabled', true));
    }
    expect(tick('Admin. Status of port 1')).toHaveProperty('disabled', false);
    expect(screen.getAllByText('Not available on this switch.').length).toBeGreaterThan(0);
  });

  it('says before Apply what the device’s guard will say', async () => {
    const { user } = await start();
    device.guard((calls) => (calls.some(({ params }) => params.ifIndex === 2) ? say('Port 2 goes down.') : undefined));
    await user.click(tick('Admin. Status of port 1'));
    expect(screen.queryByText('guarded: carries your session')).toBeNull();
    await user.click(tick('Admin. Status of port 2'));
    expect(await screen.findByText('guarded: carries your session')).toBeDefined();
    expect(screen.getByText('Port 2 goes down.')).toBeDefined();
    expect(device.sets()).toEqual([]);
  });
});
