import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { frame, RawSwitch } from './raw-switch.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';

vi.setConfig({ testTimeout: 60_000 });

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

  // All that stands is said each time: what is not there any more is over.
  line.send(frame('healthcheck', { sanity: 100, alarms: [] }));
  await expect.poll(async () => JSON.stringify(await standing())).not.toContain('PoE fault');

  // A flood costs its own switch the oldest of its words, and nobody else anything.
  for (let each = 0; each < 150; each += 1) {
    line.send(frame('log', { severity: 3, time: 0, said: { text: `Trouble ${each}` } }));
  }
  await expect.poll(async () => (await standing()).length).toBe(21);
  const [kept] = (await fleet.client.read('fleetSwitchEntry')) as Record<string, unknown>[];
  expect(kept?.fleetSwitchAlarms).toBe(21);
  line.close();
});
