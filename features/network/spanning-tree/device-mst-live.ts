import type { DeviceContext, LiveColumnsOf, LiveOf } from '../../../device/feature.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { bridgeIdentifier, formatBridgeIdentifier } from '../../../protocols/spanning-tree/bridge-identifier.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { sinceChange, stateValue } from './device-live.ts';
import { regionOf } from './device-settings.ts';
import {
  type ieee8021MstpCistEntry,
  type ieee8021MstpConfigIdEntry,
  ieee8021MstpEntry,
  ieee8021MstpPortEntry,
  ieee8021MstpVlanV2Entry,
  stpTcProtectPortEntry,
} from './mst-objects.ts';
import { dot1dStp, PortRoleValue, PortStateValue } from './objects.ts';
import { spanningTree } from './slots.ts';

/** The column of `ieee8021MstpConfigIdEntry` that follows from the VLANs of the instances. */
export function liveRegion(context: DeviceContext): LiveOf<typeof ieee8021MstpConfigIdEntry> {
  return { ieee8021MstpConfigurationDigest: regionOf(context.configuration()).digest };
}

/** The fields of `ieee8021MstpCistEntry`; where spanning tree is off this switch is the root of its own region. */
export function liveCist({ slots, hardware, configuration }: DeviceContext): LiveOf<typeof ieee8021MstpCistEntry> {
  const cist = slots.get(spanningTree)?.bridge()?.cist;
  const own = bridgeIdentifier(configuration().group(dot1dStp).dot1dStpPriority, 0, hardware.baseMacAddress);
  return {
    ieee8021MstpCistRegionalRootIdentifier: formatBridgeIdentifier(cist?.rootPriority.regionalRoot ?? own),
    ieee8021MstpCistPathCost: cist?.rootPriority.internalCost ?? 0,
  };
}

/** The columns of `ieee8021MstpEntry`. An instance without MSTP, or without a VLAN, rests: this switch is its root. */
export function liveInstances({
  slots,
  clock,
  hardware,
  configuration,
}: DeviceContext): LiveColumnsOf<typeof ieee8021MstpEntry> {
  const trees = slots.get(spanningTree)?.bridge()?.trees;
  return new Map(
    configuration()
      .rows(ieee8021MstpEntry)
      .map((row) => {
        const { ieee8021MstpId, ieee8021MstpBridgePriority } = row;
        const tree = trees?.get(ieee8021MstpId);
        const own = bridgeIdentifier(ieee8021MstpBridgePriority, ieee8021MstpId, hardware.baseMacAddress);
        return [
          rowKey(ieee8021MstpEntry, row),
          {
            mstInstanceStatus: tree ? Status.enabled : Status.disabled,
            ieee8021MstpDesignatedRoot: formatBridgeIdentifier(tree?.rootPriority.regionalRoot ?? own),
            ieee8021MstpRootPathCost: tree?.rootPriority.internalCost ?? 0,
            ieee8021MstpRootPort: tree?.rootPort ?? 0,
            ieee8021MstpTopologyChanges: tree?.topologyChanges ?? 0,
            ieee8021MstpTimeSinceTopologyChange: sinceChange(tree?.changedAt, clock.now()),
          },
        ];
      }),
  );
}

/** The columns of `ieee8021MstpPortEntry`. */
export function liveInstancePorts({
  slots,
  hardware,
  configuration,
}: DeviceContext): LiveColumnsOf<typeof ieee8021MstpPortEntry> {
  const bridge = slots.get(spanningTree)?.bridge();
  const ports = bridgePorts(configuration(), hardware);
  return new Map(
    configuration()
      .rows(ieee8021MstpVlanV2Entry)
      .flatMap(({ ieee8021MstpId }) =>
        ports.map(({ number }): [string, LiveOf<typeof ieee8021MstpPortEntry>] => {
          const at = bridge?.trees.get(ieee8021MstpId)?.ports.get(number);
          return [
            rowKey(ieee8021MstpPortEntry, { ieee8021MstpPortMstId: ieee8021MstpId, ieee8021MstpPortNum: number }),
            bridge && at
              ? {
                  ieee8021MstpPortRole: PortRoleValue[at.role],
                  mstPortState: stateValue(bridge, at),
                  ieee8021MstpPortDesignatedBridge: at.port.settings.enabled
                    ? formatBridgeIdentifier(at.portPriority.designatedBridge)
                    : '',
                  ieee8021MstpPortDesignatedCost: at.portPriority.internalCost,
                }
              : {
                  ieee8021MstpPortRole: PortRoleValue.disabled,
                  mstPortState: PortStateValue.disabled,
                  ieee8021MstpPortDesignatedBridge: '',
                  ieee8021MstpPortDesignatedCost: 0,
                },
          ];
        }),
      ),
  );
}

/** The columns of `stpTcProtectPortEntry`. */
export function liveProtection({
  slots,
  hardware,
  configuration,
}: DeviceContext): LiveColumnsOf<typeof stpTcProtectPortEntry> {
  const ports = slots.get(spanningTree)?.bridge()?.ports;
  return new Map(
    bridgePorts(configuration(), hardware).map(({ number }) => [
      rowKey(stpTcProtectPortEntry, { dot1dStpPort: number }),
      { stpTcProtectDropped: String(ports?.get(number)?.ignoredChanges ?? 0) },
    ]),
  );
}
