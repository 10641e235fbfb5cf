import type { SlotReader } from '../../device/slot.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { NO_PORTS, type PortList, parsePortList, portBit } from '../../model/values/port-list.ts';
import { type BridgePort, bridgePorts } from '../bridge-ports.ts';
import { dynamicMembers } from '../network/vlan/slots.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';

/** The bridge port that each physical port belongs to, by number: itself, or its trunk. */
export function bridgePortNumbers(ports: readonly BridgePort[], hardware: Hardware): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const { number, members } of ports) {
    for (const port of hardware.ports.keys()) if ((members & portBit(port)) !== NO_PORTS) numbers.set(port, number);
  }
  return numbers;
}

/** The bits that represent the matching bridge ports in port lists of plan and state. */
export function listOf(ports: readonly BridgePort[], fits: (port: BridgePort) => boolean): PortList {
  return ports.reduce((list, port) => (fits(port) ? list | portBit(port.representative) : list), NO_PORTS);
}

/**
 * Of the VLANs to inspect those that exist; just `undefined` if these are all, so that nothing has to be distinguished.
 */
export function vlansToMatch(
  wanted: ReadonlySet<number>,
  configuration: Configuration,
  slots: SlotReader,
): readonly (number | undefined)[] {
  const inForce = new Set([
    ...configuration.rows(dot1qVlanStaticEntry).map(({ dot1qVlanIndex }) => dot1qVlanIndex),
    ...slots.get(dynamicMembers).keys(),
  ]);
  const found = [...inForce].filter((vlan) => wanted.has(vlan));
  return found.length > 0 && found.length === inForce.size ? [undefined] : found;
}

/** Whether any of the ports of a bridge port is a member of a VLAN that is configured. */
export function isMember(
  configuration: Configuration,
  vlan: number,
  { members }: Pick<BridgePort, 'members'>,
): boolean {
  const row = configuration.row(dot1qVlanStaticEntry, { dot1qVlanIndex: vlan });
  return row !== undefined && ((parsePortList(row.dot1qVlanStaticEgressPorts) ?? NO_PORTS) & members) !== NO_PORTS;
}

/** The bridge port of a number as pages name it: a port, the trunk that it is in, or a trunk. */
export function bridgePortNamed(configuration: Configuration, hardware: Hardware, number: number) {
  return bridgePorts(configuration, hardware).find((port) => port.number === number);
}
