import type { Connection, ManagementPath } from '../../datapath/datapath.ts';
import { type ForwardingPlan, type InterfacePlan, mirrorTargets, type VlanId } from '../../datapath/plan.ts';
import { parseIpv4 } from '../../model/values/ipv4.ts';
import { type Message, say } from '../../model/values/message.ts';
import { hasPort, NO_PORTS, portsOf } from '../../model/values/port-list.ts';

/** How the frames and packets of one session reach the switch and its answers the client. */
export interface SessionPath extends ManagementPath {
  /** Whether the client's frames carry the VLAN's tag. */
  readonly tagged: boolean;
  /** The address that the client talks to, where it is one of the switch's own interfaces. */
  readonly serverAddress: string | undefined;
  /** Where answers go: the client itself, or a gateway's address; undefined where that is not the switch's matter. */
  readonly nextHop: NextHop | undefined;
}

type NextHop = { readonly vlan: VlanId; readonly gateway: string | undefined };

/**
 * Says how a session comes in under `plan`. On a datapath whose sessions do not really come through it (simulation), the
 * connection's addresses are none of the switch's; the primary address of the VLAN's interface then stands for them.
 */
export function sessionPath(plan: ForwardingPlan, path: ManagementPath, connection: Connection): SessionPath {
  const addresses = plan.interfaces.get(path.vlan)?.addresses ?? [];
  const really = addresses.some(({ address }) => address === connection.localAddress);
  return {
    ...path,
    tagged: !hasPort(plan.vlans.get(path.vlan)?.untagged ?? NO_PORTS, path.port),
    serverAddress: really ? connection.localAddress : addresses[0]?.address,
    nextHop: really ? nextHop(plan, connection.remoteAddress) : undefined,
  };
}

/**
 * Why a session over `path` would not work under `plan`; undefined where it would (protocol.md, "One guard";
 * reference/network.md 0.5). Forwarding masks are no matter: they narrow what goes from port to port, not what reaches the
 * switch itself.
 */
export function pathFault(plan: ForwardingPlan, path: SessionPath): Message | undefined {
  return portFault(plan, path) ?? vlanFault(plan, path) ?? stationFault(plan, path) ?? addressFault(plan, path);
}

/** Why no port reaches the switch itself any more under `plan`; undefined where one does. */
export function isolationFault(plan: ForwardingPlan): Message | undefined {
  for (const [vlan, own] of plan.interfaces) {
    if (!own.enabled || (own.addresses.length === 0 && !own.dhcpClient)) continue;
    const entry = plan.vlans.get(vlan);
    if (entry && portsOf(entry.members).some((port) => admits(plan, port, vlan, !hasPort(entry.untagged, port)))) {
      return undefined;
    }
  }
  return say('After this change no port would reach a VLAN with an IP interface.');
}

function portFault(plan: ForwardingPlan, { port }: SessionPath): Message | undefined {
  const entry = plan.ports.get(port);
  if (!entry?.admin) return say('Port {{port}} would be disabled.', { port });
  return hasPort(mirrorTargets(plan), port)
    ? say('Port {{port}} would become a mirroring target port.', { port })
    : undefined;
}

function vlanFault(plan: ForwardingPlan, { port, vlan, tagged }: SessionPath): Message | undefined {
  const entry = plan.vlans.get(vlan);
  if (!entry) return say('VLAN {{vlan}} would not exist any more.', { vlan });
  if (!hasPort(entry.members, port)) return say('Port {{port}} would leave VLAN {{vlan}}.', { port, vlan });
  if (tagged === hasPort(entry.untagged, port)) {
    return tagged
      ? say('Port {{port}} would send the frames of VLAN {{vlan}} untagged.', { port, vlan })
      : say('Port {{port}} would send the frames of VLAN {{vlan}} tagged.', { port, vlan });
  }
  return admits(plan, port, vlan, tagged)
    ? undefined
    : say("Port {{port}} would not admit this session's frames to VLAN {{vlan}}.", { port, vlan });
}

/** Whether frames of `vlan`, tagged or not, get in by `port`. */
function admits(plan: ForwardingPlan, port: number, vlan: VlanId, tagged: boolean): boolean {
  const entry = plan.ports.get(port);
  if (!entry?.admin || hasPort(mirrorTargets(plan), port)) return false;
  if (tagged) return entry.acceptableFrameTypes !== 'untaggedAndPriority';
  return entry.acceptableFrameTypes !== 'tagged' && entry.pvid === vlan;
}

/** A static address that pins the client elsewhere takes the answers there. */
function stationFault(plan: ForwardingPlan, { clientMac, port, vlan }: SessionPath): Message | undefined {
  const shared = plan.learning.constraint === 'shared';
  for (const entry of plan.staticUnicast.values()) {
    if (entry.address === clientMac && entry.port !== port && (shared || entry.vlan === vlan)) {
      return say('The address {{address}} of this session would be pinned to port {{port}}.', {
        address: clientMac,
        port: entry.port,
      });
    }
  }
  return undefined;
}

function addressFault(plan: ForwardingPlan, path: SessionPath): Message | undefined {
  const { vlan, serverAddress } = path;
  if (serverAddress === undefined) return undefined;
  const own = plan.interfaces.get(vlan);
  if (!own) return say('VLAN {{vlan}} would have no IP interface any more.', { vlan });
  if (!own.enabled) return say('The IP interface of VLAN {{vlan}} would be disabled.', { vlan });
  if (!own.addresses.some(({ address }) => address === serverAddress)) {
    return say('The switch would not answer at {{address}} any more.', { address: serverAddress });
  }
  return undefined;
}

/** Why answers to the client would go another way than before. Only told apart where the way is the switch's own matter. */
export function nextHopFault(
  plan: ForwardingPlan,
  { nextHop: before }: SessionPath,
  connection: Connection,
): Message | undefined {
  if (!before) return undefined;
  const after = nextHop(plan, connection.remoteAddress);
  if (after && after.vlan === before.vlan && after.gateway === before.gateway) return undefined;
  const address = connection.remoteAddress;
  return say('The switch would not reach {{address}} the way it does now.', { address });
}

/** The way of an answer: the longest prefix of an enabled interface, else the default gateway. IPv4; undefined for none. */
function nextHop(plan: ForwardingPlan, client: string): NextHop | undefined {
  const direct = onLink(plan, client);
  if (direct) return { vlan: direct.vlan, gateway: undefined };
  const gateway = plan.defaultGateway;
  const way = gateway === undefined ? undefined : onLink(plan, gateway);
  return way && { vlan: way.vlan, gateway };
}

function onLink(plan: ForwardingPlan, client: string): InterfacePlan | undefined {
  const target = parseIpv4(client);
  if (target === undefined) return undefined;
  let best: { readonly own: InterfacePlan; readonly prefix: number } | undefined;
  for (const own of plan.interfaces.values()) {
    if (!own.enabled) continue;
    for (const { address, prefix } of own.addresses) {
      const number = parseIpv4(address);
      if (number === undefined || !samePrefix(number, target, prefix)) continue;
      if (!best || prefix > best.prefix) best = { own, prefix };
    }
  }
  return best?.own;
}

function samePrefix(a: number, b: number, prefix: number): boolean {
  return Math.floor(a / 2 ** (32 - prefix)) === Math.floor(b / 2 ** (32 - prefix));
}
