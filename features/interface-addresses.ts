import type { InterfacePlan } from '../datapath/plan.ts';
import { heldAddresses } from '../device/held-addresses.ts';
import type { SlotReader } from '../device/slot.ts';
import type { Configuration } from '../model/configuration/configuration.ts';
import { Status } from '../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../model/schema/object.ts';
import { parseIpv4 } from '../model/values/ipv4.ts';
import { ipv4Network, prefixOfIpv4Mask } from '../model/values/ipv4-mask.ts';
import { ipIfSecondaryEntry } from './system/l3-feature/address-objects.ts';
import { AddressMode, ipv4InterfaceEntry } from './system/l3-feature/objects.ts';
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
 * The addresses of an interface, the primary one first: the lease, or else the manual address, then the secondary ones,
 * then those that are held for a pending change. A DHCP client keeps the manual address until it has a lease, and falls
 * back to it. An address claimed by another station stays: otherwise one forged frame would cut off the administrator.
 */
export function wantedAddresses(
  row: Ipv4Interface,
  configuration: Configuration,
  slots: SlotReader,
): InterfaceAddress[] {
  return [...lastingAddresses(row, configuration, slots), ...heldOf(row, configuration, slots)];
}

/** The same without those that are held for a change that waits. */
export function lastingAddresses(
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

/**
 * The address by which a station at `address` knows the switch: in the network that it shares with the station, else its first one;
 * undefined where it has none.
 */
export function addressTowards(address: string, configuration: Configuration, slots: SlotReader): string | undefined {
  const own = configuration
    .rows(ipv4InterfaceEntry)
    .filter(({ ipv4InterfaceEnableStatus: status }) => status === Status.enabled)
    .flatMap((row) => lastingAddresses(row, configuration, slots));
  const shared = own.find(({ address: ours, prefix }) => {
    const [one, other] = [parseIpv4(ours), parseIpv4(address)];
    return one !== undefined && other !== undefined && ipv4Network(one, prefix) === ipv4Network(other, prefix);
  });
  return (shared ?? own[0])?.address;
}

/**
 * The addresses that an interface had before a change that waits, and no interface has by it. One in a network of another
 * interface is not held: answers would take the wrong way.
 */
function heldOf(row: Ipv4Interface, configuration: Configuration, slots: SlotReader): InterfaceAddress[] {
  const held = slots
    .get(heldAddresses)
    .filter(({ vlan, address }) => vlan === row.ipIfVlanId && !address.includes(':'));
  if (held.length === 0) return [];
  const lasting = configuration.rows(ipv4InterfaceEntry).flatMap((one) =>
    lastingAddresses(one, configuration, slots).map((address) => ({
      ...address,
      isOwn: one.ipIfVlanId === row.ipIfVlanId,
    })),
  );
  return held
    .filter(({ address, prefix }) =>
      lasting.every((one) => one.address !== address && (one.isOwn || !overlap(one, { address, prefix }))),
    )
    .map(({ address, prefix }) => ({ address, prefix, isNoSource: true }));
}

/** Whether two addresses are in one network by the mask of either. */
function overlap(one: InterfaceAddress, other: InterfaceAddress): boolean {
  const prefix = Math.min(one.prefix, other.prefix);
  const [a, b] = [parseIpv4(one.address), parseIpv4(other.address)];
  return a !== undefined && b !== undefined && ipv4Network(a, prefix) === ipv4Network(b, prefix);
}

/**
 * The switch's address once a pending change is decided, for sessions at an address that it removes; undefined for all
 * others, and until a DHCP server has assigned the address.
 */
export function addressInstead(
  localAddress: string,
  configuration: Configuration,
  slots: SlotReader,
): string | undefined {
  const rows = configuration.rows(ipv4InterfaceEntry);
  const row = rows.find((one) => heldOf(one, configuration, slots).some(({ address }) => address === localAddress));
  if (!row || (row.ipAddrCfgMode === AddressMode.dynamic && !leaseOf(row, slots))) return undefined;
  return lastingAddresses(row, configuration, slots)[0]?.address;
}
