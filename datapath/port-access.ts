import { hasPort, NO_PORTS, type PortList, portBit } from '../model/values/port-list.ts';
import { EtherType, parseEthernet } from '../protocols/frames/ethernet.ts';
import { bridgePortOf } from './bridge-ports.ts';
import type { MacAddress, PortNumber, VlanId } from './identifiers.ts';
import type { ConfiguredVlan, ForwardingPlan, VlanPlan } from './plan.ts';

/** Frames that an authenticator passes at a physical port (IEEE 802.1X-2004 6.4). */
export interface PortAccess {
  /** The accepted sources: all stations, or only these. */
  readonly admits: 'everybody' | ReadonlySet<MacAddress>;
  /** Whether frames leave by it; where none do, of those that the agent sends out of the port EAPOL does. */
  readonly sends: boolean;
  /** Takes the place of the PVID and of the VLANs that the plan sends by it untagged (RFC 3580 3.31), where that VLAN exists. */
  readonly vlan: VlanId | undefined;
  /** The VLANs of single stations among `admits`, where they exist; the others have that of the port. */
  readonly stationVlans: ReadonlyMap<MacAddress, VlanId>;
  /**
   * No station has authenticated: the port is an untagged member of `vlan` and a member of nothing else, whatever plan
   * and state say. Tagged frames are dropped, the rest is in `vlan`, and of frames to bridges only EAPOL is received.
   */
  readonly isGuest: boolean;
}

/** A port without restrictions. */
export const openPort: PortAccess = {
  admits: 'everybody',
  sends: true,
  vlan: undefined,
  stationVlans: new Map(),
  isGuest: false,
};

/** Nothing comes in or leaves. */
export const closedPort: PortAccess = { ...openPort, admits: new Set(), sends: false };

/** Access of ports outside trunks; for a trunk's member it has no meaning. */
export function accessInForce(
  plan: Pick<ForwardingPlan, 'trunks'>,
  access: ReadonlyMap<PortNumber, PortAccess>,
): ReadonlyMap<PortNumber, PortAccess> {
  if (plan.trunks.size === 0 || access.size === 0) return access;
  return new Map([...access].filter(([port]) => bridgePortOf(plan, port) === port));
}

/**
 * Whether a frame that the agent sends out of a port leaves: at a port without authentication, LLDP and BPDUs are
 * blocked both ways (IEEE 802.1X-2004 6.4).
 */
export function mayTransmit(access: Pick<PortAccess, 'sends'> | undefined, frame: Uint8Array): boolean {
  return access?.sends !== false || parseEthernet(frame)?.etherType === EtherType.eapol;
}

/** The ports that send nothing. */
export function silentPorts(access: ReadonlyMap<PortNumber, PortAccess>): PortList {
  let list = NO_PORTS;
  for (const [port, { sends }] of access) if (!sends) list |= portBit(port);
  return list;
}

/** The ports that are in their guest VLAN and nowhere else. */
export function guestPorts(access: ReadonlyMap<PortNumber, PortAccess>): PortList {
  let list = NO_PORTS;
  for (const [port, { isGuest }] of access) if (isGuest) list |= portBit(port);
  return list;
}

/** The VLANs that a port was assigned to. */
export interface Assignment {
  /** Existing ones; the port is an untagged member of each. */
  readonly vlans: ReadonlySet<VlanId>;
  /** Whether every frame that comes in without a tag is of one of them, so that the port has no other VLAN untagged. */
  readonly isWhole: boolean;
}

/** The VLANs that ports were assigned to, as far as they exist; a guest's port has an assignment in any case. */
export function assignments(
  access: ReadonlyMap<PortNumber, PortAccess>,
  exists: (vlan: VlanId) => boolean,
): ReadonlyMap<PortNumber, Assignment> {
  const assigned = new Map<PortNumber, Assignment>();
  for (const [port, one] of access) {
    const wanted = [...stationVlansInForce(one, exists).values(), ...(one.vlan === undefined ? [] : [one.vlan])];
    const vlans = new Set(wanted.filter(exists));
    if (vlans.size > 0 || one.isGuest) assigned.set(port, { vlans, isWhole: isWhole(one, exists) });
  }
  return assigned;
}

/** The VLANs of single authenticated stations that have one of their own that exists. */
export function stationVlansInForce(
  { admits, stationVlans, isGuest }: PortAccess,
  exists: (vlan: VlanId) => boolean,
): ReadonlyMap<MacAddress, VlanId> {
  if (stationVlans.size === 0 || admits === 'everybody' || isGuest) return NO_STATIONS;
  return new Map([...stationVlans].filter(([station, vlan]) => admits.has(station) && exists(vlan)));
}

const NO_STATIONS: ReadonlyMap<MacAddress, VlanId> = new Map();

function isWhole(access: PortAccess, exists: (vlan: VlanId) => boolean): boolean {
  const { admits, vlan, isGuest } = access;
  if (isGuest || (vlan !== undefined && exists(vlan))) return true;
  if (admits === 'everybody' || admits.size === 0) return false;
  return stationVlansInForce(access, exists).size === admits.size;
}

/**
 * A VLAN with the ports that were assigned to it, and without those that were assigned only to others and had it
 * untagged.
 */
export function withAssigned(
  vlan: VlanId,
  entry: ConfiguredVlan,
  assignedTo: ReadonlyMap<PortNumber, Assignment>,
): VlanPlan {
  let { members, untagged } = entry;
  for (const [port, { vlans, isWhole }] of assignedTo) {
    const bit = portBit(port);
    if (vlans.has(vlan)) {
      if (hasPort(entry.forbidden ?? NO_PORTS, port)) continue;
      members |= bit;
      untagged |= bit;
    } else if (isWhole && hasPort(untagged, port)) {
      members &= ~bit;
      untagged &= ~bit;
    }
  }
  return members === entry.members && untagged === entry.untagged ? entry : { members, untagged };
}

/** A VLAN without the ports of guests whose VLAN it is not; in their own they are untagged. */
export function withoutGuests(
  vlan: VlanId,
  entry: VlanPlan,
  access: ReadonlyMap<PortNumber, PortAccess>,
  guests: PortList,
): VlanPlan {
  let out = NO_PORTS;
  let own = NO_PORTS;
  for (const [port, one] of access) {
    if (!one.isGuest) continue;
    if (one.vlan === vlan) own |= portBit(port);
    else out |= portBit(port);
  }
  if ((entry.members & guests) === NO_PORTS) return entry;
  const members = entry.members & ~out;
  return { members, untagged: (entry.untagged & ~out) | (own & members) };
}

/**
 * The VLANs that a port is in only for single stations: tagged frames of others are dropped there. In those that the
 * plan or an engine adds as well, every authenticated station may send.
 */
export function vlansOfStations(
  { vlans }: Pick<ForwardingPlan, 'vlans'>,
  { memberships }: { readonly memberships: ReadonlyMap<VlanId, VlanPlan> },
  port: PortNumber,
  access: PortAccess,
): ReadonlySet<VlanId> {
  const exists = (vlan: VlanId) => vlans.has(vlan);
  const whole = isWhole(access, exists);
  const isOthers = (vlan: VlanId) => {
    const entry = vlans.get(vlan);
    const configured = (entry?.members ?? NO_PORTS) & ~(whole ? (entry?.untagged ?? NO_PORTS) : NO_PORTS);
    const added = (memberships.get(vlan)?.members ?? NO_PORTS) & ~(entry?.forbidden ?? NO_PORTS);
    return !hasPort(configured | added, port);
  };
  return new Set([...stationVlansInForce(access, exists).values()].filter(isOthers));
}
