import type { InterfacePlan } from '../../../../datapath/plan.ts';
import type { SlotReader } from '../../../../device/slot.ts';
import type { Configuration } from '../../../../model/configuration/configuration.ts';
import { Status } from '../../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../../model/schema/object.ts';
import {
  classOfIpv6,
  formatIpv6,
  Ipv6Class,
  interfaceIdentifierOf,
  linkLocalOf,
  parseIpv6,
  withIdentifier,
} from '../../../../model/values/ipv6.ts';
import type { WantedAddress } from '../../../../protocols/ipv6-addresses/state.ts';
import { ipv6InterfaceEntry } from './interface-objects.ts';
import { IPV6_ADDRESSES, Ipv6AddressType, ipv6Ctrl, ipv6IfAddressEntry } from './objects.ts';
import { dhcpv6Leases, type Ipv6Address, ipv6Interfaces } from './slots.ts';

/** A VLAN interface as it is configured for IPv6. */
export type Ipv6Row = RowOf<typeof ipv6InterfaceEntry>;

const LINK_LOCAL_PREFIX = 64;
/** Until a router says which prefix of it is on the link. */
const ADDRESS = 128;

/** The objects that the functions here read, of a configuration. */
export const ipv6AddressObjects = [ipv6Ctrl, ipv6InterfaceEntry, ipv6IfAddressEntry] as const;

/** The address of a row, with what the MAC address makes of it where it is so set. */
function addressOfRow(row: RowOf<typeof ipv6IfAddressEntry>, mac: string): string {
  const number = parseIpv6(row.ipv6Address);
  if (row.ipv6Eui64 !== Status.enabled || number === undefined) return row.ipv6Address;
  return formatIpv6(withIdentifier(number, interfaceIdentifierOf(mac)));
}

/** The addresses that are set of an interface, the link-local one first, each once. */
export function setAddresses(row: Ipv6Row, configuration: Configuration, mac: string): readonly WantedAddress[] {
  const linkLocal = row.ipv6AutoLinkLocal === Status.enabled ? linkLocalOf(mac) : row.linkLocalAddress;
  const wanted = new Map<string, WantedAddress>();
  if (linkLocal !== '') {
    wanted.set(linkLocal, { address: linkLocal, prefix: LINK_LOCAL_PREFIX, origin: 'linkLocal', anycast: false });
  }
  for (const entry of configuration.rows(ipv6IfAddressEntry)) {
    if (entry.ifIndex !== row.ipv6InterfaceIfIndex) continue;
    const address = addressOfRow(entry, mac);
    if (wanted.has(address)) continue;
    const anycast = entry.ipv6AddressType === Ipv6AddressType.anycast;
    wanted.set(address, { address, prefix: entry.ipv6AddressPrefixLength, origin: 'manual', anycast });
  }
  return [...wanted.values()];
}

/** The addresses that an interface is to have now: those set, and those that a DHCPv6 server gave, as far as there is room. */
export function desiredAddresses(
  row: Ipv6Row,
  configuration: Configuration,
  mac: string,
  slots: SlotReader,
): readonly WantedAddress[] {
  const set = setAddresses(row, configuration, mac);
  const room = IPV6_ADDRESSES - set.filter(({ address }) => classOfIpv6(address) !== Ipv6Class.linkLocal).length;
  const lease = row.dhcpv6State === Status.enabled ? slots.get(dhcpv6Leases).get(row.ipIfVlanId) : undefined;
  const leased = lease?.addresses.filter(({ address }) => set.every((one) => one.address !== address)) ?? [];
  return [
    ...set,
    ...leased.slice(0, Math.max(0, room)).map(
      ({ address, preferredUntil }): WantedAddress => ({
        address,
        prefix: ADDRESS,
        origin: 'dhcp',
        anycast: false,
        preferredUntil,
      }),
    ),
  ];
}

/** Whether the interface uses the routers of its link: no other source, not even DHCPv6, says which router to use. */
export function followsRouters(row: Ipv6Row): boolean {
  return row.ipv6AcceptRa === Status.enabled || row.dhcpv6State === Status.enabled;
}

/** The addresses that an interface has, among those that a configuration gives it. */
export function heldAddresses(
  row: Ipv6Row,
  configuration: Configuration,
  mac: string,
  slots: SlotReader,
): readonly Ipv6Address[] {
  const wanted = new Map(setAddresses(row, configuration, mac).map((one) => [one.address, one]));
  const held = slots.get(ipv6Interfaces).get(row.ipIfVlanId)?.addresses ?? [];
  return held.filter(({ address, prefix, origin, anycast }) => {
    if (origin === 'router') return row.ipv6AcceptRa === Status.enabled;
    if (origin === 'dhcp') return row.dhcpv6State === Status.enabled;
    const one = wanted.get(address);
    return one?.prefix === prefix && one.origin === origin && one.anycast === anycast;
  });
}

/** The addresses that an interface answers to: no other station was found to have them. */
export function ipv6InForce(
  row: Ipv6Row,
  configuration: Configuration,
  mac: string,
  slots: SlotReader,
): InterfacePlan['addresses'] {
  return heldAddresses(row, configuration, mac, slots)
    .filter(({ standing }) => standing === 'preferred' || standing === 'deprecated')
    .map(({ address, prefix, anycast, standing }) => ({
      address,
      prefix,
      ...((anycast || standing === 'deprecated') && { isNoSource: true }),
      ...(anycast && { isAnycast: true }),
    }));
}
