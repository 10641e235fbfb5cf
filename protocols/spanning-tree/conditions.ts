import type { Bridge, BridgePort, Deadline, TreePort } from './bridge-state.ts';

/** Milliseconds of a second. */
export const SECOND = 1000;

/** Seconds after which a neighbor's version is determined again (IEEE 802.1Q-2018 table 13-5). */
export const MIGRATE_TIME = 3;

/** Whether a timer has run out. */
export function isOver(bridge: Bridge, timer: Deadline): boolean {
  return timer <= bridge.now;
}

/** The deadline of a timer that starts now with `seconds`. */
export function running(bridge: Bridge, seconds: number): Deadline {
  return bridge.now + seconds * SECOND;
}

/** Whether the bridge speaks RSTP or MSTP (13.28). */
export function isRapid(bridge: Bridge): boolean {
  return bridge.settings.protocol !== 'stp';
}

/** Seconds, MaxAge (13.28.12). */
export function maxAge(at: TreePort): number {
  return at.port.cist.designatedTimes.maxAge;
}

/** Seconds, FwdDelay (13.28.10). */
export function fullForwardDelay(at: TreePort): number {
  return at.port.cist.designatedTimes.forwardDelay;
}

/** Seconds, HelloTime (13.28.11). */
export function helloTime(port: BridgePort): number {
  return port.cist.portTimes.helloTime;
}

/** Seconds, forwardDelay (13.28.9): an RSTP neighbor answers within a hello time. */
export function forwardDelay(at: TreePort): number {
  return at.port.sendRSTP ? helloTime(at.port) : fullForwardDelay(at);
}

/** Seconds, EdgeDelay (13.28.8). */
export function edgeDelay(port: BridgePort): number {
  return port.settings.pointToPoint ? MIGRATE_TIME : port.cist.designatedTimes.maxAge;
}

/** Has the machines of a port's tree look again. */
export function stirTree(bridge: Bridge, at: TreePort): void {
  bridge.restlessTrees.add(at.tree);
  bridge.restlessPorts.add(at.port);
}

/** Has all machines of a port look again. */
export function stirPort(bridge: Bridge, port: BridgePort): void {
  bridge.restlessPorts.add(port);
  for (const at of port.trees.values()) bridge.restlessTrees.add(at.tree);
}

/** Schedules a message with the tree's news (newInfoXst). */
export function announce(at: TreePort): void {
  if (at.tree.number === 0) at.port.newInfo = true;
  else at.port.newInfoMsti = true;
}
