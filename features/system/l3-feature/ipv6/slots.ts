import { plannedSlot, slot } from '../../../../device/slot.ts';
import type { Dhcpv6Lease } from '../../../../protocols/dhcpv6/lease.ts';
import type { AddressOrigin, AddressStanding } from '../../../../protocols/ipv6-addresses/state.ts';

/** An address of an interface with its state. */
export interface Ipv6Address {
  readonly address: string;
  readonly prefix: number;
  readonly origin: AddressOrigin;
  readonly anycast: boolean;
  readonly standing: AddressStanding;
  /** Another station says that it has it, too. */
  readonly claimed: boolean;
}

/** Present state of an interface. */
export interface Ipv6Interface {
  readonly addresses: readonly Ipv6Address[];
  /** The default router that is asked first, a link-local address; undefined where none spoke. */
  readonly router: string | undefined;
}

/** The IPv6 addresses and routers of the interfaces, by VLAN, as their engine has them. */
export const ipv6Interfaces = plannedSlot<ReadonlyMap<number, Ipv6Interface>>('ipv6Interfaces', new Map(), 'returns');

/**
 * Leases of DHCPv6 servers for the interfaces, by VLAN; whether an address of them is in use is in `ipv6Interfaces`.
 */
export const dhcpv6Leases = slot<ReadonlyMap<number, Dhcpv6Lease>>('dhcpv6Leases', new Map());

/** The DHCPv6 clients, while they run. */
interface Dhcpv6Clients {
  /** Requests the lease of a VLAN's interface again, now. */
  renew(vlan: number): void;
}

/** They themselves. */
export const dhcpv6Clients = slot<Dhcpv6Clients | undefined>('dhcpv6Clients', undefined);
