import { type PortList, portBit } from '../../../model/values/port-list.ts';
import type { LearningPlan, PortNumber, PortPlan } from '../../plan.ts';
import type { Flow } from './flow.ts';
import { isUntagged, LEARNED_COOKIE, lacksPort, loadPorts, Table, Tag } from './tables.ts';

const BROADCAST = 'dl_dst=ff:ff:ff:ff:ff:ff';
const GROUP = 'dl_dst=01:00:00:00:00:00/01:00:00:00:00:00';

/** OpenFlow holds 16 bits of seconds; what ages slower is swept by the driver. */
const LONGEST_TIMEOUT = 0xffff;

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
  // Admin down is the link's matter; a mirror target's frames are dropped by Open vSwitch itself, its output below.
  if (!plan.admin || (mirrorTargets & portBit(number)) !== 0n) return [];
  return [...ingressFlows(situation), ...egressFlows(number)];
}

function ingressFlows({ number, plan, learning }: PortSituation): Flow[] {
  const from = `in_port=${number}`;
  const admit = (priority: number, match: string, tag: number): Flow => ({
    table: Table.count,
    priority,
    match: match === '' ? from : `${from},${match}`,
    actions: `${loadPorts(plan.forwardTo & ~portBit(number), 2, 'low')},goto_table:${Table.admit}`,
    tag,
  });
  return [
    admit(120, BROADCAST, Tag.inBroadcast + number),
    admit(110, GROUP, Tag.inMulticast + number),
    admit(100, '', 0),
    ...passFlows(from, plan),
    ...classifyFlows(from, plan),
    ...(plan.ingressFiltering
      ? [
          {
            table: Table.ingressFilter,
            priority: 100,
            match: `${from},${lacksPort('xxreg1', number)}`,
            actions: 'drop',
          },
        ]
      : []),
    { table: Table.learn, priority: 100, match: from, actions: `${learnAction(number, learning)},${LOOK_UP}` },
  ];
}

/** Looks the destination up and goes on. */
export const LOOK_UP = `resubmit(,${Table.forwardingDatabase}),goto_table:${Table.forward}`;

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
        actions: `push_vlan:0x8100,${vid}`,
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
  const timeout = ageingTime > LONGEST_TIMEOUT ? 0 : ageingTime;
  return [
    `learn(table=${Table.forwardingDatabase}`,
    `hard_timeout=${timeout}`,
    'priority=100',
    `cookie=0x${(LEARNED_COOKIE + port).toString(16)}`,
    ...(constraint === 'independent' ? ['NXM_OF_VLAN_TCI[0..11]'] : []),
    'NXM_OF_ETH_DST[]=NXM_OF_ETH_SRC[]',
    'load:NXM_OF_IN_PORT[]->NXM_NX_REG0[0..15])',
  ].join(',');
}

function egressFlows(port: PortNumber): Flow[] {
  const to = `reg0=${port}`;
  const drop = (match: string): Flow => ({
    table: Table.egressCheck,
    priority: 200,
    match: `${to},${match}`,
    actions: 'drop',
  });
  const send = (priority: number, match: string, tag: number): Flow[] => [
    {
      table: Table.output,
      priority: priority + 50,
      match: `${to},vlan_tci=0x1000/0x1000,${isUntagged(port)}${match && `,${match}`}`,
      actions: `pop_vlan,output:${port}`,
      tag,
    },
    { table: Table.output, priority, match: `${to}${match && `,${match}`}`, actions: `output:${port}`, tag },
  ];
  return [
    drop(lacksPort('xxreg1', port)),
    drop(lacksPort('xxreg2', port)),
    { table: Table.egressCheck, priority: 100, match: to, actions: `goto_table:${Table.output}` },
    ...send(300, BROADCAST, Tag.outBroadcast + port),
    ...send(200, GROUP, Tag.outMulticast + port),
    ...send(100, '', 0),
  ];
}
