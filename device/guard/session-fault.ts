import type { Reason, Trace } from '../../datapath/trace/traced-frame.ts';
import { type Message, say } from '../../model/values/message.ts';
import { type AccessPlan, accessKey } from '../access-plan.ts';
import { nextHop } from './next-hop.ts';
import type { Outlook } from './outlook.ts';
import type { Session } from './session.ts';
import { sessionWays } from './session-frames.ts';

/**
 * Why a session does not work; undefined where it does (docs/specification/protocol.md, "One guard against locking the
 * administrator out"; docs/specification/network.md 0.5).
 */
export function sessionFault(outlook: Outlook, session: Session): Message | undefined {
  return frameFault(outlook, session) ?? addressFault(outlook, session);
}

/** The fault that keeps the session's frames from the switch, or the switch's from the client. */
function frameFault(outlook: Outlook, session: Session): Message | undefined {
  const { inwards, outwards } = sessionWays(outlook, session);
  for (const way of inwards) {
    const fault = inwardFault(outlook, session, way);
    if (fault) return fault;
  }
  for (const way of outwards) {
    const fault = outwardFault(session, way);
    if (fault) return fault;
  }
  return undefined;
}

function inwardFault({ plan, access }: Outlook, session: Session, way: Trace): Message | undefined {
  const { port, vlan } = session;
  if (way.vlan !== undefined && way.vlan !== vlan) return notAdmitted(session);
  if (way.delivered === vlan) return undefined;
  // Egress drops do not matter: it is on its way to the switch itself.
  const stopped = way.steps.find(({ verdict, port: out }) => verdict !== 'passes' && out === undefined);
  if (stopped?.reason.code === 'punted' && stopped.reason.kind === access.arpInspection?.kind) {
    return say('ARP inspection would drop ARP packets of {{station}} at port {{port}}.', {
      station: session.clientMac,
      port: session.port,
    });
  }
  if (stopped) return reasonInWords(stopped.reason, session);
  const own = plan.interfaces.get(vlan);
  if (!own) return say('VLAN {{vlan}} would no longer have an IP interface.', { vlan });
  if (!own.enabled) return say('The IP interface of VLAN {{vlan}} would be disabled.', { vlan });
  return say('The frames of this session would not reach the switch through port {{port}}.', { port });
}

function outwardFault(session: Session, way: Trace): Message | undefined {
  const { cables, vlan, tagged, clientMac } = session;
  const departure = way.departures.find(({ ports }) => (ports & cables) !== 0n);
  if (departure && (departure.ports & ~cables) !== 0n) {
    return say('The answers to this session might leave by another member of trunk {{trunk}}.', {
      trunk: departure.bridgePort - 5000,
    });
  }
  if (departure) {
    if (departure.tagged === tagged) return undefined;
    const { port } = session;
    return tagged
      ? say('Port {{port}} would send the frames of VLAN {{vlan}} untagged.', { port, vlan })
      : say('Port {{port}} would send the frames of VLAN {{vlan}} tagged.', { port, vlan });
  }
  const pinned = way.steps.map(({ reason }) => reason).find((reason) => reason.code === 'known');
  if (pinned?.code === 'known' && pinned.by === 'static') {
    const values = { address: clientMac, port: pinned.port };
    return say('The address {{address}} of this session would be bound to port {{port}}.', values);
  }
  const stopped = way.steps.find(({ verdict, port }) => verdict === 'drops' && (port ?? session.port) === session.port);
  if (stopped) return reasonInWords(stopped.reason, session);
  return say('Port {{port}} would leave VLAN {{vlan}}.', { port: session.port, vlan });
}

function notAdmitted({ port, vlan }: Session): Message {
  return say("Port {{port}} would not accept this session's frames in VLAN {{vlan}}.", { port, vlan });
}

function reasonInWords(reason: Reason, session: Session): Message {
  const { port, vlan } = session;
  switch (reason.code) {
    case 'portDisabled':
      return say('Port {{port}} would be disabled.', { port: reason.port });
    case 'mirrorTarget':
      return say('Port {{port}} would become a mirroring target port.', { port: reason.port });
    case 'frameType':
      return notAdmitted(session);
    case 'notAuthenticated':
      return say('Port {{port}} would be closed until a station behind it authenticates.', { port: reason.port });
    case 'noVlan':
      return say('VLAN {{vlan}} would no longer exist.', { vlan: reason.vlan });
    case 'notMember':
      return say('Port {{port}} would leave VLAN {{vlan}}.', { port, vlan: reason.vlan });
    case 'blocked':
      return say('Port {{port}} would be blocked in VLAN {{vlan}}.', { port, vlan: reason.vlan });
    case 'discarding':
    case 'learningOnly':
      return say('Port {{port}} would not forward the frames of VLAN {{vlan}}: its spanning-tree instance discards.', {
        port,
        vlan: reason.vlan,
      });
    case 'notCollecting':
    case 'notDistributing':
      return say('Trunk {{trunk}} would not carry the frames of this session.', { trunk: reason.trunk - 5000 });
    case 'secureElsewhere':
      return say('Port {{port}} would not accept {{address}}: it is a secure address of port {{other}}.', {
        port,
        address: reason.address,
        other: reason.port,
      });
    case 'unknownSource':
      return say('Port {{port}} would not accept {{address}}: port security.', {
        port: reason.port,
        address: reason.address,
      });
    case 'filteredAddress':
      return say('Frames to {{address}} would no longer be forwarded.', { address: reason.address });
    case 'accessRule':
      return say('Rule {{rule}} of profile {{profile}} would drop the frames of this session.', {
        rule: reason.key % 0x1_0000,
        profile: Math.floor(reason.key / 0x1_0000),
      });
    case 'turnedAway':
      return say('The IP access list would deny this session on port {{port}}.', { port });
    case 'punted':
      return say('The frames of this session would be redirected for inspection.');
    default:
      return say('Port {{port}} would not carry the frames of VLAN {{vlan}}.', { port, vlan });
  }
}

/** The fault that keeps the client's packets from the switch's address, or the answers from their path. */
function addressFault({ access }: Outlook, session: Session): Message | undefined {
  const { server, clientAddress } = session;
  if (!server) return undefined;
  const { address } = server;
  if (!access.addresses.has(accessKey(server.vlan, address)))
    return say('The switch would no longer answer at {{address}}.', { address });
  if (!session.nextHop || clientAddress === undefined) return undefined;
  const after = nextHop(access, clientAddress, session.vlan);
  if (!after || after.vlan !== session.nextHop.vlan || after.gateway !== session.nextHop.gateway) {
    return say('The switch would no longer reach {{address}} by its present path.', { address: clientAddress });
  }
  return neighbourFault(access, session, after.gateway ?? clientAddress);
}

/** The fault that sends the answers to another station than the session's. */
function neighbourFault(
  { neighbours }: AccessPlan,
  { vlan, clientMac }: Session,
  address: string,
): Message | undefined {
  const said = neighbours.get(accessKey(vlan, address));
  if (said === undefined || said === clientMac) return undefined;
  return say('Traffic to {{address}} would be sent to station {{station}}.', { address, station: said });
}
