import { operation, type Service } from '../../../../device/feature.ts';
import { placeIn, Refusal } from '../../../../device/refusal.ts';
import { Status } from '../../../../model/schema/kinds/enumeration.ts';
import { VLAN_INTERFACE_BASE } from '../../../../model/values/interface-index.ts';
import { say } from '../../../../model/values/message.ts';
import { ErrorCode } from '../../../../model/wire/error-code.ts';
import { ipv6AddressObjects } from './addresses.ts';
import { ipv6InterfaceEntry } from './interface-objects.ts';
import { ipv6Rows } from './objects.ts';
import { dhcpv6Clients, dhcpv6Leases, ipv6Interfaces } from './slots.ts';

/** Gives the interfaces their IPv6 addresses, where any speaks IPv6. */
export const ipv6AddressKeeping: Service = {
  name: 'IPv6 addresses',
  reads: ipv6AddressObjects,
  wanted: (configuration) => ipv6Rows(configuration).length > 0,
  decides: [ipv6Interfaces],
  start: async (context) => (await import('./device-addresses.ts')).startIpv6Addresses(context),
};

/** Asks DHCPv6 servers for addresses, where an interface is to have them. */
export const dhcpv6Client: Service = {
  name: 'DHCPv6 clients',
  reads: ipv6AddressObjects,
  wanted: (configuration) => ipv6Rows(configuration).some(({ dhcpv6State }) => dhcpv6State === Status.enabled),
  decides: [dhcpv6Leases],
  start: async (context) => (await import('./device-dhcp.ts')).startDhcpv6(context),
};

/** Renew. */
export const dhcpv6Renewal = operation(ipv6InterfaceEntry, {
  async prepare(context, { values }) {
    if (values.dhcpv6ClientAction === undefined) return values;
    const row = context
      .configuration()
      .row(ipv6InterfaceEntry, { ipv6InterfaceIfIndex: Number(values.ipv6InterfaceIfIndex) });
    if (Number(values.dhcpv6State ?? row?.dhcpv6State) !== Status.enabled) {
      const message = say('Renew requires an interface with an enabled DHCPv6 client.');
      throw new Refusal(
        ErrorCode.inconsistentValue,
        message,
        placeIn(ipv6InterfaceEntry, values, 'dhcpv6ClientAction'),
      );
    }
    return values;
  },
  operate({ slots }, { values }) {
    if (values.dhcpv6ClientAction === undefined) return;
    slots.get(dhcpv6Clients)?.renew(Number(values.ipv6InterfaceIfIndex) - VLAN_INTERFACE_BASE);
  },
});
