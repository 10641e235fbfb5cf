import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildTestFrame } from '../../datapath/contract/test-frame.ts';
import { SwitchStanding } from '../../fleet/switches/objects.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { asWritten } from '../../model/values/translate.ts';
import { poweredCameras } from '../agent/powered-cameras.ts';
import { answered, joinFleet, passes } from './members.ts';
import { frame, RawSwitch } from './raw-switch.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

vi.setConfig({ testTimeout: 120_000 });

let fleet: TestFleet;

beforeEach(async () => {
  fleet = await startTestFleet();
});

afterEach(() => fleet.close());

const alarms = async () => {
  const read = await fleet.client.read('fleetAlarmEntry');
  return Array.isArray(read) ? read : [];
};

const standing = async () => (await alarms()).filter(({ fleetAlarmCleared }) => fleetAlarmCleared === 0);

it('shows what a switch says is wrong until it is over, bounded whatever it says, and acknowledged by whom', async () => {
  const raw = await RawSwitch.make(fleet.place, 'RAW1');
  const claim = { fleetClaimSerial: 'RAW1', fleetClaimCode: raw.code, RowStatus: 4 };
  expect((await fleet.client.set('fleetClaimEntry', claim)).error.code).toBe(0);
  await raw.claim();
  const line = await raw.connect({ owner: 'cloud', hash: 'a'.repeat(64), revisionHash: 'b'.repeat(64) });
  await expect.poll(async () => JSON.stringify(await standing())).toContain('It was changed at the switch.');
  const fault = { mark: 'power 3', kind: 'power', severity: 4, said: { text: 'PoE fault on port 3.' } };
  line.send(frame('healthcheck', { sanity: 80, alarms: [fault] }));
  await expect.poll(async () => JSON.stringify(await standing())).toContain('PoE fault on port 3.');
  const [row] = (await standing()).filter((one) => String(one.fleetAlarmSaid).includes('PoE'));
  const index = { fleetAlarmSwitch: 'RAW1', fleetAlarmNumber: row?.fleetAlarmNumber ?? 0 };
  const acknowledge = (client = fleet.client) => client.set('fleetAlarmEntry', { ...index, fleetAlarmAcknowledge: 1 });
  await fleet.client.set('fleetUserEntry', {
    fleetUserName: 'looker',
    fleetUserRole: 2,
    fleetUserPassword: 'lookerPassw0rd',
    RowStatus: 4,
  });
  const looker = fleet.stranger();
  await looker.login('lookerPassw0rd', 'looker');
  expect((await acknowledge(looker)).error.code).toBe(17);
  expect((await acknowledge()).error.code).toBe(0);
  expect((await acknowledge()).error.message).toContain('no such alarm');
  expect((await standing()).find((one) => one.fleetAlarmNumber === index.fleetAlarmNumber)).toMatchObject({
    fleetAlarmBy: 'admin',
  });
  expect(JSON.stringify(await fleet.client.read('fleetAuditEntry'))).toContain('of switch RAW1.');

  // All active alarms are reported each time: a missing one is over.
  line.send(frame('healthcheck', { sanity: 100, alarms: [] }));
  await expect.poll(async () => JSON.stringify(await standing())).not.toContain('PoE fault');

  // A flood costs its own switch its oldest messages, and affects no other one.
  for (let each = 0; each < 150; each += 1) {
    line.send(frame('log', { severity: 3, time: 0, said: { text: `Trouble ${each}` } }));
  }
  await expect.poll(async () => (await standing()).length).toBe(21);
  const [kept] = (await fleet.client.read('fleetSwitchEntry')) as Record<string, unknown>[];
  expect(kept?.fleetSwitchAlarms).toBe(21);
  line.close();
});

const OCTETS = '1.3.6.1.2.1.16.1.1.1.4.1';

it('shows what is wrong at a real switch, and its counters that rise too fast, from the fault to its end', async () => {
  const member = await joinFleet(fleet, { scenario: { stations: poweredCameras } });
  try {
    const words = async () =>
      (await standing()).map(({ fleetAlarmSaid }) => wordsOfText(String(fleetAlarmSaid), '', asWritten));
    const pass = (holds: () => Promise<unknown>, wanted: unknown) => passes([member], holds, wanted);
    const has = (said: string) => async () => (await words()).includes(said);
    const set = async (object: string, values: object) => {
      const { error } = await answered([member], member.afar.set(object, values));
      expect(error.message).toBe('');
    };
    const connected = async () => (await fleet.client.read('fleetSwitchEntry')) as Record<string, unknown>[];
    await pass(async () => (await connected())[0]?.fleetSwitchStanding, SwitchStanding.asWanted);
    await set('poeSystemConfig', { poePowerThreshold: 10_000, Force: 1 });
    const fault = 'PoE fault on port 4: Power denied.';
    await pass(has(fault), true);
    const [row] = (await standing()).filter((one) => String(one.fleetAlarmSaid).includes('Power denied'));
    const index = { fleetAlarmSwitch: member.serial, fleetAlarmNumber: row?.fleetAlarmNumber ?? 0 };
    expect((await fleet.client.set('fleetAlarmEntry', { ...index, fleetAlarmAcknowledge: 1 })).error.message).toBe('');
    // It is active anyway, until it is over.
    expect(await words()).toContain(fault);
    await set('poeSystemConfig', { poePowerThreshold: 75_000 });
    await pass(has(fault), false);
    expect((await alarms()).find((one) => one.fleetAlarmNumber === index.fleetAlarmNumber)).toMatchObject({
      fleetAlarmBy: 'admin',
      fleetAlarmCleared: expect.any(Number),
    });

    await set('rmonCtrl', { rmonGlobalState: 1 });
    await set('etherStatsEntry', { etherStatsIndex: 1, etherStatsDataSource: 5, RowStatus: 4 });
    await set('eventEntry', { eventIndex: 1, eventType: 2, RowStatus: 4 });
    await set('alarmEntry', {
      alarmIndex: 1,
      alarmInterval: 10,
      alarmVariable: OCTETS,
      alarmRisingThreshold: 1000,
      alarmRisingEventIndex: 1,
      RowStatus: 4,
    });
    const cable = member.agent.attach(5, {
      ability: { speeds: [1000], duplex: 'full', negotiates: true },
      receive: () => {},
    });
    const everybody = buildTestFrame({ port: 0, from: 'A', to: 'all', length: 100 }, 1);
    await pass(async () => {
      cable.send(everybody, 100);
      return (await words()).some((said) => /^RMON alarm 1: .* has risen to \d+ \(threshold 1000\)/.test(said));
    }, true);
  } finally {
    await member.agent.close();
  }
});
