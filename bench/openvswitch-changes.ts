import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../datapath/clock.ts';
import type { Datapath } from '../datapath/datapath.ts';
import { createOpenVSwitchDatapath } from '../datapath/openvswitch/create-openvswitch-datapath.ts';
import { cookieMasks, learnedCookie } from '../datapath/openvswitch/learned-cookie.ts';
import { vlanMasks } from '../datapath/openvswitch/vlan-masks.ts';
import { defaultPortPlan, emptyPlan, type ForwardingPlan, type VlanPlan } from '../datapath/plan.ts';
import { emptyState } from '../datapath/state.ts';
import { firstPorts } from '../model/values/port-list.ts';
import { type Figure, median } from './table.ts';
import { withDevices } from './veth.ts';

const PORTS = 24;
const VLANS = 1000;
const ROWS = 4800;
const ROUNDS = 31;
/** How much longer than ovs-ofctl a change may take. */
const FACTOR = 2;

const numbers = Array.from({ length: PORTS }, (_, index) => index + 1);
const everybody = firstPorts(PORTS);

/** What changes of a running Open vSwitch cost beside the tool that does just the same changes of rules. */
export async function changesOnOpenVSwitch(): Promise<Figure[]> {
  if (!existsSync('/usr/sbin/ovs-vswitchd')) throw new Error('Open vSwitch is not installed.');
  if (process.getuid?.() !== 0) throw new Error('making ports needs root.');
  const folder = mkdtempSync(join(tmpdir(), 'faceplate-bench-'));
  const directory = join(folder, 'ovs');
  try {
    return await withDevices(PORTS, async (ports) => {
      const datapath = createOpenVSwitchDatapath({ ports, directory, clock: systemClock });
      await datapath.start({ portChanged() {}, framePunted() {}, report() {} });
      try {
        return await measure(datapath, `unix:${join(directory, 'faceplate.mgmt')}`);
      } finally {
        await datapath.stop();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(datapath: Datapath, bridge: string): Promise<Figure[]> {
  const plan = planOf(VLANS);
  await datapath.apply(plan);
  const tool = (lines: readonly string[]) => {
    const input = lines.join('\n');
    const { status } = spawnSync('ovs-ofctl', ['-O', 'OpenFlow14', '--bundle', 'add-flows', bridge, '-'], { input });
    if (status !== 0) throw new Error('ovs-ofctl failed.');
  };
  const rows = learnedRows();
  const vlans = new Set(plan.vlans.keys());

  const flag = await compare(
    'one port flag',
    async (round) => {
      const port = { ...defaultPortPlan(everybody), bpduPass: round % 2 === 0 };
      await datapath.apply({ ...plan, ports: new Map(plan.ports).set(1, port) });
    },
    (round) => tool([round % 2 === 0 ? `add ${FLAG},actions=drop` : `delete_strict ${FLAG}`]),
  );

  const flush = await compare(
    'one flush of a port',
    async () => {
      await datapath.flush({ ports: 1n });
    },
    () => tool(forget([1])),
    () => tool(rows),
  );

  let blocked = false;
  const topology = await compare(
    `a topology change of ${PORTS} ports × ${VLANS} VLANs, ${ROWS} addresses`,
    async () => {
      blocked = !blocked;
      const forwarding = blocked ? 0n : everybody;
      datapath.update({ ...emptyState, instances: new Map([[0, { learning: forwarding, forwarding }]]) });
      await datapath.flush({ ports: everybody, vlans });
    },
    () => tool(forget(numbers, vlans)),
    () => tool(rows),
  );
  datapath.update(emptyState);

  return [flag, flush, topology, await reading(datapath, plan)];
}

/** A rule as `bpduPass` makes one. */
const FLAG = 'table=1,priority=300,in_port=1,dl_dst=01:80:c2:00:00:07';

/** Addresses in every port and in many VLANs, as learned rows. */
function learnedRows(): string[] {
  return Array.from({ length: ROWS }, (_, index) => {
    const mac = (0x02_00_00_00_00_00 + index)
      .toString(16)
      .padStart(12, '0')
      .replaceAll(/..(?=.)/g, '$&:');
    const cookie = learnedCookie((index % PORTS) + 1).toString(16);
    return `add cookie=0x${cookie},table=50,priority=100,vlan_tci=${(index % VLANS) + 1}/0xfff,dl_dst=${mac},actions=drop`;
  });
}

function forget(ports: readonly number[], vlans?: ReadonlySet<number>): string[] {
  const where = vlans ? vlanMasks(vlans).map(({ value, mask }) => `,vlan_tci=${value}/${mask}`) : [''];
  return cookieMasks(ports).flatMap(({ value, mask }) =>
    where.map((vlan) => `delete table=50,cookie=0x${value.toString(16)}/0x${mask.toString(16)}${vlan}`),
  );
}

/** Median milliseconds of the driver's change and of the tool's, taken in turn. */
async function compare(
  what: string,
  change: (round: number) => Promise<void>,
  tool: (round: number) => void,
  prepare: () => void = () => {},
): Promise<Figure> {
  const driven: number[] = [];
  const compared: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    prepare();
    driven.push(await milliseconds(() => change(round)));
    prepare();
    compared.push(await milliseconds(() => tool(round)));
  }
  const [own, other] = [median(driven), median(compared)];
  return {
    what: `${what}, Open vSwitch`,
    measured: `${own.toFixed(1)} ms, ovs-ofctl ${other.toFixed(1)} ms`,
    budget: `≤ ${FACTOR} ×`,
    holds: own <= FACTOR * other,
  };
}

/** How long a look at the address table takes while every VLAN is changed, beside what it takes at rest. */
async function reading(datapath: Datapath, plan: ForwardingPlan): Promise<Figure> {
  const look = () => milliseconds(() => datapath.forwardingDatabase());
  const atRest: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) atRest.push(await look());
  const during: number[] = [];
  let changing = true;
  const began = performance.now();
  const change = datapath.apply({ ...plan, vlans: vlansOf(VLANS, 0n) }).finally(() => {
    changing = false;
  });
  while (changing) during.push(await look());
  await change;
  const took = performance.now() - began;
  const longest = Math.max(...during);
  return {
    what: `longest look at the addresses while ${VLANS} VLANs change, Open vSwitch`,
    measured: `${longest.toFixed(1)} of ${took.toFixed(0)} ms; at rest ${median(atRest).toFixed(1)} ms`,
    budget: '',
  };
}

async function milliseconds(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function planOf(vlans: number): ForwardingPlan {
  const ports = new Map(numbers.map((port) => [port, defaultPortPlan(everybody)]));
  return { ...emptyPlan, ports, vlans: vlansOf(vlans, everybody) };
}

function vlansOf(count: number, members: bigint): ReadonlyMap<number, VlanPlan> {
  return new Map(Array.from({ length: count }, (_, index) => [index + 1, { members, untagged: 0n }]));
}
