import type { Datapath } from '../../../datapath/datapath.ts';
import type { DeviceContext, LiveColumnsOf, LiveOf, LiveRowOf } from '../../../device/feature.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { interfaceName } from '../../../model/values/interface-index.ts';
import { ipv4MaskOfPrefix } from '../../../model/values/ipv4-mask.ts';
import { type Ipv4Interface, leaseOf, wantedAddresses } from '../../interface-addresses.ts';
import { type ipAddressEntry, type ipDefaultRouter, ipIfSecondaryEntry } from './address-objects.ts';
import { isDuplicate } from './device-plan.ts';
import { gatewayInForce } from './device-routes.ts';
import { liveIpv6Addresses } from './ipv6/device-live.ts';
import { AddressMode, AddressOrigin, AddressStatus, ipv4InterfaceEntry } from './objects.ts';
import type { Lease } from './slots.ts';
import { isVlanUp } from './vlan-link.ts';

type PortStates = Awaited<ReturnType<Datapath['portStates']>>;

const mask = (prefix: number) => ipv4MaskOfPrefix(prefix) ?? '';

/** An interface is up when it is enabled and a member port of its VLAN is. */
function isUp(context: DeviceContext, row: Ipv4Interface, states: PortStates): boolean {
  const isEnabled = row.ipv4InterfaceEnableStatus === Status.enabled;
  return isEnabled && isVlanUp(context.configuration(), row.ipIfVlanId, states);
}

function addressStatus(context: DeviceContext, row: Ipv4Interface, address: string | undefined) {
  if (row.ipv4InterfaceEnableStatus !== Status.enabled) return AddressStatus.inaccessible;
  const asking = row.ipAddrCfgMode === AddressMode.dynamic && !leaseOf(row, context.slots);
  if (address === undefined) return asking ? AddressStatus.tentative : AddressStatus.inaccessible;
  return isDuplicate(context.slots, row.ipIfVlanId, address) ? AddressStatus.duplicate : AddressStatus.preferred;
}

/** Whole seconds until the lease ends. */
function remaining(context: DeviceContext, lease: Lease): number {
  return Math.max(0, Math.round(lease.leaseTime - (context.clock.now() - lease.since) / 1000));
}

function liveInterface(
  context: DeviceContext,
  row: Ipv4Interface,
  states: PortStates,
): LiveOf<typeof ipv4InterfaceEntry> {
  const lease = leaseOf(row, context.slots);
  const [primary] = wantedAddresses(row, context.configuration(), context.slots);
  const secondary = context
    .configuration()
    .rows(ipIfSecondaryEntry)
    .filter(({ ifIndex }) => ifIndex === row.ipv4InterfaceIfIndex);
  return {
    ifName: interfaceName(row.ipv4InterfaceIfIndex),
    ifOperStatus: isUp(context, row, states) ? 1 : 2,
    ifPhysAddress: context.hardware.baseMacAddress,
    ipIfSecondaryCount: secondary.length,
    ipAddressInUse: primary?.address ?? '',
    ipAddressMaskInUse: primary ? mask(primary.prefix) : '',
    ipAddressOrigin: lease ? AddressOrigin.dhcp : AddressOrigin.manual,
    ipAddressStatus: addressStatus(context, row, primary?.address),
    dhcpLeaseServer: lease?.server ?? '',
    dhcpLeaseTime: lease?.leaseTime ?? 0,
    dhcpLeaseRemaining: lease ? remaining(context, lease) : 0,
  };
}

/** The read-only columns of `ipv4InterfaceEntry`. */
export async function liveInterfaces(context: DeviceContext): Promise<LiveColumnsOf<typeof ipv4InterfaceEntry>> {
  const states = await context.datapath.portStates();
  return new Map(
    context
      .configuration()
      .rows(ipv4InterfaceEntry)
      .map((row) => [rowKey(ipv4InterfaceEntry, row), liveInterface(context, row, states)]),
  );
}

/** The rows of `ipAddressEntry`. */
export function liveAddresses(context: DeviceContext): readonly LiveRowOf<typeof ipAddressEntry>[] {
  return [...liveIpv4Addresses(context), ...liveIpv6Addresses(context)];
}

function liveIpv4Addresses(context: DeviceContext): readonly LiveRowOf<typeof ipAddressEntry>[] {
  const { ipAddressAddr } = ipv4InterfaceEntry.fields;
  return context
    .configuration()
    .rows(ipv4InterfaceEntry)
    .flatMap((row): LiveRowOf<typeof ipAddressEntry>[] =>
      wantedAddresses(row, context.configuration(), context.slots).map(({ address, prefix, isNoSource }, position) => ({
        ipAddressAddrType: 1,
        ipAddressAddr: address,
        ipAddressIfIndex: row.ipv4InterfaceIfIndex,
        ipAddressType: 1,
        ipAddressMask: mask(prefix),
        ipAddressPrefixLength: prefix,
        ipAddressPrimary: position === 0 ? 1 : 2,
        ipAddressOrigin: position === 0 && leaseOf(row, context.slots) ? AddressOrigin.dhcp : AddressOrigin.manual,
        // One that is kept only until a change is decided is nothing to begin with.
        ipAddressStatus: isNoSource ? AddressStatus.deprecated : addressStatus(context, row, address),
      })),
    )
    .sort((a, b) => ipAddressAddr.compare(a.ipAddressAddr, b.ipAddressAddr));
}

/** The read-only column of `ipDefaultRouter`. */
export function liveGateway(context: DeviceContext): LiveOf<typeof ipDefaultRouter> {
  return { ipDefaultRouterInUse: gatewayInForce(context.configuration(), context.hardware, context.slots) ?? '' };
}
