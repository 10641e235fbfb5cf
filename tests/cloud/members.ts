import { expect } from 'vitest';
import type { AgentClient } from '../agent/agent-client.ts';
import { startTestAgent, type TestAgent, type TestAgentOptions } from '../agent/test-agent.ts';
import { FLEET_PASSWORD, type TestFleet } from './test-fleet.ts';

const patience = { timeout: 90_000, interval: 100 };

/** A switch of a fleet under test, in the test's own process. */
export interface Member {
  readonly agent: TestAgent;
  readonly local: AgentClient;
  /** Its own console through the cloud, for the fleet's administrator. */
  readonly afar: AgentClient;
  readonly serial: string;
}

/** The parts of a fleet that a new member needs. */
export interface JoinableFleet extends Pick<TestFleet, 'client' | 'place'> {
  readonly cloud: Pick<TestFleet['cloud'], 'port' | 'fingerprint'>;
}

/** A client of the console of a switch through the cloud, with the session that `client` has at the fleet console. */
export function consoleThrough(fleet: JoinableFleet, serial: string, client = fleet.client): AgentClient {
  return client.moved(`http://127.0.0.1:${fleet.cloud.port}/switch/${serial}`);
}

/** Starts a switch that was set up, and turns cloud management on: it is taken by its code, or by an account at the switch. */
export async function joinFleet(
  fleet: JoinableFleet,
  { way = 'account', ...options }: TestAgentOptions & { readonly way?: 'code' | 'account' } = {},
): Promise<Member> {
  const agent = await startTestAgent({ cloud: fleet.place, ...options });
  const local = await agent.signedIn();
  await local.set('sysWizard', { sysWizardDone: 1 });
  const { systemCloudClaimCode, systemCloudDeviceId: serial } = Object(await local.read('sysCloudCtrl'));
  if (way === 'code') {
    const claim = { fleetClaimSerial: serial, fleetClaimCode: systemCloudClaimCode, RowStatus: 4 };
    expect((await fleet.client.set('fleetClaimEntry', claim)).error.code).toBe(0);
  }
  const account = way === 'account' ? { systemCloudAccount: 'admin', systemCloudPassword: FLEET_PASSWORD } : {};
  const on = { systemCloudState: 1, systemCloudFingerprint: fleet.cloud.fingerprint, ...account };
  expect((await local.set('sysCloudCtrl', on)).error.code).toBe(0);
  return { agent, local, afar: consoleThrough(fleet, serial), serial };
}

/** Lets the time of switches pass until this holds: what they wait for takes real time in between. */
export async function passes(
  members: readonly Pick<Member, 'agent'>[],
  holds: () => Promise<unknown>,
  wanted: unknown,
): Promise<void> {
  await expect
    .poll(() => {
      for (const { agent } of members) agent.clock.advance(1_000);
      return holds();
    }, patience)
    .toEqual(wanted);
}

/** Awaits an answer for which the time of switches has to pass. */
export async function answered<Answer>(
  members: readonly Pick<Member, 'agent'>[],
  answer: Promise<Answer>,
): Promise<Answer> {
  let isThere = false;
  const noted = answer.finally(() => {
    isThere = true;
  });
  await passes(members, async () => isThere, true);
  return noted;
}
