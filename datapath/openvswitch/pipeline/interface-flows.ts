import { isIPv4 } from 'node:net';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { parseIpv6 } from '../../../model/values/ipv6.ts';
import type { InterfacePlan, VlanId } from '../../plan.ts';
import { Do } from '../openflow/action.ts';
import { Field } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, type Match, masked } from '../openflow/match.ts';
import { Table } from './layout.ts';
import { cameBy } from './port-flows.ts';
import { ANY_PORT, Form, holds, note, OWN, PLAIN, Register } from './registers.ts';
import { from, rule, TAGGED, to } from './rule.ts';

/** The OpenFlow port of a VLAN's interface. */
export function interfacePort(vlan: VlanId): number {
  return 10_000 + vlan;
}

/**
 * The rules of the switch's own interface in a VLAN. Its frames skip the ingress stages except the destination filter.
 * It gets, untagged, frames to its MAC address and the group frames of the VLAN; of these ARP, and only IP packets for
 * its own addresses: the host would also answer for the addresses of its other interfaces. One that `forwards` gets
 * every IPv4 packet that is handed to it: for all of the switch's addresses, and to be forwarded. `guarded` are the
 * addresses of the switch whose packets are checked against the ports that they may be received on.
 */
export function interfaceFlows(
  { vlan, mac, enabled, addresses }: InterfacePlan,
  forwards: boolean,
  guarded: readonly InterfacePlan['addresses'][number][] | undefined,
): Flow[] {
  if (!enabled) return [];
  const port = interfacePort(vlan);
  const here = holds(Register.vlan, vlan);
  const enter = [
    note(Register.vlan, vlan),
    note(Register.form, Form.untagged),
    note(Register.reachable, ANY_PORT),
    Do.resubmit(Table.vlan),
    Do.gotoTable(Table.destinationFilter),
  ];
  const accept = (match: Match) => rule('accepted', 100, [here, PLAIN, ...match], [Do.gotoTable(Table.ownInterface)]);
  const ask = (match: Match) => rule('accepted', 110, [here, PLAIN, ...match], [Do.gotoTable(Table.stationPort)]);
  return [
    rule('receive', 100, cameBy(port), enter),
    // Not to be learned: the address has a row of its own.
    rule('learning', 200, [here, from(mac)], [Do.gotoTable(Table.learnt)]),
    rule('pinned', 300, [here, to(mac)], [note(Register.outPort, OWN)]),
    rule('delivery', 100, [here], [Do.gotoTable(Table.deliveryClasses)]),
    accept([ARP]),
    ...(forwards ? [accept([IPV4, to(mac)])] : []),
    ...unique(addresses.flatMap(destinations)).map(guarded ? ask : accept),
    ...(forwards && guarded ? unique(guarded.flatMap(destinations)).map((match) => ask([to(mac), ...match])) : []),
    rule('ownInterface', 100, [here, holds(Register.form, Form.untagged)], [Do.output(port)]),
    ...[Form.priorityTagged, Form.tagged].map((form) =>
      rule('ownInterface', 100, [here, holds(Register.form, form), TAGGED], [Do.popVlan, Do.output(port)]),
    ),
  ];
}

const ARP = equals(Field.ethType, 0x0806);
const IPV4 = equals(Field.ethType, 0x0800);
const IPV6 = equals(Field.ethType, 0x86dd);
const EVERY_HOST = 0xffff_ffff;

/** Destinations that an interface with this address accepts: itself, its subnet's broadcast, groups. */
function destinations({ address, prefix }: InterfacePlan['addresses'][number]): Match[] {
  if (!isIPv4(address)) {
    const own = parseIpv6(address);
    const groups = masked(Field.ipv6Destination, 0xffn << 120n, 0xffn << 120n);
    return own === undefined
      ? []
      : [
          [IPV6, equals(Field.ipv6Destination, own)],
          [IPV6, groups],
        ];
  }
  const own = parseIpv4(address);
  if (own === undefined) return [];
  const hosts = 2 ** (32 - prefix) - 1;
  const subnetBroadcast = own - (own % (hosts + 1)) + hosts;
  return [...new Set([own, subnetBroadcast, EVERY_HOST])]
    .map((one): Match => [IPV4, equals(Field.ipv4Destination, one)])
    .concat([[IPV4, masked(Field.ipv4Destination, 0xe000_0000, 0xf000_0000)]]);
}

function unique(matches: readonly Match[]): Match[] {
  const text = (match: Match) => match.map(({ field, value, mask }) => `${field.name}=${value}/${mask}`).join();
  return [...new Map(matches.map((match) => [text(match), match])).values()];
}
