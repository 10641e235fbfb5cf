import { type PortList, portBit } from '../../../model/values/port-list.ts';
import type { LearningPlan, PortNumber, PortPlan } from '../../plan.ts';
import { LOOK_UP } from './fixed-flows.ts';
import type { Flow } from './flow.ts';
import { LEARNED_COOKIE, lacksPort, loadPorts, Table, Tag } from './tables.ts';

const BROADCAST = 'dl_dst=ff:ff:ff:ff:ff:ff';
const GROUP = 'dl_dst=01:00:00:00:00:00/01:00:00:00:00:00';

/** OpenFlow holds 16 bits of seconds; what ages slower is swept by the driver. */
export const LONGEST_TIMEOUT = 0xffff;

/** The priority of learned rows. */
export const LEARNED_PRIORITY = 100;

/** The hard timeout of a learned row; source frames start it anew. 0 for none. */
export function ruleTimeout(ageingTime: number): number {
  return ageingTime > LONGEST_TIMEOUT ? 0 : ageingTime;
}

/** What the rules of one port are made from. */
export interface PortSituation {
  readonly number: PortNumber;
  readonly plan: PortPlan;
  readonly learning: LearningPlan;
  /** Ports that mirror sessions take out of switching. */
  readonly mirrorTargets: PortList;
}

/** The rules that a port adds to the pipeline, on the way in and on the way out. */
export function portFlows(situation: PortSituation): Flow[] {
  const { number, plan, mirrorTargets } = situation;
  if (!plan.admin) return [];
  if ((mirrorTargets & portBit(number)) !== 0n) return countingFlows(number, 'drop');
  const enter = `${loadPorts(plan.forwardTo & ~portBit(number), 2, 'low')},goto_table:${Table.admit}`;
  return [...countingFlows(number, enter), ...ingressFlows(situation), ...egressFlows(number)];
}

/** Counts what comes in by kind, before anything is looked at. */
function countingFlows(number: PortNumber, actions: string): Flow[] {
  const from = `in_port=${number}`;
  const count = (priority: number, match: string, tag: number): Flow => ({
    table: Table.count,
    priority,
    match,
    actions,
    tag: tag + number,
  });
  return [
    count(120, `${from},${BROADCAST}`, Tag.inBroadcast),
    count(110, `${from},${GROUP}`, Tag.inMulticast),
    count(100, from, Tag.inUnicast),
  ];
}

function ingressFlows({ number, plan, learning }: PortSituation): Flow[] {
  const from = `in_port=${number}`;
  const notMember = `${from},${lacksPort(number)}`;
  return [
    ...passFlows(from, plan),
    ...classifyFlows(from, plan),
    ...(plan.ingressFiltering
      ? [{ table: Table.ingressFilter, priority: 100, match: notMember, actions: 'drop' }]
      : []),
    { table: Table.learn, priority: 100, match: from, actions: `${learnAction(number, learning)},${LOOK_UP}` },
  ];
}

/** Reserved addresses that the port forwards like ordinary multicast. */
function passFlows(from: string, plan: PortPlan): Flow[] {
  const pass = (destination: string): Flow => ({
    table: Table.admit,
    priority: 300,
    match: `${from},dl_dst=${destination}`,
    actions: `goto_table:${Table.classify}`,
  });
  return [...(plan.bpduPass ? [pass('01:80:c2:00:00:00')] : []), ...(plan.eapPass ? [pass('01:80:c2:00:00:03')] : [])];
}

/** The VLAN of a frame: its tag's, or the PVID; frame types that the port does not admit have no rule. */
function classifyFlows(from: string, { pvid, acceptableFrameTypes }: PortPlan): Flow[] {
  const flows: Flow[] = [];
  if (acceptableFrameTypes !== 'tagged') {
    const vid = `set_field:${0x1000 + pvid}->vlan_vid,goto_table:${Table.vlan}`;
    flows.push(
      {
        table: Table.classify,
        priority: 100,
        match: `${from},vlan_tci=0x0000/0x1000`,
        actions: `push_vlan:0x8100,load:1->NXM_NX_REG2[],${vid}`,
      },
      { table: Table.classify, priority: 100, match: `${from},vlan_tci=0x1000/0x1fff`, actions: vid },
    );
  }
  if (acceptableFrameTypes !== 'untaggedAndPriority') {
    flows.push({
      table: Table.classify,
      priority: 50,
      match: `${from},vlan_tci=0x1000/0x1000`,
      actions: `goto_table:${Table.vlan}`,
    });
  }
  return flows;
}

function learnAction(port: PortNumber, { constraint, ageingTime }: LearningPlan): string {
  return [
    `learn(table=${Table.learned}`,
    `hard_timeout=${ruleTimeout(ageingTime)}`,
    `priority=${LEARNED_PRIORITY}`,
    `cookie=0x${(LEARNED_COOKIE + port).toString(16)}`,
    ...(constraint === 'independent' ? ['NXM_OF_VLAN_TCI[0..11]'] : []),
    'NXM_OF_ETH_DST[]=NXM_OF_ETH_SRC[]',
    'load:NXM_OF_IN_PORT[]->NXM_NX_REG0[0..15]',
    // Only for the driver, which has to know what to forget when a VLAN changes.
    ...(constraint === 'shared' ? ['load:NXM_OF_VLAN_TCI[0..11]->NXM_NX_REG3[0..11]'] : []),
  ]
    .join(',')
    .concat(')');
}

/** What the three bits of reg12 have to be for a frame to leave: a member, allowed to be reached, untagged or not. */
const TAGGED = 0b101;
const UNTAGGED = 0b111;

/**
 * The port's own bits are moved to a place that is the same for all ports: rules that all look at the same bits are found
 * in one step, however many ports there are.
 */
function egressFlows(port: PortNumber): Flow[] {
  const to = `reg0=${port}`;
  const bits = [
    `NXM_NX_XXREG1[${port - 1}]->NXM_NX_REG12[0]`,
    `NXM_NX_XXREG1[${port + 63}]->NXM_NX_REG12[1]`,
    `NXM_NX_XXREG2[${port - 1}]->NXM_NX_REG12[2]`,
  ];
  const send = (priority: number, destination: string, tag: number): Flow[] => {
    const match = (situation: number) =>
      `${to},reg12=${situation},vlan_tci=0x1000/0x1000${destination && `,${destination}`}`;
    return [
      { table: Table.output, priority, match: match(TAGGED), actions: `output:${port}`, tag: tag + port },
      { table: Table.output, priority, match: match(UNTAGGED), actions: `pop_vlan,output:${port}`, tag: tag + port },
    ];
  };
  return [
    {
      table: Table.egressCheck,
      priority: 100,
      match: to,
      actions: `${bits.map((bit) => `move:${bit}`).join(',')},goto_table:${Table.output}`,
    },
    ...send(300, BROADCAST, Tag.outBroadcast),
    ...send(200, GROUP, Tag.outMulticast),
    ...send(100, '', Tag.outUnicast),
  ];
}
