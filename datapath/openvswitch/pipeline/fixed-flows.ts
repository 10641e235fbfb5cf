import type { PortNumber } from '../../plan.ts';
import { type Action, Do } from '../openflow/action.ts';
import { Field } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, inVlan, type Match, macValue, masked } from '../openflow/match.ts';
import type { Meter } from '../openflow/meter.ts';
import { CONTROLLER_PORT } from '../openflow/packet.ts';
import { ANY_PORT, GROUP_DESTINATION, loadPorts, OWN, Register, Table, Tag } from './tables.ts';

/** Keeps a flood of control frames from the agent: what is over it is lost. */
const PUNT_METER: Meter = { number: 1, unit: 'packets', rate: 2000, burst: 2000 };

/** The meters that rules name. */
export const METERS: readonly Meter[] = [PUNT_METER];

/**
 * Hands a frame to the agent. A meter has to stand first in its rule, and takes the frame from all that follows: what else
 * is to be done with the frame is done before, by the rule that calls this one.
 */
export const PUNT: readonly Action[] = [Do.meter(PUNT_METER.number), Do.controller];

/** Looks the destination up and goes on. */
export const LOOK_UP: readonly Action[] = [
  Do.resubmit(Table.learned),
  Do.resubmit(Table.pinned),
  Do.gotoTable(Table.forward),
];

/** The rules that stand whatever is configured. */
export function fixedFlows(): Flow[] {
  return [
    rule(Table.admit, 1000, [masked(Field.ethSource, GROUP_BIT, GROUP_BIT)], []),
    rule(Table.admit, 1000, [inVlan(4095)], []),
    rule(Table.admit, 1000, [equals(Field.ethDestination, macValue('01-80-C2-00-00-01'))], []),
    rule(Table.admit, 200, sixteenFrom('01-80-C2-00-00-00'), PUNT, Tag.reserved),
    rule(Table.admit, 200, sixteenFrom('01-80-C2-00-00-20'), PUNT, Tag.reserved),
    rule(Table.admit, 200, [equals(Field.ethDestination, macValue('CF-00-00-00-00-00'))], PUNT, Tag.reserved),
    rule(Table.admit, 0, [], [Do.gotoTable(Table.classify)]),
    rule(Table.ingressFilter, 0, [], [Do.gotoTable(Table.learn)]),
    rule(Table.forward, 200, [equals(Register.outPort, OWN)], [Do.gotoTable(Table.ownInterface)]),
    rule(Table.forward, 100, [equals(Register.outPort, 0)], [Do.gotoTable(Table.flood)]),
    rule(Table.forward, 0, [], [Do.gotoTable(Table.egressCheck)]),
    ...originatedFlows(),
  ];
}

/** The bit of a MAC address that makes it a group's. */
const GROUP_BIT = macValue('01-00-00-00-00-00');

function rule(table: number, priority: number, match: Match, actions: readonly Action[], tag = 0): Flow {
  return { table, priority, match, actions, tag };
}

/** Sixteen destinations that differ in their last four bits only. */
function sixteenFrom(mac: string): Match {
  return [masked(Field.ethDestination, macValue(mac), macValue('FF-FF-FF-FF-FF-F0'))];
}

/** Frames that the agent lets enter a VLAN carry its tag already; they are not filtered, teach nothing and never come back. */
function originatedFlows(): Flow[] {
  const from = [equals(Field.inPort, CONTROLLER_PORT)];
  return [
    rule(Table.count, 100, from, [loadPorts(Register.reachable, ANY_PORT), Do.gotoTable(Table.vlan)]),
    rule(Table.learn, 200, from, LOOK_UP),
    rule(Table.ownInterface, 300, from, []),
  ];
}

/** One rule floods every VLAN: each port is tried, and the egress check tells where the frame may go. */
export function floodFlows(ports: readonly PortNumber[]): Flow[] {
  const everywhere = ports.map((port) => Do.clone(Do.setField(Register.outPort, port), Do.resubmit(Table.egressCheck)));
  return [
    rule(Table.flood, 100, [GROUP_DESTINATION], [...everywhere, Do.resubmit(Table.ownInterface)]),
    rule(Table.flood, 0, [], everywhere),
  ];
}
