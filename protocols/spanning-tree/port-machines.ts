import type { Bridge, BridgePort } from './bridge-state.ts';
import { isOver, isRapid, MIGRATE_TIME, running, stirPort } from './conditions.ts';
import { reselectAll } from './role-selection.ts';

const HELD = Number.POSITIVE_INFINITY;

/** The Port Protocol Migration machine (IEEE 802.1Q-2018 13.32) of a port, until it rests; whether anything changed. */
export function protocolMigration(bridge: Bridge, port: BridgePort): boolean {
  let changed = false;
  while (migrationStep(bridge, port)) changed = true;
  return changed;
}

function migrationStep(bridge: Bridge, port: BridgePort): boolean {
  const { enabled } = port.settings;
  const rapid = isRapid(bridge);
  switch (port.migration) {
    case 'checking':
      if (!enabled) {
        if (port.mdelayWhile === HELD) return false;
        check(bridge, port);
        port.mdelayWhile = HELD;
        return true;
      }
      if (port.mdelayWhile === HELD) port.mdelayWhile = running(bridge, MIGRATE_TIME);
      if (!isOver(bridge, port.mdelayWhile)) return false;
      sense(port);
      return true;
    case 'selecting':
      if (enabled && !port.mcheck && !isOver(bridge, port.mdelayWhile)) return false;
      sense(port);
      return true;
    case 'sensing':
      if (!enabled || port.mcheck || (rapid && !port.sendRSTP && port.rcvdRSTP)) {
        check(bridge, port);
        return true;
      }
      if (!port.sendRSTP || !port.rcvdSTP) return false;
      port.migration = 'selecting';
      port.mdelayWhile = running(bridge, MIGRATE_TIME);
      speakRapid(bridge, port, false);
      return true;
  }
}

/** CHECKING_RSTP. */
function check(bridge: Bridge, port: BridgePort): void {
  port.migration = 'checking';
  port.mcheck = false;
  port.mdelayWhile = running(bridge, MIGRATE_TIME);
  speakRapid(bridge, port, isRapid(bridge));
}

/**
 * Makes a port send RSTP and MSTP, or STP, whose bridges are encoded and compared differently: its designated vector
 * changes.
 */
function speakRapid(bridge: Bridge, port: BridgePort, rapid: boolean): void {
  if (port.sendRSTP !== rapid) reselectAll(bridge, bridge.cist);
  port.sendRSTP = rapid;
  stirPort(bridge, port);
}

/** SENSING. */
function sense(port: BridgePort): void {
  port.migration = 'sensing';
  port.rcvdRSTP = port.rcvdSTP = false;
}

/** The Bridge Detection machine (13.33) of a port; whether anything changed. */
export function bridgeDetection(bridge: Bridge, port: BridgePort): boolean {
  const { edge, enabled } = port.settings;
  if (!enabled) port.edgeDelayWhile = HELD;
  else if (port.edgeDelayWhile === HELD) port.edgeDelayWhile = running(bridge, MIGRATE_TIME);
  const admin = edge === 'yes';
  const auto = edge !== 'no';
  const is = port.operEdge
    ? admin || (auto && enabled)
    : (!enabled && admin) ||
      (enabled && auto && isOver(bridge, port.edgeDelayWhile) && port.sendRSTP && port.cist.proposing);
  if (is === port.operEdge) return false;
  port.operEdge = is;
  stirPort(bridge, port);
  return true;
}
