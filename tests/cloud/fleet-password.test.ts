import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { Passwords } from '../../device/sessions/passwords.ts';
import { weakSecrets } from '../../device/sessions/testing.ts';
import { SwitchStanding } from '../../fleet/switches/objects.ts';
import type { AgentClient } from '../agent/agent-client.ts';
import { granting, KEY } from '../agent/granting-calls.ts';
import { PASSWORD } from '../agent/test-agent.ts';
import { answered, joinFleet, type Member } from './members.ts';
import { FLEET_PASSWORD, startTestFleet, type TestFleet } from './test-fleet.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PROOF_REQUIRED = 8711;

/** Of the cloud: what it allows in a while is allowed again when the test says so. */
const clock = new ManualClock();

let fleet: TestFleet;
let member: Member;

beforeAll(async () => {
  fleet = await startTestFleet({ clock });
  member = await joinFleet(fleet);
  const standing = async () => Object(await fleet.client.read('fleetSwitchEntry'))[0]?.fleetSwitchStanding;
  await vi.waitUntil(
    async () => {
      member.agent.clock.advance(1_000);
      return (await standing()) === SwitchStanding.asWanted;
    },
    { timeout: 90_000, interval: 50 },
  );
  // Its user must not be one who sets it up.
  await member.agent.running.context.flash.write(member.agent.running.context.configuration(), 'a test');
});

afterAll(async () => {
  await member.agent.close();
  await fleet.close();
});

const codeOf = async (answer: Promise<{ readonly error: { readonly code: number } }>) => (await answer).error.code;
const accountOf = async (name: string) => (await fleet.cloud.store.accounts.list()).find((user) => user.name === name);

/** Makes an account, and signs in with it. */
async function signedIn(name: string, password: string, fleetUserRole: number): Promise<AgentClient> {
  const row = { fleetUserName: name, fleetUserRole, fleetUserPassword: password, RowStatus: 4 };
  expect(await codeOf(fleet.client.set('fleetUserEntry', row))).toBe(0);
  const client = fleet.stranger();
  expect(await client.login(password, name)).toBe(0);
  return client;
}

const ownPassword = (fleetOwnPresent: string, fleetOwnPassword: string) => ({
  Template: 'fleetOwnAccount',
  fleetOwnPresent,
  fleetOwnPassword,
  fleetOwnConfirm: fleetOwnPassword,
});

describe('a switch through the cloud', () => {
  it.each(granting)('grants access by %s to nobody who has not shown his password to the cloud', async (_, params) => {
    const before = member.agent.running.context.configuration();
    const batch = { FuncName: 'test', calls: [{ method: 'CommonSet', params }] };
    const codes = [
      await codeOf(member.afar.callOnce('CommonSet', params)),
      await codeOf(member.afar.callOnce('BatchPost', batch)),
    ];
    // Its connection to the cloud, its tokens and its metrics cannot be changed through the cloud.
    const code = ['sysCloudCtrl', 'dhcpAutoConfigCtrl', 'apiTokenCtrl', 'metricsCtrl'].includes(params.Template)
      ? expect.any(Number)
      : PROOF_REQUIRED;
    expect(codes).toEqual(codes.map(() => code));
    expect(codes).not.toContain(0);
    expect(member.agent.running.context.configuration()).toBe(before);
  });

  it('grants it to whoever shows the password of his account in the cloud', async () => {
    const key = { Template: 'sshCtrl', sshUserKeyFile: KEY };
    // That of the switch is nothing to the cloud.
    const others = { ...key, Proof: await member.afar.proof(PASSWORD) };
    expect(await codeOf(member.afar.callOnce('CommonSet', others))).toBe(PROOF_REQUIRED);
    const proved = { ...key, Proof: await member.afar.proof(FLEET_PASSWORD) };
    expect(await codeOf(answered([member], member.afar.callOnce('CommonSet', proved)))).toBe(0);
    expect(await member.local.read('sshUserKeyEntry')).toMatchObject([{ sshUserKeyType: 'ssh-ed25519' }]);
  });
});

describe('the fleet console', () => {
  beforeEach(() => clock.advance(6_000));

  it('makes and changes accounts, and begins rollouts, for whoever has shown his password lately', async () => {
    const client = await signedIn('maria', 'a password of Maria', 1);
    const row = { fleetUserName: 'mallory', fleetUserRole: 1, fleetUserPassword: 'open says Me 77', RowStatus: 4 };
    const call = { Template: 'fleetUserEntry', ...row };
    const promoted = { Template: 'fleetUserEntry', fleetUserName: 'admin', fleetUserPassword: 'open says Me 77' };
    const rollout = { Template: 'fleetRolloutEntry', fleetRolloutName: 'r', fleetRolloutFrom: 'A', RowStatus: 4 };
    for (const params of [call, promoted, rollout]) {
      expect(await codeOf(client.callOnce('CommonSet', params))).toBe(PROOF_REQUIRED);
      const batch = { FuncName: 'test', calls: [{ method: 'CommonSet', params }] };
      expect(await codeOf(client.callOnce('BatchPost', batch))).toBe(PROOF_REQUIRED);
    }
    expect(await accountOf('mallory')).toBeUndefined();
    expect(await codeOf(client.set('fleetUserEntry', row))).toBe(0);
  });

  it('lets everybody change the own password by the present one, which ends the other sessions', async () => {
    const client = await signedIn('olivia', 'what Olivia knows', 2);
    const other = fleet.stranger();
    expect(await other.login('what Olivia knows', 'olivia')).toBe(0);
    const change = (present: string, next: string) => client.callOnce('CommonSet', ownPassword(present, next));
    expect((await change('not that one', 'something new 3')).error).toMatchObject({
      code: 10,
      column: 'fleetOwnPresent',
    });
    expect((await change('what Olivia knows', 'password1')).error).toMatchObject({
      code: 10,
      column: 'fleetOwnPassword',
    });
    expect(
      await codeOf(client.callOnce('CommonSet', { Template: 'fleetOwnAccount', fleetOwnPassword: 'x y z 12345' })),
    ).toBe(10);
    const long = `${'long words '.repeat(11)}end.`;
    expect(await codeOf(change('what Olivia knows', long))).toBe(0);
    expect(await codeOf(client.callOnce('CommonGet', { Template: 'fleetUserEntry' }))).toBe(0);
    expect(await codeOf(other.callOnce('CommonGet', { Template: 'fleetUserEntry' }))).toBe(8701);
    expect(await other.login('what Olivia knows', 'olivia')).toBe(8702);
    expect(await other.login(long, 'olivia')).toBe(0);
    expect((await accountOf('olivia'))?.role).toBe('observer');
    // An observer changes nothing else.
    const row = { fleetUserName: 'olivia', fleetUserRole: 1 };
    expect(await codeOf(client.set('fleetUserEntry', row))).toBe(17);
  });

  it('keeps the hash of a password anew that was hashed with other parameters, and ends no session by that', async () => {
    const client = await signedIn('wanda', 'what Wanda knows', 2);
    const present = await accountOf('wanda');
    const former = await new Passwords(weakSecrets.passwordCost + 1).hash('what Wanda knows');
    await fleet.cloud.store.accounts.renewHash('wanda', present?.passwordHash ?? '', former);
    expect((await accountOf('wanda'))?.passwordHash).toBe(former);
    // Whatever account is changed, all are read again.
    await fleet.client.set('fleetUserEntry', { fleetUserName: 'admin', fleetUserRole: 1 });
    expect(await client.moved(client.origin).login('not what she knows', 'wanda')).toBe(8702);
    expect((await accountOf('wanda'))?.passwordHash).toBe(former);
    expect(await client.moved(client.origin).login('what Wanda knows', 'wanda')).toBe(0);
    const renewed = (await accountOf('wanda'))?.passwordHash ?? '';
    expect(new Passwords(weakSecrets.passwordCost).isOutdated(renewed)).toBe(false);
    expect(renewed).not.toBe(former);
    expect(await codeOf(client.callOnce('CommonGet', { Template: 'fleetUserEntry' }))).toBe(0);
  });
});
