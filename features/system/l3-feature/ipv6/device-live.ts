import type { Datapath } from '../../../../datapath/datapath.ts';
import type { DeviceContext, LiveColumnsOf, LiveOf, LiveRowOf } from '../../../../device/feature.ts';
import { Status } from '../../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../../model/schema/object.ts';
import { interfaceName } from '../../../../model/values/interface-index.ts';
import { classOfIpv6, Ipv6Class, parseIpv6 } from '../../../../model/values/ipv6.ts';
import { clientIdentifier, identifierText } from '../../../../protocols/dhcpv6/identifier.ts';
import type { Dhcpv6Lease } from '../../../../protocols/dhcpv6/lease.ts';
import type { ipAddressEntry } from '../address-objects.ts';
import { AddressOrigin, AddressStatus } from '../objects.ts';
import { isVlanUp } from '../vlan-link.ts';
import { heldAddresses, type Ipv6Row, ipv6InForce } from './addresses.ts';
import { ipv6InterfaceEntry } from './interface-objects.ts';
import { ipv6Ctrl, ipv6Rows } from './objects.ts';
import { dhcpv6Leases, type Ipv6Address } from './slots.ts';

type PortStates = Awaited<ReturnType<Datapath['portStates']>>;

/** The read-only columns of `ipv6InterfaceEntry`. */
export async function liveIpv6Interfaces(context: DeviceContext): Promise<LiveColumnsOf<typeof ipv6InterfaceEntry>> {
  const states = await context.datapath.portStates();
  const rows = context.configuration().rows(ipv6InterfaceEntry);
  return new Map(rows.map((row) => [rowKey(ipv6InterfaceEntry, row), liveInterface(context, row, states)]));
}

function liveInterface(context: DeviceContext, row: Ipv6Row, states: PortStates): LiveOf<typeof ipv6InterfaceEntry> {
  const configuration = context.configuration();
  const mac = context.hardware.baseMacAddress;
  const isOn =
    row.ipv6InterfaceEnableStatus === Status.enabled &&
    configuration.group(ipv6Ctrl).ipv6GlobalState === Status.enabled;
  const inForce = isOn ? ipv6InForce(row, configuration, mac, context.slots) : [];
  const lease = isOn ? context.slots.get(dhcpv6Leases).get(row.ipIfVlanId) : undefined;
  const isLinkLocal = (address: string) => classOfIpv6(address) === Ipv6Class.linkLocal;
  return {
    ifName: interfaceName(row.ipv6InterfaceIfIndex),
    ifOperStatus: isOn && isVlanUp(configuration, row.ipIfVlanId, states) ? 1 : 2,
    ifPhysAddress: mac,
    dhcpv6Identifier: identifierText(clientIdentifier(mac)),
    dhcpv6LeaseServer: lease?.server ?? '',
    dhcpv6LeaseRemaining: lease ? secondsLeft(lease, context.clock.now()) : 0,
    linkLocalInUse: inForce.find(({ address }) => isLinkLocal(address))?.address ?? '',
    globalAddresses: inForce
      .filter(({ address }) => !isLinkLocal(address))
      .map(({ address, prefix }) => `${address}/${prefix}`)
      .join(', '),
  };
}

/** Until the first address of a lease ends; one for ever has the most that can be said. */
function secondsLeft({ addresses }: Dhcpv6Lease, now: number): number {
  const end = Math.min(...addresses.map(({ validUntil }) => validUntil));
  return Math.min(0xffff_ffff, Math.max(0, Math.ceil((end - now) / 1000)));
}

/** The IPv6 rows of `ipAddressEntry`. A link-local address, which may be that of several interfaces, appears once. */
export function liveIpv6Addresses(context: DeviceContext): readonly LiveRowOf<typeof ipAddressEntry>[] {
  const rows = new Map<string, LiveRowOf<typeof ipAddressEntry>>();
  for (const row of ipv6Rows(context.configuration())) {
    const held = heldAddresses(row, context.configuration(), context.hardware.baseMacAddress, context.slots);
    for (const one of held) if (!rows.has(one.address)) rows.set(one.address, rowOf(row, one));
  }
  const number = ({ ipAddressAddr }: LiveRowOf<typeof ipAddressEntry>) => parseIpv6(ipAddressAddr) ?? 0n;
  return [...rows.values()].sort((a, b) => (number(a) < number(b) ? -1 : 1));
}

function rowOf(row: Ipv6Row, one: Ipv6Address): LiveRowOf<typeof ipAddressEntry> {
  return {
    ipAddressAddrType: 2,
    ipAddressAddr: one.address,
    ipAddressIfIndex: row.ipv6InterfaceIfIndex,
    ipAddressType: one.anycast ? 2 : 1,
    ipAddressMask: '',
    ipAddressPrefixLength: one.prefix,
    ipAddressPrimary: 2,
    ipAddressOrigin: originOf(row, one),
    ipAddressStatus: one.claimed ? AddressStatus.duplicate : AddressStatus[one.standing],
  };
}

function originOf(row: Ipv6Row, { origin }: Ipv6Address) {
  if (origin === 'manual') return AddressOrigin.manual;
  if (origin === 'dhcp') return AddressOrigin.dhcp;
  const isSet = origin === 'linkLocal' && row.ipv6AutoLinkLocal !== Status.enabled;
  return isSet ? AddressOrigin.manual : AddressOrigin.linkLayer;
}
