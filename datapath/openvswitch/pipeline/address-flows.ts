import { EtherType } from '../../../protocols/frames/ethernet.ts';
import type { BridgePortNumber, MacAddress, StaticUnicastPlan, VlanId } from '../../plan.ts';
import { Do } from '../openflow/action.ts';
import { Field } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, type Match, masked } from '../openflow/match.ts';
import { towards } from './bridge-port-flows.ts';
import { Table } from './layout.ts';
import { holds, note, PLAIN, Register } from './registers.ts';
import { BROADCAST, from, rule, TO_GROUP, to } from './rule.ts';

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

/**
 * A known group goes only to its ports and to the switch's own interface; `fixed`, with packets that stay on their
 * link.
 */
export function groupFlows(
  vlan: VlanId,
  address: MacAddress,
  ports: readonly BridgePortNumber[],
  fixed: boolean,
): Flow[] {
  const actions = [...towards(ports), Do.resubmit(Table.delivery)];
  return [rule('groups', fixed ? 300 : 100, [holds(Register.vlan, vlan), to(address)], actions)];
}

/** The match for a packet of this type, behind no other tag than its own C-tag. */
function packet(type: number): Match {
  return [PLAIN, equals(Field.ethType, type)];
}

/** Packets that stay on their link flood (see `staysOnLink`), and so does what is for everybody. */
export function linkScopeFlows(): Flow[] {
  const flood = [Do.gotoTable(Table.flood)];
  const links = masked(Field.ipv4Destination, 0xe000_0000, 0xffff_ff00);
  const scope = (least: number) => {
    const [prefix, mask] = [0xff00n | BigInt(least), 0xff0fn];
    return masked(Field.ipv6Destination, prefix << 112n, mask << 112n);
  };
  return [
    rule('groups', 200, [...packet(EtherType.ipv4), links], flood),
    rule('groups', 60, [BROADCAST], flood),
    ...[0, 1, 2].map((each) => rule('groups', 200, [...packet(EtherType.ipv6), scope(each)], flood)),
  ];
}

/** Packets to unknown IP groups (see `isToIpGroup`) go only to `ports` and to the switch's own interface. */
export function unregisteredFlows(vlan: VlanId, ports: readonly BridgePortNumber[]): Flow[] {
  const actions = [...towards(ports), Do.resubmit(Table.delivery)];
  const groups = [
    [...packet(EtherType.ipv4), masked(Field.ipv4Destination, 0xe000_0000, 0xf000_0000)],
    [...packet(EtherType.ipv6), masked(Field.ipv6Destination, 0xffn << 120n, 0xffn << 120n)],
  ];
  return groups.map((match) => rule('groups', 50, [holds(Register.vlan, vlan), ...match], actions));
}

/** Unknown destinations go everywhere: one rule for all VLANs. */
export function floodFlows(ports: readonly BridgePortNumber[]): Flow[] {
  const everywhere = towards(ports);
  return [
    rule('flood', 100, [TO_GROUP], [...everywhere, Do.resubmit(Table.delivery)]),
    rule('flood', 0, [], everywhere),
  ];
}
