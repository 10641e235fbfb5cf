import type { Configuration } from '../../../model/configuration/configuration.ts';
import { VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { prefixOfIpv4Mask } from '../../../model/values/ipv4-mask.ts';
import { ipIfSecondaryEntry } from './address-objects.ts';
import { ipv4InterfaceEntry } from './objects.ts';

/** An IPv4 address that is set, and the VLAN that it is in. */
export interface OwnAddress {
  readonly vlan: number;
  readonly address: string;
  readonly prefix: number;
}

/** Every IPv4 address that is set, of all interfaces. */
export function ownAddresses(configuration: Configuration): readonly OwnAddress[] {
  const primary = configuration.rows(ipv4InterfaceEntry).map((row) => ({
    vlan: row.ipIfVlanId,
    address: row.ipAddressAddr,
    prefix: prefixOfIpv4Mask(row.ipAddressMask) ?? 32,
  }));
  const secondary = configuration.rows(ipIfSecondaryEntry).map((row) => ({
    vlan: row.ifIndex - VLAN_INTERFACE_BASE,
    address: row.secondaryAddr,
    prefix: prefixOfIpv4Mask(row.secondaryMask) ?? 32,
  }));
  return [...primary, ...secondary].filter(({ address }) => address !== '');
}
