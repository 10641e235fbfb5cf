import type { PortNumber, StaticUnicastPlan } from '../../plan.ts';
import { Do } from '../openflow/action.ts';
import type { Flow } from '../openflow/flow.ts';
import { Table } from './layout.ts';
import { holds, Register } from './registers.ts';
import { from, rule, Tag } from './rule.ts';

/** A secured port learns nothing: what comes from elsewhere than its secure addresses is counted, and the agent's matter. */
export function securedPortFlows(port: PortNumber): Flow[] {
  const actions = [Do.gotoTable(Table.unknownSource)];
  return [rule('learning', 300, [holds(Register.ingress, port)], actions, Tag.unknownSource + port)];
}

/** What comes from an address that is pinned to a secured port comes in, and is counted. */
export function secureAddressFlows({ vlan, address, port }: StaticUnicastPlan, shared: boolean): Flow[] {
  const where = shared ? [] : [holds(Register.vlan, vlan)];
  const match = [holds(Register.ingress, port), ...where, from(address)];
  return [rule('learning', 400, match, [Do.gotoTable(Table.learnt)], Tag.secureSource)];
}

/** What the agent has let in goes on, whatever its source. */
export function admittedFlows(): Flow[] {
  return [rule('learning', 500, [holds(Register.admitted, 1)], [Do.gotoTable(Table.learnt)])];
}
