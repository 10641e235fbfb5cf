import type { PortNumber, StaticUnicastPlan } from '../../plan.ts';
import { Do } from '../openflow/action.ts';
import type { Flow } from '../openflow/flow.ts';
import { Table } from './layout.ts';
import { holds, note, Register } from './registers.ts';
import { from, rule, Tag } from './rule.ts';

/** A secured port learns nothing: what comes from elsewhere than its secure addresses is counted, and the agent's matter. */
export function securedPortFlows(port: PortNumber): Flow[] {
  const actions = [Do.gotoTable(Table.unknownSource)];
  return [rule('learning', 300, [holds(Register.ingress, port)], actions, Tag.unknownSource + port)];
}

/**
 * Frames from an address that is pinned to a secured port are accepted there, and counted; elsewhere the agent decides.
 * Whether it was a violation at another secured port is checked before.
 */
export function secureAddressFlows({ vlan, address, port }: StaticUnicastPlan, shared: boolean): Flow[] {
  const where = [...(shared ? [] : [holds(Register.vlan, vlan)]), from(address)];
  return [
    rule('learning', 400, [holds(Register.ingress, port), ...where], [Do.gotoTable(Table.learnt)], Tag.secureSource),
    rule('learning', 200, where, [Do.gotoTable(Table.unknownSource)]),
  ];
}

/**
 * Frames that the agent has accepted continue, whatever their source, which is known to be there even if no rule says
 * so yet.
 */
export function admittedFlows(): Flow[] {
  const actions = [note(Register.taught, 1), Do.gotoTable(Table.learnt)];
  return [rule('learning', 500, [holds(Register.admitted, 1)], actions)];
}
