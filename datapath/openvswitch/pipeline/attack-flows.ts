import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { type Attack, attacks } from '../../attack.ts';
import { broadcastsOf } from '../../attack-shapes.ts';
import type { ForwardingPlan } from '../../plan.ts';
import { Do } from '../openflow/action.ts';
import { Field } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, type Match, masked } from '../openflow/match.ts';
import { Table, type TableName } from './layout.ts';
import { rule, Tag } from './rule.ts';

const IPV4: Match = [equals(Field.ethType, EtherType.ipv4)];
const IPV6: Match = [equals(Field.ethType, EtherType.ipv6)];
/** With the header of what they carry. */
const WITH_HEADER = masked(Field.ipFragment, 0, 0b10);
const Protocol = { icmp: 1, tcp: 6, udp: 17 } as const;
const Flag = { fin: 0x01, syn: 0x02, psh: 0x08, ack: 0x10, urg: 0x20, every: 0x3f } as const;

/**
 * Drops packets of the shapes that the plan denies, each shape counted by its own tag. A rule cannot hold two fields against
 * each other: that they differ is said bit by bit, and what does not differ is equal.
 */
export function attackFlows({
  deniedAttacks,
  interfaces,
}: Pick<ForwardingPlan, 'deniedAttacks' | 'interfaces'>): Flow[] {
  const makers: Partial<Readonly<Record<Attack, () => Flow[]>>> = {
    land: landFlows,
    blat: blatFlows,
    smurf: () => smurfFlows(interfaces),
    tcpNullScan: () => flagFlows('tcpNullScan', 60, 0, Flag.every),
    tcpXmasScan: () => allFlags('tcpXmasScan', 50, Flag.fin | Flag.urg | Flag.psh),
    tcpSynFin: () => allFlags('tcpSynFin', 40, Flag.syn | Flag.fin),
    tcpSynSrcPortLess1024: () =>
      flagFlows('tcpSynSrcPortLess1024', 30, Flag.syn, Flag.syn | Flag.ack, [masked(Field.tcpSource, 0, 0xfc00)]),
  };
  const denied = attacks.flatMap((attack) => (deniedAttacks.has(attack) ? (makers[attack]?.() ?? []) : []));
  return denied.length === 0 ? [] : [...denied, ...withoutPortsFlows()];
}

/** The tag of the rule of a shape, for counting. */
export function attackTag(attack: Attack): number {
  return Tag.attack + attacks.indexOf(attack);
}

function drops(attack: Attack, table: TableName, priority: number, match: Match): Flow {
  return rule(table, priority, match, [], attackTag(attack));
}

/** Source and destination are the same address, and not all zero. */
function landFlows(): Flow[] {
  return [
    ...equalFlows('land', 'denialOfService', 'samePorts', IPV4, Field.ipv4Source, Field.ipv4Destination),
    ...equalFlows('land', 'denialOfService', 'samePorts', IPV6, Field.ipv6Source, Field.ipv6Destination),
  ];
}

/** Both ports are one, and not 0. */
function blatFlows(): Flow[] {
  return [IPV4, IPV6].flatMap((version) => [
    ...equalFlows(
      'blat',
      'samePorts',
      'attackShapes',
      of(version, Protocol.tcp),
      Field.tcpSource,
      Field.tcpDestination,
    ),
    ...equalFlows(
      'blat',
      'samePorts',
      'attackShapes',
      of(version, Protocol.udp),
      Field.udpSource,
      Field.udpDestination,
    ),
  ]);
}

function of(version: Match, protocol: number): Match {
  return [...version, WITH_HEADER, equals(Field.ipProtocol, protocol)];
}

function equalFlows(attack: Attack, table: TableName, next: TableName, where: Match, one: Field, other: Field): Flow[] {
  const onward = [Do.gotoTable(Table[next])];
  const differing = Array.from({ length: one.bits }, (_, at) => 1n << BigInt(at)).flatMap((bit) => [
    rule(table, 300, [...where, masked(one, bit, bit), masked(other, 0, bit)], onward),
    rule(table, 300, [...where, masked(one, 0, bit), masked(other, bit, bit)], onward),
  ]);
  return [...differing, rule(table, 250, [...where, equals(one, 0)], onward), drops(attack, table, 200, where)];
}

function smurfFlows(interfaces: ForwardingPlan['interfaces']): Flow[] {
  return [...broadcastsOf(interfaces)].map((address) =>
    drops('smurf', 'attackShapes', 70, [
      ...of(IPV4, Protocol.icmp),
      equals(Field.icmpType, 8),
      equals(Field.ipv4Destination, address),
    ]),
  );
}

function allFlags(attack: Attack, priority: number, flags: number): Flow[] {
  return flagFlows(attack, priority, flags, flags);
}

function flagFlows(attack: Attack, priority: number, flags: number, mask: number, further: Match = []): Flow[] {
  return [IPV4, IPV6].map((version) =>
    drops(attack, 'attackShapes', priority, [
      ...of(version, Protocol.tcp),
      masked(Field.tcpFlags, flags, mask),
      ...further,
    ]),
  );
}

/** A segment that is cut off within its header has ports and flags of 0 here: nothing is known of these. */
function withoutPortsFlows(): Flow[] {
  const onward = [Do.gotoTable(Table.rateLimit)];
  return [IPV4, IPV6].map((version) =>
    rule(
      'attackShapes',
      100,
      [...of(version, Protocol.tcp), equals(Field.tcpSource, 0), equals(Field.tcpDestination, 0)],
      onward,
    ),
  );
}
