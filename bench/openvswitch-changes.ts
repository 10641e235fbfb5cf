import { spawnSync } from 'node:child_process';
import type { Datapath, FlushSelection } from '../datapath/datapath.ts';
import { learnedCookie } from '../datapath/openvswitch/learned-cookie.ts';
import { Field } from '../datapath/openvswitch/openflow/field.ts';
import { equals, formatMatch } from '../datapath/openvswitch/openflow/match.ts';
import { Table } from '../datapath/openvswitch/pipeline/layout.ts';
import { holds, Register } from '../datapath/openvswitch/pipeline/registers.ts';
import { vlanFlows } from '../datapath/openvswitch/pipeline/vlan-flows.ts';
import { type RowSelection, rulesOf } from '../datapath/openvswitch/row-selection.ts';
import { defaultPortPlan, emptyPlan, type ForwardingPlan, type VlanPlan } from '../datapath/plan.ts';
import { emptyState } from '../datapath/state.ts';
import { firstPorts } from '../model/values/port-list.ts';
import { withDriver } from './driven-openvswitch.ts';
import { wordingOwnRules } from './own-rules.ts';
import { type Figure, median } from './table.ts';

const PORTS = 24;
const VLANS = 1000;
const EVERY_VLAN = 4094;
const ROWS = 4800;
const ROUNDS = 31;
/** The same of a change of every VLAN, which takes seconds beside other load. */
const LONG_ROUNDS = 5;
/** How much longer than ovs-ofctl a change may take. */
const FACTOR = 2;

const numbers = Array.from({ length: PORTS }, (_, index) => index + 1);
const everybody = firstPorts(PORTS);

/** Cost of changes of a running Open vSwitch, beside the tool that makes only the same changes of rules. */
export async function changesOnOpenVSwitch(): Promise<Figure[]> {
  return withDriver(PORTS, measure);
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
  const flush = async (selection: FlushSelection) => {
    if ((await datapath.flush(selection)) === 0) throw new Error('there was nothing to forget.');
  };
  const vlans = new Set(plan.vlans.keys());

  const flag = await compare(
    'one port flag',
    async (round) => {
      const port = { ...defaultPortPlan(everybody), bpduPass: round % 2 === 0 };
      await datapath.apply({ ...plan, ports: new Map(plan.ports).set(1, port) });
    },
    (round) => tool([round % 2 === 0 ? `add ${FLAG},actions=drop` : `delete_strict ${FLAG}`]),
  );

  const ofPort = await compare(
    'one flush of a port',
    async () => {
      await flush({ ports: 1n });
    },
    () => tool(forget({ ports: new Set([1]) })),
    { prepare: () => tool(rows) },
  );

  let blocked = false;
  const topology = await compare(
    `a topology change of ${PORTS} ports × ${VLANS} VLANs, ${ROWS} addresses`,
    async () => {
      blocked = !blocked;
      const forwarding = blocked ? 0n : everybody;
      datapath.update({ ...emptyState, instances: new Map([[0, { learning: forwarding, forwarding }]]) });
      await flush({ ports: everybody, vlans });
    },
    () => tool(forget({ ports: new Set(numbers), vlans })),
    { prepare: () => tool(rows) },
  );
  datapath.update(emptyState);

  const every = vlansOf(EVERY_VLAN, everybody);
  await datapath.apply({ ...plan, vlans: every });
  const smaller = { members: everybody & ~1n, untagged: 0n };
  const add = wordingOwnRules(bridge, Table.vlan);
  const vlanRule = (vlan: number, entry: VlanPlan) => vlanFlows(vlan, entry, 0).map(add).join('\n');
  const oneVlan = await compare(
    `members of one VLAN, ${PORTS} ports × ${EVERY_VLAN} VLANs`,
    (round) => datapath.apply({ ...plan, vlans: round % 2 === 0 ? new Map(every).set(100, smaller) : every }),
    (round) => tool([vlanRule(100, round % 2 === 0 ? smaller : (every.get(100) ?? smaller))]),
  );
  const others = vlansOf(EVERY_VLAN, smaller.members);
  const ofOthers = [...others].map(([vlan, entry]) => vlanRule(vlan, entry));
  const ofEvery = [...every].map(([vlan, entry]) => vlanRule(vlan, entry));
  const allVlans = await compare(
    `members of ${EVERY_VLAN} VLANs at once`,
    (round) => datapath.apply({ ...plan, vlans: round % 2 === 0 ? others : every }),
    (round) => tool(round % 2 === 0 ? ofOthers : ofEvery),
    { rounds: LONG_ROUNDS },
  );
  await datapath.apply(plan);

  return [flag, ofPort, topology, oneVlan, allVlans, await reading(datapath, plan)];
}

/** A rule beside those of the driver, as a port flag makes one. */
const FLAG = `table=${Table.control},priority=7,in_port=1,eth_dst=01:80:c2:00:00:07`;

/** Addresses in every port and in many VLANs, as learned rows. */
function learnedRows(): string[] {
  return Array.from({ length: ROWS }, (_, index) => {
    const match = [
      holds(Register.vlan, (index % VLANS) + 1),
      equals(Field.ethDestination, 0x02_00_00_00_00_00 + index),
    ];
    const cookie = learnedCookie((index % PORTS) + 1).toString(16);
    return `add cookie=0x${cookie},table=${Table.learned},priority=100,${formatMatch(match)},actions=drop`;
  });
}

function forget(selection: RowSelection): string[] {
  return (rulesOf(selection, false) ?? []).map(({ table, cookie, match = [] }) => {
    const whose = cookie ? `,cookie=0x${cookie.value.toString(16)}/0x${cookie.mask.toString(16)}` : '';
    return `delete table=${table}${whose}${match.length > 0 ? ',' : ''}${formatMatch(match)}`;
  });
}

/** Median milliseconds of the driver's change and of the tool's, taken in turn. */
async function compare(
  what: string,
  change: (round: number) => Promise<void>,
  tool: (round: number) => void,
  { prepare = () => {}, rounds = ROUNDS }: { readonly prepare?: () => void; readonly rounds?: number } = {},
): Promise<Figure> {
  const driven: number[] = [];
  const compared: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
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
