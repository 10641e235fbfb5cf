import type { Bridge, ReceivedMessage, TreePort } from './bridge-state.ts';
import { announce, helloTime, isOver, running, stirTree } from './conditions.ts';

/** The Topology Change machine (IEEE 802.1Q-2018 13.39) of a port in a tree, until it rests; whether anything changed. */
export function topologyChange(bridge: Bridge, at: TreePort): boolean {
  let changed = false;
  while (changeStep(bridge, at)) changed = true;
  return changed;
}

function changeStep(bridge: Bridge, at: TreePort): boolean {
  const active = at.role === 'root' || at.role === 'designated' || at.role === 'master';
  const told = at.rcvdTc || at.rcvdTcn || at.rcvdTcAck || at.tcProp;
  switch (at.changeState) {
    case 'inactive':
      if (!at.learn) return forget(at);
      at.changeState = 'learning';
      forget(at);
      return true;
    case 'learning':
      if (active && at.forward && !at.port.operEdge) {
        newTcWhile(bridge, at);
        setTcPropTree(bridge, at);
        announce(at);
        at.changeState = 'active';
        return true;
      }
      if (told) return forget(at);
      if (!active && !at.learn && !at.learning) {
        flush(bridge, at);
        at.tcWhile = Number.NEGATIVE_INFINITY;
        if (at.tree.number === 0) at.port.tcAck = false;
        at.changeState = 'inactive';
        return true;
      }
      return false;
    case 'active':
      return activeStep(bridge, at, active);
  }
}

function activeStep(bridge: Bridge, at: TreePort, active: boolean): boolean {
  if (!active || at.port.operEdge) {
    at.changeState = 'learning';
    forget(at);
    return true;
  }
  if (at.rcvdTcn || at.rcvdTc) {
    if (at.rcvdTcn) newTcWhile(bridge, at);
    if (at.tree.number === 0 && at.rcvdTcn && at.role === 'designated') at.port.tcAck = true;
    at.rcvdTcn = at.rcvdTc = false;
    setTcPropTree(bridge, at);
    return true;
  }
  if (at.tcProp) {
    newTcWhile(bridge, at);
    flush(bridge, at);
    at.tcProp = false;
    return true;
  }
  if (at.rcvdTcAck) {
    at.tcWhile = Number.NEGATIVE_INFINITY;
    at.rcvdTcAck = false;
    return true;
  }
  return false;
}

/** Drops what a non-participating port has received; returns whether there was anything. */
function forget(at: TreePort): boolean {
  const told = at.rcvdTc || at.rcvdTcn || at.rcvdTcAck || at.tcProp;
  at.rcvdTc = at.rcvdTcn = at.rcvdTcAck = at.tcProp = false;
  return told;
}

function flush(bridge: Bridge, at: TreePort): void {
  bridge.flushes.set(`${at.tree.number} ${at.port.number}`, { tree: at.tree.number, port: at.port.number });
}

/** newTcWhile (13.29.10). */
function newTcWhile(bridge: Bridge, at: TreePort): void {
  if (!isOver(bridge, at.tcWhile)) return;
  let quiet = true;
  for (const other of at.tree.ports.values()) quiet &&= isOver(bridge, other.tcWhile);
  if (quiet) {
    at.tree.topologyChanges += 1;
    at.tree.changedAt = bridge.now;
    bridge.news.push({ kind: 'topologyChange', tree: at.tree.number, port: at.port.number });
  }
  if (at.port.sendRSTP) {
    at.tcWhile = running(bridge, helloTime(at.port) + 1);
    announce(at);
  } else {
    const { maxAge, forwardDelay } = bridge.cist.rootTimes;
    at.tcWhile = running(bridge, maxAge + forwardDelay);
  }
}

/** setTcPropTree (13.29.25). */
function setTcPropTree(bridge: Bridge, at: TreePort): void {
  if (at.port.settings.restrictedChange) return;
  for (const other of at.tree.ports.values()) if (other !== at) other.tcProp = true;
  bridge.restlessTrees.add(at.tree);
}

/** setTcFlags (13.29.24) for a configuration, RST or MST BPDU. */
export function hearChange(bridge: Bridge, at: TreePort, { flags }: ReceivedMessage): void {
  if (flags.acknowledgment) at.rcvdTcAck = true;
  if (!flags.topologyChange) return;
  hearChangeAt(bridge, at);
  if (at.tree.number !== 0 || at.port.rcvdInternal) return;
  for (const instance of at.port.trees.values()) if (instance !== at) hearChangeAt(bridge, instance);
}

function hearChangeAt(bridge: Bridge, at: TreePort): void {
  at.rcvdTc = true;
  stirTree(bridge, at);
}

/** setTcFlags for a topology change notification: those of STP know only one tree, which means all. */
export function hearNotification(bridge: Bridge, cist: TreePort): void {
  cist.rcvdTcn = true;
  for (const at of cist.port.trees.values()) {
    if (at !== cist) at.rcvdTc = true;
    stirTree(bridge, at);
  }
}
