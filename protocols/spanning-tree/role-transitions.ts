import type { Bridge, PortRole, TreePort } from './bridge-state.ts';
import {
  announce,
  edgeDelay,
  forwardDelay,
  fullForwardDelay,
  helloTime,
  isOver,
  isRapid,
  maxAge,
  running,
  stirTree,
} from './conditions.ts';

const HELD = Number.POSITIVE_INFINITY;

/** After so many states on end the other machines have their turn, in which one that never rests is found out. */
const STEPS_MAXIMUM = 20;

/** The Port Role Transitions machine (IEEE 802.1Q-2018 13.37) of a port in a tree, until it rests; whether anything changed. */
export function roleTransitions(bridge: Bridge, at: TreePort): boolean {
  let steps = 0;
  while (steps < STEPS_MAXIMUM && transition(bridge, at)) steps += 1;
  return steps > 0;
}

/** One state entered, or none. */
function transition(bridge: Bridge, at: TreePort): boolean {
  if (!at.selected || at.updtInfo) return false;
  if (at.role !== at.selectedRole) return takeRole(bridge, at);
  switch (at.role) {
    case 'disabled':
      return disabledPort(at);
    case 'master':
      return masterPort(bridge, at);
    case 'root':
      return rootPort(bridge, at);
    case 'designated':
      return designatedPort(bridge, at);
    case 'alternate':
    case 'backup':
      return alternatePort(bridge, at);
  }
}

/** Leaves a role, whose held timers then begin to run, and takes the selected one. */
function takeRole(bridge: Bridge, at: TreePort): true {
  leave(bridge, at);
  const former = at.role;
  at.role = at.selectedRole;
  switch (at.role) {
    case 'disabled':
    case 'alternate':
    case 'backup':
      if (isActive(former) && at.role !== 'disabled') {
        bridge.news.push({ kind: 'blocked', tree: at.tree.number, port: at.port.number, role: at.role });
      }
      at.learn = at.forward = false;
      // BLOCK_PORT and DISABLE_PORT end once the state has followed, of which ALTERNATE_PORT and DISABLED_PORT take note.
      at.synced = false;
      break;
    case 'root':
      at.rrWhile = HELD;
      break;
    case 'designated':
    case 'master':
      break;
  }
  if (isActive(at.role) && (former === 'alternate' || former === 'backup')) {
    bridge.news.push({ kind: 'unblocked', tree: at.tree.number, port: at.port.number, role: at.role });
  }
  return true;
}

function isActive(role: PortRole): boolean {
  return role === 'root' || role === 'designated' || role === 'master';
}

function leave(bridge: Bridge, at: TreePort): void {
  switch (at.role) {
    case 'disabled':
      at.fdWhile = running(bridge, maxAge(at));
      break;
    case 'root':
      at.rrWhile = running(bridge, fullForwardDelay(at));
      break;
    case 'backup':
      at.rbWhile = running(bridge, 2 * helloTime(at.port));
      at.fdWhile = running(bridge, forwardDelay(at));
      break;
    case 'alternate':
      at.fdWhile = running(bridge, forwardDelay(at));
      break;
    case 'designated':
    case 'master':
      break;
  }
}

function disabledPort(at: TreePort): boolean {
  if (at.learning || at.forwarding) return false;
  if (rests(at)) return false;
  rest(at);
  return true;
}

/**
 * Common part of DISABLED_PORT and ALTERNATE_PORT. A closed port is as a dispute requires, which is thereby settled.
 */
function rest(at: TreePort): void {
  at.synced = true;
  at.fdWhile = HELD;
  at.rrWhile = Number.NEGATIVE_INFINITY;
  at.sync = at.reRoot = at.disputed = false;
}

function rests(at: TreePort): boolean {
  const held = at.fdWhile === HELD && at.rrWhile === Number.NEGATIVE_INFINITY;
  return held && at.synced && !at.sync && !at.reRoot && !at.disputed;
}

function rootPort(bridge: Bridge, at: TreePort): boolean {
  const rapid = isRapid(bridge);
  if (at.proposed && !at.agree) {
    setSyncTree(bridge, at);
    at.proposed = false;
    return true;
  }
  if ((!at.agree && allSynced(at)) || (at.proposed && at.agree)) {
    agree(at);
    return true;
  }
  if ((at.agreed && !at.synced) || (at.sync && at.synced)) {
    at.synced = true;
    at.sync = false;
    return true;
  }
  if (at.disputed) return discardRoot(bridge, at);
  if (!at.forward && !at.reRoot && isOver(bridge, at.rbWhile)) {
    setReRootTree(bridge, at);
    return true;
  }
  if (at.reRoot && at.forward) {
    at.reRoot = false;
    return true;
  }
  const quick = rapid && isOver(bridge, at.rbWhile) && reRooted(bridge, at);
  if (!at.learn && (isOver(bridge, at.fdWhile) || quick)) return learn(bridge, at);
  if (at.learn && !at.forward && (isOver(bridge, at.fdWhile) || quick)) return forward(at);
  return false;
}

/**
 * ROOT_DISCARD: somebody who takes himself for designated hears nothing of this bridge, so a second way to the root may be open.
 */
function discardRoot(bridge: Bridge, at: TreePort): true {
  at.rbWhile = running(bridge, 3 * helloTime(at.port));
  at.learn = at.forward = at.disputed = false;
  at.fdWhile = running(bridge, fullForwardDelay(at));
  return true;
}

/** ROOT_AGREED, ALTERNATE_AGREED, MASTER_AGREED, DESIGNATED_AGREED. */
function agree(at: TreePort): void {
  at.proposed = at.sync = false;
  at.agree = true;
  announce(at);
}

function learn(bridge: Bridge, at: TreePort): true {
  at.learn = true;
  at.fdWhile = running(bridge, forwardDelay(at));
  return true;
}

function forward(at: TreePort): true {
  at.forward = true;
  at.fdWhile = Number.NEGATIVE_INFINITY;
  at.forwardTransitions += 1;
  return true;
}

function designatedPort(bridge: Bridge, at: TreePort): boolean {
  const { port } = at;
  if (!at.forward && !at.agreed && !at.proposing && !port.operEdge) {
    at.proposing = true;
    if (at.tree.number === 0) port.edgeDelayWhile = running(bridge, edgeDelay(port));
    bridge.restlessPorts.add(port);
    announce(at);
    return true;
  }
  if (synced(at)) return true;
  if ((at.proposed || !at.agree) && allSynced(at)) {
    // That all others are in step is no leave for this port to stay open where it is to close.
    const { sync } = at;
    agree(at);
    at.sync = sync;
    return true;
  }
  if (at.reRoot && isOver(bridge, at.rrWhile)) {
    at.reRoot = false;
    return true;
  }
  const steady = (isOver(bridge, at.rrWhile) || !at.reRoot) && !at.sync;
  const agreed = at.agreed && isTreeSettledAbove(at);
  const may = steady && !at.disputed && (isOver(bridge, at.fdWhile) || agreed || port.operEdge);
  if (may && !at.learn) return learn(bridge, at);
  if (may && !at.forward) {
    at.agreed = port.sendRSTP;
    return forward(at);
  }
  return discard(bridge, at);
}

/**
 * Whether all bridges up to an instance's root know the way out of the region that this bridge knows, according to the
 * agreement of the root port. If not, one of them may keep another way out open, of which an agreement from outside
 * says nothing: then the delay decides. The standard does not require this (13.29.15).
 */
function isTreeSettledAbove({ tree }: TreePort): boolean {
  if (tree.number === 0 || tree.rootPort === undefined) return true;
  return tree.ports.get(tree.rootPort)?.agreed ?? false;
}

function masterPort(bridge: Bridge, at: TreePort): boolean {
  if (at.proposed && !at.agree) {
    setSyncTree(bridge, at);
    at.proposed = false;
    return true;
  }
  const all = allSynced(at);
  if ((!at.agree && all) || (at.proposed && at.agree)) {
    agree(at);
    return true;
  }
  if (synced(at)) return true;
  if (at.reRoot && isOver(bridge, at.rrWhile)) {
    at.reRoot = false;
    return true;
  }
  const steady = (isOver(bridge, at.rrWhile) || !at.reRoot) && !at.sync && !at.disputed;
  const may = steady && (isOver(bridge, at.fdWhile) || all);
  if (may && !at.learn) return learn(bridge, at);
  if (may && !at.forward) {
    at.agreed = at.port.sendRSTP;
    return forward(at);
  }
  return discard(bridge, at);
}

/** DESIGNATED_SYNCED, MASTER_SYNCED. */
function synced(at: TreePort): boolean {
  const stands = !at.learning && !at.forwarding && !at.learn;
  const due = (!at.synced && (stands || at.agreed || at.port.operEdge)) || (at.sync && at.synced);
  if (!due) return false;
  at.rrWhile = Number.NEGATIVE_INFINITY;
  at.synced = true;
  at.sync = false;
  return true;
}

/** DESIGNATED_DISCARD, MASTER_DISCARD. */
function discard(bridge: Bridge, at: TreePort): boolean {
  const wanted = (at.sync && !at.synced) || (at.reRoot && !isOver(bridge, at.rrWhile)) || at.disputed;
  if (!wanted || at.port.operEdge) return false;
  if (!at.learn && !at.forward) {
    if (!at.disputed) return false;
    at.disputed = false;
    at.fdWhile = running(bridge, forwardDelay(at));
    return true;
  }
  at.learn = at.forward = at.disputed = false;
  at.fdWhile = running(bridge, forwardDelay(at));
  return true;
}

function alternatePort(bridge: Bridge, at: TreePort): boolean {
  // BLOCK_PORT: the port's state has to follow first.
  if (at.learning || at.forwarding) return false;
  if (at.proposed && !at.agree) {
    setSyncTree(bridge, at);
    at.proposed = false;
    return true;
  }
  if ((!at.agree && allSynced(at)) || (at.proposed && at.agree)) {
    at.proposed = false;
    at.agree = true;
    announce(at);
    return true;
  }
  if (rests(at)) return false;
  if (at.role === 'backup') at.rbWhile = HELD;
  rest(at);
  return true;
}

/** setSyncTree (13.29.23). */
function setSyncTree(bridge: Bridge, { tree }: TreePort): void {
  for (const other of tree.ports.values()) other.sync = true;
  bridge.restlessTrees.add(tree);
}

/** setReRootTree (13.29.21). */
function setReRootTree(bridge: Bridge, { tree }: TreePort): void {
  for (const other of tree.ports.values()) other.reRoot = true;
  bridge.restlessTrees.add(tree);
}

/** allSynced (13.28.2). */
function allSynced(at: TreePort): boolean {
  for (const other of at.tree.ports.values()) {
    if (!other.selected || other.role !== other.selectedRole || other.updtInfo) return false;
    const excused =
      at.role === 'root' || at.role === 'alternate' || at.role === 'backup' ? other.role === 'root' : other === at;
    if (!excused && !other.synced) return false;
  }
  return true;
}

/** reRooted (13.28.20). */
function reRooted(bridge: Bridge, at: TreePort): boolean {
  for (const other of at.tree.ports.values()) if (other !== at && !isOver(bridge, other.rrWhile)) return false;
  return true;
}

/** The Port State Transition machine (13.38): the states follow what the roles want. Whether anything changed. */
export function stateTransition(bridge: Bridge, at: TreePort): boolean {
  if (at.learning === at.learn && at.forwarding === at.forward) return false;
  at.learning = at.learn;
  at.forwarding = at.forward;
  bridge.changedTrees.add(at.tree.number);
  stirTree(bridge, at);
  return true;
}
