import { NO_PORTS, type PortList, portBit } from '../../../model/values/port-list.ts';
import type { ForwardingPlan } from '../../plan.ts';
import { inOrder } from '../../station-access.ts';
import { type Action, Do } from '../openflow/action.ts';
import type { Flow } from '../openflow/flow.ts';
import { type Match, masked } from '../openflow/match.ts';
import { accessMatches } from './access-match.ts';
import type { BridgePort } from './bridge-port-flows.ts';
import { Table } from './layout.ts';
import { ANY_PORT, holds, note, Register } from './registers.ts';
import { rule } from './rule.ts';

const HIGHEST = 0xfff0;

/** Lets packets for the switch itself that came in by a port be asked. */
export function stationPortFlows({ number, representative }: BridgePort): Flow[] {
  const actions = [note(Register.ingressPort, portBit(representative)), Do.gotoTable(Table.stationAccess)];
  return [rule('stationPort', 100, [holds(Register.ingress, number)], actions)];
}

/**
 * Packets that the switch accepts only on some ports: two rules for each way in which an entry can match, first for
 * packets received on another port, then for the rest. Refused packets go to the agent as its class `turnedAway`, if
 * there is one.
 */
export function stationAccessFlows(entries: ForwardingPlan['stationAccess'], turnedAway: number | undefined): Flow[] {
  const handOver: readonly Action[] =
    turnedAway === undefined ? [] : [note(Register.puntClass, turnedAway), Do.gotoTable(Table.agent)];
  const inside = [Do.gotoTable(Table.ownInterface)];
  return inOrder(entries).flatMap(({ match, ports }, place) => {
    const priority = HIGHEST - 2 * place;
    return accessMatches(match).flatMap((held) => [
      rule('stationAccess', priority, [...otherThan(ports), ...held], handOver),
      rule('stationAccess', priority - 1, held, inside),
    ]);
  });
}

/** A port is none of a list; of an empty one none is. */
function otherThan(ports: PortList): Match {
  return ports === NO_PORTS ? [] : [masked(Register.ingressPort.field, 0, ANY_PORT & ports)];
}
