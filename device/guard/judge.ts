import { memberPorts, representativeOf } from '../../datapath/bridge-ports.ts';
import type { ManagementPath } from '../../datapath/datapath.ts';
import type { VlanId } from '../../datapath/plan.ts';
import { type Message, say, wordsOf } from '../../model/values/message.ts';
import { NO_PORTS, type PortList, portsOf } from '../../model/values/port-list.ts';
import type { ManagementConnection } from '../management-connection.ts';
import { accessDoubt } from './access-doubt.ts';
import { certificateFault } from './certificate-fault.ts';
import { gatewayDoubt, type KnownGateway } from './gateway-doubt.ts';
import { isolationFault } from './isolation.ts';
import { type LaterTime, laterOutlook, laterTimes, type Outlook, sameOutlook } from './outlook.ts';
import { powerDoubt } from './power-doubt.ts';
import { queueDoubt } from './queue-doubt.ts';
import { type NeededServer, serverDoubt } from './server-doubt.ts';
import { portFault, serviceFault, vlanFault } from './service-fault.ts';
import { LEAST_RATE, ownAddress, type Session, sessionOf } from './session.ts';
import { sessionFault } from './session-fault.ts';

/** The guard's judgment of a change. */
export type Verdict =
  | { readonly kind: 'fine' }
  /** It would cut this session off, or it cannot be excluded; it can be forced. */
  | Doubt
  /** The switch would be unreachable for everyone; it cannot be forced. */
  | { readonly kind: 'isolation'; readonly reason: Message };

/** A change that has to be forced, and confirmed over the changed path. */
export interface Doubt {
  readonly kind: 'loss' | 'unknown';
  readonly reason: Message;
  /** Undefined where the way of the session was not found. */
  readonly session: Session | undefined;
  readonly connection: ManagementConnection;
  /** A VLAN whose interface asks a DHCP server for another address: nothing is proved before there is a lease. */
  readonly awaitsLease?: VlanId;
  /**
   * The doubt is not about the path of this session: a call from elsewhere, or by another service, proves that there is
   * one.
   */
  readonly isOfService?: boolean;
  /**
   * The doubt is whether clients of the service accept its certificate: one that asks for the same host proves that.
   */
  readonly isOfCertificate?: boolean;
}

/** Origin of a change. */
export interface Origin {
  readonly connection: ManagementConnection;
  /** Its path; undefined if it bypasses the switch, or could not be found. See `Whereabouts` for the rest. */
  readonly path: ManagementPath | 'unsettled' | undefined;
  /** The ports that give power to a device now; left out, none does. */
  readonly powered?: PortList;
  /** The servers that say who may come in; left out, none is known. */
  readonly servers?: readonly NeededServer[];
  /** The default gateways whose MAC addresses are known; left out, none is. */
  readonly gateways?: readonly KnownGateway[];
}

const FINE: Verdict = { kind: 'fine' };

/**
 * Decides whether the session that asks still works afterwards: now, when everything with a limited time has ended, and after
 * a restart. `origin` is undefined for the device itself.
 */
export function judge(before: Outlook, after: Outlook, origin: Origin | undefined): Verdict {
  if (sameOutlook(before, after)) return FINE;
  const isolation = isolationFault(after);
  if (isolation && !isolationFault(before)) return { kind: 'isolation', reason: isolation };
  if (!origin) return FINE;
  const now = judgeAt(before, after, origin);
  const later = laterDoubt(before, after, origin, now);
  if (now.kind === 'fine') return later ?? FINE;
  if (!later || now.kind === 'isolation') return now;
  return { ...now, reason: say('{{reason}} {{further}}', { reason: now.reason, further: later.reason }) };
}

/** Faults that stop the session only later; a present fault is already reported. */
function laterDoubt(before: Outlook, after: Outlook, origin: Origin, present: Verdict): Doubt | undefined {
  for (const time of laterTimes) {
    const [former, next] = [laterOutlook(before, time), laterOutlook(after, time)];
    if (next === after && former === before) continue;
    const verdict = judgeAt(former, next, origin);
    if (verdict.kind === 'fine' || verdict.kind === 'isolation') continue;
    if (present.kind !== 'fine' && wordsOf(present.reason) === wordsOf(verdict.reason)) continue;
    return { ...verdict, reason: laterReason(time, verdict.reason) };
  }
  return undefined;
}

function laterReason(time: LaterTime, reason: Message): Message {
  switch (time) {
    case 'ended':
      return say('After all timed state has expired: {{reason}}', { reason });
    case 'restarted':
      return say('After a restart: {{reason}}', { reason });
    case 'ending':
      return say('While timed state expires: {{reason}}', { reason });
  }
}

/** The fault that will stop a session that works now; undefined if none is known. */
export function laterFault(outlook: Outlook, session: Session, times = laterTimes): Message | undefined {
  if (sessionFault(outlook, session)) return undefined;
  for (const time of times) {
    const then = laterOutlook(outlook, time);
    const fault = then === outlook ? undefined : sessionFault(then, session);
    if (fault) return laterReason(time, fault);
  }
  return undefined;
}

/** The verdict at one time. */
function judgeAt(before: Outlook, after: Outlook, origin: Origin): Verdict {
  if (sameOutlook(before, after)) return FINE;
  const { path, connection } = origin;
  const ended = serviceFault(before.access, after.access, connection);
  if (ended) return { kind: 'loss', reason: ended, session: undefined, connection, isOfService: true };
  const untrusted = certificateFault(before.access, after.access, connection);
  if (untrusted) return { kind: 'unknown', reason: untrusted, session: undefined, connection, isOfCertificate: true };
  if (path === 'unsettled') {
    const reason = say('The station of this session was just seen at another port.');
    return { kind: 'unknown', reason, session: undefined, connection };
  }
  const kept = path && (vlanFault(before, after, path, connection) ?? portFault(before, after, path, connection));
  if (kept) return { kind: 'loss', reason: kept, session: undefined, connection, isOfService: true };
  const verdict = path ? judgeFound(before, after, { ...origin, path }) : judgeUnfound(before, connection);
  return verdict.kind === 'fine' ? judgeGateways(before, after, origin) : verdict;
}

/** A nearby client still works when the switch is cut off from other networks: it is asked anyway. */
function judgeGateways(before: Outlook, after: Outlook, { connection, gateways = [] }: Origin): Verdict {
  const reason = gatewayDoubt(before, after, gateways);
  return reason ? { kind: 'unknown', reason, session: undefined, connection, isOfService: true } : FINE;
}

/** A session at none of the switch's own addresses comes past it; any other has a way, which was not found. */
function judgeUnfound({ access }: Outlook, connection: ManagementConnection): Verdict {
  if (!ownAddress(access, connection.localAddress)) return { kind: 'fine' };
  const reason = say('The path of this session through the switch could not be determined.');
  return { kind: 'unknown', reason, session: undefined, connection };
}

function judgeFound(
  before: Outlook,
  after: Outlook,
  { path, connection, powered = NO_PORTS, servers = [] }: Origin & { readonly path: ManagementPath },
): Verdict {
  const session = sessionOf(before, path, connection);
  const unexplained = sessionFault(before, session);
  const fault = sessionFault(after, session);
  if (unexplained && fault && wordsOf(fault) !== wordsOf(unexplained)) {
    return { kind: 'unknown', reason: fault, session, connection };
  }
  if (fault && !unexplained) return { kind: 'loss', reason: fault, session, connection };
  const filtered = accessDoubt(before, after, session);
  if (filtered) return { kind: 'unknown', reason: filtered, session, connection };
  const unpowered = powerDoubt(before, after, session, powered);
  if (unpowered) return { kind: 'unknown', reason: unpowered, session, connection };
  const starved = queueDoubt(before, after, session);
  if (starved) return { kind: 'unknown', reason: starved, session, connection };
  const unasked = serverDoubt(before, after, servers);
  if (unasked) return { kind: 'unknown', reason: unasked, session, connection };
  return (
    leaseDoubt(before, after, session, connection) ??
    routingDoubt(before, after, session, connection) ??
    engineDoubt(before, after, session, connection) ??
    trunkDoubt(before, after, session, connection) ??
    linkDoubt(before, after, session, connection) ??
    rateDoubt(before, after, session, connection) ??
    maskDoubt(before, after, session, connection) ??
    FINE
  );
}

/** An interface that begins to ask a DHCP server leaves the address of this session as soon as one answers. */
function leaseDoubt(
  before: Outlook,
  after: Outlook,
  session: Session,
  connection: ManagementConnection,
): Doubt | undefined {
  const { server } = session;
  if (!server || server.leased) return undefined;
  const { vlan, address } = server;
  const begins = after.plan.interfaces.get(vlan)?.dhcpClient && !before.plan.interfaces.get(vlan)?.dhcpClient;
  if (!begins || address !== primary(after, vlan)) return undefined;
  const reason = say('A DHCP server would assign the switch an address other than {{address}}.', { address });
  return { kind: 'loss', reason, session, connection, awaitsLease: vlan };
}

/** An address of another VLAN is reached by a client that has the switch as its gateway, as long as the switch routes. */
function routingDoubt(
  before: Outlook,
  after: Outlook,
  session: Session,
  connection: ManagementConnection,
): Doubt | undefined {
  const { server, vlan } = session;
  if (!server || server.vlan === vlan || server.address.includes(':')) return undefined;
  if (!before.plan.forwardsIpv4 || after.plan.forwardsIpv4) return undefined;
  const { address } = server;
  const reason = say('The switch would no longer be reachable at {{address}} from VLAN {{vlan}}.', { address, vlan });
  return { kind: 'loss', reason, session, connection };
}

/** Decisions of engines are known only when they are made; in the worst case they close the path of the session. */
function engineDoubt(
  before: Outlook,
  after: Outlook,
  session: Session,
  connection: ManagementConnection,
): Doubt | undefined {
  if (!after.feared || sessionFault(before, session)) return undefined;
  const fault = sessionFault({ ...after, state: after.feared }, session);
  return (
    fault && { kind: 'unknown', reason: say('In the worst case: {{reason}}', { reason: fault }), session, connection }
  );
}

/** A partner sends through any cable that it considers a member, and through none if it no longer agrees. */
function trunkDoubt(
  before: Outlook,
  after: Outlook,
  session: Session,
  connection: ManagementConnection,
): Doubt | undefined {
  const { port, cables } = session;
  if (representativeOf(before.plan, port) === port) return undefined;
  const trunk = port - 5000;
  const [lost] = portsOf(cables & ~memberPorts(after.plan, port));
  if (lost !== undefined) {
    const reason = say('Port {{port}} would leave trunk {{trunk}}, which this session uses.', {
      port: lost,
      trunk,
    });
    return { kind: 'unknown', reason, session, connection };
  }
  // That it has to agree from now on is a fault until it does.
  if (!before.state.trunks.has(port) || after.state.trunks.has(port)) return undefined;
  const reason = say('The partner of trunk {{trunk}}, which this session uses, may no longer agree.', {
    trunk,
  });
  return { kind: 'unknown', reason, session, connection };
}

/** The settings of the far end of a cable are unknown: a link may stay down in a mode that only one end was set to. */
function linkDoubt(
  before: Outlook,
  after: Outlook,
  session: Session,
  connection: ManagementConnection,
): Doubt | undefined {
  const modeOf = ({ plan }: Outlook, port: number) => plan.ports.get(port)?.mode ?? 'auto';
  const port = portsOf(session.cables).find(
    (cable) => modeOf(after, cable) !== 'auto' && modeOf(after, cable) !== modeOf(before, cable),
  );
  if (port === undefined) return undefined;
  const reason = say('The link of port {{port}}, which this session uses, may not come up in its new mode.', {
    port,
  });
  return { kind: 'unknown', reason, session, connection };
}

/** The switch stays reachable from a port that may forward to fewer ports; what the client needs beside it may not. */
function maskDoubt(
  before: Outlook,
  after: Outlook,
  session: Session,
  connection: ManagementConnection,
): Doubt | undefined {
  const { port } = session;
  const narrowed = forwardTo(before, port) & ~forwardTo(after, port);
  if (narrowed === 0n) return undefined;
  const reason = say('Port {{port}} of this session would forward to fewer ports.', { port });
  return { kind: 'unknown', reason, session, connection };
}

/** A rate that low lets the session's frames through, but not in time. */
function rateDoubt(
  before: Outlook,
  after: Outlook,
  session: Session,
  connection: ManagementConnection,
): Doubt | undefined {
  for (const port of portsOf(session.cables)) {
    for (const way of ['ingressKilobits', 'egressKilobits'] as const) {
      const rate = after.plan.rates.get(port)?.[way] ?? LEAST_RATE;
      if (rate >= LEAST_RATE || rate >= (before.plan.rates.get(port)?.[way] ?? LEAST_RATE)) continue;
      const reason = say('Port {{port}} of this session would carry only {{rate}} kbit/s.', {
        port,
        rate,
      });
      return { kind: 'loss', reason, session, connection };
    }
  }
  return undefined;
}

function forwardTo({ plan }: Outlook, port: number): bigint {
  const representative = representativeOf(plan, port) ?? port;
  return plan.ports.get(representative)?.forwardTo ?? 0n;
}

function primary({ plan }: Outlook, vlan: VlanId): string | undefined {
  return plan.interfaces.get(vlan)?.addresses[0]?.address;
}
