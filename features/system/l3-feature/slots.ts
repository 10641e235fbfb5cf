import { plannedSlot, slot } from '../../../device/slot.ts';

/** A DHCP server's lease for one interface. */
export interface Lease {
  readonly address: string;
  readonly prefix: number;
  readonly gateway: string | undefined;
  readonly dnsServers: readonly string[];
  readonly server: string;
  /** Seconds. */
  readonly leaseTime: number;
  /** Place of a file for this switch, by the server: name or address, and the file. */
  readonly bootServer?: string | undefined;
  readonly bootFile?: string | undefined;
  /** Monotonic milliseconds at which the lease was given. */
  readonly since: number;
}

/** Leases of the DHCP clients, by VLAN. */
export const leases = plannedSlot<ReadonlyMap<number, Lease>>('leases', new Map(), 'returns');

/** Leases that are not used before their address was probed without a conflict (RFC 5227 2.1), by VLAN. */
export const probedLeases = plannedSlot<ReadonlyMap<number, Lease>>('probedLeases', new Map(), 'returns');

/** Addresses of the switch that another station was found to use as well (RFC 5227), as "10 192.0.2.1": VLAN and address. */
export const duplicateAddresses = slot<ReadonlySet<string>>('duplicateAddresses', new Set());

/** VLANs of the switch's interfaces in which no port has a link. */
export const unlinkedVlans = plannedSlot<ReadonlySet<number>>('unlinkedVlans', new Set(), 'returns');
