import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { SwitchStanding } from '../../fleet/switches/objects.ts';
import { DistantClient } from '../agent/distant-client.ts';
import { LabAgent } from '../agent/lab-agent.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { CloudProcess, cloudPassword } from './cloud-process.ts';

const CLOUD = '192.168.10.2';
const patience = { timeout: 90_000, interval: 250 };

/** The administrator is at port 1; port 2 is the uplink, behind which the cloud is. */
let lab: Lab;
let agent: LabAgent;
let cloud: CloudProcess;
let fleet: DistantClient;
/** The switch's own console, through the cloud. */
let afar: DistantClient;
let serial: string;

const row = async () => {
  const rows = await fleet.read('fleetSwitchEntry').catch(() => []);
  return Object(Array.isArray(rows) ? rows[0] : undefined);
};

const trail = async () => JSON.stringify(await fleet.read('fleetAuditEntry'));

const uplink = async () => Object((await agent.rows('ifEntry', { ifIndex: 2 }))[0]).ifAdminStatus;

/** Asks for what takes the way to the cloud away; its answer is lost with it, or says that it came back. */
const cut = () => afar.set('ifEntry', { ifIndex: 2, ifAdminStatus: 2 }).catch(() => undefined);

async function signIn(): Promise<void> {
  fleet = new DistantClient(lab.host(2).namespace, `${CLOUD}:8090`);
  await vi.waitFor(async () => expect(await fleet.login(cloudPassword)).toBe(0), patience);
  afar = new DistantClient(lab.host(2).namespace, `${CLOUD}:8090/switch/${serial}`);
  Object.assign(afar, { gambit: fleet.gambit, cookie: fleet.cookie });
}

beforeAll(async () => {
  lab = await createLab({ ports: 3 });
  await lab.host(2).address(`${CLOUD}/24`);
  await lab.host(2).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  cloud = await CloudProcess.start({
    within: ['ip', 'netns', 'exec', lab.host(2).namespace.name],
    listen: `${CLOUD}:8090`,
    switches: `${CLOUD}:8091`,
    options: ['--window', '30'],
  });
  agent = new LabAgent(lab, ['--cloud', cloud.place]);
  await agent.start();
  await agent.set('sysWizard', { sysWizardDone: 1 });
  const [state] = await agent.rows('sysCloudCtrl');
  serial = Object(state).systemCloudDeviceId;
  await signIn();
  const claim = { fleetClaimSerial: serial, fleetClaimCode: Object(state).systemCloudClaimCode, RowStatus: 4 };
  expect((await fleet.set('fleetClaimEntry', claim)).error.code).toBe(0);
  await agent.set('sysCloudCtrl', { systemCloudState: 1, systemCloudFingerprint: cloud.fingerprint });
  await agent.save();
  const isTaken = async () => expect(await row()).toMatchObject({ fleetSwitchStanding: SwitchStanding.asWanted });
  await vi.waitFor(isTaken, patience);
});

afterAll(async () => {
  await agent?.stop();
  await cloud?.stop();
  await lab?.close();
});

describe('on Open vSwitch, a change from the fleet', () => {
  test('that leaves the cloud within reach stays, also after kill -9', async () => {
    const changed = await afar.set('ifEntry', { ifIndex: 3, ifAdminStatus: 2 });
    expect(changed.error).toMatchObject({ code: 0 });
    await agent.kill();
    await agent.start();
    await expect.poll(row, patience).toMatchObject({ fleetSwitchStanding: SwitchStanding.asWanted });
    expect(await agent.rows('ifEntry', { ifIndex: 3 })).toMatchObject([{ ifAdminStatus: 2 }]);
  });

  test('that cuts the uplink is gone after kill -9 of the agent, and the fleet says why', async () => {
    void cut();
    await expect.poll(uplink, patience).toBe(2);
    await agent.kill();
    await agent.start();
    expect(await uplink()).toBe(1);
    await expect.poll(trail, patience).toContain('The switch restarted before the cloud confirmed the change.');
    await expect.poll(row, patience).toMatchObject({ fleetSwitchStanding: SwitchStanding.asWanted });
  });

  test('that cuts the uplink comes back by itself, also where the cloud died meanwhile, and the fleet says why', async () => {
    void cut();
    await expect.poll(uplink, patience).toBe(2);
    expect(await lab.host(2).reaches('192.168.10.200', 1)).toBe(false);
    await cloud.kill();
    await cloud.begin();
    await signIn();
    const { fleetSwitchWanted } = await row();
    await expect.poll(uplink, patience).toBe(1);
    await expect.poll(trail, patience).toContain('The cloud did not confirm the change in time.');
    const asBefore = { fleetSwitchStanding: SwitchStanding.asWanted, fleetSwitchWanted };
    await expect.poll(row, patience).toMatchObject(asBefore);
  });

  test('is nothing that taking local control needs', async () => {
    await cloud.kill();
    await agent.set('sysCloudCtrl', { systemCloudState: 2, systemCloudOwnPassword: 'first-Passw0rd' });
    await agent.set('ifEntry', { ifIndex: 3, ifAdminStatus: 1 });
    expect(await agent.rows('ifEntry', { ifIndex: 3 })).toMatchObject([{ ifAdminStatus: 1 }]);
  });
});
