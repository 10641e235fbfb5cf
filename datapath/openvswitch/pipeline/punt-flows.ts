import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { type PortList, portsOf } from '../../../model/values/port-list.ts';
import { EVERY_PORT } from '../../combiners.ts';
import type { BridgePortNumber, PortNumber, VlanId } from '../../plan.ts';
import type { PuntMatch, PuntPlan, PuntStage } from '../../punt.ts';
import { type Action, Do } from '../openflow/action.ts';
import { Field } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, type FieldMatch, type Match, macValue, masked, together } from '../openflow/match.ts';
import type { Meter } from '../openflow/meter.ts';
import { COPY_GROUPS, type CopyWay } from './copy-groups.ts';
import { Table, type TableName } from './layout.ts';
import { cameBy } from './port-flows.ts';
import { FIRST_RATE_METER } from './rate-flows.ts';
import { both, Form, holds, Inner, note, PLAIN, Register } from './registers.ts';
import { rule, Tag } from './rule.ts';
import { CUSTOMER_TAG, SERVICE_TAG } from './service-tag.ts';

/** A class of frames for the agent, with the number that its rules and its meter have. */
export interface PuntClass {
  readonly number: number;
  /** Its place among all classes by kind: a frame of two is of the first. */
  readonly place: number;
  readonly plan: PuntPlan;
}

/** The table of the classes of a stage, and where a copied frame continues; at `learning` it ends. */
const places: Readonly<Record<PuntStage, { readonly table: TableName; readonly next?: CopyWay | 'accepted' }>> = {
  control: { table: 'control', next: 'reserved' },
  learning: { table: 'unknownSource' },
  inspection: { table: 'inspection', next: 'lookup' },
  delivery: { table: 'deliveryClasses', next: 'accepted' },
};

const FIRST_PRIORITY = 0x8000;

/**
 * The rules of a class: one for each of its matches, and the one that hands over. A meter is first in its rule and
 * takes the frame from all that follows, so a copy is handed over after the original has continued.
 */
export function puntFlows({ number, place, plan }: PuntClass, ports: PortNames): Flow[] {
  const { table, next } = places[plan.stage];
  const handOver = [note(Register.puntClass, number), Do.gotoTable(Table.agent)];
  const frames = plan.matches.flatMap((match) => framesOf(match, plan.stage, ports));
  const rules =
    plan.action === 'take' || !next
      ? frames.map((match) => ({ match, actions: handOver }))
      : frames.flatMap((match) => copying(match, next, handOver));
  return [
    ...rules.map(({ match, actions }) => rule(table, FIRST_PRIORITY - place, match, actions)),
    ...metersOf(number, plan, ports.physical).map(({ meter, from }) =>
      rule(
        'agent',
        from.length > 0 ? 110 : 100,
        [holds(Register.puntClass, number), ...from],
        [Do.meter(meter), Do.resubmit(Table.restore), Do.controller],
        Tag.punt + number,
      ),
    ),
  ];
}

/**
 * Lets the original continue first. If its first tag is set aside, that path ends with parsing again, and the action
 * list behind it goes on only if a group took the path.
 */
function copying(match: Match, next: CopyWay | 'accepted', handOver: readonly Action[]) {
  const plain = (own: Match) => ({ match: own, actions: [Do.clone(Do.resubmit(Table[next])), ...handOver] });
  // Behind `queue` none is.
  const aside = next === 'accepted' ? [] : together(match, [holds(Register.aside, 1)]);
  if (next === 'accepted' || aside.length === 0) return [plain(match)];
  return [
    ...aside.map((tunnelled) => ({ match: tunnelled, actions: [Do.group(COPY_GROUPS[next]), ...handOver] })),
    ...together(match, [holds(Register.aside, 0)]).map(plain),
  ];
}

/** The meters of a class. Each lets a second's worth pass at once. */
export function puntMeters({ number, plan }: PuntClass, physical: readonly PortNumber[]): Meter[] {
  const { rate } = plan;
  return metersOf(number, plan, physical).map(({ meter }) => ({ number: meter, unit: 'packets', rate, burst: rate }));
}

/** The numbers of classes end below this; those of their meters for each port end where the meters of rates begin. */
const CLASSES_MAXIMUM = 0x200;

/** The number of the class whose rate a meter keeps, the class's own or a port's; undefined for a meter of anything else. */
export function classOfMeter(meter: number): number | undefined {
  return meter >= FIRST_RATE_METER ? undefined : meter % CLASSES_MAXIMUM;
}

/** The meters that a class's frames pass, by where they came in; one that comes from nowhere passes the class's own. */
function metersOf(
  number: number,
  { eachPort }: PuntPlan,
  physical: readonly PortNumber[],
): readonly { readonly meter: number; readonly from: Match }[] {
  const whole = { meter: number, from: [] };
  if (!eachPort || number >= CLASSES_MAXIMUM) return [whole];
  return [whole, ...physical.map((port) => ({ meter: port * CLASSES_MAXIMUM + number, from: cameBy(port) }))];
}

/** The ports that lists in matches represent. */
interface PortNames {
  readonly physical: readonly PortNumber[];
  named(list: PortList): BridgePortNumber[];
}

const EVERY_BIT = 'FF-FF-FF-FF-FF-FF';

/** Bridge ports and payloads of the frames that fit a match behind classification, whatever their VLAN. */
export function messagesOf({ vlan: _, ...match }: PuntMatch, ports: PortNames): Match[] {
  return framesOf(match, 'inspection', ports);
}

/** A match in the switch's words; several where it leaves open what the switch wants to know. */
function framesOf(wanted: PuntMatch, stage: PuntStage, ports: PortNames): Match[] {
  const { destination, destinationMask = EVERY_BIT, source, sourceMask = EVERY_BIT, vlan } = wanted;
  const [mask, ofSource] = [macValue(destinationMask), macValue(sourceMask)];
  const common: FieldMatch[] = [
    ...(destination === undefined ? [] : [masked(Field.ethDestination, macValue(destination) & mask, mask)]),
    ...(source === undefined ? [] : [masked(Field.ethSource, macValue(source) & ofSource, ofSource)]),
    ...(vlan === undefined ? [] : vlanOf(vlan, stage)),
  ];
  return originsOf(wanted.ports ?? EVERY_PORT, stage, ports).flatMap((origin) =>
    payloadsOf(wanted).flatMap((payload) => together([...origin, ...common], payload)),
  );
}

/** At `control` the tag's. */
function vlanOf(vlan: VlanId, stage: PuntStage): Match {
  if (stage !== 'control') return [holds(Register.vlan, vlan)];
  return [holds(Register.form, vlan === 0 ? Form.priorityTagged : Form.tagged), holds(Register.tagVid, vlan)];
}

/** At `control` a member of a trunk is a port still. */
function originsOf(list: PortList, stage: PuntStage, ports: PortNames): Match[] {
  if (list === EVERY_PORT) return [[]];
  if (stage !== 'control') return ports.named(list).map((port) => [holds(Register.ingress, port)]);
  return portsOf(list)
    .filter((port) => ports.physical.includes(port))
    .map(cameBy);
}

const EtherType = { ipv4: 0x0800, arp: 0x0806, ipv6: 0x86dd } as const;
const IpProtocol = { tcp: 6, udp: 17, icmpv6: 58 } as const;
/** The bit of `ipFragment` for a fragment behind the first. */
const LATER = 0b10;

/**
 * The content behind more than its own C-tag is not part of a frame, whatever rules see there, unless it is asked for.
 */
function payloadsOf(wanted: PuntMatch): Match[] {
  const seen = packetsIn(wanted);
  if (wanted.behindTwoTags) return seen;
  const ofTag = seen.length === 0 ? [] : tagTypes(wanted.etherType);
  return [...ofTag, ...seen.map((match) => (match.length === 0 ? match : [PLAIN, ...match]))];
}

/** Frames whose own type is that of a tag. */
function tagTypes(etherType: number | undefined): Match[] {
  const behindOwn = (inner: number): Match => [both(holds(Register.serviceTagged, 0), holds(Register.inner, inner))];
  if (etherType === CUSTOMER_TAG) return [behindOwn(Inner.customerTag)];
  return etherType === SERVICE_TAG ? [[holds(Register.serviceTagged, 1)], behindOwn(Inner.serviceTag)] : [];
}

function packetsIn(wanted: PuntMatch): Match[] {
  const { etherType, arpOperation, arpSender } = wanted;
  const asksIp = [wanted.ipProtocol, wanted.sourcePort, wanted.destinationPort, wanted.icmpType].some(
    (one) => one !== undefined,
  );
  if (arpOperation !== undefined || arpSender !== undefined) {
    if (asksIp || (etherType ?? EtherType.arp) !== EtherType.arp) return [];
    return [
      [
        equals(Field.ethType, EtherType.arp),
        ...(arpOperation === undefined ? [] : [equals(Field.arpOperation, arpOperation)]),
        ...(arpSender === undefined ? [] : [equals(Field.arpSenderIp, parseIpv4(arpSender) ?? 0)]),
      ],
    ];
  }
  if (!asksIp) return [etherType === undefined ? [] : [equals(Field.ethType, etherType)]];
  const versions = [EtherType.ipv4, EtherType.ipv6].filter((version) => (etherType ?? version) === version);
  return versions.flatMap((version) => packetsOf(wanted, version));
}

function packetsOf({ ipProtocol, sourcePort, destinationPort, icmpType }: PuntMatch, version: number): Match[] {
  const packet: Match = [equals(Field.ethType, version), masked(Field.ipFragment, 0, LATER)];
  const of = (protocol: number, ...rest: Match): Match => [...packet, equals(Field.ipProtocol, protocol), ...rest];
  const admits = (protocol: number) => (ipProtocol ?? protocol) === protocol;
  if (sourcePort === undefined && destinationPort === undefined) {
    if (icmpType === undefined) return ipProtocol === undefined ? [packet] : [of(ipProtocol)];
    if (version !== EtherType.ipv6 || !admits(IpProtocol.icmpv6)) return [];
    return [of(IpProtocol.icmpv6, equals(Field.icmpv6Type, icmpType))];
  }
  if (icmpType !== undefined) return [];
  const segments = [
    { protocol: IpProtocol.udp, source: Field.udpSource, destination: Field.udpDestination },
    { protocol: IpProtocol.tcp, source: Field.tcpSource, destination: Field.tcpDestination },
  ];
  return segments
    .filter(({ protocol }) => admits(protocol))
    .map(({ protocol, source, destination }) =>
      of(
        protocol,
        ...(sourcePort === undefined ? [] : [equals(source, sourcePort)]),
        ...(destinationPort === undefined ? [] : [equals(destination, destinationPort)]),
      ),
    );
}
