import type { DeviceContext, LiveColumnsOf, LiveOf } from '../../../device/feature.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { bridgeIdentifier, formatBridgeIdentifier } from '../../../protocols/spanning-tree/bridge-identifier.ts';
import type { Bridge, TreePort } from '../../../protocols/spanning-tree/bridge-state.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { portsTakingPart } from './device-settings.ts';
import { dot1dStp, dot1dStpExtPortEntry, dot1dStpPortEntry, PortRoleValue, PortStateValue } from './objects.ts';
import { spanningTree } from './slots.ts';

/** Hundredths of a second in a millisecond. */
const TICKS = 0.1;

/** The tree as this switch sees it; without one the switch's own settings. */
export function liveProtocol(context: DeviceContext): LiveOf<typeof dot1dStp> {
  const { clock, hardware, slots } = context;
  const bridge = slots.get(spanningTree)?.bridge();
  const stp = context.configuration().group(dot1dStp);
  const own = formatBridgeIdentifier(bridgeIdentifier(stp.dot1dStpPriority, 0, hardware.baseMacAddress));
  if (!bridge) {
    return {
      stpBridgeId: own,
      dot1dStpDesignatedRoot: own,
      dot1dStpRootCost: 0,
      dot1dStpRootPort: 0,
      dot1dStpMaxAge: stp.dot1dStpBridgeMaxAge,
      dot1dStpHelloTime: stp.dot1dStpBridgeHelloTime,
      dot1dStpForwardDelay: stp.dot1dStpBridgeForwardDelay,
      dot1dStpTopChanges: 0,
      dot1dStpTimeSinceTopologyChange: 0,
    };
  }
  const { cist } = bridge;
  return {
    stpBridgeId: formatBridgeIdentifier(cist.identifier),
    dot1dStpDesignatedRoot: formatBridgeIdentifier(cist.rootPriority.root),
    dot1dStpRootCost: cist.rootPriority.externalCost + cist.rootPriority.internalCost,
    dot1dStpRootPort: cist.rootPort ?? 0,
    dot1dStpMaxAge: cist.rootTimes.maxAge,
    dot1dStpHelloTime: cist.rootTimes.helloTime,
    dot1dStpForwardDelay: cist.rootTimes.forwardDelay,
    dot1dStpTopChanges: cist.topologyChanges,
    dot1dStpTimeSinceTopologyChange: sinceChange(cist.changedAt, clock.now()),
  };
}

/** Hundredths of a second since a moment; 0 where there was none. */
export function sinceChange(at: number | undefined, now: number): number {
  return at === undefined ? 0 : Math.floor((now - at) * TICKS);
}

/** The columns of `dot1dStpPortEntry`. A port that takes no part forwards, whatever role it would have. */
export function livePorts(context: DeviceContext): LiveColumnsOf<typeof dot1dStpPortEntry> {
  const { hardware, slots } = context;
  const bridge = slots.get(spanningTree)?.bridge();
  const taking = new Set(portsTakingPart(context.configuration(), hardware).map(({ number }) => number));
  return new Map(
    bridgePorts(context.configuration(), hardware).map(({ number }) => {
      const at = bridge?.cist.ports.get(number);
      return [
        rowKey(dot1dStpPortEntry, { dot1dStpPort: number }),
        at && bridge
          ? portColumns(bridge, at)
          : {
              dot1dStpPortPathCost32: 0,
              stpPortRole: PortRoleValue.disabled,
              dot1dStpPortState: taking.has(number) ? PortStateValue.blocking : PortStateValue.forwarding,
              dot1dStpPortDesignatedBridge: '',
              dot1dStpPortForwardTransitions: 0,
            },
      ];
    }),
  );
}

function portColumns(bridge: Bridge, at: TreePort): LiveOf<typeof dot1dStpPortEntry> {
  const { settings } = at.port;
  const inside = bridge.settings.protocol === 'mstp' && at.port.infoInternal;
  return {
    dot1dStpPortPathCost32: inside ? at.internalCost : settings.externalCost,
    stpPortRole: PortRoleValue[at.role],
    dot1dStpPortState: stateValue(bridge, at),
    dot1dStpPortDesignatedBridge: settings.enabled ? formatBridgeIdentifier(at.portPriority.designatedBridge) : '',
    dot1dStpPortForwardTransitions: at.forwardTransitions,
  };
}

/** The reported state of a port in a tree. STP distinguishes a port that waits to learn from a blocked one. */
export function stateValue({ settings }: Bridge, at: TreePort) {
  if (!at.port.settings.enabled) return PortStateValue.disabled;
  if (at.forwarding) return PortStateValue.forwarding;
  if (at.learning) return PortStateValue.learning;
  const waits = settings.protocol === 'stp' && (at.role === 'root' || at.role === 'designated');
  return waits ? PortStateValue.listening : PortStateValue.blocking;
}

/** The columns of `dot1dStpExtPortEntry`. */
export function liveRapidPorts(context: DeviceContext): LiveColumnsOf<typeof dot1dStpExtPortEntry> {
  const ports = context.slots.get(spanningTree)?.bridge()?.ports;
  return new Map(
    bridgePorts(context.configuration(), context.hardware).map(({ number }) => [
      rowKey(dot1dStpExtPortEntry, { dot1dStpPort: number }),
      { dot1dStpPortOperEdgePort: ports?.get(number)?.operEdge ? 1 : 2 },
    ]),
  );
}
