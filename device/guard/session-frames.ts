import { EVERY_PORT } from '../../datapath/combiners.ts';
import { addressKey, type ForwardingPlan } from '../../datapath/plan.ts';
import { pinnedInForce } from '../../datapath/port-security.ts';
import type { ForwardingState } from '../../datapath/state.ts';
import { trace } from '../../datapath/trace/trace.ts';
import type { Situation, Trace } from '../../datapath/trace/traced-frame.ts';
import { hasPort, portsOf } from '../../model/values/port-list.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { solicitedNode } from '../../protocols/frames/icmpv6.ts';
import { isIpv6 } from '../../protocols/frames/ip.ts';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import type { Outlook } from './outlook.ts';
import type { Session } from './session.ts';

/** The ways of a session's frames through the switch. */
export interface SessionWays {
  /** The client's question for the switch's address (ARP, neighbour discovery), to everybody; then its packets, to the switch. */
  readonly inwards: readonly Trace[];
  /** The same from the switch to the client. */
  readonly outwards: readonly Trace[];
}

const SHORTEST_PAYLOAD = 46;

/** Traces what the client and the switch send each other: questions for addresses both ways, then packets both ways. */
export function sessionWays({ plan, state: decided }: Outlook, session: Session): SessionWays {
  const state = withClient(plan, decided, session);
  const { vlan, clientMac, cables, port } = session;
  const own = plan.interfaces.get(vlan)?.mac ?? BROADCAST_MAC;
  // Cables are no part of a configuration: every link counts as up, and the client as being where it was found.
  const situation: Situation = {
    up: EVERY_PORT,
    learnt: (_fid, address) => (address === clientMac ? bridgePortAt(session) : undefined),
  };
  const enter = (destination: string, etherType: number): Trace => {
    const frame = frameOf(destination, clientMac, etherType);
    const tagged = session.tagged ? pushTag(frame, vlan) : frame;
    return trace(plan, state, situation, { kind: 'received', port: collecting(), frame: tagged });
  };
  const originate = (destination: string, etherType: number): Trace =>
    trace(plan, state, situation, { kind: 'originated', vlan, frame: frameOf(destination, own, etherType) });
  /** Of several cables one by which frames are taken in. */
  function collecting(): number {
    const trunk = state.trunks.get(port)?.collecting ?? cables;
    return portsOf(cables).find((one) => hasPort(trunk, one)) ?? portsOf(cables)[0] ?? 0;
  }
  const { server, clientAddress } = session;
  if (server && isIpv6(server.address)) {
    return {
      inwards: [enter(solicitedNode(server.address).mac, EtherType.ipv6), enter(own, EtherType.ipv6)],
      outwards: [
        originate(clientAddress ? solicitedNode(clientAddress).mac : clientMac, EtherType.ipv6),
        originate(clientMac, EtherType.ipv6),
      ],
    };
  }
  return {
    inwards: [enter(BROADCAST_MAC, EtherType.arp), enter(own, EtherType.ipv4)],
    outwards: [originate(BROADCAST_MAC, EtherType.arp), originate(clientMac, EtherType.ipv4)],
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

function frameOf(destination: string, source: string, etherType: number): Uint8Array {
  return buildEthernet({ destination, source, etherType, payload: new Uint8Array(SHORTEST_PAYLOAD) });
}
