import { useRows } from '../../console/call/use-reads.ts';
import { prefixOfIpv4Mask } from '../../model/values/ipv4-mask.ts';
import { ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';

/** The addresses that the switch answers to now, each with its prefix length; undefined while they are read. */
export function useAddresses(poll: number | false): string[] | undefined {
  const rows = useRows(ipv4InterfaceEntry, {}, { poll }).data;
  return rows
    ?.filter(({ ipAddressInUse }) => ipAddressInUse !== '')
    .map(({ ipAddressInUse, ipAddressMaskInUse }) => `${ipAddressInUse}/${prefixOfIpv4Mask(ipAddressMaskInUse) ?? ''}`);
}
