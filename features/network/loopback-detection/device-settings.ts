import type { Configuration } from '../../../model/configuration/configuration.ts';
import { hasPort, NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import type { LoopPort, LoopSettings } from '../../../protocols/loop-detection/state.ts';
import { portCtrlEntry } from '../physical-interface/objects.ts';
import { dot1qPortVlanEntry, dot1qVlanStaticEntry } from '../vlan/objects.ts';
import { LoopMode, sysLBD, sysLBDCtrlEntry } from './objects.ts';

const SECOND = 1000;

/** The objects that `settingsOf` reads. */
export const settingsRead = [sysLBD, sysLBDCtrlEntry, portCtrlEntry, dot1qVlanStaticEntry, dot1qPortVlanEntry] as const;

/** Ports that take part: detection is on, for the port too, and the port is not disabled. */
export function portsTakingPart(configuration: Configuration): number[] {
  if (configuration.group(sysLBD).sysLBDStateEnable !== 1) return [];
  return configuration
    .rows(sysLBDCtrlEntry)
    .filter((row) => row.sysLBDPortStatus === 1)
    .map((row) => row.sysLBDCtrlIndex)
    .filter((port) => configuration.row(portCtrlEntry, { ifIndex: port })?.ifAdminStatus === 1);
}

/** What the configuration asks of loop detection. `tokens` holds 64 random bits for each port, `address` is the switch's. */
export function settingsOf(
  configuration: Configuration,
  address: string,
  tokens: ReadonlyMap<number, bigint>,
): LoopSettings {
  const { sysLBDMode, sysLBDInterval, sysLBDRecoverTime } = configuration.group(sysLBD);
  const byVlan = sysLBDMode === LoopMode.vlanBased;
  const ports = portsTakingPart(configuration).map((port): [number, LoopPort] => [
    port,
    {
      token: tokens.get(port) ?? 0n,
      pvid: configuration.row(dot1qPortVlanEntry, { dot1dBasePort: port })?.dot1qPvid ?? 0,
      vlans: byVlan ? vlansOf(configuration, port) : new Map(),
    },
  ]);
  return {
    address,
    mode: byVlan ? 'vlan' : 'port',
    interval: sysLBDInterval * SECOND,
    recoverTime: sysLBDRecoverTime === 0 ? Number.POSITIVE_INFINITY : sysLBDRecoverTime * SECOND,
    ports: new Map(ports),
  };
}

function vlansOf(configuration: Configuration, port: number): LoopPort['vlans'] {
  const vlans = new Map<number, { readonly tagged: boolean }>();
  for (const row of configuration.rowMap(dot1qVlanStaticEntry).values()) {
    if (!hasPort(parsePortList(row.dot1qVlanStaticEgressPorts) ?? NO_PORTS, port)) continue;
    const untagged = hasPort(parsePortList(row.dot1qVlanStaticUntaggedPorts) ?? NO_PORTS, port);
    vlans.set(row.dot1qVlanIndex, { tagged: !untagged });
  }
  return vlans;
}
