import type { InterfacePlan } from '../../../datapath/plan.ts';
import type { Contribution, Learnt, Lease } from '../../../device/contribution.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/configuration/hardware.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { interfaceName } from '../../../model/values/interface-index.ts';
import { prefixOfIpv4Mask } from '../../../model/values/ipv4-mask.ts';
import { AddressMode, ipDefaultRouter, ipIfSecondaryEntry, ipv4InterfaceEntry } from './objects.ts';

/** A VLAN interface as it is configured. */
export type Ipv4Interface = RowOf<typeof ipv4InterfaceEntry>;

/** An address with its prefix length. */
export type InterfaceAddress = InterfacePlan['addresses'][number];

const withPrefix = (address: string, mask: string): InterfaceAddress => ({
  address,
  prefix: prefixOfIpv4Mask(mask) ?? 32,
});

/** The lease of an interface that takes its address from DHCP. */
export function leaseOf(row: Ipv4Interface, learnt: Learnt): Lease | undefined {
  return row.ipAddrCfgMode === AddressMode.dynamic ? learnt.leases.get(row.ipIfVlanId) : undefined;
}

/** Whether somebody else was found to use the address in this VLAN (RFC 5227). */
export function isDuplicate(learnt: Learnt, vlan: number, address: string): boolean {
  return learnt.duplicates?.has(`${vlan} ${address}`) ?? false;
}

/**
 * What an interface should answer to, the primary address first: the lease, or else the manual address, then the
 * secondary ones. A DHCP client keeps the manual address until it has a lease, and falls back to it.
 */
export function wantedAddresses(row: Ipv4Interface, configuration: Configuration, learnt: Learnt): InterfaceAddress[] {
  const lease = leaseOf(row, learnt);
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

/** The last plan of each row, given back while it says the same. */
const known = new WeakMap<Ipv4Interface, { readonly text: string; readonly plan: InterfacePlan }>();

function interfacePlan(
  row: Ipv4Interface,
  configuration: Configuration,
  hardware: Hardware,
  learnt: Learnt,
): InterfacePlan {
  const plan: InterfacePlan = {
    vlan: row.ipIfVlanId,
    name: interfaceName(row.ipv4InterfaceIfIndex),
    enabled: row.ipv4InterfaceEnableStatus === 1,
    mac: hardware.baseMacAddress,
    addresses: wantedAddresses(row, configuration, learnt).filter(
      ({ address }) => !isDuplicate(learnt, row.ipIfVlanId, address),
    ),
    dhcpClient: row.ipAddrCfgMode === AddressMode.dynamic,
    detectDuplicates: true,
  };
  const text = JSON.stringify(plan);
  const present = known.get(row);
  if (present?.text === text) return present.plan;
  known.set(row, { text, plan });
  return plan;
}

/** The gateway in force: that of a lease goes before the one set. */
export function gatewayInForce(configuration: Configuration, learnt: Learnt): string | undefined {
  for (const row of configuration.rows(ipv4InterfaceEntry)) {
    const gateway = row.ipv4InterfaceEnableStatus === 1 ? leaseOf(row, learnt)?.gateway : undefined;
    if (gateway !== undefined) return gateway;
  }
  return configuration.group(ipDefaultRouter).ipDefaultRouterAddress || undefined;
}

/** The switch's own interfaces and its way out. */
export const interfaceContribution: Contribution = {
  reads: [ipv4InterfaceEntry, ipIfSecondaryEntry, ipDefaultRouter],
  compile: (configuration, hardware, learnt) => ({
    interfaces: new Map(
      configuration
        .rows(ipv4InterfaceEntry)
        .map((row) => [row.ipIfVlanId, interfacePlan(row, configuration, hardware, learnt)]),
    ),
    defaultGateway: gatewayInForce(configuration, learnt),
  }),
};
