import { afterAll, beforeAll, expect, test } from 'vitest';
import { EndAtProgram } from '../../tests/agent/end-at-program.ts';
import { createBench, type OpenVSwitchBench } from '../../tests/openvswitch/bench.ts';
import type { DriverProcess } from '../../tests/openvswitch/driver-process.ts';
import { testPlan } from '../contract/test-plan.ts';

const whole = testPlan({
  vlans: { 1: { untagged: '1-2' } },
  rates: { 2: { egressKilobits: 50_000 } },
  queueing: { priorities: [0, 1, 2, 3, 4, 5, 6, 7] },
});
const withQueues = { ...whole, ports: new Map([...whole.ports].filter(([port]) => port <= 2)) };
const without = { ...withQueues, queueing: undefined };

/** Of the programs that a change runs, so many are passed over from one end to the next. */
const EVERY = 2;

let bench: OpenVSwitchBench;
let driver: DriverProcess;
const end = new EndAtProgram(['tc', 'ip']);

const begin = () => bench.startDriver({ environment: end.environment });

beforeAll(async () => {
  bench = await createBench(2);
  driver = await begin();
});

afterAll(async () => {
  await driver.stop();
  await bench.close();
  end.remove();
});

/** Everything on the host that queues are made of, and whether a frame is led to them. */
async function picture() {
  const { lab, directory } = bench;
  const shown = async (...question: readonly string[]) => (await lab.switch.exec('tc', ...question)).split('\n').sort();
  const names = (await lab.switch.exec('ip', '-o', 'link', 'show')).matchAll(/^\d+: ([^@:]+)/gm);
  const frame = 'in_port=1,dl_src=02:00:00:00:02:77,dl_dst=ff:ff:ff:ff:ff:ff,dl_type=0x88b5';
  const traced = await lab.switch.exec(
    'ovs-appctl',
    '-t',
    `${directory}/vswitchd.ctl`,
    'ofproto/trace',
    'faceplate',
    frame,
  );
  return {
    isQueued: traced.includes('push_vlan'),
    devices: [...names].map(([, name]) => name).sort(),
    waiting: await shown('qdisc', 'show'),
    classes: await shown('class', 'show', 'dev', 'p2'),
  };
}

test.each([
  ['are made', without, withQueues],
  ['are taken away', withQueues, without],
])(
  'the end of the agent before any program that runs while queues %s leaves those of the next plan, whole',
  async (_, saved, other) => {
    await driver.apply(saved);
    const before = await picture();
    expect(before.isQueued).toBe(saved === withQueues);
    let isDone = false;
    for (let program = 1; !isDone; program += EVERY) {
      end.before(program);
      isDone = await driver.apply(other).then(
        () => true,
        () => false,
      );
      end.never();
      if (isDone) expect(program).toBeGreaterThan(3);
      await driver.kill();
      driver = await begin();
      await driver.apply(saved);
      expect(await picture(), `ended before program ${program}`).toEqual(before);
    }
  },
);
