import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLab, type Lab } from '../namespaces/lab.ts';
import type { CloudOrder } from './cloud-child.ts';
import { LabAgent } from './lab-agent.ts';

const CLOUD = '192.168.10.2';
const patience = { timeout: 60_000, interval: 250 };

/** The administrator is at port 1; port 2 is the uplink, behind which the cloud is. */
let lab: Lab;
let agent: LabAgent;
let cloud: ChildProcess;
let orders = 0;

function order<Result>(what: Omit<CloudOrder, 'id'>): Promise<Result> {
  orders += 1;
  const id = orders;
  return new Promise((resolve) => {
    const take = (answer: { readonly id: number; readonly result: Result }) => {
      if (answer.id !== id) return;
      cloud.off('message', take);
      resolve(answer.result);
    };
    cloud.on('message', take);
    cloud.send({ id, ...what });
  });
}

/** What the switch reported last. */
const report = () => order<Record<string, unknown>>({});

const port = (ifIndex: number, ifAdminStatus: number) => ({
  method: 'CommonSet',
  params: { Template: 'ifEntry', ifIndex, ifAdminStatus },
});

const configure = (revision: number, calls: readonly object[]) =>
  order({
    ask: {
      method: 'configure',
      params: { id: `change-${revision}`, revision, user: 'owner', window: 30, calls },
    },
  });

const uplink = async () => Object((await agent.rows('ifEntry', { ifIndex: 2 }))[0]).ifAdminStatus;

beforeAll(async () => {
  lab = await createLab({ ports: 3 });
  await lab.host(2).address(`${CLOUD}/24`);
  await lab.host(2).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  cloud = lab.host(2).namespace.fork(new URL('./cloud-child.ts', import.meta.url).pathname, [CLOUD]);
  const [listening] = await once(cloud, 'message');
  agent = new LabAgent(lab, ['--cloud', `${CLOUD}:${listening.port}`]);
  await agent.start();
  await agent.set('sysWizard', { sysWizardDone: 1 });
  const [state] = await agent.rows('sysCloudCtrl');
  await order({ claim: Object(state).systemCloudDeviceId });
  await agent.set('sysCloudCtrl', { systemCloudState: 1, systemCloudFingerprint: listening.fingerprint });
  const isTaken = async () => expect(await agent.rows('sysCloudCtrl')).toMatchObject([{ systemCloudOwner: 2 }]);
  await vi.waitFor(isTaken, patience);
  await agent.save();
});

afterAll(async () => {
  await agent.stop();
  await lab.close();
});

describe('on Open vSwitch, a change from afar', () => {
  test('that leaves the cloud within reach stays, also after kill -9', async () => {
    expect(await configure(1, [port(3, 2)])).toMatchObject({ status: 'pending' });
    await expect.poll(report, patience).toMatchObject({ revision: 1, last: { status: 'committed' } });
    await agent.kill();
    await agent.start();
    await expect.poll(report, patience).toMatchObject({ revision: 1, drift: [], upTime: expect.any(Number) });
    expect(await agent.rows('ifEntry', { ifIndex: 3 })).toMatchObject([{ ifAdminStatus: 2 }]);
  });

  test('that cuts the uplink comes back by itself, and is told of', async () => {
    // The answer is lost with the uplink, or comes just before.
    void configure(2, [port(2, 2)]);
    await expect.poll(uplink, patience).toBe(2);
    expect(await lab.host(2).reaches('192.168.10.200', 1)).toBe(false);
    await expect.poll(uplink, patience).toBe(1);
    await expect.poll(report, patience).toMatchObject({
      revision: 1,
      badRevisions: [2],
      last: { status: 'reverted', revision: 2, cause: 'deadline' },
    });
  });

  test('that cuts the uplink is gone after kill -9, and is told of', async () => {
    void configure(3, [port(2, 2)]);
    await expect.poll(uplink, patience).toBe(2);
    await agent.kill();
    await agent.start();
    expect(await uplink()).toBe(1);
    await expect.poll(report, patience).toMatchObject({
      revision: 1,
      badRevisions: [2, 3],
      last: { status: 'reverted', revision: 3, cause: 'restart' },
    });
    expect(await configure(3, [port(2, 2)])).toMatchObject({ status: 'reverted' });
  });
});
