import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemberCondition, RolloutAction, RolloutCondition } from '../../fleet/rollouts/objects.ts';
import { SwitchStanding } from '../../fleet/switches/objects.ts';
import { AgentClient } from '../agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../agent/test-agent.ts';
import { FLEET_PASSWORD, startTestFleet, type TestFleet } from './test-fleet.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const patience = { timeout: 90_000, interval: 100 };

/** The way of a switch to its cloud, which can be cut. */
interface Uplink {
  readonly port: number;
  /** Cuts it with the next change that the switch applies, and mends it with the one after that. */
  cutsOnChange: boolean;
  applied(): void;
  close(): void;
}

async function startUplink(cloudPort: number): Promise<Uplink> {
  let isCut = false;
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(cloudPort, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  const uplink = {
    port: Object(server.address()).port,
    cutsOnChange: false,
    applied() {
      if (!uplink.cutsOnChange) return;
      isCut = !isCut;
      if (isCut) end();
    },
    close() {
      end();
      server.close();
    },
  };
  return uplink;
}

interface Member {
  readonly agent: TestAgent;
  readonly local: AgentClient;
  readonly uplink: Uplink;
  readonly serial: string;
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

async function passes(holds: () => Promise<unknown>, wanted: unknown): Promise<void> {
  await expect
    .poll(() => {
      for (const { agent } of members) agent.clock.advance(1_000);
      return holds();
    }, patience)
    .toEqual(wanted);
}

async function join(): Promise<void> {
  const uplink = await startUplink(fleet.cloud.switchPort);
  const place = { host: '127.0.0.1', port: uplink.port };
  const agent = await startTestAgent({ cloud: place, beforeApply: () => uplink.applied() });
  const local = await agent.signedIn();
  await local.set('sysWizard', { sysWizardDone: 1 });
  const { systemCloudDeviceId: serial } = Object(await local.read('sysCloudCtrl'));
  const account = { systemCloudAccount: 'admin', systemCloudPassword: FLEET_PASSWORD };
  await local.set('sysCloudCtrl', {
    systemCloudState: 1,
    systemCloudFingerprint: fleet.cloud.fingerprint,
    ...account,
  });
  members.push({ agent, local, uplink, serial });
}

const rows = async (object: string, query: Record<string, string | number> = {}) => {
  const read = await fleet.client.read(object, query);
  return Array.isArray(read) ? read : [];
};

const rollout = async () => (await rows('fleetRolloutEntry', { fleetRolloutName: 'cameras' }))[0];

const act = async (fleetRolloutAction: number) =>
  (await fleet.client.set('fleetRolloutEntry', { fleetRolloutName: 'cameras', fleetRolloutAction })).error.code;

/** How many switches stand how. */
const standing = async () => {
  const all = await rows('fleetMemberEntry', { fleetMemberRollout: 'cameras' });
  const count = (state: number) => all.filter(({ fleetMemberState }) => fleetMemberState === state).length;
  return [count(MemberCondition.done), count(MemberCondition.cameBack), count(MemberCondition.waiting)];
};

const hasVlan = async ({ local }: Member) =>
  (await local.call('CommonGet', { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 20 })).error.code === 0;

it('brings VLANs of one switch to twenty, stops at the one that they cut off, and goes on once that is mended', async () => {
  for (let each = 0; each < 21; each += 1) await join();
  await passes(
    async () =>
      (await rows('fleetSwitchEntry')).filter((row) => row.fleetSwitchStanding === SwitchStanding.asWanted).length,
    21,
  );
  members.sort((one, other) => (one.serial < other.serial ? -1 : 1));
  const [model, first, second, ...others] = members;
  if (!model || !first || !second) throw new Error('no switches');
  const afar = new AgentClient(`http://127.0.0.1:${fleet.cloud.port}/switch/${model.serial}`);
  Object.assign(afar, { gambit: fleet.client.gambit, cookie: fleet.client.cookie });
  const vlan = { dot1qVlanIndex: 20, dot1qVlanStaticName: 'cameras', RowStatus: 4 };
  let isMade = false;
  void afar.set('dot1qVlanStaticEntry', vlan).then(() => {
    isMade = true;
  });
  await passes(async () => isMade, true);

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
  expect(wrong.error.message).toBe('One of the settings cannot be brought to others.');
  const foreign = await fleet.client.set('fleetRolloutEntry', { ...made, fleetRolloutSwitches: 'NOBODY' });
  expect(foreign.error.code).not.toBe(0);
  second.uplink.cutsOnChange = true;
  expect((await fleet.client.set('fleetRolloutEntry', made)).error.code).toBe(0);
  expect((await fleet.client.set('fleetRolloutEntry', made)).error.message).toContain('of this name already');

  await passes(async () => (await rollout())?.fleetRolloutState, RolloutCondition.stopped);
  expect(await standing()).toEqual([1, 1, 18]);
  expect(await rollout()).toMatchObject({ fleetRolloutTotal: 20, fleetRolloutDone: 1, fleetRolloutFailed: 1 });
  expect(await hasVlan(first)).toBe(true);
  expect(await Promise.all([second, ...others].map(hasVlan))).toEqual([second, ...others].map(() => false));
  const [came] = (await rows('fleetMemberEntry', { fleetMemberRollout: 'cameras' })).filter(
    ({ fleetMemberSwitch }) => fleetMemberSwitch === second.serial,
  );
  expect(came?.fleetMemberReasonSaid).toContain('did not confirm the change in time');

  // Whoever carries it on is another one now.
  fleet = await fleet.restart();
  second.uplink.cutsOnChange = false;
  expect(await act(RolloutAction.resume)).toBe(0);
  await passes(async () => (await rollout())?.fleetRolloutState, RolloutCondition.done);
  expect(await standing()).toEqual([20, 0, 0]);
  expect(await Promise.all(members.map(hasVlan))).toEqual(members.map(() => true));
  expect(await act(RolloutAction.hold)).not.toBe(0);
  const trail = JSON.stringify(await rows('fleetAuditEntry'));
  for (const words of [
    'Began the rollout cameras to 20 switches.',
    'Rollout cameras stopped: 1 of 2',
    'Resumed the rollout cameras.',
  ]) {
    expect(trail).toContain(words);
  }
});
