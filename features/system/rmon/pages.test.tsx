// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestDevice, type TestDevice } from '../../../console/form/test-device.tsx';
import { openPage } from '../../../console/page/test-page.tsx';
import { snmpCommunityEntry } from '../snmp/community-objects.ts';
import { snmpAgentCtrl } from '../snmp/objects.ts';
import { alarmEntry } from './alarm-objects.ts';
import { eventEntry, logEntry } from './event-objects.ts';
import { etherHistoryEntry, historyControlEntry } from './history-objects.ts';
import { rmonCtrl } from './objects.ts';
import { rmonAlarmPage, rmonEventPage, rmonHistoryPage, rmonStatisticsPage } from './pages.ts';
import { etherStatsEntry } from './statistics-objects.ts';

let device: TestDevice;

const OCTETS = '1.3.6.1.2.1.16.1.1.1.4.';

/** Requests to one object, call by call. */
const asked = (template: string) =>
  device.calls
    .flatMap(({ params }) => ('Template' in params ? [params] : []))
    .filter(({ Template }) => Template === template);

/** Groups of two ports, a history with a sample, an alarm and an event that sends traps. */
function start(more: { readonly state?: 1 | 2; readonly snmp?: object } = {}): void {
  device = startTestDevice([
    { object: rmonCtrl, values: { rmonGlobalState: more.state ?? 1 } },
    {
      object: etherStatsEntry,
      rows: [
        { etherStatsIndex: 1, etherStatsDataSource: 3, etherStatsOctets: '1234567', etherStatsPkts64Octets: '' },
        { etherStatsIndex: 2, etherStatsDataSource: 5, etherStatsOctets: '0', etherStatsPkts64Octets: '' },
      ],
    },
    {
      object: historyControlEntry,
      rows: [
        { historyControlIndex: 1, historyControlDataSource: 3 },
        { historyControlIndex: 4, historyControlDataSource: 5 },
      ],
    },
    {
      object: etherHistoryEntry,
      rows: [
        { etherHistoryIndex: 1, etherHistorySampleIndex: 7, etherHistoryUtilization: 1250 },
        { etherHistoryIndex: 4, etherHistorySampleIndex: 9, etherHistoryUtilization: 40 },
      ],
    },
    { object: alarmEntry, rows: [{ alarmIndex: 1, alarmVariable: `${OCTETS}2`, alarmValue: 77 }] },
    {
      object: eventEntry,
      rows: [
        { eventIndex: 1, eventDescription: 'busy', eventType: 4, eventCommunity: '9' },
        { eventIndex: 2, eventType: 2 },
      ],
    },
    {
      object: logEntry,
      rows: [
        { logEventIndex: 1, logIndex: 1, logTime: 500, logDescription: 'Alarm 1: first' },
        { logEventIndex: 2, logIndex: 1, logTime: 900, logDescription: 'Alarm 2: second' },
      ],
    },
    { object: snmpAgentCtrl, values: { snmpAgentState: 1, snmpTrapState: 1, ...more.snmp } },
    { object: snmpCommunityEntry, rows: [{ snmpCommunityIndex: '1', snmpCommunityName: 'words' }] },
  ]);
}

afterEach(() => {
  cleanup();
  device.stop();
});

describe('RMON', () => {
  it('shows what a group counted, and a dash for what the switch does not count', async () => {
    start();
    const { user } = openPage(rmonStatisticsPage);
    expect(await screen.findByTitle('1234567')).toBeDefined();
    expect(screen.getByText(/^A dash marks counters that the interfaces/)).toBeDefined();
    await user.selectOptions(screen.getByRole('combobox', { name: /Columns/ }), 'Sizes in octets');
    expect((await screen.findAllByText('–')).length).toBeGreaterThanOrEqual(2);
  });

  it('asks before it clears a group', async () => {
    start();
    const { user } = openPage(rmonStatisticsPage);
    await user.click(await screen.findByRole('button', { name: 'Clear counters of statistics group 1' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ etherStatsIndex: 1, etherStatsClear: 1 }));
  });

  it('offers the first free index, and says that nothing is counted while RMON is disabled', async () => {
    start({ state: 2 });
    const { user } = openPage(rmonStatisticsPage);
    expect(await screen.findByText(/^RMON is disabled under Settings/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Add statistics group' }));
    expect(await screen.findByRole('textbox', { name: 'Index' })).toHaveProperty('value', '3');
  });

  it('shows the samples of the history that is chosen', async () => {
    start();
    const { user } = openPage(rmonHistoryPage);
    expect(await screen.findByText('12.50')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'View samples of history 4' }));
    await waitFor(() => expect(asked('etherHistoryEntry').at(-1)).toMatchObject({ etherHistoryIndex: 4 }));
    expect(screen.getByRole('combobox', { name: 'History' })).toHaveProperty('value', '4');
  });

  it('says what an alarm watches in words, and takes a counter, a group or any identifier', async () => {
    start();
    const { user } = openPage(rmonAlarmPage);
    expect(await screen.findByText('Octets at port 5')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Add alarm' }));
    const counter = await screen.findByRole('combobox', { name: 'Variable' });
    await user.selectOptions(counter, 'Broadcast');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Statistics group' }), 'Group 2 (port 5)');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rising event' }), '1: busy');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(device.sets()[0]?.params).toMatchObject({
        alarmIndex: 2,
        alarmVariable: '1.3.6.1.2.1.16.1.1.1.6.2',
        alarmRisingEventIndex: 1,
      }),
    );
  });

  it('takes an identifier of another table', async () => {
    start();
    const { user } = openPage(rmonAlarmPage);
    await user.click(await screen.findByRole('button', { name: 'Add alarm' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Variable' }), 'Other object identifier');
    const typed = await screen.findByRole('textbox', { name: 'Object identifier' });
    await user.clear(typed);
    await user.type(typed, '1.3.6.1.2.1.2.2.1.8.2');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(device.sets()[0]?.params).toMatchObject({ alarmVariable: '1.3.6.1.2.1.2.2.1.8.2' }));
  });

  it('shows what events logged, of all or of one, and warns of a community that is not there', async () => {
    start();
    const { user } = openPage(rmonEventPage);
    expect(
      await screen.findByText('The community of event 1 does not exist: its traps have no receivers.'),
    ).toBeDefined();
    expect(await screen.findByText('Alarm 2: second')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'View log of event 1' }));
    expect(await screen.findByRole('heading', { name: 'Log of event 1' })).toBeDefined();
    await waitFor(() => expect(asked('logEntry').at(-1)).toMatchObject({ logEventIndex: 1 }));
    await user.click(screen.getByRole('button', { name: 'Show all events' }));
    expect(await screen.findByRole('heading', { name: 'Event log' })).toBeDefined();
  });

  it('warns of traps that nobody sends', async () => {
    start({ snmp: { snmpTrapState: 2 } });
    openPage(rmonEventPage);
    expect(await screen.findAllByRole('button', { name: 'Refresh' })).toHaveLength(1);
    expect(await screen.findByText(/^No traps are sent while SNMP, Traps/)).toBeDefined();
  });
});
