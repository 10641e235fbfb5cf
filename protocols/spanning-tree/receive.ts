import type { Bpdu, InstanceMessage, RegionMessage, TreeMessage } from './bpdu.ts';
import { addressPart, bridgeIdentifier, treePart } from './bridge-identifier.ts';
import type { Bridge, BridgePort, ReceivedMessage } from './bridge-state.ts';
import { MIGRATE_TIME, running, stirPort, stirTree } from './conditions.ts';
import { PORT_NUMBER } from './priority-vector.ts';
import { admitsChange } from './protection.ts';
import { hearNotification } from './topology-change.ts';

/** The Port Receive machine (IEEE 802.1Q-2018 13.31): a BPDU came in by `port`. Costs what it carries, and what follows. */
export function receiveBpdu(bridge: Bridge, port: BridgePort, bpdu: Bpdu): void {
  if (!port.settings.enabled || isOwnConfiguration(bridge, port, bpdu)) return;
  if (bpdu.kind === 'rapid') port.rcvdRSTP = true;
  else port.rcvdSTP = true;
  if (port.operEdge) {
    port.operEdge = false;
    bridge.news.push({ kind: 'edgeLost', port: port.number });
    stirPort(bridge, port);
  }
  port.edgeDelayWhile = running(bridge, MIGRATE_TIME);
  bridge.restlessPorts.add(port);
  if (bpdu.kind === 'notification') {
    if (admitsChange(bridge, port, [...port.trees.values()])) hearNotification(bridge, port.cist);
    return;
  }
  const regional = regionalPart(bridge, bpdu);
  port.rcvdInternal = regional !== undefined;
  port.cist.rcvdMsg = treeMessage(bridge, bpdu, regional);
  stirTree(bridge, port.cist);
  for (const message of regional?.instances ?? []) {
    const at = port.trees.get(treePart(message.regionalRoot));
    if (!at || at === port.cist) continue;
    at.rcvdMsg = instanceMessage(bridge, at.tree.number, port.cist.rcvdMsg, bpdu, message);
    stirTree(bridge, at);
  }
  passOverChanges(bridge, port, regional !== undefined);
}

/** A configuration BPDU that this port sent itself is to be discarded (14.5). */
function isOwnConfiguration({ cist }: Bridge, port: BridgePort, bpdu: Bpdu): boolean {
  if (bpdu.kind !== 'configuration') return false;
  const fromHere = addressPart(bpdu.bridge) === addressPart(cist.identifier);
  return fromHere && (bpdu.port & PORT_NUMBER) === port.settings.number;
}

/** fromSameRegion (13.29.8): what a BPDU says to this bridge's own region. */
function regionalPart({ settings }: Bridge, { regional }: TreeMessage): RegionMessage | undefined {
  if (settings.protocol !== 'mstp' || !regional) return undefined;
  const { name, revision, digest } = settings.region;
  const { region } = regional;
  const same = region.name === name && region.revision === revision && region.digest === digest;
  return same ? regional : undefined;
}

function treeMessage({ settings }: Bridge, bpdu: TreeMessage, regional: RegionMessage | undefined): ReceivedMessage {
  const { root, externalCost, bridge, port, messageAge, maxAge, forwardDelay } = bpdu;
  return {
    priority: {
      root,
      externalCost,
      regionalRoot: bridge,
      internalCost: regional?.internalCost ?? 0,
      designatedBridge: regional?.bridge ?? bridge,
      designatedPort: port,
    },
    times: {
      messageAge,
      maxAge,
      forwardDelay,
      // A hello time of none would have information forgotten as soon as it comes (13.29.20).
      helloTime: Math.max(1, bpdu.helloTime),
      remainingHops: regional?.remainingHops ?? settings.maxHops,
    },
    flags: { ...bpdu, master: false },
  };
}

function instanceMessage(
  { settings }: Bridge,
  tree: number,
  cist: ReceivedMessage,
  bpdu: TreeMessage,
  message: InstanceMessage,
): ReceivedMessage {
  const address = addressPart(cist.priority.designatedBridge);
  return {
    priority: {
      root: '',
      externalCost: 0,
      regionalRoot: message.regionalRoot,
      internalCost: message.internalCost,
      designatedBridge: bridgeIdentifier(message.bridgePriority, tree, address),
      designatedPort: (message.portPriority << 8) | (bpdu.port & PORT_NUMBER),
    },
    // Of an instance's times only the hops differ from the CIST's.
    times: {
      messageAge: 0,
      maxAge: settings.maxAge,
      forwardDelay: settings.forwardDelay,
      helloTime: settings.helloTime,
      remainingHops: message.remainingHops,
    },
    accompanying: cist.priority,
    flags: { ...message, acknowledgment: false },
  };
}

/** Takes the topology changes out of what was received, where the protection passes them over. */
function passOverChanges(bridge: Bridge, port: BridgePort, internal: boolean): void {
  const told = [...port.trees.values()].filter(({ rcvdMsg }) => rcvdMsg?.flags.topologyChange);
  if (told.length === 0) return;
  const meant = internal ? told : [...port.trees.values()];
  if (admitsChange(bridge, port, meant)) return;
  for (const at of told) {
    if (at.rcvdMsg) at.rcvdMsg = { ...at.rcvdMsg, flags: { ...at.rcvdMsg.flags, topologyChange: false } };
  }
}
