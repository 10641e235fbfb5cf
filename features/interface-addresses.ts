import type { InterfacePlan } from '../datapath/plan.ts';
import type { SlotReader } from '../device/slot.ts';
import type { Configuration } from '../model/configuration/configuration.ts';
import type { RowOf } from '../model/schema/object.ts';
import { prefixOfIpv4Mask } from '../model/values/ipv4-mask.ts';
import { ipIfSecondaryEntry } from './system/l3-feature/address-objects.ts';
import { AddressMode, type ipv4InterfaceEntry } from './system/l3-feature/objects.ts';
import { type Lease, leases } from './system/l3-feature/slots.ts';

/** A VLAN interface as it is configured. */
export type Ipv4Interface = RowOf<typeof ipv4InterfaceEntry>;

/** An address with its prefix length. */
export type InterfaceAddress = InterfacePlan['addresses'][number];

const withPrefix = (address: string, mask: string): InterfaceAddress => ({
  address,
  prefix: prefixOfIpv4Mask(mask) ?? 32,
});

/** The lease of an interface that takes its address from DHCP. */
export function leaseOf(row: Ipv4Interface, slots: SlotReader): Lease | undefined {
  return row.ipAddrCfgMode === AddressMode.dynamic ? slots.get(leases).get(row.ipIfVlanId) : undefined;
}

/**
 * What an interface answers to, the primary address first: the lease, or else the manual address, then the secondary
 * ones. A DHCP client keeps the manual address until it has a lease, and falls back to it. What another station claims
 * stays: one forged frame would take the switch from its administrator.
 */
export function wantedAddresses(
  row: Ipv4Interface,
  configuration: Configuration,
  slots: SlotReader,
): InterfaceAddress[] {
  const lease = leaseOf(row, slots);
  const primary = lease
    ? [{ address: lease.address, prefix: lease.prefix }]
    : row.ipAddressAddr === ''
      ? []
      : [withPrefix(row.ipAddressAddr, row.ipAddressMask)];
  const secondary = configuration
    .rows(ipIfSecondaryEntry)
    .filter(({ ifIndex }) => ifIndex === row.ipv4InterfaceIfIndex)
    .map(({ secondaryAddr, secondaryMask }) => withPrefix(secondaryAddr, secondaryMask));
  return [...primary, ...secondary];
}
