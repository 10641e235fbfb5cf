import type { BridgePortNumber } from '../../../datapath/identifiers.ts';
import { stages } from '../../../datapath/stages.ts';
import { trace } from '../../../datapath/trace/trace.ts';
import type { Situation, Step, Trace } from '../../../datapath/trace/traced-frame.ts';
import type { DeviceContext, LiveRowOf } from '../../../device/feature.ts';
import { placeIn, Refusal } from '../../../device/refusal.ts';
import { formatMessage, type Message, say, wordsOf } from '../../../model/values/message.ts';
import { portListOf } from '../../../model/values/port-list.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { buildArp } from '../../../protocols/frames/arp.ts';
import { buildEthernet, EtherType } from '../../../protocols/frames/ethernet.ts';
import { buildIp, isIpv6 } from '../../../protocols/frames/ip.ts';
import { IpProtocol } from '../../../protocols/frames/ipv4.ts';
import { buildTcp } from '../../../protocols/frames/tcp.ts';
import { buildUdp } from '../../../protocols/frames/udp.ts';
import { pushTag } from '../../../protocols/frames/vlan-tag.ts';
import { aclTraceEntry, askedFrame, TraceProtocol, TraceVerdict } from './trace-objects.ts';
import { stepWords } from './trace-words.ts';

const SHORTEST = 46;
const ICMP_ECHO = { 4: 8, 6: 128 } as const;

/** The values of a frame that is asked about: what is not given has its default. */
type Asked = { readonly [Name in keyof typeof askedFrame]: (typeof askedFrame)[Name]['default'] };

function askedOf(query: Values): Asked {
  const given = Object.entries(askedFrame).map(([name, field]) => {
    const reading = query[name] === undefined ? undefined : field.read(query[name]);
    return [name, reading?.ok ? reading.value : field.default];
  });
  // Each value was read by its own field.
  return Object.fromEntries(given) as Asked;
}

/** The frame that is asked about, in octets. */
export function frameOf(query: Values): Uint8Array {
  const asked = askedOf(query);
  const frame = untagged(asked);
  return asked.traceVlan === 0 ? frame : pushTag(frame, asked.traceVlan);
}

function untagged(asked: Asked): Uint8Array {
  const { traceSourceMac: source, traceDestinationMac: destination, traceProtocol: protocol } = asked;
  if (protocol === TraceProtocol.other) {
    return buildEthernet({ source, destination, etherType: EtherType.experimental, payload: new Uint8Array(SHORTEST) });
  }
  if (protocol === TraceProtocol.arp) {
    const arp = buildArp({
      operation: 'request',
      senderMac: source,
      senderAddress: asked.traceSource || '0.0.0.0',
      targetMac: '00-00-00-00-00-00',
      targetAddress: asked.traceDestination || '0.0.0.0',
    });
    return buildEthernet({ source, destination: BROADCAST_MAC, etherType: EtherType.arp, payload: padded(arp) });
  }
  const six = isIpv6(asked.traceDestination) || isIpv6(asked.traceSource);
  const none = six ? '::' : '0.0.0.0';
  const [from, to] = [asked.traceSource || none, asked.traceDestination || none];
  const { etherType, payload } = buildIp({
    source: from,
    destination: to,
    protocol: protocolNumber(protocol, six),
    dscp: 0,
    timeToLive: 64,
    payload: segment(asked, from, to, six),
  });
  return buildEthernet({ source, destination, etherType, payload: padded(payload) });
}

function protocolNumber(protocol: number, six: boolean): number {
  if (protocol === TraceProtocol.icmp) return six ? IpProtocol.icmpv6 : IpProtocol.icmp;
  return protocol === TraceProtocol.tcp ? IpProtocol.tcp : IpProtocol.udp;
}

function segment(asked: Asked, from: string, to: string, six: boolean): Uint8Array {
  const ports = { sourcePort: asked.traceSourcePort, destinationPort: asked.traceDestinationPort };
  if (asked.traceProtocol === TraceProtocol.udp) return buildUdp({ ...ports, content: new Uint8Array(0) }, from, to);
  if (asked.traceProtocol === TraceProtocol.icmp) return Uint8Array.of(ICMP_ECHO[six ? 6 : 4], 0, 0, 0, 0, 0, 0, 0);
  const begins = { sequence: 1, acknowledgment: 0, syn: true, ack: false, fin: false, reset: false, push: false };
  return buildTcp(
    { ...ports, ...begins, window: 65_535, maximumSegment: undefined, content: new Uint8Array(0) },
    from,
    to,
  );
}

function padded(payload: Uint8Array): Uint8Array {
  if (payload.length >= SHORTEST) return payload;
  const octets = new Uint8Array(SHORTEST);
  octets.set(payload);
  return octets;
}

/** Throws a `Refusal` where there is no such frame, or it could not come in here. */
function checkFrame(asked: Asked, { ports }: DeviceContext['hardware']): void {
  const { tracePort: port, traceSource: source, traceDestination: destination, traceProtocol: protocol } = asked;
  if (!ports.has(port)) throw refused('tracePort', say('Port {{port}} does not exist.', { port }));
  if (protocol === TraceProtocol.other) return;
  if (protocol === TraceProtocol.arp) {
    const six = isIpv6(source) ? 'traceSource' : isIpv6(destination) ? 'traceDestination' : undefined;
    if (six) throw refused(six, say('ARP requires IPv4 addresses.'));
  } else if (source !== '' && destination !== '' && isIpv6(source) !== isIpv6(destination)) {
    throw refused('traceDestination', say('Source IP and Destination IP must be of the same IP version.'));
  }
}

function refused(column: keyof typeof askedFrame, message: Message): Refusal {
  return new Refusal(ErrorCode.inconsistentValue, message, placeIn(aclTraceEntry, undefined, column));
}

/** The way of the frame that is asked about, a row for each step. Rejects with a `Refusal` where there is no such frame. */
export async function traceRows(
  context: DeviceContext,
  query: Values,
): Promise<readonly LiveRowOf<typeof aclTraceEntry>[]> {
  const { datapath, forwarding, hardware } = context;
  checkFrame(askedOf(query), hardware);
  const { plan, state } = forwarding();
  const [links, addresses] = await Promise.all([datapath.portStates(), datapath.forwardingDatabase()]);
  const known = new Map(addresses.map(({ fid, address, port }) => [`${fid} ${address}`, port]));
  const situation: Situation = {
    up: portListOf([...links.values()].filter(({ link }) => link === 'up').map(({ port }) => port)),
    learnt: (fid, address) => known.get(`${fid} ${address}`) || undefined,
  };
  const port = askedOf(query).tracePort;
  return rowsOf(trace(plan, state, situation, { kind: 'received', port, frame: frameOf(query) }));
}

function rowsOf({ steps }: Trace): readonly LiveRowOf<typeof aclTraceEntry>[] {
  return alikeTogether(steps).map(({ step, ports }, at) => {
    const said = stepWords(step, ports);
    const rule = step.reason.code === 'accessRule' ? step.reason.key : 0;
    return {
      aclTraceStep: at + 1,
      aclTraceStage: stages.find(({ name }) => name === step.stage)?.title ?? step.stage,
      aclTraceVerdict: verdictOf(step),
      aclTraceReason: wordsOf(said),
      aclTraceSaid: formatMessage(said),
      aclTraceProfile: Math.floor(rule / 0x1_0000),
      aclTraceRule: rule % 0x1_0000,
    };
  });
}

/** A step, and the ports that it is the same for on the way out. */
interface SharedStep {
  readonly step: Step;
  readonly ports: readonly BridgePortNumber[];
}

/** Ports with the same verdict of the same stage share a step; the egress ports come last. */
function alikeTogether(steps: readonly Step[]): readonly SharedStep[] {
  const shared = new Map<string, SharedStep>();
  for (const [at, step] of steps.entries()) {
    const { stage, verdict, reason, port } = step;
    const tagged = reason.code === 'leaves' && reason.tagged;
    const key = port === undefined ? `${at}` : [stage, verdict, reason.code, tagged].join();
    const ports = shared.get(key)?.ports ?? [];
    shared.set(key, { step, ports: port === undefined ? ports : [...ports, port] });
  }
  const leaves = ({ step }: SharedStep) => Number(step.reason.code === 'leaves');
  return [...shared.values()].sort((one, other) => leaves(one) - leaves(other));
}

function verdictOf({ verdict, reason }: Step) {
  return reason.code === 'leaves' ? TraceVerdict.leaves : TraceVerdict[verdict];
}
