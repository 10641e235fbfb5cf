import { RATE_BURST } from '../../../model/access-control/access-rule.ts';
import { type PortList, portBit } from '../../../model/values/port-list.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import type { ForwardingPlan } from '../../plan.ts';
import { type Action, Do } from '../openflow/action.ts';
import { bitsOf, Field, wholeOf } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, type Match, masked } from '../openflow/match.ts';
import type { Meter } from '../openflow/meter.ts';
import { accessMatches } from './access-match.ts';
import type { AccessNumber } from './access-numbers.ts';
import type { BridgePort } from './bridge-port-flows.ts';
import { Table } from './layout.ts';
import { ANY_PORT, both, holds, note, Register } from './registers.ts';
import { rule, TAGGED } from './rule.ts';

/** Above the meters of rates. */
const FIRST_METER = 0x2_0000;
const KILOBIT = 1000;

/** Lets the frames of a port be asked by the rules; a port that none names goes past them. */
export function accessPortFlows({ number, representative }: BridgePort): Flow[] {
  const actions = [note(Register.ingressPort, portBit(representative)), Do.gotoTable(Table.accessRules)];
  return [rule('accessControl', 100, [holds(Register.ingress, number)], actions)];
}

/** A rule of the access control list: one flow for each way in which its conditions can hold, whatever ports it names. */
export function accessRuleFlows({ plan, priority, serial, meter }: AccessNumber): Flow[] {
  const actions = plan.action === 'deny' ? [] : permitting(plan, meter);
  return accessMatches(plan.match).map((match) =>
    rule('accessRules', priority, [...oneOf(plan.ports), ...match], actions, serial),
  );
}

/** A port is one of a list where it is none of the others. */
function oneOf(ports: PortList): Match {
  const others = ANY_PORT & ~ports;
  return others === 0n ? [] : [masked(Register.ingressPort.field, 0, others)];
}

function permitting({ copyTo, priority, dscp, precedence }: AccessNumber['plan'], meter: number): Action[] {
  return [
    ...(meter === 0 ? [] : [Do.meter(FIRST_METER + meter)]),
    ...(copyTo === undefined ? [] : [Do.clone(Do.resubmit(Table.restore), Do.output(copyTo))]),
    ...(priority === undefined
      ? []
      : [note(Register.priority, priority), note(Register.isPriorityFinal, 1), Do.resubmit(Table.remarkPriority)]),
    ...(dscp === undefined ? [] : [note(Register.dscp, dscp), Do.resubmit(Table.remarkDscp)]),
    ...(precedence === undefined ? [] : [note(Register.dscp, precedence), Do.resubmit(Table.remarkPrecedence)]),
    Do.gotoTable(Table.inspection),
  ];
}

/** The meters that keep the rates of rules. */
export function accessMeters(numbers: Iterable<AccessNumber>): Meter[] {
  return [...numbers].flatMap(({ plan: { rateKilobits }, meter }): Meter[] =>
    rateKilobits === undefined
      ? []
      : [
          {
            number: FIRST_METER + meter,
            unit: 'kilobits',
            rate: rateKilobits,
            burst: Math.floor((RATE_BURST * 8) / KILOBIT),
          },
        ],
  );
}

/** Write what a rule gives into the frame, where it has a place for it. */
export function remarkFlows(): Flow[] {
  const packets = [EtherType.ipv4, EtherType.ipv6].map((type): Match => [equals(Field.ethType, type)]);
  const tagged = (aside: number) => both(holds(Register.hasTag, 1), holds(Register.aside, aside));
  const noted = Do.move(Register.priority, Register.tagPriority);
  const precedence = bitsOf(Register.dscp.field, Register.dscp.offset, Register.dscp.offset + 2);
  return [
    rule(
      'remarkPriority',
      100,
      [tagged(0), TAGGED],
      [noted, Do.move(Register.priority, bitsOf(Field.vlanTci, 13, 15))],
    ),
    rule('remarkPriority', 100, [tagged(1)], [noted]),
    ...packets.map((packet) => rule('remarkDscp', 100, packet, [Do.move(Register.dscp, wholeOf(Field.ipDscp))])),
    ...packets.map((packet) =>
      rule('remarkPrecedence', 100, packet, [Do.move(precedence, bitsOf(Field.ipDscp, 3, 5))]),
    ),
  ];
}

/** The ports that some rule names. */
export function accessPorts({ accessControl }: Pick<ForwardingPlan, 'accessControl'>): PortList {
  let ports = 0n;
  for (const one of accessControl.values()) ports |= one.ports;
  return ports;
}
