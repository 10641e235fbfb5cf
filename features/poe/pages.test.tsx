// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { pressable, startTestDevice, type TestDevice } from '../../console/form/test-device.tsx';
import { openPage } from '../../console/page/test-page.tsx';
import { aSVPortEntry, DeviceType } from '../surveillance-mode/vlan-objects.ts';
import { sysTimeCtrl } from '../system/system-time/objects.ts';
import { pdAlivePage, powerOverEthernetPage, shortPoePage, timeRangePage } from './pages.ts';
import { pdAliveConfig, pdAliveEntry } from './pd-alive/objects.ts';
import { pethMainPseEntry } from './power-over-ethernet/main-pse-objects.ts';
import {
  pethNotificationControlEntry,
  pethPsePortEntry,
  poePortExtEntry,
  poeSystemConfig,
} from './power-over-ethernet/objects.ts';
import { PowerStatus, poePortState } from './power-over-ethernet/port-state-objects.ts';
import { timeRangeEntry } from './time-range/objects.ts';

let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

const ports = {
  object: poePortState,
  rows: [
    { pethPsePortIndex: 1, poePortStatus: 1, poePortClass: 2, poePortPower: 5400 },
    { pethPsePortIndex: 2, poePortStatus: 6, poePortClass: 3, poePortPower: 0 },
  ],
};

const openPower = () => {
  device = startTestDevice([
    {
      object: pethMainPseEntry,
      rows: [
        {
          pethMainPseGroupIndex: 1,
          pethMainPsePower: 75_000,
          pethMainPseConsumptionPower: 5400,
          pethPsePortsPowered: 1,
        },
      ],
    },
    { object: poeSystemConfig, values: { poePowerLeft: 69_600, poeUsageRatio: 72 } },
    { object: pethNotificationControlEntry, rows: [{ pethNotificationControlGroupIndex: 1 }] },
    {
      object: pethPsePortEntry,
      rows: [1, 2].map((pethPsePortIndex) => ({ pethPsePortGroupIndex: 1, pethPsePortIndex })),
    },
    { object: poePortExtEntry, rows: [{ pethPsePortIndex: 1 }, { pethPsePortIndex: 2 }] },
    { object: timeRangeEntry, rows: [{ timeRangeName: 'night' }] },
    ports,
  ]);
  return openPage(powerOverEthernetPage);
};

it('asks before a device loses its power, and says which', async () => {
  const { user } = openPower();
  // As the device has it, which knows what the ports would give.
  device.unpower((calls) => (calls.some(({ params }) => params.pethPsePortIndex === 1) ? '1' : ''));
  const [first, second] = await Promise.all(
    [1, 2].map((port) => screen.findByRole('checkbox', { name: `State of port ${port}`, checked: true })),
  );
  if (!first || !second) throw new Error('no controls');
  expect(await screen.findByText('1 denied')).toBeDefined();
  await user.click(second);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Time range of port 2' }), 'night');
  await user.click(first);
  await user.click(screen.getAllByRole('button', { name: /^Apply/ }).at(-1) ?? first);
  expect(await screen.findByText('The device on port 1 loses its power. Apply anyway?')).toBeDefined();
  expect(device.sets()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(device.sets()).toHaveLength(3));
});

it('asks before the threshold, or the hours of a range, take the power of devices, and says of which', async () => {
  const { user } = openPower();
  device.unpower((calls) => (calls.some(({ params }) => params.poePowerThreshold === 7000) ? '1,3-4' : ''));
  const threshold = await screen.findByRole('textbox', { name: /System power threshold/ });
  const retype = async (text: string) => {
    await user.clear(threshold);
    await user.type(threshold, text);
    const apply = screen.getAllByRole('button', { name: 'Apply' })[0] ?? threshold;
    await pressable(apply);
    await user.click(apply);
  };
  await retype('7000');
  expect(await screen.findByText('The devices on ports 1,3-4 lose their power. Apply anyway?')).toBeDefined();
  // That of the form precedes it.
  await user.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1) ?? threshold);
  expect(device.sets()).toEqual([]);
  await retype('8000');
  await waitFor(() => expect(device.sets()).toMatchObject([{ params: { poePowerThreshold: 8000 } }]));
});

it('makes a range of the weekdays that are left, and shows the clock that it goes by', async () => {
  device = startTestDevice([
    {
      object: timeRangeEntry,
      rows: [
        { timeRangeName: 'past', timeRangeExpired: 1, timeRangeWeekdays: 3, timeRangeEndDate: '2025-12-31' },
        {
          ...{ timeRangeName: 'once', timeRangeType: 2, timeRangeStartTime: '08:00', timeRangeEndTime: '18:00' },
          ...{ timeRangeStartDate: '2026-07-01', timeRangeEndDate: '2026-07-02' },
        },
      ],
    },
    { object: sysTimeCtrl, values: { sysTimeCurrent: '2026-06-01 12:00:00' } },
  ]);
  const { user } = openPage(timeRangePage);
  expect(await screen.findByText('The clock of the switch shows 2026-06-01 12:00:00.')).toBeDefined();
  expect(screen.getByText('Expired', { selector: 'td *' })).toBeDefined();
  const said = (name: string) => screen.getByText(name).closest('tr')?.textContent;
  expect(said('past')).toContain('00:00 – 23:59Mon, Tue… –2025-12-31');
  expect(said('once')).toContain('2026-07-01 08:00 –2026-07-02 18:00');
  await user.click(screen.getByRole('button', { name: 'Add time range' }));
  await user.type(await screen.findByRole('textbox', { name: /Range name/ }), 'office');
  await user.click(screen.getByRole('checkbox', { name: 'Saturday' }));
  await user.click(screen.getByRole('checkbox', { name: 'Sunday' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(device.sets()).toHaveLength(1));
  expect(device.sets()[0]?.params).toMatchObject({ timeRangeName: 'office', timeRangeWeekdays: 31 });
});

it('shows who answers no more, and clears what was counted where there is something', async () => {
  device = startTestDevice([
    { object: pdAliveConfig, values: { pdAliveGlobalState: 1 } },
    {
      object: pdAliveEntry,
      rows: [
        { pethPsePortIndex: 1, pdAliveStatus: 3, pdAliveResetCount: 4, pdAliveLastFailure: '2026-06-01 12:00:00' },
        { pethPsePortIndex: 2, pdAliveStatus: 1 },
      ],
    },
    ports,
  ]);
  const { user } = openPage(pdAlivePage);
  expect(await screen.findByText('No reply')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear counters' }));
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  await waitFor(() => expect(device.sets()).toHaveLength(1));
  expect(device.sets()[0]?.params).toEqual({ Template: 'pdAliveEntry', pethPsePortIndex: 1, pdAliveClear: 1 });
});

it('restarts all cameras that have power, asked twice, and nothing else', async () => {
  const { camera, recorder, otherSurveillance, none } = DeviceType;
  const present = [
    { port: 1, type: camera },
    { port: 2, type: recorder },
    { port: 3, type: camera, status: PowerStatus['POWER OFF'] },
    { port: 4, type: otherSurveillance },
    { port: 5, type: none },
    { port: 6, type: camera },
  ];
  device = startTestDevice([
    { object: aSVPortEntry, rows: present.map(({ port, type }) => ({ ifIndex: port, aSVPortDeviceType: type })) },
    ...[pethPsePortEntry, poePortExtEntry].map((object) => ({
      object,
      rows: present.map(({ port }) => ({ pethPsePortGroupIndex: 1, pethPsePortIndex: port })),
    })),
    {
      object: poePortState,
      rows: present.map(({ port, status = PowerStatus['POWER ON'] }) => ({
        pethPsePortIndex: port,
        poePortStatus: status,
      })),
    },
  ]);
  const { user } = openPage(shortPoePage);
  const button = await screen.findByRole('button', { name: 'Restart all cameras' });
  await pressable(button);
  await user.click(button);
  expect(await screen.findByText(/^The cameras on ports 1,6 lose power for/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(await screen.findByText(/^Nothing is recorded until the cameras are back/)).toBeDefined();
  expect(device.sets()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(device.sets()).toHaveLength(2));
  expect(device.sets().map(({ params }) => params)).toEqual([
    { Template: 'poePortExtEntry', pethPsePortIndex: 1, poePortRestart: 1 },
    { Template: 'poePortExtEntry', pethPsePortIndex: 6, poePortRestart: 1 },
  ]);
});
