import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { onceFor } from '../../../model/values/once-for.ts';
import { NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import type { LoopPort, LoopSettings } from '../../../protocols/loop-detection/state.ts';
import { ifEntry } from '../physical-interface/objects.ts';
import { dot1dStp, dot1dStpPortEntry } from '../spanning-tree/objects.ts';
import { dot1qPortVlanEntry } from '../vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { LoopMode, sysLBD, sysLBDCtrlEntry } from './objects.ts';

/** The kind of the frames that probes come back as. */
export const LOOPBACK_FRAMES = 'loopback';

/** The objects that `settingsOf` reads. */
export const settingsRead = [
  sysLBD,
  sysLBDCtrlEntry,
  ifEntry,
  dot1qVlanStaticEntry,
  dot1qPortVlanEntry,
  dot1dStp,
  dot1dStpPortEntry,
] as const;

/**
 * Ports that take part: detection is on, for the port too, and the port is not disabled. Those of a spanning tree are left to
 * that, which finds their loops itself.
 */
export function portsTakingPart(configuration: Configuration): number[] {
  if (configuration.group(sysLBD).sysLBDStateEnable !== Status.enabled) return [];
  const hasTree = configuration.group(dot1dStp).stpGlobalStatus === Status.enabled;
  const inTree = (port: number) =>
    hasTree && configuration.row(dot1dStpPortEntry, { dot1dStpPort: port })?.dot1dStpPortEnable === Status.enabled;
  return configuration
    .rows(sysLBDCtrlEntry)
    .filter((row) => row.sysLBDPortStatus === Status.enabled)
    .map((row) => row.sysLBDCtrlIndex)
    .filter((port) => configuration.row(ifEntry, { ifIndex: port })?.ifAdminStatus === Status.enabled && !inTree(port));
}

/** Settings of loop detection by the configuration. `address` is the switch's. */
export function settingsOf(configuration: Configuration, address: string): LoopSettings {
  const group = configuration.group(sysLBD);
  const time = millisecondsIn(sysLBD, group);
  const byVlan = group.sysLBDMode === LoopMode.vlanBased;
  const ports = portsTakingPart(configuration).map((port): [number, LoopPort] => [
    port,
    {
      pvid: configuration.row(dot1qPortVlanEntry, { dot1dBasePort: port })?.dot1qPvid ?? 0,
    },
  ]);
  return {
    address,
    mode: byVlan ? 'vlan' : 'port',
    interval: time('sysLBDInterval'),
    recoverTime: group.sysLBDRecoverTime === 0 ? Number.POSITIVE_INFINITY : time('sysLBDRecoverTime'),
    ports: new Map(ports),
    vlans: byVlan
      ? new Map(configuration.rows(dot1qVlanStaticEntry).map((row) => [row.dot1qVlanIndex, membership(row)]))
      : new Map(),
  };
}

const membership = onceFor((row: RowOf<typeof dot1qVlanStaticEntry>) => ({
  members: parsePortList(row.dot1qVlanStaticEgressPorts) ?? NO_PORTS,
  untagged: parsePortList(row.dot1qVlanStaticUntaggedPorts) ?? NO_PORTS,
}));
