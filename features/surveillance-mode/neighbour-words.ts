import { parseIpv4 } from '../../model/values/ipv4.ts';
import { isGroupMac, ZERO_MAC } from '../../model/values/mac.ts';
import { ipv4At, macAt } from '../../protocols/frames/addresses.ts';
import { ChassisIdSubtype, PortIdSubtype } from '../../protocols/lldp/identifier.ts';
import type { LldpInformation } from '../../protocols/lldp/information.ts';
import type { LldpState, Neighbour } from '../../protocols/lldp/state.ts';
import type { Sighting } from '../../protocols/surveillance/devices.ts';
import type { DeviceKind, SurveillanceState } from '../../protocols/surveillance/state.ts';

const RECORDER = /\b(?:nvr|network video recorder|video (?:management|storage))\b/i;
const CAMERA = /\b(?:camera|ip ?cam|ipc|video encoder)\b/i;

/** Octets of a MAC address, and the family of IPv4 in a management address. */
const MAC_LENGTH = 6;
const IPV4_FAMILY = 1;

/** The surveillance devices among LLDP neighbors: those that announce it, and known ones that announce more. */
export function surveillanceNeighbours(lldp: LldpState, known: SurveillanceState): readonly Sighting[] {
  return [...lldp.neighbours.values()].flatMap((neighbour): Sighting[] => {
    const mac = macOf(neighbour.information);
    if (mac === undefined) return [];
    const kind = kindOf(neighbour.information) ?? known.devices.get(mac)?.kind;
    return kind ? [sightingOf(neighbour, mac, kind)] : [];
  });
}

function sightingOf({ port, information }: Neighbour, mac: string, kind: DeviceKind): Sighting {
  const { inventory, managementAddresses } = information;
  const address = managementAddresses.find(({ family, octets }) => family === IPV4_FAMILY && octets.length === 4);
  const text = address && ipv4At(address.octets, 0);
  return {
    mac,
    port,
    kind,
    evidence: 'lldp',
    address: text !== undefined && parseIpv4(text) ? text : undefined,
    manufacturer: inventory.manufacturer,
    model: inventory.model,
  };
}

/** The type that a neighbor announces; undefined if it is not a surveillance device. */
function kindOf({ systemDescription = '', systemName = '', inventory }: LldpInformation): DeviceKind | undefined {
  const words = [systemDescription, systemName, inventory.model ?? ''].join(' ');
  if (RECORDER.test(words)) return 'recorder';
  return CAMERA.test(words) ? 'camera' : undefined;
}

function macOf({ chassisId, portId }: LldpInformation): string | undefined {
  const named =
    portId.subtype === PortIdSubtype.macAddress
      ? portId
      : chassisId.subtype === ChassisIdSubtype.macAddress
        ? chassisId
        : undefined;
  const mac = named?.octets.length === MAC_LENGTH ? macAt(named.octets, 0) : undefined;
  return mac === undefined || isGroupMac(mac) || mac === ZERO_MAC ? undefined : mac;
}
