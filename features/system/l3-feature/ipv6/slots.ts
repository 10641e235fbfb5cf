import { slot } from '../../../../device/slot.ts';
import type { AddressOrigin, AddressStanding } from '../../../../protocols/ipv6-addresses/state.ts';

/** An address of an interface as it stands. */
export interface Ipv6Address {
  readonly address: string;
  readonly prefix: number;
  readonly origin: AddressOrigin;
  readonly anycast: boolean;
  readonly standing: AddressStanding;
  /** Another station says that it has it, too. */
  readonly claimed: boolean;
}

/** What an interface has now. */
export interface Ipv6Interface {
  readonly addresses: readonly Ipv6Address[];
  /** The default router that is asked first, a link-local address; undefined where none spoke. */
  readonly router: string | undefined;
}

/** The IPv6 addresses and routers of the interfaces, by VLAN, as their engine has them. */
export const ipv6Interfaces = slot<ReadonlyMap<number, Ipv6Interface>>('ipv6Interfaces', new Map());
