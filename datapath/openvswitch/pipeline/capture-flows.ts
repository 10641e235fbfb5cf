import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { parseIpv6 } from '../../../model/values/ipv6.ts';
import { portsOf } from '../../../model/values/port-list.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { CAPTURE_BURST, CAPTURED, type CaptureMatch, type CapturePlan, copies, versionOf } from '../../capture.ts';
import type { ForwardingPlan, PortNumber } from '../../plan.ts';
import type { PuntPlan } from '../../punt.ts';
import { Do } from '../openflow/action.ts';
import { Field } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, inVlan, type Match, macValue, masked, TAG_PRESENT, together } from '../openflow/match.ts';
import type { Meter } from '../openflow/meter.ts';
import { Table, type TableName } from './layout.ts';
import { cameBy } from './port-flows.ts';
import { holds, note, Register } from './registers.ts';
import { leased, rule, Tag } from './rule.ts';

/** Octets that no frame has. */
const ANY_LENGTH = 0xffff;

const toAgent = Do.resubmit(Table.agent);

type Way = keyof typeof CAPTURED;

const tables = { received: 'captureReceived', sent: 'captureSent' } as const satisfies Record<Way, TableName>;

/** The ways that a port's frames are captured. */
export function capturedWays(plan: CapturePlan | undefined, port: PortNumber): { received: boolean; sent: boolean } {
  const isOf = plan !== undefined && portsOf(plan.ports).includes(port);
  return { received: isOf && copies(plan, 'received'), sent: isOf && copies(plan, 'sent') };
}

/** The classes of the plan, and those of a capture: they get their numbers together. */
export function withCaptured(
  punts: ReadonlyMap<string, PuntPlan>,
  capture: CapturePlan | undefined,
): ReadonlyMap<string, PuntPlan> {
  if (!capture) return punts;
  const entry: PuntPlan = { stage: 'control', action: 'copy', rate: capture.rate, matches: [] };
  return new Map([...punts, [CAPTURED.received, entry], [CAPTURED.sent, entry]]);
}

/**
 * The rules that copy frames to the agent. They let through at least what the capture holds, so that its rate is not used up by
 * other frames; the agent looks again. All of them are leased: an agent that dies leaves none.
 *
 * The meter takes the copy alone only if Open vSwitch really makes one: it undoes actions instead where it can (ovs-actions(7),
 * clone), and does not then drop by itself. A look at the length, whose answer is not used, is no action that it can undo.
 */
export function captureFlows(
  capture: CapturePlan,
  { ports }: ForwardingPlan,
  numbers: ReadonlyMap<string, number>,
): Flow[] {
  const ways = (['received', 'sent'] as const).filter((way) => copies(capture, way));
  const flows = ways.flatMap((way) => {
    const number = numbers.get(CAPTURED[way]) ?? 0;
    const handOver = [note(Register.puntClass, number), Do.checkLonger(ANY_LENGTH, Register.tooLong), toAgent];
    return [
      ...framesOf(capture, way, ports).map((match) => rule(tables[way], 100, match, [Do.clone(...handOver)])),
      rule('agent', 100, [holds(Register.puntClass, number)], [Do.meter(number), Do.controller], Tag.punt + number),
    ];
  });
  return leased(flows);
}

/** The meters of a capture, one for each way. */
export function captureMeters({ rate }: CapturePlan, numbers: ReadonlyMap<string, number>): Meter[] {
  return Object.values(CAPTURED).flatMap((kind): Meter[] => {
    const number = numbers.get(kind);
    return number === undefined ? [] : [{ number, unit: 'packets', rate, burst: Math.min(rate, CAPTURE_BURST) }];
  });
}

function framesOf({ ports, match }: CapturePlan, way: Way, plans: ForwardingPlan['ports']): Match[] {
  const inVlans = match.vlan === undefined ? [[]] : vlanOf(match.vlan, way, portsOf(ports), plans);
  const stations = match.mac === undefined ? [[]] : stationOf(match.mac);
  return inVlans.flatMap((vlan) =>
    stations.flatMap((station) => packetsOf(match).flatMap((packet) => together([...vlan, ...station], packet))),
  );
}

/** By its tag, and without one, or with VID 0, at the ports that have the VLAN as their PVID. */
function vlanOf(vlan: number, way: Way, ports: readonly PortNumber[], plans: ForwardingPlan['ports']): Match[] {
  const at = (port: PortNumber): Match => (way === 'received' ? cameBy(port) : [holds(Register.outPort, port)]);
  const own = ports.filter((port) => plans.get(port)?.pvid === vlan).map(at);
  const untagged = masked(Field.vlanTci, 0, TAG_PRESENT);
  return [
    [inVlan(vlan)],
    ...own.flatMap((port) => [
      [...port, untagged],
      [...port, inVlan(0)],
    ]),
  ];
}

function stationOf(mac: string): Match[] {
  return [[equals(Field.ethSource, macValue(mac))], [equals(Field.ethDestination, macValue(mac))]];
}

const TCP = 6;
const UDP = 17;
/** Types of tags: rules see what is behind them. */
const tagTypes: readonly (number | undefined)[] = [EtherType.vlan, EtherType.serviceTag];

function packetsOf(match: CaptureMatch): Match[] {
  const { address, etherType, ipProtocol, transportPort } = match;
  if (tagTypes.includes(etherType)) return [[]];
  if (address === undefined && ipProtocol === undefined && transportPort === undefined) {
    return [etherType === undefined ? [] : [equals(Field.ethType, etherType)]];
  }
  const isAsked = (type: number) => (etherType ?? type) === type;
  const version = address === undefined ? undefined : versionOf(address);
  const packets: Match[] = [];
  if (isAsked(EtherType.ipv4) && version !== 6) packets.push(...ipOf(match, EtherType.ipv4));
  if (isAsked(EtherType.ipv6) && version !== 4) packets.push(...ipOf(match, EtherType.ipv6));
  const isOfIp = ipProtocol !== undefined || transportPort !== undefined;
  if (isAsked(EtherType.arp) && version === 4 && !isOfIp) {
    const value = parseIpv4(address ?? '') ?? 0;
    for (const field of [Field.arpSenderIp, Field.arpTargetIp]) {
      packets.push([equals(Field.ethType, EtherType.arp), equals(field, value)]);
    }
  }
  return packets;
}

function ipOf({ address, ipProtocol, transportPort }: CaptureMatch, type: number): Match[] {
  const of = [equals(Field.ethType, type)];
  const fields =
    type === EtherType.ipv4 ? [Field.ipv4Source, Field.ipv4Destination] : [Field.ipv6Source, Field.ipv6Destination];
  const value = address === undefined ? 0 : (parseIpv4(address) ?? parseIpv6(address) ?? 0);
  const addressed = address === undefined ? [of] : fields.map((field) => [...of, equals(field, value)]);
  const carried = protocolsOf(ipProtocol, transportPort);
  return addressed.flatMap((packet) => carried.map((protocol) => [...packet, ...protocol]));
}

function protocolsOf(ipProtocol: number | undefined, transportPort: number | undefined): Match[] {
  if (transportPort === undefined) return ipProtocol === undefined ? [[]] : [[equals(Field.ipProtocol, ipProtocol)]];
  const ports = [
    { protocol: TCP, fields: [Field.tcpSource, Field.tcpDestination] },
    { protocol: UDP, fields: [Field.udpSource, Field.udpDestination] },
  ];
  return ports
    .filter(({ protocol }) => (ipProtocol ?? protocol) === protocol)
    .flatMap(({ protocol, fields }) =>
      fields.map((field) => [equals(Field.ipProtocol, protocol), equals(field, transportPort)]),
    );
}
