import type { Bpdu } from './bpdu.ts';
import { createBridge, needsRestart, reconfigure } from './bridge.ts';
import type { Bridge, BridgePort, Deadline, Flush, SentFrame, SpanningTreeNews } from './bridge-state.ts';
import { isRapid, stirPort, stirTree } from './conditions.ts';
import { portInformation } from './port-information.ts';
import { bridgeDetection, protocolMigration } from './port-machines.ts';
import { endCycle } from './protection.ts';
import { receiveBpdu } from './receive.ts';
import { selectRoles } from './role-selection.ts';
import { roleTransitions, stateTransition } from './role-transitions.ts';
import type { SpanningTreeSettings, TreeNumber } from './settings.ts';
import { topologyChange } from './topology-change.ts';
import { portTransmit } from './transmit.ts';

/** Events of a bridge. */
export type SpanningTreeEvent =
  /** The settings, or the links in them, have changed. */
  | { readonly kind: 'configure'; readonly settings: SpanningTreeSettings }
  | { readonly kind: 'bpdu'; readonly port: number; readonly bpdu: Bpdu }
  /** `wakeAt` has come. */
  | { readonly kind: 'wake' }
  /** The administrator wants a port to determine its neighbor's version again (mcheck). */
  | { readonly kind: 'migrate'; readonly port: number }
  /** The counts of ignored topology changes begin at 0. */
  | { readonly kind: 'clearIgnored' }
  /** This is the last step for a while: neighbors are to keep what they know of this bridge for all of three hello times. */
  | { readonly kind: 'leave' };

/** Consequences of an event. */
export interface SpanningTreeStep {
  /** The same bridge, or a new one if everything restarted. */
  readonly bridge: Bridge;
  readonly send: readonly SentFrame[];
  readonly news: readonly SpanningTreeNews[];
  /** Learned addresses to forget, all at once. */
  readonly flush: readonly Flush[];
  /** Trees in which ports learn or forward otherwise than before. */
  readonly changed: ReadonlySet<TreeNumber>;
  /** When it wants to be woken; Infinity: not by itself. */
  readonly wakeAt: Deadline;
}

/** Rounds after which machines that do not come to rest are taken for broken. */
const ROUNDS_MAXIMUM = 1000;

/** A bridge that has just begun. */
export function beginSpanningTree(settings: SpanningTreeSettings, now: number): SpanningTreeStep {
  return finish(createBridge(settings, now));
}

/**
 * The spanning tree state machines of IEEE 802.1Q-2018 clause 13, for STP, RSTP and MSTP: what follows from an event. `now` is
 * monotonic, in milliseconds. The bridge is changed in place and no other is: with 52 ports in 64 trees a copy would cost
 * more than the step, which costs what the event touches. Only trees that something happened to are gone through.
 */
export function stepSpanningTree(bridge: Bridge, event: SpanningTreeEvent, now: number): SpanningTreeStep {
  if (event.kind === 'configure' && needsRestart(bridge.settings, event.settings)) {
    return beginSpanningTree(event.settings, now);
  }
  const before = bridge.now;
  bridge.now = Math.max(before, now);
  expire(bridge, before);
  switch (event.kind) {
    case 'configure':
      reconfigure(bridge, event.settings);
      break;
    case 'bpdu': {
      const port = bridge.ports.get(event.port);
      if (port) receiveBpdu(bridge, port, event.bpdu);
      break;
    }
    case 'migrate': {
      const port = bridge.ports.get(event.port);
      if (port && isRapid(bridge)) {
        port.mcheck = true;
        bridge.restlessPorts.add(port);
      }
      break;
    }
    case 'clearIgnored':
      for (const port of bridge.ports.values()) port.ignoredChanges = 0;
      break;
    case 'leave':
      // What designated ports say every hello time anyway, once more now.
      for (const port of bridge.ports.values()) {
        port.helloWhen = Math.min(port.helloWhen, bridge.now);
        bridge.restlessPorts.add(port);
      }
      break;
    case 'wake':
      break;
  }
  return finish(bridge);
}

/** Has the machines look at timers that ran out since the step before. */
function expire(bridge: Bridge, before: number): void {
  const ranOut = (timer: Deadline) => timer > before && timer <= bridge.now;
  for (const port of bridge.ports.values()) {
    if (port.wakeAt > bridge.now) continue;
    bridge.restlessPorts.add(port);
    if (ranOut(port.mdelayWhile) || ranOut(port.edgeDelayWhile)) stirPort(bridge, port);
    for (const at of port.trees.values()) {
      if (ranOut(at.fdWhile) || ranOut(at.rrWhile) || ranOut(at.rbWhile) || ranOut(at.rcvdInfoWhile)) {
        stirTree(bridge, at);
      }
    }
  }
  endCycle(bridge);
}

function finish(bridge: Bridge): SpanningTreeStep {
  const touched = settle(bridge);
  for (const port of touched) {
    portTransmit(bridge, port);
    port.wakeAt = nextWake(bridge, port);
  }
  const step = {
    bridge,
    send: bridge.sent,
    news: bridge.news,
    flush: [...bridge.flushes.values()],
    changed: new Set(bridge.changedTrees),
    wakeAt: firstWake(bridge),
  };
  bridge.sent = [];
  bridge.news = [];
  bridge.flushes.clear();
  bridge.changedTrees.clear();
  return step;
}

/** Runs the machines until all rest; the ports that may have something to say. */
function settle(bridge: Bridge): ReadonlySet<BridgePort> {
  const touched = new Set<BridgePort>();
  for (let round = 0; bridge.restlessTrees.size + bridge.restlessPorts.size > 0; round += 1) {
    if (round > ROUNDS_MAXIMUM) throw new Error('The spanning tree state machines do not come to rest.');
    for (const port of [...bridge.restlessPorts]) {
      bridge.restlessPorts.delete(port);
      touched.add(port);
      protocolMigration(bridge, port);
      bridgeDetection(bridge, port);
    }
    for (const tree of [...bridge.restlessTrees]) {
      bridge.restlessTrees.delete(tree);
      for (const at of tree.ports.values()) if (portInformation(bridge, at)) stirTree(bridge, at);
      if (selectRoles(bridge, tree)) bridge.restlessTrees.add(tree);
      for (const at of tree.ports.values()) {
        const moved = roleTransitions(bridge, at);
        const followed = stateTransition(bridge, at);
        if (moved || followed) stirTree(bridge, at);
      }
      for (const at of tree.ports.values()) if (topologyChange(bridge, at)) stirTree(bridge, at);
    }
  }
  return touched;
}

/** When the first of a port's timers runs out. */
function nextWake({ now }: Bridge, port: BridgePort): Deadline {
  let wake = Number.POSITIVE_INFINITY;
  const consider = (timer: Deadline) => {
    if (timer > now && timer < wake) wake = timer;
  };
  consider(port.helloWhen);
  consider(port.txTick);
  consider(port.mdelayWhile);
  consider(port.edgeDelayWhile);
  for (const at of port.trees.values()) {
    consider(at.fdWhile);
    consider(at.rrWhile);
    consider(at.rbWhile);
    consider(at.rcvdInfoWhile);
  }
  return wake;
}

function firstWake({ ports, protection }: Bridge): Deadline {
  let wake = protection.endsAt;
  for (const port of ports.values()) wake = Math.min(wake, port.wakeAt);
  return wake;
}
