import type { BridgePortNumber, MacAddress, StaticUnicastPlan, VlanId } from '../../plan.ts';
import { Do } from '../openflow/action.ts';
import type { Flow } from '../openflow/flow.ts';
import { towards } from './bridge-port-flows.ts';
import { Table } from './layout.ts';
import { holds, note, Register } from './registers.ts';
import { from, rule, TO_GROUP, to } from './rule.ts';

/** Pins an address: it overrules learned rows, and its frames teach nothing, wherever they come in. */
export function staticUnicastFlows({ vlan, address, port }: StaticUnicastPlan, shared: boolean): Flow[] {
  const where = shared ? [] : [holds(Register.vlan, vlan)];
  return [
    rule('learning', 200, [...where, from(address)], [Do.gotoTable(Table.learnt)]),
    rule('pinned', 200, [...where, to(address)], [note(Register.outPort, port)]),
  ];
}

/** Nothing goes to a filtered address. */
export function filterFlows(address: MacAddress): Flow[] {
  return [rule('destinationFilter', 100, [to(address)], [])];
}

/** A known group goes to its ports alone, and to the switch's own interface. */
export function groupFlows(vlan: VlanId, address: MacAddress, ports: readonly BridgePortNumber[]): Flow[] {
  const actions = [...towards(ports), Do.resubmit(Table.delivery)];
  return [rule('groups', 100, [holds(Register.vlan, vlan), to(address)], actions)];
}

/** What is known of nobody goes everywhere: one rule for all VLANs. */
export function floodFlows(ports: readonly BridgePortNumber[]): Flow[] {
  const everywhere = towards(ports);
  return [
    rule('flood', 100, [TO_GROUP], [...everywhere, Do.resubmit(Table.delivery)]),
    rule('flood', 0, [], everywhere),
  ];
}
