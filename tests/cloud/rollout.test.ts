// @long-running
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemberCondition, RolloutAction, RolloutCondition } from '../../fleet/rollouts/objects.ts';
import { SwitchStanding } from '../../fleet/switches/objects.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { asWritten } from '../../model/values/translate.ts';
import { answered, type Member as Joined, joinFleet, passes as letPass } from './members.ts';
import { startTestFleet, type TestFleet } from './test-fleet.ts';
import { startUplink, type Uplink } from './uplink.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

interface Member extends Joined {
  readonly uplink: Uplink;
  /** The next change that it applies cuts it off, and the one after that brings it back. */
  isCutByChanges: boolean;
}

let fleet: TestFleet;
let members: Member[];

beforeEach(async () => {
  members = [];
  fleet = await startTestFleet();
});

afterEach(async () => {
  await Promise.all(members.map(({ agent }) => agent.close()));
  for (const { uplink } of members) uplink.close();
  await fleet.close();
});

const passes = (holds: () => Promise<unknown>, wanted: unknown) => letPass(members, holds, wanted);

async function join(): Promise<void> {
  const uplink = await startUplink(fleet.cloud.switchPort);
  let member: Member | undefined;
  let isCut = false;
  const joined = await joinFleet(fleet, {
    // So many guesses at a password from one address would be slowed down.
    way: 'code',
    cloud: { host: '127.0.0.1', port: uplink.port },
    beforeApply() {
      if (!member?.isCutByChanges) return;
      isCut = !isCut;
      if (isCut) uplink.cut();
      else uplink.mend();
    },
  });
  member = { ...joined, uplink, isCutByChanges: false };
  members.push(member);
}

const rows = async (object: string, query: Record<string, string | number> = {}) => {
  const read = await fleet.client.read(object, query);
  return Array.isArray(read) ? read : [];
};

const rollout = async () => (await rows('fleetRolloutEntry', { fleetRolloutName: 'cameras' }))[0];

const act = async (fleetRolloutAction: number) =>
  (await fleet.client.set('fleetRolloutEntry', { fleetRolloutName: 'cameras', fleetRolloutAction })).error.code;

/** Number of switches in each state. */
const standing = async () => {
  const all = await rows('fleetMemberEntry', { fleetMemberRollout: 'cameras' });
  const count = (state: number) => all.filter(({ fleetMemberState }) => fleetMemberState === state).length;
  return [count(MemberCondition.done), count(MemberCondition.cameBack), count(MemberCondition.waiting)];
};

const hasVlan = async ({ local }: Member) =>
  (await local.call('CommonGet', { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 20 })).error.code === 0;

/** The fewest whose waves are one switch, one more, and all. */
const TARGETS = 11;

it('brings VLANs of one switch to all others, stops at the one that they cut off, and goes on once that is mended', async () => {
  for (let each = 0; each <= TARGETS; each += 1) await join();
  await passes(
    async () =>
      (await rows('fleetSwitchEntry')).filter((row) => row.fleetSwitchStanding === SwitchStanding.asWanted).length,
    TARGETS + 1,
  );
  members.sort((one, other) => (one.serial < other.serial ? -1 : 1));
  const [model, first, second, ...others] = members;
  if (!model || !first || !second) throw new Error('no switches');
  const vlan = { dot1qVlanIndex: 20, dot1qVlanStaticName: 'cameras', RowStatus: 4 };
  await answered(members, model.afar.set('dot1qVlanStaticEntry', vlan));

  // What is offered is in words, and nothing else is taken.
  const offered = await rows('fleetSettingEntry', { fleetSettingSwitch: model.serial });
  expect(offered.map(({ fleetSettingName }) => fleetSettingName)).toContain('dot1qVlanStaticEntry');
  expect(JSON.stringify(offered)).not.toContain('sysName');
  const made = {
    fleetRolloutName: 'cameras',
    fleetRolloutFrom: model.serial,
    fleetRolloutSettings: 'dot1qVlanStaticEntry',
    RowStatus: 4,
  };
  const wrong = await fleet.client.set('fleetRolloutEntry', { ...made, fleetRolloutSettings: 'system.sysName' });
  expect(wrong.error.message).toBe('One of the settings cannot be rolled out.');
  const foreign = await fleet.client.set('fleetRolloutEntry', { ...made, fleetRolloutSwitches: 'NOBODY' });
  expect(foreign.error.code).not.toBe(0);
  const wouldChange = async (fleetRolloutSettings: string) => {
    const asked = { fleetRolloutFrom: model.serial, fleetRolloutSettings, Page: 1, PageSize: 50 };
    const { result } = await fleet.client.call('CommonGet', { Template: 'fleetPreviewEntry', ...asked });
    return Object(result).rows.map((row: Record<string, string>) => [
      row.fleetPreviewSwitch,
      wordsOfText(row.fleetPreviewSaid ?? '', '', asWritten),
    ]);
  };
  expect(await wouldChange('dot1qVlanStaticEntry')).toEqual([
    [model.serial, 'Its settings are being applied.'],
    ...[first, second, ...others].map(({ serial }) => [serial, 'Settings that change: VLAN 20']),
  ]);
  expect((await wouldChange('system.sysContact'))[1]).toEqual([first.serial, 'Nothing: it is up to date.']);
  second.isCutByChanges = true;
  expect((await fleet.client.set('fleetRolloutEntry', made)).error.code).toBe(0);
  expect((await fleet.client.set('fleetRolloutEntry', made)).error.message).toContain('with this name already exists');

  await passes(async () => (await rollout())?.fleetRolloutState, RolloutCondition.stopped);
  expect(await standing()).toEqual([1, 1, TARGETS - 2]);
  expect(await rollout()).toMatchObject({ fleetRolloutTotal: TARGETS, fleetRolloutDone: 1, fleetRolloutFailed: 1 });
  expect(await hasVlan(first)).toBe(true);
  expect(await Promise.all([second, ...others].map(hasVlan))).toEqual([second, ...others].map(() => false));
  const [came] = (await rows('fleetMemberEntry', { fleetMemberRollout: 'cameras' })).filter(
    ({ fleetMemberSwitch }) => fleetMemberSwitch === second.serial,
  );
  expect(came?.fleetMemberReasonSaid).toContain('did not confirm the change in time');

  const last = others.at(-1)?.serial ?? '';
  const takeOut = async (fleetMemberSwitch: string) =>
    (
      await fleet.client.set('fleetMemberEntry', {
        fleetMemberRollout: 'cameras',
        fleetMemberSwitch,
        fleetMemberTakeOut: 1,
      })
    ).error.message;
  expect(await takeOut(first.serial)).toBe('The switch is no longer waiting for its turn.');
  expect(await takeOut(last)).toBe('');
  expect(await standing()).toEqual([1, 1, TARGETS - 3]);

  // It is now carried on by another process.
  fleet = await fleet.restart();
  second.isCutByChanges = false;
  expect(await act(RolloutAction.resume)).toBe(0);
  await passes(async () => (await rollout())?.fleetRolloutState, RolloutCondition.done);
  // Who was taken out stays as he is.
  expect(await standing()).toEqual([TARGETS - 1, 0, 0]);
  expect(await Promise.all(members.map(hasVlan))).toEqual(members.map(({ serial }) => serial !== last));
  expect(await act(RolloutAction.hold)).not.toBe(0);
  const trail = JSON.stringify(await rows('fleetAuditEntry'));
  for (const words of [
    `Started the rollout cameras. Switches: ${TARGETS}.`,
    'Rollout cameras stopped: 1 of 2',
    'Resumed the rollout cameras.',
  ]) {
    expect(trail).toContain(words);
  }
});
