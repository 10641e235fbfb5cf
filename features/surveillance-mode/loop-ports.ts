import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import type { GroupValues } from '../../model/schema/object.ts';
import { formatPortList, NO_PORTS, type PortList, parsePortList, portBit } from '../../model/values/port-list.ts';
import { configuredTrunks } from '../bridge-ports.ts';
import { sysLBDCtrlEntry } from '../network/loopback-detection/objects.ts';
import type { aSVModePreview } from './objects.ts';
import { aSVGlobal } from './vlan-objects.ts';

/**
 * Changes of the ports of loopback detection on entering the Surveillance Mode: each port is in one of these lists at
 * most.
 */
export interface LoopPortsOnEntering {
  /** Loopback detection is enabled there. */
  readonly loopPorts: PortList;
  /** Skipped: members of trunks, which cannot have it. */
  readonly inTrunks: PortList;
  /** Skipped: other switches are there, whose loops a spanning tree finds. */
  readonly uplinks: PortList;
  /** Skipped: a loop would cut the session off. */
  readonly ofSession: PortList;
}

/** None of `ports` is touched if loopback detection is configured at any port. */
export function loopPortsOnEntering(
  configuration: Configuration,
  { ports }: Pick<Hardware, 'ports'>,
  session: PortList,
): LoopPortsOnEntering {
  const rows = configuration.rows(sysLBDCtrlEntry);
  if (rows.some((row) => row.sysLBDPortStatus === Status.enabled)) {
    return { loopPorts: NO_PORTS, inTrunks: NO_PORTS, uplinks: NO_PORTS, ofSession: NO_PORTS };
  }
  const all = [...ports.keys()].reduce((list, port) => list | portBit(port), NO_PORTS);
  const inTrunks = configuredTrunks(configuration).reduce((list, { members }) => list | members, NO_PORTS);
  const uplinks = (parsePortList(configuration.group(aSVGlobal).aSVTaggedPortList) ?? NO_PORTS) & ~inTrunks;
  const ofSession = session & ~inTrunks & ~uplinks;
  return { loopPorts: all & ~(inTrunks | uplinks | ofSession), inTrunks, uplinks, ofSession };
}

/** The same as it is read. */
export function previewOf(ports: LoopPortsOnEntering): GroupValues<typeof aSVModePreview> {
  return {
    modeLoopPorts: formatPortList(ports.loopPorts),
    modeTrunkPorts: formatPortList(ports.inTrunks),
    modeUplinkPorts: formatPortList(ports.uplinks),
    modeSessionPorts: formatPortList(ports.ofSession),
  };
}
