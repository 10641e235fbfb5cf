// @long-running
import { X509Certificate } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cloudIdentity } from '../../features/system/cloud-settings/slots.ts';
import { PlaceClock } from '../../fleet/claim/objects.ts';
import { CloudError } from '../../protocols/cloud/connection.ts';
import type { AgentClient } from '../agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../agent/test-agent.ts';
import { RawSwitch } from './raw-switch.ts';
import { FLEET_PASSWORD, startTestFleet, type TestFleet } from './test-fleet.ts';

vi.setConfig({ testTimeout: 120_000 });

const patience = { timeout: 60_000 };
const DAY = 86_400_000;

let fleet: TestFleet;
let agent: TestAgent;
let client: AgentClient;
/** What the clocks show beyond the time of this host, in milliseconds. */
let cloudAhead: number;
let switchAhead: number;

beforeEach(async () => {
  cloudAhead = 0;
  switchAhead = 0;
  fleet = await startTestFleet({ time: () => Date.now() + cloudAhead });
  agent = await startTestAgent({ cloud: fleet.place, hostTime: () => Date.now() + switchAhead });
  client = await agent.signedIn();
  await client.set('sysCloudCtrl', { systemCloudState: 1, systemCloudFingerprint: fleet.cloud.fingerprint });
  await typeCode();
  await passes({ systemCloudConnectState: 2 });
});

afterEach(async () => {
  await agent.close();
  await fleet.close();
});

const state = async () => Object(await client.read('sysCloudCtrl'));

/** The fleet's administrator, signed in by the time that the cloud's clock shows now. */
async function administrator(): Promise<AgentClient> {
  const { error } = await fleet.client.call('CommonGet', { Template: 'fleetUserEntry' });
  if (error.code !== 0) expect(await fleet.client.login(FLEET_PASSWORD)).toBe(0);
  return fleet.client;
}

/** Types the code that the switch shows. */
async function typeCode(): Promise<void> {
  const { systemCloudClaimCode: fleetClaimCode, systemCloudDeviceId: fleetClaimSerial } = await state();
  const claim = { fleetClaimSerial, fleetClaimCode, RowStatus: 4 };
  const { error } = await (await administrator()).set('fleetClaimEntry', claim);
  expect(error.code).toBe(0);
}

/** Lets the switch's time pass until it shows this: what it waits for takes real time in between. */
async function passes(wanted: object, step = 2_000): Promise<void> {
  const look = () => {
    agent.clock.advance(step);
    return state();
  };
  await expect.poll(look, patience).toMatchObject(wanted);
}

/** The certificate that the cloud has issued to the switch. */
function issued(): X509Certificate {
  const { issued: kept } = agent.running.context.slots.get(cloudIdentity) ?? {};
  return new X509Certificate(kept?.certificate ?? '');
}

const end = () => Date.parse(issued().validTo);

/** Both have heard what the other one has said over the line by now. */
async function heardByCloud(): Promise<void> {
  const { systemCloudDeviceId: fleetDifferenceSwitch } = await state();
  await (await administrator()).read('fleetDifferenceEntry', { fleetDifferenceSwitch });
}

/** Ends the line. */
async function leave(): Promise<void> {
  expect((await client.set('sysCloudCtrl', { systemCloudState: 2 })).error.code).toBe(0);
}

/** Opens another one; resolves once the switch shows this. */
async function comeBack(wanted: object = { systemCloudConnectState: 2 }): Promise<void> {
  expect((await client.set('sysCloudCtrl', { systemCloudState: 1 })).error.code).toBe(0);
  await passes(wanted);
}

it('the switch gets its next certificate after sixty days, once, and is connected by it when the first one has ended', async () => {
  const first = issued();
  cloudAhead = 59 * DAY;
  switchAhead = 59 * DAY;
  agent.clock.advance(6_000);
  expect(issued().serialNumber).toBe(first.serialNumber);
  cloudAhead = 61 * DAY;
  switchAhead = 61 * DAY;
  agent.clock.advance(6_000);
  await expect.poll(() => issued().serialNumber, patience).not.toBe(first.serialNumber);
  const second = issued();
  expect(Math.round((end() - Date.now()) / DAY)).toBe(61 + 90);
  cloudAhead = 100 * DAY;
  switchAhead = 100 * DAY;
  await leave();
  await comeBack();
  expect(issued().serialNumber).toBe(second.serialNumber);
});

it('a switch whose clock is far ahead asks for a certificate once a day and no oftener', async () => {
  const renewals = vi.spyOn(fleet.cloud.store.certificates, 'renew');
  switchAhead = 1_000 * DAY;
  for (let look = 0; look < 20; look += 1) {
    agent.clock.advance(5_000);
    await heardByCloud();
  }
  expect(renewals).toHaveBeenCalledTimes(1);
});

it('a cloud whose clock jumps ahead takes no line for so long, and the switch comes back by itself', async () => {
  await leave();
  cloudAhead = 400 * DAY;
  await comeBack({ systemCloudConnectState: 0, systemCloudLastError: CloudError.unreachable });
  cloudAhead = 0;
  await passes({ systemCloudConnectState: 2 }, 10_000);
});

it('a cloud whose clock was set back takes lines as before', async () => {
  await leave();
  cloudAhead = -20_000 * DAY;
  await comeBack();
});

it('a cloud whose clock shows a time before it was written takes no switch in, and makes no certificate worse', async () => {
  const before = issued().serialNumber;
  cloudAhead = -20_000 * DAY;
  switchAhead = 61 * DAY;
  agent.clock.advance(6_000);
  const raw = await RawSwitch.make(fleet.place, 'RAW1');
  const claim = { fleetClaimSerial: raw.serial, fleetClaimCode: raw.code, RowStatus: 4 };
  const type = async () => (await administrator()).set('fleetClaimEntry', claim);
  await type();
  expect(await raw.claim()).toBe(503);
  expect(issued().serialNumber).toBe(before);
  expect(await state()).toMatchObject({ systemCloudConnectState: 2 });
  cloudAhead = 0;
  await type();
  expect(await raw.claim()).toBe(200);
});

it('a switch keeps the certificate that ends later where the cloud’s clock was set back', async () => {
  const before = issued().serialNumber;
  const renewals = vi.spyOn(fleet.cloud.store.certificates, 'renew');
  cloudAhead = -10 * DAY;
  switchAhead = 61 * DAY;
  agent.clock.advance(6_000);
  await heardByCloud();
  expect(renewals).toHaveBeenCalledTimes(1);
  expect(issued().serialNumber).toBe(before);
});

it('a switch that was away until its certificate had ended is claimed again by its code, without a reset', async () => {
  await leave();
  cloudAhead = 91 * DAY;
  switchAhead = 91 * DAY;
  await comeBack({ systemCloudConnectState: 1, systemCloudLastError: CloudError.unclaimed });
  await typeCode();
  await passes({ systemCloudConnectState: 2 });
  expect(end() - Date.now()).toBeGreaterThan(170 * DAY);
});

it('a cloud says at its start that its clock is evidently wrong, for as long as it is', async () => {
  const clockOf = async () => Object(await (await administrator()).read('fleetPlace')).fleetPlaceClock;
  expect([fleet.cloud.clockFault, await clockOf()]).toEqual([undefined, PlaceClock.plausible]);
  cloudAhead = 100 * DAY;
  await administrator();
  cloudAhead = 0;
  fleet = await fleet.restart();
  // What was done last was done a hundred days from now.
  expect([fleet.cloud.clockFault, await clockOf()]).toEqual(['beforeEntries', PlaceClock.beforeEntries]);
  expect(JSON.stringify(await fleet.client.read('fleetAuditEntry'))).toContain('The clock of the cloud is wrong');
  cloudAhead = 101 * DAY;
  expect(await clockOf()).toBe(PlaceClock.plausible);
  cloudAhead = -20_000 * DAY;
  fleet = await fleet.restart();
  expect([fleet.cloud.clockFault, await clockOf()]).toEqual(['beforeAuthority', PlaceClock.beforeAuthority]);
});
