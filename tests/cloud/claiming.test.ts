// @long-running
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SwitchCondition } from '../../fleet/switches/objects.ts';
import { CloudError } from '../../protocols/cloud/connection.ts';
import type { AgentClient } from '../agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../agent/test-agent.ts';
import { FLEET_PASSWORD, startTestFleet, type TestFleet } from './test-fleet.ts';

const patience = { timeout: 60_000, interval: 100 };

vi.setConfig({ testTimeout: 120_000 });

let fleet: TestFleet;
let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  fleet = await startTestFleet();
  agent = await startTestAgent({ cloud: fleet.place });
  client = await agent.signedIn();
});

afterEach(async () => {
  await agent.close();
  await fleet.close();
});

const state = () => client.read('sysCloudCtrl');

const turnOn = (account: object = {}) =>
  client.set('sysCloudCtrl', { systemCloudState: 1, systemCloudFingerprint: fleet.cloud.fingerprint, ...account });

/** Lets the switch's time pass until this holds: what it waits for takes real time in between. */
async function passes(milliseconds: number, holds: () => Promise<unknown>, wanted: unknown): Promise<void> {
  await expect
    .poll(() => {
      agent.clock.advance(milliseconds);
      return holds();
    }, patience)
    .toEqual(wanted);
}

async function claimByCode(): Promise<string> {
  const { systemCloudClaimCode, systemCloudDeviceId } = Object(await state());
  const claim = { fleetClaimSerial: systemCloudDeviceId, fleetClaimCode: systemCloudClaimCode };
  expect((await fleet.client.set('fleetClaimEntry', { ...claim, RowStatus: 4 })).error.code).toBe(0);
  await turnOn();
  await passes(2_000, state, expect.objectContaining({ systemCloudConnectState: 2 }));
  return systemCloudDeviceId;
}

const listed = () => fleet.client.read('fleetSwitchEntry');

const audited = async () => {
  const rows = await fleet.client.read('fleetAuditEntry');
  return Array.isArray(rows) ? rows.map(({ fleetAuditWords }) => fleetAuditWords) : [];
};

describe('a switch that is claimed by its code', () => {
  it('stands in the list with what it says of itself, and without its line once it is gone', async () => {
    const serial = await claimByCode();
    expect(await listed()).toEqual([
      expect.objectContaining({
        fleetSwitchSerial: serial,
        fleetSwitchCondition: SwitchCondition.connected,
        fleetSwitchModel: 'TPE-1021WS',
        fleetSwitchAddress: '127.0.0.1',
        fleetSwitchClaimedBy: 'admin',
      }),
    ]);
    await client.set('system', { sysName: 'roof' });
    await passes(5_000, listed, [expect.objectContaining({ fleetSwitchName: 'roof' })]);
    expect(await audited()).toEqual(
      expect.arrayContaining([
        `Entered the claim code of switch ${serial}.`,
        `Switch ${serial} was claimed by its code.`,
      ]),
    );
    await client.set('sysCloudCtrl', { systemCloudState: 2, systemCloudOwnPassword: 'first-Passw0rd' });
    await expect
      .poll(listed, patience)
      .toEqual([expect.objectContaining({ fleetSwitchCondition: SwitchCondition.away, fleetSwitchName: 'roof' })]);
  });

  it('is not taken by another code, whose owner sees how often that was wrong, but by the right one as soon as it is typed', async () => {
    const { systemCloudDeviceId: serial, systemCloudClaimCode: code } = Object(await state());
    const type = async (fleetClaimCode: string) => {
      const claim = { fleetClaimSerial: serial, fleetClaimCode, RowStatus: 4 };
      expect((await fleet.client.set('fleetClaimEntry', claim)).error.code).toBe(0);
    };
    await type('AAAA-AAAA-AAAA');
    await turnOn();
    const wrong = [expect.objectContaining({ fleetClaimWrongCodes: 5 })];
    await passes(15_000, () => fleet.client.read('fleetClaimEntry'), wrong);
    expect(await listed()).toEqual([]);
    expect(await state()).toMatchObject({ systemCloudLastError: CloudError.unclaimed });
    await type(code);
    await passes(15_000, state, expect.objectContaining({ systemCloudConnectState: 2 }));
  });

  it('stays claimed over a restart of the cloud', async () => {
    const serial = await claimByCode();
    fleet = await fleet.restart();
    const row = { fleetSwitchSerial: serial, fleetSwitchCondition: SwitchCondition.connected };
    await passes(2_000, listed, [expect.objectContaining(row)]);
  });

  it('that was given back is refused from then on', async () => {
    const serial = await claimByCode();
    const { error } = await fleet.client.set('fleetSwitchEntry', { fleetSwitchSerial: serial, RowStatus: 6 });
    expect(error.code).toBe(0);
    const refused = { systemCloudConnectState: 0, systemCloudLastError: CloudError.badAccount };
    await passes(2_000, state, expect.objectContaining(refused));
    expect(await listed()).toEqual([]);
  });
});

describe('a switch that is claimed by an account', () => {
  it('is taken with the right password, which claims one switch', async () => {
    await turnOn({ systemCloudAccount: 'admin', systemCloudPassword: FLEET_PASSWORD });
    await expect.poll(state, patience).toMatchObject({ systemCloudConnectState: 2 });
    const { systemCloudDeviceId: serial } = Object(await state());
    expect(await audited()).toContain(`Switch ${serial} was claimed by a login at the switch.`);
  });

  it('is not taken with a wrong one, or by somebody who may only look', async () => {
    await turnOn({ systemCloudAccount: 'admin', systemCloudPassword: 'wrongPassw0rd' });
    const refused = { systemCloudConnectState: 0, systemCloudLastError: CloudError.badAccount };
    await expect.poll(state, patience).toMatchObject(refused);
    const observer = { fleetUserName: 'looker', fleetUserRole: 2, fleetUserPassword: 'lookerPassw0rd' };
    expect((await fleet.client.set('fleetUserEntry', { ...observer, RowStatus: 4 })).error.code).toBe(0);
    await client.set('sysCloudCtrl', { systemCloudAccount: 'looker', systemCloudPassword: 'lookerPassw0rd' });
    await expect.poll(state, patience).toMatchObject(refused);
    expect(await listed()).toEqual([]);
  });
});

describe('switches that are claimed by an account from one address at once', () => {
  it('are slowed down by the cloud, and all taken in the end without another word of their owners', async () => {
    const agents = await Promise.all(Array.from({ length: 14 }, () => startTestAgent({ cloud: fleet.place })));
    try {
      const clients = await Promise.all(agents.map((one) => one.signedIn()));
      const on = { systemCloudState: 1, systemCloudFingerprint: fleet.cloud.fingerprint };
      const account = { systemCloudAccount: 'admin', systemCloudPassword: FLEET_PASSWORD };
      await Promise.all(clients.map((one) => one.set('sysCloudCtrl', { ...on, ...account })));
      const connected = async () => {
        for (const one of agents) one.clock.advance(1_000);
        const states = await Promise.all(clients.map((one) => one.read('sysCloudCtrl')));
        return states.map((one) => Object(one).systemCloudConnectState);
      };
      await expect.poll(connected, patience).toEqual(agents.map(() => 2));
      expect(await listed()).toHaveLength(agents.length);
    } finally {
      await Promise.all(agents.map((one) => one.close()));
    }
  });
});

describe('users of the fleet console', () => {
  it('are let in with their own passwords, and change nothing where they may only look', async () => {
    const observer = { fleetUserName: 'looker', fleetUserRole: 2, fleetUserPassword: 'lookerPassw0rd' };
    await fleet.client.set('fleetUserEntry', { ...observer, RowStatus: 4 });
    const looker = fleet.stranger();
    expect(await looker.login(FLEET_PASSWORD, 'looker')).toBe(8702);
    expect(await looker.login('lookerPassw0rd', 'looker')).toBe(0);
    expect(await looker.read('fleetSwitchEntry')).toEqual([]);
    const claim = { fleetClaimSerial: '001122334455', fleetClaimCode: 'AAAA-AAAA-AAAA', RowStatus: 4 };
    expect((await looker.set('fleetClaimEntry', claim)).error).toMatchObject({
      code: 17,
      message: 'Your account may view everything and change nothing.',
    });
    await fleet.client.set('fleetUserEntry', { fleetUserName: 'looker', RowStatus: 6 });
    expect((await looker.call('CommonGet', { Template: 'fleetSwitchEntry' })).error.code).toBe(8701);
  });

  it('have passwords that nobody guesses first', async () => {
    const make = async (password: string) => {
      const user = { fleetUserName: 'someone', fleetUserRole: 1, fleetUserPassword: password, RowStatus: 4 };
      return (await fleet.client.set('fleetUserEntry', user)).error;
    };
    expect(await make('short 7')).toMatchObject({ code: 8, column: 'fleetUserPassword' });
    expect(await make('password1234')).toMatchObject({ code: 10, column: 'fleetUserPassword' });
    expect(await make('')).toMatchObject({ code: 10, column: 'fleetUserPassword' });
    expect(await make('kup4oxhh2mm')).toMatchObject({ code: 0 });
    expect(await fleet.client.read('fleetUserEntry')).toEqual(
      expect.arrayContaining([{ fleetUserName: 'someone', fleetUserRole: 1, fleetUserPassword: '' }]),
    );
  });
});
