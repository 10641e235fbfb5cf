import type { PortList } from '../../../model/values/port-list.ts';
import { EVERY_PORT } from '../../combiners.ts';
import type { BridgePortNumber, VlanId, VlanPlan } from '../../plan.ts';
import type { InstanceState } from '../../state.ts';
import { Do } from '../openflow/action.ts';
import type { Flow } from '../openflow/flow.ts';
import { Table } from './layout.ts';
import { holds, note, Register } from './registers.ts';
import { leased, rule } from './rule.ts';

/** The one rule that makes a VLAN: who is in it, who gets it untagged, and which spanning-tree instance it follows. */
export function vlanFlows(vlan: VlanId, { members, untagged }: VlanPlan, instance: number): Flow[] {
  const actions = [
    note(Register.vlanExists, 1),
    note(Register.members, members),
    note(Register.untagged, untagged),
    note(Register.instance, instance),
    Do.resubmit(Table.instance),
  ];
  return [rule('vlan', 100, [holds(Register.vlan, vlan)], actions)];
}

/**
 * The one rule of a spanning-tree instance, however many VLANs follow it. If ports are open only as long as the engine
 * attends to them, it is leased, and the rule below it closes these ports.
 */
export function instanceFlows(instance: number, { learning, forwarding }: InstanceState, attended: PortList): Flow[] {
  const opens = (priority: number, ports: PortList) =>
    rule(
      'instance',
      priority,
      [holds(Register.instance, instance)],
      [note(Register.learning, learning & ports), note(Register.forwarding, forwarding & ports)],
    );
  const unattended = opens(100, ~attended);
  return (learning & attended) === 0n ? [unattended] : [unattended, ...leased([opens(200, EVERY_PORT)])];
}

/** Closes bridge ports both ways in a VLAN, or in every one. */
export function blockedFlows(ports: readonly BridgePortNumber[], vlan?: VlanId): Flow[] {
  const where = vlan === undefined ? [] : [holds(Register.vlan, vlan)];
  const priority = vlan === undefined ? 900 : 800;
  return ports.flatMap((port) => [
    rule('vlanFilter', priority, [...where, holds(Register.ingress, port)], []),
    rule('egressFilter', priority, [...where, holds(Register.outPort, port)], []),
  ]);
}
