import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Datapath } from '../datapath/datapath.ts';
import { type Flow, flowKey } from '../datapath/openvswitch/openflow/flow.ts';
import { compileFlows, flowChanges, noFlows } from '../datapath/openvswitch/pipeline/compile-flows.ts';
import { Table } from '../datapath/openvswitch/pipeline/layout.ts';
import { defaultPortPlan, emptyPlan, type ForwardingPlan, type VlanPlan } from '../datapath/plan.ts';
import { emptyState } from '../datapath/state.ts';
import { type AccessRulePlan, accessRuleKey } from '../model/access-control/access-rule.ts';
import { firstPorts } from '../model/values/port-list.ts';
import { openVSwitchChangeBudget } from './budgets.ts';
import { withDriver } from './driven-openvswitch.ts';
import { wordingOwnRules } from './own-rules.ts';
import { type Figure, median } from './table.ts';

const PORTS = 52;
const VLANS = 4000;
const RULES = 256;

/** VLANs of the largest change. */
const MANY = 1000;

/** There and back again, so often, by the driver and then by the tool, after a time that warms up. */
const ROUNDS = 5;

const numbers = Array.from({ length: PORTS }, (_, index) => index + 1);
const everybody = firstPorts(PORTS);
const others: VlanPlan = { members: everybody & ~1n, untagged: 0n };

/**
 * Changes of a full configuration on a running Open vSwitch, beside `ovs-ofctl --bundle` with exactly the rules that differ. Throws
 * if this host cannot have it.
 */
export async function fullChangesOnOpenVSwitch(): Promise<Figure[]> {
  return withDriver(PORTS, changes);
}

async function changes(datapath: Datapath, bridge: string): Promise<Figure[]> {
  const plan = fullPlan();
  await datapath.apply(plan);
  const port = defaultPortPlan(everybody);
  const some = Array.from({ length: MANY }, (_, at): [number, VlanPlan] => [at + 2, others]);
  const oneVlan = { ...plan, vlans: new Map([...plan.vlans, [100, others]]) };
  const changed: readonly [what: string, to: ForwardingPlan][] = [
    ['members of one VLAN', oneVlan],
    ['PVID of one port', { ...plan, ports: new Map(plan.ports).set(1, { ...port, pvid: 100 }) }],
    ['one access rule', { ...plan, accessControl: new Map(plan.accessControl).set(accessRuleKey(1, 7), rule(999)) }],
    [`members of ${MANY.toLocaleString('en')} VLANs`, { ...plan, vlans: new Map([...plan.vlans, ...some]) }],
  ];
  // First: after the many changes of the tool the driver leaves others alone for a while.
  const figures = [await besideForeign(datapath, bridge, plan, oneVlan)];
  for (const [what, to] of changed) figures.push(await compare(what, datapath, bridge, plan, to));
  return figures;
}

/** The longest change of one VLAN in the second after a foreign change of a rule, against the longest in one without, in turns. */
async function besideForeign(
  datapath: Datapath,
  bridge: string,
  plan: ForwardingPlan,
  other: ForwardingPlan,
): Promise<Figure> {
  const longest = async () => {
    const began = performance.now();
    const times: number[] = [];
    while (performance.now() - began < AFTER) {
      times.push(await milliseconds(() => datapath.apply(other)), await milliseconds(() => datapath.apply(plan)));
    }
    return Math.max(...times);
  };
  const [after, without]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await modify(bridge, `add priority=${FOREIGN + round},table=0,in_port=999,actions=drop`);
    const both = [await longest(), await longest()] as const;
    // The first round warms up.
    if (round === 0) continue;
    after.push(both[0]);
    without.push(both[1]);
  }
  return figure(
    'longest change of one VLAN in the second after a foreign change of a rule, against one without',
    median(after),
    median(without),
  );
}

/** The priority of the first foreign rule, beyond those of the driver. */
const FOREIGN = 60_000;

/** Milliseconds in which changes are timed; the driver looks at a foreign change within them. */
const AFTER = 1000;

async function milliseconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** What the driver and the tool take for the way from one plan to another, or back. */
async function compare(
  what: string,
  datapath: Datapath,
  bridge: string,
  from: ForwardingPlan,
  to: ForwardingPlan,
): Promise<Figure> {
  const add = wordingOwnRules(bridge, Table.vlan);
  const [there, back] = [modificationsOf(from, to, add), modificationsOf(to, from, add)];
  const driven = await taken(async () => {
    await datapath.apply(to);
    await datapath.apply(from);
  });
  // Not in turns: 0.2 s after a change by the tool the driver puts its rules right, and its next change would wait for that.
  const compared = await taken(async () => {
    await modify(bridge, there);
    await modify(bridge, back);
  });
  return figure(`${what}, against ovs-ofctl`, driven, compared);
}

/** Both in milliseconds. */
function figure(what: string, driven: number, compared: number): Figure {
  const ratio = driven / compared;
  return {
    what: `Open vSwitch, ${PORTS} ports × ${VLANS.toLocaleString('en')} VLANs × ${RULES} rules: ${what}`,
    floor: `${compared.toFixed(1)} ms`,
    measured: `${driven.toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    budget: `≤ ${openVSwitchChangeBudget}`,
    holds: ratio <= openVSwitchChangeBudget,
  };
}

/** What the tool is given for the way from one plan to another. */
function modificationsOf(from: ForwardingPlan, to: ForwardingPlan, added: (flow: Flow) => string): string {
  const before = compileFlows(from, emptyState, numbers, noFlows);
  const { add, remove } = flowChanges(before, compileFlows(to, emptyState, numbers, before));
  const lines = [...remove.map((flow: Flow) => `delete_strict ${flowKey(flow)}`), ...add.map(added)];
  if (lines.length === 0) throw new Error('There is no difference.');
  return lines.join('\n');
}

/** Lets the tool make changes; the driver's own turns go on meanwhile, so that none of them is left for its next change. */
async function modify(bridge: string, input: string): Promise<void> {
  const tool = spawn('ovs-ofctl', ['-O', 'OpenFlow14', '--bundle', 'add-flows', bridge, '-'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  tool.stdin.end(input);
  const [code] = await once(tool, 'exit');
  if (code !== 0) throw new Error('ovs-ofctl failed.');
}

/** The median milliseconds of the way there and back again, for one of both. */
async function taken(thereAndBack: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const began = performance.now();
    await thereAndBack();
    if (round > 0) times.push((performance.now() - began) / 2);
  }
  return median(times);
}

function fullPlan(): ForwardingPlan {
  const entry: VlanPlan = { members: everybody, untagged: 0n };
  return {
    ...emptyPlan,
    ports: new Map(numbers.map((port) => [port, defaultPortPlan(everybody)])),
    vlans: new Map(Array.from({ length: VLANS }, (_, at) => [at + 1, entry])),
    accessControl: new Map(Array.from({ length: RULES }, (_, at) => [accessRuleKey(1, at + 1), rule(at)])),
  };
}

/** Denies a port of TCP. */
function rule(at: number): AccessRulePlan {
  return {
    match: [
      { field: 'etherType', value: 0x0800n, mask: 0xffffn },
      { field: 'ipProtocol', value: 6n, mask: 0xffn },
      { field: 'destinationPort', value: BigInt(1000 + at), mask: 0xffffn },
    ],
    ports: everybody,
    action: 'deny',
  };
}
