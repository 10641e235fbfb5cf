import { type PortList, portBit } from '../../../model/values/port-list.ts';
import type { LearningPlan, PortNumber, PortPlan } from '../../plan.ts';
import { learnedCookie } from '../learned-cookie.ts';
import { type Action, Do, type LearnPart } from '../openflow/action.ts';
import { bitsOf, Field, wholeOf } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, type FieldMatch, type Match, macValue, masked, TAG_PRESENT } from '../openflow/match.ts';
import { LOOK_UP } from './fixed-flows.ts';
import { GROUP_DESTINATION, lacksPort, loadPorts, Register, TAGGED, Table, Tag } from './tables.ts';

const BROADCAST = equals(Field.ethDestination, macValue('FF-FF-FF-FF-FF-FF'));
/** Of a C-tag (IEEE 802.1Q-2018 9.5). */
const TAG_PROTOCOL = 0x8100;

/** OpenFlow holds 16 bits of seconds; what ages slower is swept by the driver. */
export const LONGEST_TIMEOUT = 0xffff;

/** The priority of learned rows. */
const LEARNED_PRIORITY = 100;

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
  if ((mirrorTargets & portBit(number)) !== 0n) return countingFlows(number, []);
  const enter = [loadPorts(Register.reachable, plan.forwardTo & ~portBit(number)), Do.gotoTable(Table.admit)];
  return [...countingFlows(number, enter), ...ingressFlows(situation), ...egressFlows(number)];
}

/** Counts what comes in by kind, before anything is looked at. */
function countingFlows(number: PortNumber, actions: readonly Action[]): Flow[] {
  const from = equals(Field.inPort, number);
  const count = (priority: number, match: Match, tag: number): Flow => ({
    table: Table.count,
    priority,
    match,
    actions,
    tag: tag + number,
  });
  return [
    count(120, [from, BROADCAST], Tag.inBroadcast),
    count(110, [from, GROUP_DESTINATION], Tag.inMulticast),
    count(100, [from], Tag.inUnicast),
  ];
}

function ingressFlows({ number, plan, learning }: PortSituation): Flow[] {
  const from = equals(Field.inPort, number);
  const notMember: Flow = { table: Table.ingressFilter, priority: 100, match: [from, lacksPort(number)], actions: [] };
  return [
    ...passFlows(from, plan),
    ...classifyFlows(from, plan),
    ...(plan.ingressFiltering ? [notMember] : []),
    { table: Table.learn, priority: 100, match: [from], actions: [learnAction(number, learning), ...LOOK_UP] },
  ];
}

/** Reserved addresses that the port forwards like ordinary multicast. */
function passFlows(from: FieldMatch, plan: PortPlan): Flow[] {
  const pass = (destination: string): Flow => ({
    table: Table.admit,
    priority: 300,
    match: [from, equals(Field.ethDestination, macValue(destination))],
    actions: [Do.gotoTable(Table.classify)],
  });
  return [...(plan.bpduPass ? [pass('01-80-C2-00-00-00')] : []), ...(plan.eapPass ? [pass('01-80-C2-00-00-03')] : [])];
}

const UNTAGGED = masked(Field.vlanTci, 0, TAG_PRESENT);
const PRIORITY_TAGGED = masked(Field.vlanTci, TAG_PRESENT, 0x1fff);

/** The VLAN of a frame: its tag's, or the PVID; frame types that the port does not admit have no rule. */
function classifyFlows(from: FieldMatch, { pvid, acceptableFrameTypes }: PortPlan): Flow[] {
  const classify = (priority: number, tagging: FieldMatch, actions: readonly Action[]): Flow => ({
    table: Table.classify,
    priority,
    match: [from, tagging],
    actions: [...actions, Do.gotoTable(Table.vlan)],
  });
  const setPvid = Do.setField(Field.vlanVid, TAG_PRESENT + pvid);
  const tag = [Do.pushVlan(TAG_PROTOCOL), Do.load(wholeOf(Register.cameUntagged), 1), setPvid];
  return [
    ...(acceptableFrameTypes === 'tagged'
      ? []
      : [classify(100, UNTAGGED, tag), classify(100, PRIORITY_TAGGED, [setPvid])]),
    ...(acceptableFrameTypes === 'untaggedAndPriority' ? [] : [classify(50, TAGGED, [])]),
  ];
}

/** The VLAN ID in the tag that every frame carries by then. */
const VID = bitsOf(Field.vlanTci, 0, 11);

/** Where a row that was learned for all VLANs notes the one it was heard in: the driver has to know what to forget. */
export const HEARD_IN = bitsOf(Register.puntVlan, 0, 11);

function learnAction(port: PortNumber, { constraint, ageingTime }: LearningPlan): Action {
  const vlan: LearnPart =
    constraint === 'independent' ? { type: 'match', of: VID, from: VID } : { type: 'load', to: HEARD_IN, from: VID };
  return Do.learn({
    table: Table.learned,
    hardTimeout: ruleTimeout(ageingTime),
    priority: LEARNED_PRIORITY,
    cookie: learnedCookie(port),
    parts: [
      vlan,
      { type: 'match', of: wholeOf(Field.ethDestination), from: wholeOf(Field.ethSource) },
      { type: 'load', to: bitsOf(Register.outPort, 0, 15), from: wholeOf(Field.inPort) },
    ],
  });
}

/** What the three bits of `Register.egress` have to be for a frame to leave: a member, reachable, untagged or not. */
const LEAVES_TAGGED = 0b101;
const LEAVES_UNTAGGED = 0b111;

/**
 * The port's own bits are moved to a place that is the same for all ports: rules that all look at the same bits are found
 * in one step, however many ports there are.
 */
function egressFlows(port: PortNumber): Flow[] {
  const to = equals(Register.outPort, port);
  const bits = [Register.members, Register.untagged, Register.reachable].map(({ field, offset }, index) =>
    Do.move(bitsOf(field, offset + port - 1, offset + port - 1), bitsOf(Register.egress, index, index)),
  );
  const send = (priority: number, destination: Match, tag: number): Flow[] => {
    const output = (situation: number, actions: readonly Action[]): Flow => ({
      table: Table.output,
      priority,
      match: [to, equals(Register.egress, situation), TAGGED, ...destination],
      actions,
      tag: tag + port,
    });
    return [output(LEAVES_TAGGED, [Do.output(port)]), output(LEAVES_UNTAGGED, [Do.popVlan, Do.output(port)])];
  };
  return [
    { table: Table.egressCheck, priority: 100, match: [to], actions: [...bits, Do.gotoTable(Table.output)] },
    ...send(300, [BROADCAST], Tag.outBroadcast),
    ...send(200, [GROUP_DESTINATION], Tag.outMulticast),
    ...send(100, [], Tag.outUnicast),
  ];
}
