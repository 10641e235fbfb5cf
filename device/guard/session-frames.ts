import { EVERY_PORT } from '../../datapath/combiners.ts';
import { addressKey, type ForwardingPlan } from '../../datapath/plan.ts';
import { pinnedInForce } from '../../datapath/port-security.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import { trace } from '../../datapath/trace/trace.ts';
import type { Situation, Trace } from '../../datapath/trace/traced-frame.ts';
import { hasPort, portsOf } from '../../model/values/port-list.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame } from '../../protocols/frames/ethernet.ts';
import { solicitedNode } from '../../protocols/frames/icmpv6.ts';
import { buildIp, isIpv6 } from '../../protocols/frames/ip.ts';
import { type IpPacket, IpProtocol } from '../../protocols/frames/ipv4.ts';
import { buildTcp } from '../../protocols/frames/tcp.ts';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import type { AccessPlan } from '../access-plan.ts';
import type { Outlook } from './outlook.ts';
import { rememberingWays } from './remembered-ways.ts';
import type { Session } from './session.ts';

/** The ways of a session's frames through the switch. */
export interface SessionWays {
  /**
   * The client's resolution of the switch's address (ARP, neighbor discovery), by broadcast; then its packets, to the
   * switch.
   */
  readonly inwards: readonly Trace[];
  /** The same from the switch to the client. */
  readonly outwards: readonly Trace[];
}

/** Traces what the client and the switch send each other: questions for addresses both ways, then packets both ways. */
export function sessionWays({ plan, state: decided, feared, access }: Outlook, session: Session): SessionWays {
  // The feared decisions of engines already include the sources that secured ports accept.
  const state = feared === decided ? decided : withClient(plan, decided, session);
  // Which ARP packets an inspection permits follows from more than the plan.
  return access.arpInspection ? tracedWays(plan, state, session, access) : rememberedWays(plan, state, session);
}

const rememberedWays = rememberingWays((plan, state, session) => tracedWays(plan, state, session));

function tracedWays(
  plan: ForwardingPlan,
  state: ForwardingState,
  session: Session,
  { arpInspection: inspection }: Partial<AccessPlan> = {},
): SessionWays {
  const { vlan, clientMac, cables, port } = session;
  const own = plan.interfaces.get(vlan)?.mac ?? BROADCAST_MAC;
  // Cables are no part of a configuration: every link counts as up, and the client as being where it was found.
  const situation: Situation = {
    up: EVERY_PORT,
    learnt: (_fid, address) => (address === clientMac ? bridgePortAt(session) : undefined),
  };
  const enter = (frame: Uint8Array): Trace => {
    const tagged = session.tagged ? pushTag(frame, vlan) : frame;
    const cable = collecting();
    const way = trace(plan, state, situation, { kind: 'received', port: cable, frame: tagged });
    const isInspected = way.punts.some(({ kind, action }) => action === 'take' && kind === inspection?.kind);
    if (!isInspected || !isPermitted()) return way;
    const on = { kind: 'resumed', port: cable, stage: 'inspection', vlan: way.vlan, frame: tagged } as const;
    return trace(plan, state, situation, on);
  };
  /** The client, or the router in front of it, identifies itself in ARP. */
  const isPermitted = () => {
    const address = session.nextHop?.gateway ?? session.clientAddress;
    return inspection?.permits({ vlan, port: portsOf(cables)[0] ?? 0, mac: clientMac, address }) === true;
  };
  const originate = (frame: Uint8Array): Trace => trace(plan, state, situation, { kind: 'originated', vlan, frame });
  /** Of several cables one by which frames are taken in. */
  function collecting(): number {
    const trunk = state.trunks.get(port)?.collecting ?? cables;
    return portsOf(cables).find((one) => hasPort(trunk, one)) ?? portsOf(cables)[0] ?? 0;
  }
  const { question, packet } = framesOf(session);
  const [client, server] = [
    { mac: clientMac, address: session.clientAddress },
    { mac: own, address: session.server?.address },
  ];
  return {
    inwards: [enter(question(client, server)), enter(packet(client, server))],
    outwards: [originate(question(server, client)), originate(packet(server, client))],
  };
}

/** A secured port with room lets the client in, who goes first there (see `managementStations`). */
function withClient(plan: ForwardingPlan, state: ForwardingState, session: Session): ForwardingState {
  const { vlan, clientMac: address } = session;
  const port = bridgePortAt(session);
  const maximum = plan.portSecurity.get(port)?.maximum;
  if (maximum === undefined) return state;
  const key = addressKey(vlan, address);
  const others = [...pinnedInForce(plan, state).values()].filter((one) => one.port === port);
  if (others.length >= maximum || state.secureAddresses.has(key)) return state;
  return { ...state, secureAddresses: new Map(state.secureAddresses).set(key, { vlan, address, port }) };
}

/** The client is behind its cables, whatever a trunk that they form is called now. */
function bridgePortAt({ cables }: Session): number {
  return portsOf(cables)[0] ?? 0;
}

/** One end of a session; an address that is not known is asked for as 0. */
export interface End {
  readonly mac: string;
  readonly address: string | undefined;
}

/** Frames between the ends of a session: address resolution, and the first segment of a connection. */
export function framesOf({ server, serverPort, clientMac }: Session): {
  question(from: End, to: End): Uint8Array;
  packet(from: End, to: End): Uint8Array;
} {
  const isSix = server !== undefined && isIpv6(server.address);
  const none = isSix ? '::' : '0.0.0.0';
  const ipFrame = (
    from: End,
    destination: string,
    packet: Omit<IpPacket, 'source' | 'dscp' | 'timeToLive'>,
  ): Uint8Array => {
    const { etherType, payload } = buildIp({ source: from.address ?? none, dscp: 0, timeToLive: 255, ...packet });
    return padFrame(buildEthernet({ source: from.mac, destination, etherType, payload }));
  };
  return {
    question(from, to) {
      if (!isSix) return arpQuestion(from, to);
      const asked = to.address === undefined ? undefined : solicitedNode(to.address);
      const payload = Uint8Array.of(NEIGHBOUR_SOLICITATION, ...new Uint8Array(23));
      const packet = { destination: asked?.address ?? none, protocol: IpProtocol.icmpv6, payload };
      return ipFrame(from, asked?.mac ?? to.mac, packet);
    },
    packet(from, to) {
      const ends = { source: from.address ?? none, destination: to.address ?? none };
      const toServer = from.mac === clientMac;
      const payload = buildTcp(
        {
          sourcePort: toServer ? CLIENT_PORT : serverPort,
          destinationPort: toServer ? serverPort : CLIENT_PORT,
          sequence: 1,
          acknowledgment: 1,
          syn: false,
          ack: true,
          fin: false,
          reset: false,
          push: false,
          window: 0xffff,
          maximumSegment: undefined,
          content: new Uint8Array(0),
        },
        ends.source,
        ends.destination,
      );
      return ipFrame(from, to.mac, { destination: ends.destination, protocol: IpProtocol.tcp, payload });
    },
  };
}

function arpQuestion(from: End, to: End): Uint8Array {
  const payload = buildArp({
    operation: 'request',
    senderMac: from.mac,
    senderAddress: from.address ?? '0.0.0.0',
    targetMac: '00-00-00-00-00-00',
    targetAddress: to.address ?? '0.0.0.0',
  });
  const addresses = { source: from.mac, destination: BROADCAST_MAC };
  return padFrame(buildEthernet({ ...addresses, etherType: EtherType.arp, payload }));
}

const NEIGHBOUR_SOLICITATION = 135;
/** A client's port is any of those that are given out (RFC 6335 6). */
const CLIENT_PORT = 50_000;
