import { bridgeIdentifier } from './bridge-identifier.ts';
import type { Bridge, BridgePort, Tree, TreePort } from './bridge-state.ts';
import { isRapid, stirPort } from './conditions.ts';
import { bridgePriority, bridgeTimes, reselectAll } from './role-selection.ts';
import type { SpanningTreePortSettings, SpanningTreeSettings, TreeNumber, TreePortSettings } from './settings.ts';

/** Of a port in a tree that nothing was said of. */
const DEFAULT_PRIORITY = 128;
const HELD = Number.POSITIVE_INFINITY;
const OVER = Number.NEGATIVE_INFINITY;

/** A bridge before its first step. */
export function createBridge(settings: SpanningTreeSettings, now: number): Bridge {
  const cist = createTree(settings, 0);
  const bridge: Bridge = {
    settings,
    trees: new Map([[0, cist]]),
    cist,
    ports: new Map(),
    now,
    restlessTrees: new Set(),
    restlessPorts: new Set(),
    changedTrees: new Set(),
    flushes: new Map(),
    news: [],
    sent: [],
    protection: { endsAt: HELD, counted: 0, skipped: new Set() },
  };
  for (const number of settings.priorities.keys()) {
    if (number !== 0) bridge.trees.set(number, createTree(settings, number));
  }
  for (const tree of bridge.trees.values()) {
    isolate(bridge, tree);
  }
  for (const [number, port] of settings.ports) addPort(bridge, number, port);
  return bridge;
}

function createTree(settings: SpanningTreeSettings, number: TreeNumber): Tree {
  return {
    number,
    identifier: bridgeIdentifier(settings.priorities.get(number) ?? 0x8000, number, settings.address),
    rootPriority: noPriority,
    rootTimes: { messageAge: 0, maxAge: 0, forwardDelay: 0, helloTime: 0, remainingHops: 0 },
    rootPort: undefined,
    ports: new Map(),
    topologyChanges: 0,
    changedAt: undefined,
  };
}

const noPriority = {
  root: '',
  externalCost: 0,
  regionalRoot: '',
  internalCost: 0,
  designatedBridge: '',
  designatedPort: 0,
};

/** BEGIN: a port as all machines start with it. */
class StartingPort implements BridgePort {
  readonly number: number;
  settings: SpanningTreePortSettings;
  readonly trees = new Map<TreeNumber, TreePort>();
  readonly cist: TreePort;
  operEdge: boolean;
  infoInternal = false;
  rcvdInternal = false;
  rcvdRSTP = false;
  rcvdSTP = false;
  sendRSTP: boolean;
  migration: BridgePort['migration'] = 'checking';
  mcheck = false;
  tcAck = false;
  newInfo = true;
  newInfoMsti = true;
  txCount = 0;
  helloWhen = HELD;
  mdelayWhile = HELD;
  edgeDelayWhile = HELD;
  txTick = HELD;
  wakeAt = HELD;
  ignoredChanges = 0;

  constructor(bridge: Bridge, number: number, settings: SpanningTreePortSettings) {
    this.number = number;
    this.settings = settings;
    this.operEdge = settings.edge === 'yes';
    this.sendRSTP = isRapid(bridge);
    this.cist = createTreePort(bridge, bridge.cist, this);
    for (const tree of bridge.trees.values()) {
      this.trees.set(tree.number, tree === bridge.cist ? this.cist : createTreePort(bridge, tree, this));
    }
  }
}

function addPort(bridge: Bridge, number: number, settings: SpanningTreePortSettings): void {
  const port = new StartingPort(bridge, number, settings);
  bridge.ports.set(number, port);
  for (const at of port.trees.values()) at.tree.ports.set(number, at);
  stirPort(bridge, port);
}

function createTreePort(bridge: Bridge, tree: Tree, port: BridgePort): TreePort {
  const { priority, internalCost } = inTree(port.settings, tree.number);
  const times = bridgeTimes(bridge);
  return {
    tree,
    port,
    priority,
    internalCost,
    role: 'disabled',
    selectedRole: 'disabled',
    infoIs: 'disabled',
    reselect: true,
    selected: false,
    updtInfo: false,
    rcvdMsg: undefined,
    portPriority: tree.rootPriority,
    portTimes: times,
    designatedPriority: tree.rootPriority,
    designatedTimes: times,
    proposed: false,
    proposing: false,
    agree: false,
    agreed: false,
    synced: false,
    sync: true,
    reRoot: true,
    disputed: false,
    mastered: false,
    learn: false,
    learning: false,
    forward: false,
    forwarding: false,
    forwardTransitions: 0,
    changeState: 'inactive',
    rcvdTc: false,
    rcvdTcn: false,
    rcvdTcAck: false,
    tcProp: false,
    fdWhile: HELD,
    rrWhile: OVER,
    rbWhile: OVER,
    tcWhile: OVER,
    rcvdInfoWhile: HELD,
  };
}

function inTree(settings: SpanningTreePortSettings, tree: TreeNumber): TreePortSettings {
  return settings.trees.get(tree) ?? { priority: DEFAULT_PRIORITY, internalCost: settings.externalCost };
}

/**
 * Applies other settings. If protocol, region or trees differ, everything restarts, as the standard requires; otherwise
 * only the consequences of the difference are computed again.
 */
export function reconfigure(bridge: Bridge, settings: SpanningTreeSettings): void {
  const former = bridge.settings;
  bridge.settings = settings;
  for (const number of bridge.ports.keys()) if (!settings.ports.has(number)) removePort(bridge, number);
  for (const tree of bridge.trees.values()) {
    const identifier = bridgeIdentifier(settings.priorities.get(tree.number) ?? 0x8000, tree.number, settings.address);
    if (identifier === tree.identifier && sameBridgeTimes(former, settings)) continue;
    tree.identifier = identifier;
    reselectAll(bridge, tree);
  }
  for (const [number, port] of settings.ports) {
    const present = bridge.ports.get(number);
    if (present) changePort(bridge, present, port);
    else addPort(bridge, number, port);
  }
}

/** Whether the machines have to restart for these settings. */
export function needsRestart(former: SpanningTreeSettings, next: SpanningTreeSettings): boolean {
  const { name, revision, digest } = former.region;
  return (
    former.protocol !== next.protocol ||
    former.address !== next.address ||
    former.priorities.size !== next.priorities.size ||
    [...next.priorities.keys()].some((tree) => !former.priorities.has(tree)) ||
    (next.protocol === 'mstp' &&
      (name !== next.region.name || revision !== next.region.revision || digest !== next.region.digest))
  );
}

function sameBridgeTimes(a: SpanningTreeSettings, b: SpanningTreeSettings): boolean {
  return (
    a.maxAge === b.maxAge && a.helloTime === b.helloTime && a.forwardDelay === b.forwardDelay && a.maxHops === b.maxHops
  );
}

function removePort(bridge: Bridge, number: number): void {
  bridge.ports.delete(number);
  for (const tree of bridge.trees.values()) {
    tree.ports.delete(number);
    bridge.changedTrees.add(tree.number);
    if (tree.ports.size > 0) reselectAll(bridge, tree);
    else isolate(bridge, tree);
  }
}

/** A tree without ports has this bridge for its root. */
function isolate(bridge: Bridge, tree: Tree): void {
  tree.rootPriority = bridgePriority(tree);
  tree.rootTimes = bridgeTimes(bridge);
  tree.rootPort = undefined;
}

function changePort(bridge: Bridge, port: BridgePort, settings: SpanningTreePortSettings): void {
  const former = port.settings;
  if (former === settings) return;
  port.settings = settings;
  for (const at of port.trees.values()) {
    const { priority, internalCost } = inTree(settings, at.tree.number);
    const same = priority === at.priority && internalCost === at.internalCost;
    at.priority = priority;
    at.internalCost = internalCost;
    const outside = former.externalCost === settings.externalCost && former.restrictedRole === settings.restrictedRole;
    if (!same || !outside || former.number !== settings.number) reselectAll(bridge, at.tree);
  }
  // A configured edge port is one at once, until a BPDU shows otherwise.
  if (former.edge !== settings.edge && settings.edge === 'yes') port.operEdge = true;
  stirPort(bridge, port);
}
