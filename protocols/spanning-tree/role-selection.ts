import { addressPart } from './bridge-identifier.ts';
import type { Bridge, PortRole, Tree, TreePort } from './bridge-state.ts';
import { stirTree } from './conditions.ts';
import { compareVectors, type PriorityVector, sameOutside } from './priority-vector.ts';
import { sameTimes, type TreeTimes } from './times.ts';

/** The Port Role Selection machine (IEEE 802.1Q-2018 13.36) of a tree; whether it had anything to do. */
export function selectRoles(bridge: Bridge, tree: Tree): boolean {
  let wanted = false;
  for (const at of tree.ports.values()) wanted ||= at.reselect;
  if (!wanted) return false;
  for (const at of tree.ports.values()) at.reselect = false;
  updateRoles(bridge, tree);
  for (const at of tree.ports.values()) at.selected = true;
  // Whether an instance's port is at the region's edge is seen in the CIST.
  if (tree.number === 0)
    for (const instance of bridge.trees.values()) if (instance !== tree) reselectAll(bridge, instance);
  return true;
}

/** Schedules a new computation of a tree's roles. */
export function reselectAll(bridge: Bridge, tree: Tree): void {
  for (const at of tree.ports.values()) {
    at.reselect = true;
    at.selected = false;
    stirTree(bridge, at);
  }
}

/** A port's number in its tree: four bits of priority, twelve of number. */
function portIdentifier(at: TreePort): number {
  return (at.priority << 8) | at.port.settings.number;
}

/** This bridge's priority vector in a tree of which it is the root. */
export function bridgePriority(tree: Tree): PriorityVector {
  const { identifier } = tree;
  return {
    root: tree.number === 0 ? identifier : '',
    externalCost: 0,
    regionalRoot: identifier,
    internalCost: 0,
    designatedBridge: identifier,
    designatedPort: 0,
  };
}

/** The times of a tree that this bridge is the root of. */
export function bridgeTimes({ settings }: Bridge): TreeTimes {
  const { maxAge, forwardDelay, helloTime, maxHops } = settings;
  return { messageAge: 0, maxAge, forwardDelay, helloTime, remainingHops: maxHops };
}

/** updtRolesTree (13.29.34). */
function updateRoles(bridge: Bridge, tree: Tree): void {
  const former = tree.rootPriority;
  const own = bridgePriority(tree);
  let best = { vector: own, at: undefined as TreePort | undefined };
  for (const at of tree.ports.values()) {
    const vector = rootPathThrough(tree, at);
    if (!vector) continue;
    const order = compareVectors(vector, best.vector);
    if (order < 0 || (order === 0 && best.at && portIdentifier(at) < portIdentifier(best.at))) best = { vector, at };
  }
  tree.rootPriority = best.vector;
  tree.rootPort = best.at?.port.number;
  tree.rootTimes = best.at ? timesBehind(best.at) : bridgeTimes(bridge);
  for (const at of tree.ports.values()) {
    at.designatedPriority = designatedVector(tree, at);
    at.designatedTimes = designatedTimes(bridge, tree);
    assignRole(tree, at, best.at);
  }
  if (tree.number !== 0) return;
  const leadsOut = former.externalCost !== 0 || best.vector.externalCost !== 0;
  if (leadsOut && !sameOutside(former, best.vector)) syncMaster(bridge);
  if (former.root !== best.vector.root) {
    bridge.news.push({ kind: 'root', tree: 0, root: best.vector.root, port: best.at?.port.number });
  }
}

/** The root path priority vector by a port (13.10, 13.11); undefined where it cannot be the root port. */
function rootPathThrough(tree: Tree, at: TreePort): PriorityVector | undefined {
  const { settings, infoInternal, cist } = at.port;
  if (at.infoIs !== 'received' || settings.restrictedRole || isFromHere(tree, at)) return undefined;
  const received = at.portPriority;
  if (tree.number !== 0) {
    // At the edge of the region, earlier information on an instance no longer counts.
    if (cist.infoIs === 'received' && !infoInternal) return undefined;
    return { ...received, internalCost: received.internalCost + at.internalCost };
  }
  if (infoInternal) return { ...received, internalCost: received.internalCost + at.internalCost };
  return {
    ...received,
    externalCost: received.externalCost + settings.externalCost,
    regionalRoot: tree.identifier,
    internalCost: 0,
  };
}

/** Whether what a port heard comes from another port of this bridge. */
function isFromHere(tree: Tree, at: TreePort): boolean {
  return addressPart(at.portPriority.designatedBridge) === addressPart(tree.identifier);
}

/** The times of the root, behind a port: one bridge older. */
function timesBehind(at: TreePort): TreeTimes {
  const times = at.portTimes;
  if (at.tree.number !== 0 || at.port.infoInternal) return { ...times, remainingHops: times.remainingHops - 1 };
  return { ...times, messageAge: Math.round(times.messageAge + 1) };
}

function designatedTimes(bridge: Bridge, tree: Tree): TreeTimes {
  return { ...tree.rootTimes, helloTime: bridge.settings.helloTime };
}

function designatedVector(tree: Tree, at: TreePort): PriorityVector {
  const { identifier, rootPriority } = tree;
  // A bridge of STP takes the regional root for the bridge that sent it.
  const regionalRoot = tree.number === 0 && !at.port.sendRSTP ? identifier : rootPriority.regionalRoot;
  return { ...rootPriority, regionalRoot, designatedBridge: identifier, designatedPort: portIdentifier(at) };
}

function assignRole(tree: Tree, at: TreePort, root: TreePort | undefined): void {
  const [role, update] = roleOf(tree, at, root);
  at.selectedRole = role;
  at.updtInfo = update;
}

/** The role of a port, and whether its own information is to replace what it holds. */
function roleOf(tree: Tree, at: TreePort, root: TreePort | undefined): [PortRole, boolean] {
  if (at.infoIs === 'disabled') return ['disabled', false];
  const differs =
    compareVectors(at.portPriority, at.designatedPriority) !== 0 || !sameTimes(at.portTimes, at.designatedTimes);
  const { cist, infoInternal } = at.port;
  if (tree.number !== 0 && cist.infoIs === 'received' && !infoInternal) {
    // At the edge of the region every instance does as the CIST does.
    if (cist.selectedRole === 'root') return ['master', differs || at.infoIs === 'aged'];
    if (cist.selectedRole === 'alternate' || cist.selectedRole === 'backup') {
      return ['alternate', differs || at.infoIs === 'aged'];
    }
  }
  switch (at.infoIs) {
    case 'aged':
      return ['designated', true];
    case 'mine':
      return ['designated', differs];
    case 'received':
      if (at === root) return ['root', false];
      if (compareVectors(at.designatedPriority, at.portPriority) < 0) return ['designated', true];
      return [isFromHere(tree, at) ? 'backup' : 'alternate', false];
  }
}

/**
 * syncMaster (13.29.26): behind another way out of the region the instances agree with their neighbors again. The
 * standard has it only if the regional root differs; but what was agreed to with the former way out open is just as
 * invalid if the same regional root found another one.
 */
function syncMaster(bridge: Bridge): void {
  for (const tree of bridge.trees.values()) {
    if (tree.number === 0) continue;
    for (const at of tree.ports.values()) {
      if (!at.port.infoInternal && !at.port.rcvdInternal) continue;
      at.agree = at.agreed = at.synced = false;
      at.sync = true;
      stirTree(bridge, at);
    }
  }
}
