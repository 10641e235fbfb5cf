import type { InstanceMessage, MessageFlags, RoleTold, TreeMessage } from './bpdu.ts';
import { buildBpduFrame } from './bpdu-frame.ts';
import { priorityPart } from './bridge-identifier.ts';
import type { Bridge, BridgePort, PortRole, TreePort } from './bridge-state.ts';
import { helloTime, isOver, running, SECOND } from './conditions.ts';

/** The priority bits of a bridge identifier's first sixteen. */
const PRIORITY_BITS = 0xf000;

/** The Port Transmit machine (IEEE 802.1Q-2018 13.34) of a port: sends what it has to say, as often as it may. */
export function portTransmit(bridge: Bridge, port: BridgePort): void {
  if (!port.settings.enabled) {
    port.newInfo = port.newInfoMsti = true;
    port.txCount = 0;
    port.txTick = port.helloWhen = Number.POSITIVE_INFINITY;
    return;
  }
  refill(bridge, port);
  if (!isReady(port)) return;
  if (port.helloWhen === Number.POSITIVE_INFINITY || isOver(bridge, port.helloWhen)) {
    periodic(bridge, port);
    port.helloWhen = running(bridge, helloTime(port));
  }
  if (port.txCount >= bridge.settings.transmitHoldCount) return;
  if (port.sendRSTP) {
    if (!port.newInfo && !(port.newInfoMsti && !isMaster(port))) return;
    port.newInfo = port.newInfoMsti = false;
    send(bridge, port, rapidMessage(bridge, port));
    port.tcAck = false;
    return;
  }
  if (!port.newInfo) return;
  if (port.cist.role === 'designated') {
    port.newInfo = false;
    send(bridge, port, configurationMessage(bridge, port));
    port.tcAck = false;
  } else if (port.cist.role === 'root') {
    port.newInfo = false;
    const frame = buildBpduFrame(port.settings.address, { kind: 'notification' });
    count(bridge, port);
    bridge.sent.push({ port: port.number, frame });
  }
}

/** The Port Timers machine's part in the count of BPDUs (13.30): every second one more may be sent. */
function refill(bridge: Bridge, port: BridgePort): void {
  while (isOver(bridge, port.txTick)) {
    port.txCount -= 1;
    port.txTick = port.txCount > 0 ? port.txTick + SECOND : Number.POSITIVE_INFINITY;
  }
}

/** allTransmitReady (13.28.3). */
function isReady(port: BridgePort): boolean {
  for (const at of port.trees.values()) if (!at.selected || at.updtInfo) return false;
  return true;
}

/** TRANSMIT_PERIODIC: designated ports send hellos, root ports while they signal a topology change. */
function periodic(bridge: Bridge, port: BridgePort): void {
  for (const at of port.trees.values()) {
    const speaks = at.role === 'designated' || (at.role === 'root' && !isOver(bridge, at.tcWhile));
    if (!speaks) continue;
    if (at === port.cist) port.newInfo = true;
    else port.newInfoMsti = true;
  }
}

/** mstiMasterPort (13.28.15). */
function isMaster(port: BridgePort): boolean {
  for (const at of port.trees.values()) if (at.role === 'master') return true;
  return false;
}

function count(bridge: Bridge, port: BridgePort): void {
  if (port.txCount === 0) port.txTick = running(bridge, 1);
  port.txCount += 1;
}

function send(bridge: Bridge, port: BridgePort, message: TreeMessage): void {
  count(bridge, port);
  bridge.sent.push({ port: port.number, frame: buildBpduFrame(port.settings.address, message) });
}

/** Common content of both kinds of message about the CIST. */
function cistPart({ cist }: BridgePort) {
  const { designatedPriority: priority, designatedTimes: times } = cist;
  return {
    root: priority.root,
    externalCost: priority.externalCost,
    port: priority.designatedPort,
    messageAge: times.messageAge,
    maxAge: times.maxAge,
    helloTime: times.helloTime,
    forwardDelay: times.forwardDelay,
  };
}

/** txConfig (13.29.27). */
function configurationMessage(bridge: Bridge, port: BridgePort): TreeMessage {
  return {
    kind: 'configuration',
    ...cistPart(port),
    topologyChange: !isOver(bridge, port.cist.tcWhile),
    proposal: false,
    role: 'designated',
    learning: false,
    forwarding: false,
    agreement: false,
    acknowledgment: port.tcAck,
    bridge: port.cist.designatedPriority.designatedBridge,
  };
}

/** txRstp (13.29.28): an RST BPDU, or with MSTP an MST BPDU. */
function rapidMessage(bridge: Bridge, port: BridgePort): TreeMessage {
  const { cist } = port;
  const { designatedPriority: priority, designatedTimes: times } = cist;
  const message: TreeMessage = {
    kind: 'rapid',
    ...cistPart(port),
    ...flagsOf(bridge, cist),
    acknowledgment: false,
    bridge: priority.regionalRoot,
  };
  if (bridge.settings.protocol !== 'mstp') return message;
  return {
    ...message,
    regional: {
      region: bridge.settings.region,
      internalCost: priority.internalCost,
      bridge: priority.designatedBridge,
      remainingHops: times.remainingHops,
      instances: [...port.trees.values()].filter((at) => at !== cist).map((at) => instanceMessage(bridge, at)),
    },
  };
}

function flagsOf(bridge: Bridge, at: TreePort): MessageFlags {
  return {
    topologyChange: !isOver(bridge, at.tcWhile),
    proposal: at.proposing,
    role: roleTold(at.role),
    learning: at.learning,
    forwarding: at.forwarding,
    agreement: at.agree,
  };
}

function roleTold(role: PortRole): RoleTold {
  switch (role) {
    case 'root':
    case 'master':
      return 'root';
    case 'designated':
      return 'designated';
    case 'alternate':
    case 'backup':
    case 'disabled':
      return 'alternateOrBackup';
  }
}

function instanceMessage(bridge: Bridge, at: TreePort): InstanceMessage {
  const { regionalRoot, internalCost, designatedBridge } = at.designatedPriority;
  return {
    ...flagsOf(bridge, at),
    master: isMastered(bridge, at),
    regionalRoot,
    internalCost,
    bridgePriority: priorityPart(designatedBridge) & PRIORITY_BITS,
    portPriority: at.priority,
    remainingHops: at.designatedTimes.remainingHops,
  };
}

/** Whether the way out of the region leads through this bridge, or one that said so to it. */
function isMastered({ trees }: Bridge, { tree, port }: TreePort): boolean {
  for (const other of trees.get(tree.number)?.ports.values() ?? []) {
    if (other.role === 'master') return true;
    if (other.port !== port && other.mastered && (other.role === 'root' || other.role === 'designated')) return true;
  }
  return false;
}
