// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestDevice, type TestDevice } from '../console/form/test-device.tsx';
import { openPage } from '../console/page/test-page.tsx';
import type { ObjectDeclaration, TableObject } from '../model/schema/object.ts';
import type { Values } from '../model/wire/call.ts';
import { fleetAlarmEntry } from './alarms/objects.ts';
import { alarmsPage } from './alarms/page.ts';
import { fleetFirmwareEntry } from './firmware/objects.ts';
import { momentText } from './moment-text.ts';
import {
  ChosenSwitches,
  fleetMemberEntry,
  fleetPreviewEntry,
  fleetRolloutEntry,
  fleetSettingEntry,
  MemberCondition,
  RolloutAction,
  RolloutCondition,
} from './rollouts/objects.ts';
import { bringFirmwarePage, bringSettingsPage, rolloutsPage } from './rollouts/page.ts';
import {
  fleetDifferenceEntry,
  fleetSwitchEntry,
  SwitchAction,
  SwitchCondition,
  SwitchStanding,
} from './switches/objects.ts';
import { switchesPage } from './switches/page.ts';

/** In seconds since 1970. */
const moment = 1_700_000_000;
let device: TestDevice;

afterEach(() => {
  cleanup();
  device.stop();
});

function startCloud(...tables: readonly { readonly object: TableObject; readonly rows: readonly Values[] }[]) {
  device = startTestDevice(tables);
}

async function press(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
}

async function agree(): Promise<void> {
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
}

const params = () => device.sets().map(({ params: { Template: _, ...values } }) => values);

/** The last read of an object, without what pages and orders it. */
function asked(object: ObjectDeclaration): unknown {
  const { Template, Page, PageSize, OrderBy, Descending, Known, WebAuthenRequestState, ...filters } = device.calls
    .flatMap(({ params: one }) => ('Template' in one ? [one] : []))
    .findLast((one) => one.Template === object.name) ?? { Template: '' };
  return filters;
}

describe('a long table asks for the rows that are chosen', () => {
  test.each([
    ['Alarms', alarmsPage, fleetAlarmEntry, { 'Not acknowledged': { standing: 2 }, Cleared: { standing: 3 } }],
    [
      'Switches',
      switchesPage,
      fleetSwitchEntry,
      {
        Connected: { condition: 1 },
        'Not connected': { condition: 2 },
        'Configuration differs': { drifted: 1 },
        'With alarms': { alarmed: 1 },
      },
    ],
  ] as const)('%s', async (_title, page, object, choices) => {
    startCloud({ object, rows: [] });
    openPage(page);
    for (const [title, filters] of Object.entries(choices)) {
      fireEvent.change(await screen.findByLabelText('Show'), { target: { value: title } });
      await waitFor(() => expect(asked(object)).toEqual(filters));
    }
  });

  test('a rollout, whose name stays with them', async () => {
    const states = Object.entries(fleetMemberEntry.fields.fleetMemberState.values);
    openRollout(RolloutCondition.done, []);
    const choice = await screen.findByLabelText('Show');
    for (const [, state] of states) {
      fireEvent.change(choice, { target: { value: fleetMemberEntry.fields.fleetMemberState.show(state) } });
      await waitFor(() => expect(asked(fleetMemberEntry)).toEqual({ rollout: 'Contacts', state }));
    }
  });
});

test('an alarm is acknowledged by itself, unless it is over or somebody has done so', async () => {
  const alarm = (fleetAlarmNumber: number, values: Values) => ({ fleetAlarmSwitch: 'A1', fleetAlarmNumber, ...values });
  startCloud({
    object: fleetAlarmEntry,
    rows: [
      alarm(1, {}),
      alarm(2, {}),
      alarm(3, { fleetAlarmBy: 'Ann' }),
      alarm(4, { fleetAlarmCleared: 1_700_000_000 }),
    ],
  });
  openPage(alarmsPage);
  await screen.findByText('Acknowledged by Ann');
  expect(screen.getAllByRole('button', { name: /^Acknowledge alarm/ })).toHaveLength(2);
  await press('Acknowledge alarm 2 of switch A1');
  const acknowledged = { fleetAlarmSwitch: 'A1', fleetAlarmNumber: 2, fleetAlarmAcknowledge: 1 };
  await waitFor(() => expect(params()).toEqual([acknowledged]));
});

describe('a switch', () => {
  const { sendAgain, takeOver, returnToSafe } = SwitchAction;
  const restore = ['Restore the wanted configuration', sendAgain] as const;
  const accept = ['Accept its configuration', takeOver] as const;
  const safe = ['Return to safe', returnToSafe] as const;
  const openSwitch = (values: Values) => {
    startCloud(
      { object: fleetSwitchEntry, rows: [{ fleetSwitchSerial: 'A1', fleetSwitchName: 'cellar', ...values }] },
      { object: fleetDifferenceEntry, rows: [] },
    );
    return openPage(switchesPage, '/Switch/A1');
  };

  test.each([
    ['in sync', { fleetSwitchStanding: SwitchStanding.asWanted }, []],
    ['with a change under way', { fleetSwitchStanding: SwitchStanding.underWay }, []],
    ['changed at the switch', { fleetSwitchStanding: SwitchStanding.differs }, [restore, accept]],
    ['whose change came back', { fleetSwitchStanding: SwitchStanding.cameBack }, [restore, accept]],
    [
      'changed, and away',
      { fleetSwitchStanding: SwitchStanding.differs, fleetSwitchCondition: SwitchCondition.away },
      [restore],
    ],
    ['with an older safe configuration', { fleetSwitchWanted: 5, fleetSwitchSafe: 4 }, [safe]],
    ['with the safe configuration', { fleetSwitchWanted: 5, fleetSwitchSafe: 5 }, []],
  ] as const)('%s can be led back in its ways', async (_what, values, actions) => {
    openSwitch({
      ...{ fleetSwitchCondition: SwitchCondition.connected, fleetSwitchStanding: SwitchStanding.asWanted },
      ...values,
    });
    await screen.findByRole('heading', { name: 'cellar' });
    const all = [restore, accept, safe].map(([name]) => name);
    const offered = screen.getAllByRole('button').map(({ textContent }) => textContent ?? '');
    expect(offered.filter((name) => all.some((one) => one === name))).toEqual(actions.map(([name]) => name));
    for (const [name] of actions) {
      await press(name);
      await agree();
    }
    const sent = actions.map(([, fleetSwitchAction]) => ({ fleetSwitchSerial: 'A1', fleetSwitchAction }));
    await waitFor(() => expect(params()).toEqual(sent));
  });

  test('is shown with all that is known of it', async () => {
    openSwitch({
      ...{ fleetSwitchCondition: SwitchCondition.away, fleetSwitchStanding: SwitchStanding.cameBack },
      ...{ fleetSwitchModel: 'TPE-1021WS', fleetSwitchAddress: '192.0.2.7', fleetSwitchVersion: '2.0.0' },
      ...{ fleetSwitchLastSeen: 0, fleetSwitchConnectedSince: moment, fleetSwitchClaimedAt: moment + 1 },
      ...{ fleetSwitchClaimedBy: 'Ann', fleetSwitchWanted: 7, fleetSwitchPresent: 6, fleetSwitchSafe: 5 },
      fleetSwitchReasonSaid: JSON.stringify({ text: 'It cut the line.' }),
    });
    await screen.findByText('The last change was reverted: It cut the line.');
    expect(await facts('Serial number')).toEqual([
      ...['State: Not connected', 'Configuration: Change reverted', 'Serial number: A1', 'Model: TPE-1021WS'],
      ...['Address: 192.0.2.7', 'Version: 2.0.0', 'Last seen: –', `Connected since: ${momentText(moment)}`],
      ...[`Claimed: ${momentText(moment + 1)}`, 'Claimed by: Ann'],
      ...['Wanted revision: 7', 'Present revision: 6', 'Safe revision: 5'],
    ]);
  });

  test('is released once that was agreed to, and its page left', async () => {
    const { router } = openSwitch({});
    await press('Release');
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await press('Release');
    await agree();
    await waitFor(() => expect(router.state.shown.location.pathname).toBe('/'));
    expect(params()).toEqual([{ fleetSwitchSerial: 'A1', RowStatus: 6 }]);
  });
});

/** What the list of facts shows, "Done: 2 of 3". */
async function facts(first: string): Promise<readonly string[]> {
  const names = (await screen.findByText(first, { selector: 'dt' })).closest('dl')?.querySelectorAll('dt') ?? [];
  return [...names].map((name) => `${name.textContent}: ${name.nextElementSibling?.textContent}`);
}

function openRollout(fleetRolloutState: number, members: readonly Values[], more: Values = {}) {
  startCloud(
    {
      object: fleetRolloutEntry,
      rows: [{ fleetRolloutName: 'Contacts', fleetRolloutState, fleetRolloutTotal: 3, fleetRolloutDone: 2, ...more }],
    },
    { object: fleetMemberEntry, rows: members.map((member) => ({ fleetMemberRollout: 'Contacts', ...member })) },
  );
  return openPage(rolloutsPage, '/Rollout/Contacts');
}

describe('a rollout', () => {
  const { hold, resume, abort } = RolloutAction;

  test.each([
    ['running', RolloutCondition.running, { Stop: hold, Abort: abort }],
    ['stopped', RolloutCondition.stopped, { Resume: resume, Abort: abort, Delete: undefined }],
    ['aborted', RolloutCondition.aborted, { Delete: undefined }],
    ['finished without one', RolloutCondition.done, { Resume: resume, Delete: undefined }],
  ])('that is %s can be led on in its ways', async (_what, state, actions: Record<string, number | undefined>) => {
    openRollout(state, []);
    await screen.findByRole('button', { name: Object.keys(actions)[0] ?? '' });
    const offered = screen.getAllByRole('button').map(({ textContent }) => textContent ?? '');
    expect(offered.filter((name) => /^(?:Stop|Resume|Abort|Delete)$/.test(name))).toEqual(Object.keys(actions));
    for (const name of Object.keys(actions)) {
      await press(name);
      await agree();
    }
    const sent = Object.values(actions).map((fleetRolloutAction) =>
      fleetRolloutAction === undefined ? { RowStatus: 6 } : { fleetRolloutAction },
    );
    await waitFor(() => expect(params()).toEqual(sent.map((one) => ({ fleetRolloutName: 'Contacts', ...one }))));
  });

  test('is shown with all that is known of it', async () => {
    openRollout(RolloutCondition.stopped, [], {
      ...{ fleetRolloutUnderWay: 4, fleetRolloutWaiting: 5, fleetRolloutFailed: 6, fleetRolloutLeftOut: 7 },
      ...{ fleetRolloutAt: moment, fleetRolloutBegin: moment + 1, fleetRolloutBy: 'Ann' },
      ...{ fleetRolloutWhatSaid: JSON.stringify({ text: 'Contact' }) },
      ...{ fleetRolloutReasonSaid: JSON.stringify({ text: 'A switch is unreachable.' }) },
    });
    await screen.findByText('A switch is unreachable.');
    expect(await facts('Content')).toEqual([
      ...['State: Stopped', 'Content: Contact', 'Done: 2 of 3', 'In progress: 4', 'Waiting: 5', 'Failed: 6'],
      ...['Skipped: 7', `Created: ${momentText(moment)}`, `Start at: ${momentText(moment + 1)}`, 'By: Ann'],
    ]);
  });

  test('leaves out a switch whose turn has not come', async () => {
    const { waiting, sent, done } = MemberCondition;
    openRollout(
      RolloutCondition.running,
      [waiting, sent, done, waiting].map((fleetMemberState, index) => ({
        fleetMemberSwitch: `A${index}`,
        fleetMemberState,
      })),
    );
    await press('Remove A3');
    expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(2);
    const removed = { fleetMemberRollout: 'Contacts', fleetMemberSwitch: 'A3', fleetMemberTakeOut: 1 };
    await waitFor(() => expect(params()).toEqual([removed]));
  });
});

describe('a rollout is begun', () => {
  // By Enter: the button rests after a click.
  const submit = () => {
    const { form } = screen.getByRole<HTMLButtonElement>('button', { name: 'Start the rollout' });
    if (form) fireEvent.submit(form);
  };
  const fill = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  const switches = {
    object: fleetSwitchEntry,
    rows: ['A1', 'A2', 'A3'].map((fleetSwitchSerial) => ({ fleetSwitchSerial })),
  };

  test('with settings of one switch, for those that are chosen, at a time of this browser', async () => {
    const setting = (fleetSettingName: string, fleetSettingChanged: number) => ({
      ...{ fleetSettingSwitch: 'A1', fleetSettingName, fleetSettingChanged },
      fleetSettingWhat: JSON.stringify({ text: fleetSettingName }),
    });
    startCloud(
      switches,
      { object: fleetSettingEntry, rows: [setting('one', 1), setting('two', 2), setting('three', 1)] },
      { object: fleetPreviewEntry, rows: [] },
      { object: fleetRolloutEntry, rows: [] },
    );
    const { router } = openPage(bringSettingsPage, '/BringSettings/A1', [rolloutsPage]);
    const tick = async (name: string) => fireEvent.click(await screen.findByRole('checkbox', { name }));
    await tick('one');
    expect(screen.queryByRole('checkbox', { name: 'two' })).toBeNull();
    await tick('Only what differs from the defaults');
    await tick('two');
    await tick('three');
    await tick('three');
    await tick('A3');
    // Not for the one that the settings are from.
    const list = { Template: fleetSwitchEntry.name, except: 'A1' };
    expect(device.calls).toContainEqual(expect.objectContaining({ params: expect.objectContaining(list) }));
    submit();
    await screen.findByText('Enter a name for the rollout.');
    fill('Name', ' Contacts ');
    fill('Year', '2026');
    submit();
    await screen.findByText('Enter a complete date and time, or none.');
    const rest = { Month: '02', Day: '28', Hour: '03', Minute: '00', Second: '00' };
    for (const [box, text] of Object.entries(rest)) fill(box, text);
    await press('Preview');
    const what = { fleetRolloutFrom: 'A1', fleetRolloutSettings: 'one two', fleetRolloutReplaces: 2 };
    await waitFor(() => expect(asked(fleetPreviewEntry)).toEqual(what));
    submit();
    await screen.findByText('Start the rollout to the selected switches (1)?');
    await agree();
    await waitFor(() => expect(router.state.shown.location.pathname).toBe('/Rollout/Contacts'));
    const row = {
      ...{ ...what, fleetRolloutName: 'Contacts', fleetRolloutSwitches: 'A3', fleetRolloutSearch: '' },
      ...{ fleetRolloutChosen: ChosenSwitches.get, fleetRolloutBegin: new Date(2026, 1, 28, 3).getTime() / 1000 },
    };
    expect(params()).toEqual([{ ...row, RowStatus: 4 }]);
  });

  test('with firmware, for all that fit but those that are chosen', async () => {
    const fleetFirmwareDigest = 'ab'.repeat(32);
    startCloud(switches, {
      object: fleetFirmwareEntry,
      rows: [{ fleetFirmwareDigest, fleetFirmwareVersion: '2.0.0', fleetFirmwareModels: 'M1 M2' }],
    });
    openPage(bringFirmwarePage, `/BringFirmware/${fleetFirmwareDigest}`);
    await screen.findByText('Firmware 2.0.0');
    fill('Name', 'Second');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'A' } });
    submit();
    await screen.findByText('Start the rollout to all switches that fit (3)?');
    expect(asked(fleetSwitchEntry)).toEqual({ models: 'M1 M2', search: 'A' });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(await screen.findByRole('checkbox', { name: 'A2' }));
    const butThese = { target: { value: String(ChosenSwitches.leftOut) } };
    fireEvent.change(await screen.findByRole('combobox', { name: 'Selected switches' }), butThese);
    submit();
    await screen.findByText('Start the rollout to all switches that fit, except those selected (1)?');
    await agree();
    const row = { fleetRolloutFirmware: fleetFirmwareDigest, fleetRolloutName: 'Second', RowStatus: 4 };
    const to = { fleetRolloutSwitches: 'A2', fleetRolloutSearch: 'A', fleetRolloutChosen: ChosenSwitches.leftOut };
    await waitFor(() => expect(params()).toEqual([{ ...row, ...to }]));
  });
});
