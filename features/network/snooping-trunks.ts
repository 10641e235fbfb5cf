import { hasPort, NO_PORTS, type PortList, portBit, portsOf } from '../../model/values/port-list.ts';
import type { ConfiguredTrunk } from '../bridge-ports.ts';

/** The physical ports that forward as one with a port; itself where it is in no trunk. */
export function membersWith(trunks: readonly ConfiguredTrunk[], port: number): PortList {
  return trunks.find(({ members }) => hasPort(members, port))?.members ?? portBit(port);
}

/** The port that represents a port in port lists: of a trunk's members the lowest. */
export function representative(trunks: readonly ConfiguredTrunk[], port: number): number {
  return portsOf(membersWith(trunks, port))[0] ?? port;
}

/** A port list in which each trunk appears with all its members, as pages show it. */
export function withAllMembers(trunks: readonly ConfiguredTrunk[], ports: PortList): PortList {
  return portsOf(ports).reduce((all, port) => all | membersWith(trunks, port), NO_PORTS);
}
