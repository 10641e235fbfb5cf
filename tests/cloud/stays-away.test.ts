// @long-running
import { createHash, generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { FIRMWARE_TIME } from '../../cloud/rollouts/outcome.ts';
import { FLEET_FIRMWARE_UPLOAD } from '../../fleet/firmware/objects.ts';
import { MemberCondition, RolloutAction, RolloutCondition } from '../../fleet/rollouts/objects.ts';
import { agentBundle } from '../agent/agent-bundle.ts';
import { type BootSwitch, pem, startBootSwitch } from './boot-switch.ts';
import { FLEET_PASSWORD, startTestFleet, type TestFleet } from './test-fleet.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const patience = { timeout: 120_000, interval: 250 };
const MODEL = 'TEG-082WS';
const maker = generateKeyPairSync('ed25519');

let fleet: TestFleet;
let switches: BootSwitch[] = [];
/** Milliseconds that the cloud's clock is ahead. */
let ahead = 0;

beforeAll(async () => {
  fleet = await startTestFleet({ time: () => Date.now() + ahead });
  writeFileSync(join(fleet.folder, 'firmware.pub'), pem(maker.publicKey));
  const { switchPort: port, fingerprint } = fleet.cloud;
  const cloud = { port, fingerprint, password: FLEET_PASSWORD };
  switches = await Promise.all([MODEL, MODEL].map((model) => startBootSwitch(model, maker.publicKey, cloud)));
  switches.sort((one, other) => (one.serial < other.serial ? -1 : 1));
  await vi.waitFor(async () => expect(await rows('fleetSwitchEntry')).toHaveLength(2), patience);
});

afterAll(async () => {
  for (const each of switches) await each.close();
  await fleet?.close();
});

const rows = async (object: string, query: Record<string, string> = {}) => {
  const read = await fleet.client.read(object, query).catch(() => []);
  return Array.isArray(read) ? read : [];
};

const rollout = { fleetRolloutName: 'nine' };
const stateNow = async () => (await rows('fleetRolloutEntry', rollout))[0]?.fleetRolloutState;
const members = async () =>
  (await rows('fleetMemberEntry', { fleetMemberRollout: 'nine' })).map((row) => row.fleetMemberState);

it('a switch that does not come back from its firmware stops the wave, and counts as done once it is back with it', async () => {
  const bundle = agentBundle(maker.privateKey, '9.0.0', { models: [MODEL] });
  const octets = new Uint8Array(bundle);
  expect((await fleet.client.upload(FLEET_FIRMWARE_UPLOAD, new Blob([octets]))).error.message).toBe('');
  const [first] = switches;
  const fetched = first?.uplink.breaksOffAfter(bundle.length);
  const fleetRolloutFirmware = createHash('sha256').update(bundle).digest('hex');
  // A time in the past means at once. An absurd one is refused.
  const begin = (fleetRolloutBegin: number) =>
    fleet.client.set('fleetRolloutEntry', { ...rollout, fleetRolloutFirmware, fleetRolloutBegin, RowStatus: 4 });
  expect((await begin(4_000_000_000)).error.message).toBe('Start at must be within a year from now.');
  expect((await begin(1)).error.message).toBe('');
  await fetched;
  first?.uplink.cut();
  const { sent, waiting, unreachable, done } = MemberCondition;
  expect(await members()).toEqual([sent, waiting]);

  ahead = FIRMWARE_TIME;
  // The console was not used for half an hour.
  expect(await fleet.client.login(FLEET_PASSWORD)).toBe(0);
  await expect.poll(stateNow, patience).toBe(RolloutCondition.stopped);
  expect(await members()).toEqual([unreachable, waiting]);
  const [away] = await rows('fleetMemberEntry', { fleetMemberRollout: 'nine' });
  expect(away?.fleetMemberReasonSaid).toContain('disconnected since its change');
  expect((await rows('fleetRolloutEntry', rollout))[0]?.fleetRolloutReasonSaid).toContain(
    'is unreachable after its change',
  );

  first?.uplink.mend();
  await expect.poll(members, patience).toEqual([done, waiting]);
  expect(await stateNow()).toBe(RolloutCondition.stopped);
  const resume = { ...rollout, fleetRolloutAction: RolloutAction.resume };
  expect((await fleet.client.set('fleetRolloutEntry', resume)).error.message).toBe('');
  await expect.poll(stateNow, patience).toBe(RolloutCondition.done);
  expect((await rows('fleetSwitchEntry')).map((row) => row.fleetSwitchVersion)).toEqual(['9.0.0', '9.0.0']);
});
