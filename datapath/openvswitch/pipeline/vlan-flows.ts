import type { InterfacePlan, StaticUnicastPlan, VlanId, VlanPlan } from '../../plan.ts';
import { Do } from '../openflow/action.ts';
import { bitsOf, Field, wholeOf } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, inVlan, type Match, macValue, TAG_PRESENT } from '../openflow/match.ts';
import { LOOK_UP, PUNT } from './fixed-flows.ts';
import { ANY_PORT, interfacePort, loadPorts, OWN, Register, Table, Tag } from './tables.ts';

/** The one rule that makes a VLAN: who is in it, and who gets it untagged. */
export function vlanFlows(vlan: VlanId, { members, untagged }: VlanPlan): Flow[] {
  const actions = [
    loadPorts(Register.members, members),
    loadPorts(Register.untagged, untagged),
    Do.gotoTable(Table.ingressFilter),
  ];
  return [{ table: Table.vlan, priority: 100, match: [inVlan(vlan)], actions }];
}

const OUT_PORT = bitsOf(Register.outPort, 0, 15);
const IPV4_UDP: Match = [equals(Field.ethType, 0x0800), equals(Field.ipProtocol, 17)];

/**
 * The rules of the switch's own interface in a VLAN. Its frames skip the ingress stages; frames for its address, and a copy
 * of every group frame of the VLAN, reach it untagged.
 */
export function interfaceFlows(plan: InterfacePlan): Flow[] {
  const { vlan } = plan;
  const port = interfacePort(vlan);
  const from = equals(Field.inPort, port);
  const here = inVlan(vlan);
  const mac = macValue(plan.mac);
  const deliver = [Do.popVlan, Do.output(port)];
  // As received: by now the pipeline has tagged every frame.
  const handOver = [Do.load(wholeOf(Register.puntVlan), vlan), Do.resubmit(Table.punt)];
  const copies = (match: Match): Flow[] => [
    {
      table: Table.ownInterface,
      priority: 210,
      match: [here, equals(Register.cameUntagged, 1), ...match],
      actions: [...deliver, ...handOver],
    },
    {
      table: Table.ownInterface,
      priority: 200,
      match: [here, ...match],
      actions: [Do.clone(...deliver), ...handOver],
    },
  ];
  if (!plan.enabled) return [];
  const enter = [
    loadPorts(Register.reachable, ANY_PORT),
    Do.pushVlan(0x8100),
    Do.setField(Field.vlanVid, TAG_PRESENT + vlan),
    Do.gotoTable(Table.vlan),
  ];
  return [
    { table: Table.count, priority: 100, match: [from], actions: enter },
    // Not to be filtered, and not to be learned: the address has a row of its own.
    { table: Table.ingressFilter, priority: 200, match: [from], actions: [Do.gotoTable(Table.learn)] },
    { table: Table.learn, priority: 200, match: [from], actions: LOOK_UP },
    { table: Table.learn, priority: 150, match: [here, equals(Field.ethSource, mac)], actions: LOOK_UP },
    {
      table: Table.pinned,
      priority: 300,
      match: [here, equals(Field.ethDestination, mac)],
      actions: [Do.load(OUT_PORT, OWN)],
    },
    { table: Table.ownInterface, priority: 100, match: [here], actions: deliver },
    {
      table: Table.punt,
      priority: 100,
      match: [equals(Register.puntVlan, vlan)],
      actions: PUNT,
      tag: Tag.forAgent + vlan,
    },
    ...copies([...IPV4_UDP, equals(Field.udpDestination, 68)]),
    ...copies([equals(Field.ethType, 0x0806), equals(Field.ethDestination, mac)]),
  ];
}

/** Pins an address: it overrules learned rows, and its frames teach nothing, wherever they come in. */
export function staticUnicastFlows({ vlan, address, port }: StaticUnicastPlan, shared: boolean): Flow[] {
  const where = shared ? [] : [inVlan(vlan)];
  const mac = macValue(address);
  return [
    { table: Table.learn, priority: 150, match: [...where, equals(Field.ethSource, mac)], actions: LOOK_UP },
    {
      table: Table.pinned,
      priority: 200,
      match: [...where, equals(Field.ethDestination, mac)],
      actions: [Do.load(OUT_PORT, port)],
    },
  ];
}
