import { useRows } from '../../console/call/use-reads.ts';
import { prefixOfIpv4Mask } from '../../model/values/ipv4-mask.ts';
import { ipv6InterfaceEntry } from '../system/l3-feature/ipv6/interface-objects.ts';
import { ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';

/** The IPv4 addresses that the switch answers to now, each with its prefix length; undefined while they are read. */
export function useAddresses(poll: number | false): string[] | undefined {
  const rows = useRows(ipv4InterfaceEntry, {}, { poll }).data;
  return rows
    ?.filter(({ ipAddressInUse }) => ipAddressInUse !== '')
    .map(({ ipAddressInUse, ipAddressMaskInUse }) => `${ipAddressInUse}/${prefixOfIpv4Mask(ipAddressMaskInUse) ?? ''}`);
}

/**
 * The IPv6 addresses that the switch answers to now, with their prefix lengths; the link-local one of an interface without
 * others.
 */
export function useIpv6Addresses(poll: number | false): string[] | undefined {
  const rows = useRows(ipv6InterfaceEntry, {}, { poll }).data;
  return rows?.map(({ globalAddresses, linkLocalInUse }) => globalAddresses || linkLocalInUse).filter(Boolean);
}
