import { afterEach, beforeEach, expect, it } from 'vitest';
import { killed } from '../../tests/namespaces/namespace.ts';
import { python } from '../../tests/namespaces/python.ts';
import { createBench, type OpenVSwitchBench } from '../../tests/openvswitch/bench.ts';
import { testPlan } from '../contract/test-plan.ts';
import type { ForwardingPlan } from '../plan.ts';

const PORTS = 2;

/** Sends one frame from each of ever more addresses, a few thousand a second: a busy switch does not learn each of them. */
const flooder = `
import itertools, socket, struct, time
line = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
line.bind(("eth0", 0))
for number in itertools.count():
    line.send(bytes.fromhex("0200000000fe") + b"\\x02\\x00" + struct.pack("!I", number) + b"\\x88\\xb5" + bytes(46))
    if number % 25 == 0: time.sleep(0.01)
`;

function planOf(): ForwardingPlan {
  const plan = testPlan({ vlans: { 1: { untagged: `1-${PORTS}` } } });
  return { ...plan, ports: new Map([...plan.ports].filter(([port]) => port <= PORTS)) };
}

let bench: OpenVSwitchBench;

beforeEach(async () => {
  bench = await createBench(PORTS);
});

afterEach(async () => {
  await bench.close();
});

it('a full address table and a flood of source addresses are reported once, and when they are over', async () => {
  const driver = await bench.startDriver();
  await driver.apply(planOf());
  const flooding = bench.lab.host(2).namespace.spawn(python, ['-c', flooder]);
  const full = 'The MAC address table is full; frames to further addresses are flooded';
  await expect.poll(() => bench.reports, { timeout: 90_000 }).toContain(full);
  expect(bench.reports).toEqual([expect.stringMatching(/^Port 2 shows \d+ new MAC addresses a second/), full]);
  await killed(flooding);
  await driver.flush({});
  await expect
    .poll(() => bench.reports.slice(2), { timeout: 30_000 })
    .toEqual(['The MAC address table has room again', 'The MAC flood at port 2 is over']);
  await driver.stop();
}, 180_000);
