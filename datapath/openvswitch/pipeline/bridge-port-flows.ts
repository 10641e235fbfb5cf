import type { BridgePortNumber, LearningPlan, PortNumber, PortPlan } from '../../plan.ts';
import { learnedCookie } from '../learned-cookie.ts';
import { type Action, Do, type LearnPart } from '../openflow/action.ts';
import { Field, wholeOf } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import type { Group } from '../openflow/group.ts';
import type { Match } from '../openflow/match.ts';
import { Table } from './layout.ts';
import { Egress, Form, holds, lacks, note, pick, Register } from './registers.ts';
import { leased, rule } from './rule.ts';

/** OpenFlow holds 16 bits of seconds; what ages slower is swept by the driver. */
export const LONGEST_TIMEOUT = 0xffff;

/** The priority of learned rows. */
const LEARNED_PRIORITY = 100;

/** The hard timeout of a learned row; frames from the source restart it. 0 for none. */
export function ruleTimeout(ageingTime: number): number {
  return ageingTime > LONGEST_TIMEOUT ? 0 : ageingTime;
}

/** A port as the bridge sees it: its number, and the physical port whose bit represents it. */
export interface BridgePort {
  readonly number: BridgePortNumber;
  readonly representative: PortNumber;
}

/** Ingress of a bridge port: VLAN, filters, learning. `plan` is that of its representative. */
export function ingressFlows(port: BridgePort, plan: PortPlan, learning: LearningPlan): Flow[] {
  const here = holds(Register.ingress, port.number);
  const { representative } = port;
  const notMember = rule('vlanFilter', 300, [here, lacks(Register.members, representative)], []);
  return [
    ...classificationFlows([here], plan),
    ...(plan.ingressFiltering ? [notMember] : []),
    rule('vlanFilter', 200, [here, lacks(Register.learning, representative)], []),
    rule(
      'vlanFilter',
      100,
      [here, lacks(Register.forwarding, representative)],
      [note(Register.onlyLearns, 1), Do.gotoTable(Table.learning)],
    ),
    rule(
      'learning',
      100,
      [here],
      [learnAction(port.number, learning), note(Register.taught, 1), Do.gotoTable(Table.learnt)],
    ),
  ];
}

/** The VLAN of a frame: its tag's, or the PVID. */
function classificationFlows(here: Match, { pvid, priority, acceptableFrameTypes }: PortPlan): Flow[] {
  const of = (form: number): Match => [...here, holds(Register.form, form)];
  const withoutVlan = [Form.untagged, Form.priorityTagged];
  return [
    ...withoutVlan.map((form) =>
      // Above all classifiers.
      acceptableFrameTypes === 'tagged'
        ? rule('classification', 1000, of(form), [])
        : rule('classification', 100, of(form), [
            note(Register.vlan, pvid),
            ...(form === Form.untagged ? notePriority(priority) : []),
            ...intoVlan,
          ]),
    ),
    ...(acceptableFrameTypes === 'untaggedAndPriority'
      ? []
      : [rule('classification', 100, of(Form.tagged), [Do.move(Register.tagVid, Register.vlan), ...intoVlan])]),
  ];
}

/** Notes the priority that a port gives; 0 is noted as it is. */
export function notePriority(priority: number): Action[] {
  return priority === 0 ? [] : [note(Register.priority, priority)];
}

/** The continuation after the VLAN of a frame is stored. */
export const intoVlan: readonly Action[] = [Do.resubmit(Table.vlan), Do.gotoTable(Table.multicastVlan)];

function learnAction(port: BridgePortNumber, { constraint, ageingTime }: LearningPlan): Action {
  const vlan: LearnPart =
    constraint === 'independent'
      ? { type: 'match', of: Register.vlan, from: Register.vlan }
      : { type: 'load', to: Register.heardIn, from: Register.vlan };
  return Do.learn({
    table: Table.learned,
    hardTimeout: ruleTimeout(ageingTime),
    priority: LEARNED_PRIORITY,
    cookie: learnedCookie(port),
    parts: [
      vlan,
      { type: 'match', of: wholeOf(Field.ethDestination), from: wholeOf(Field.ethSource) },
      { type: 'load', to: Register.outPort, from: BigInt(port) },
    ],
  });
}

/**
 * Rules that allow frames to leave by a bridge port. The port's own bits are moved to a place that is the same for all
 * ports: rules that all match the same bits are found in one step, however many ports there are.
 */
export function egressFlows({ number, representative }: BridgePort): Flow[] {
  const bits = [
    pick(Register.members, representative, Register.egress, Egress.member),
    pick(Register.reachable, representative, Register.egress, Egress.reachable),
    pick(Register.forwarding, representative, Register.egress, Egress.forwarding),
    pick(Register.untagged, representative, Register.egress, Egress.untagged),
  ];
  return [rule('egressFilter', 100, [holds(Register.outPort, number)], [...bits, Do.gotoTable(Table.tagging)])];
}

/**
 * Selects the member of a trunk that a frame leaves by. If its members are those of the engine, the rules are leased:
 * afterwards all frames leave by `sole`, if there is one.
 */
export function memberFlows(trunk: BridgePortNumber, isAgreed: boolean, sole: PortNumber | undefined): Flow[] {
  const here = [holds(Register.outPort, trunk)];
  const chosen = rule('member', 200, here, [Do.group(trunk)]);
  if (!isAgreed) return [chosen];
  return [...leased([chosen]), ...(sole === undefined ? [] : [rule('member', 100, here, byMember(sole))])];
}

function byMember(port: PortNumber): Action[] {
  return [note(Register.outPort, port), Do.resubmit(Table.scheduling)];
}

/** The members of a trunk that may be chosen: frames alike in both addresses stay on one, as long as its link is up. */
export function memberGroup(trunk: BridgePortNumber, members: readonly PortNumber[]): Group {
  return {
    number: trunk,
    type: 'select',
    hash: [Field.ethSource, Field.ethDestination],
    buckets: members.map((port) => ({
      watchPort: port,
      actions: byMember(port),
    })),
  };
}

/** Each bridge port is tried; its egress filter decides whether the frame may go there. */
export function towards(ports: readonly BridgePortNumber[]): Action[] {
  return ports.map((port) => Do.clone(note(Register.outPort, port), Do.resubmit(Table.egressFilter)));
}
