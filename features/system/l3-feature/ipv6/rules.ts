import type { Configuration } from '../../../../model/configuration/configuration.ts';
import { tableFull } from '../../../../model/configuration/message.ts';
import { conflict, problemOf, type Rule } from '../../../../model/configuration/rule.ts';
import { Status } from '../../../../model/schema/kinds/enumeration.ts';
import { interfaceName, VLAN_INTERFACE_BASE } from '../../../../model/values/interface-index.ts';
import { classOfIpv6, Ipv6Class, ipv6Network, parseIpv6 } from '../../../../model/values/ipv6.ts';
import { say } from '../../../../model/values/message.ts';
import { ErrorCode } from '../../../../model/wire/error-code.ts';
import { ipv6InterfaceEntry } from './interface-objects.ts';
import { IPV6_ADDRESSES, Ipv6AddressType, ipv6Ctrl, ipv6IfAddressEntry } from './objects.ts';

/** An interface's index says its VLAN. */
const vlanRule: Rule = {
  concerns: [ipv6InterfaceEntry],
  *check({ after }) {
    for (const row of after.rows(ipv6InterfaceEntry)) {
      if (row.ipv6InterfaceIfIndex === VLAN_INTERFACE_BASE + row.ipIfVlanId) continue;
      const message = say('Interface must be {{base}} plus the VLAN ID.', { base: VLAN_INTERFACE_BASE });
      yield conflict(ipv6InterfaceEntry, message, { row, column: 'ipIfVlanId' });
    }
  },
};

/** Every interface of IPv6 has a link-local address (RFC 4291 2.1). */
const linkLocalRule: Rule = {
  concerns: [ipv6InterfaceEntry],
  *check({ after }) {
    for (const row of after.rows(ipv6InterfaceEntry)) {
      if (row.ipv6AutoLinkLocal === Status.enabled || row.linkLocalAddress !== '') continue;
      const message = say('Without an automatic one, a link-local address must be set.');
      yield conflict(ipv6InterfaceEntry, message, { row, column: 'linkLocalAddress' });
    }
  },
};

/** The settings of an address are consistent. */
const addressRule: Rule = {
  concerns: [ipv6IfAddressEntry],
  *check({ after }) {
    for (const row of after.rows(ipv6IfAddressEntry)) {
      const address = parseIpv6(row.ipv6Address);
      if (address === undefined) continue;
      const isLinkLocal = classOfIpv6(row.ipv6Address) === Ipv6Class.linkLocal;
      if (isLinkLocal !== (row.ipv6AddressType === Ipv6AddressType.linkLocal)) {
        const message = isLinkLocal
          ? say('An address of fe80::/10 is of the type link-local.')
          : say('A link-local address is one of fe80::/10.');
        yield conflict(ipv6IfAddressEntry, message, { row, column: 'ipv6AddressType' });
      }
      if (row.ipv6Eui64 !== Status.enabled) continue;
      if (row.ipv6AddressPrefixLength !== 64) {
        const message = say('EUI-64 needs a prefix length of 64.');
        yield conflict(ipv6IfAddressEntry, message, { row, column: 'ipv6AddressPrefixLength' });
      } else if (ipv6Network(address, 64) !== address) {
        const message = say('With EUI-64, leave the lower 64 bits of the address zero.');
        yield conflict(ipv6IfAddressEntry, message, { row, column: 'ipv6Address' });
      }
    }
  },
};

/** Eight addresses an interface, and no network at two interfaces: the way to it would be a guess. */
const networkRule: Rule = {
  concerns: [ipv6IfAddressEntry],
  *check({ after }) {
    const rows = after.rows(ipv6IfAddressEntry).flatMap((row) => {
      const address = parseIpv6(row.ipv6Address);
      const isGlobal = row.ipv6AddressType !== Ipv6AddressType.linkLocal;
      return address !== undefined && isGlobal ? [{ row, address, prefix: row.ipv6AddressPrefixLength }] : [];
    });
    const counts = new Map<number, number>();
    for (const [position, { row, address, prefix }] of rows.entries()) {
      const count = (counts.get(row.ifIndex) ?? 0) + 1;
      counts.set(row.ifIndex, count);
      if (count === IPV6_ADDRESSES + 1) {
        yield problemOf(ErrorCode.resourceUnavailable, ipv6IfAddressEntry, tableFull(IPV6_ADDRESSES), { row });
      }
      const other = rows.slice(0, position).find((earlier) => {
        const shorter = Math.min(prefix, earlier.prefix);
        return (
          earlier.row.ifIndex !== row.ifIndex && ipv6Network(address, shorter) === ipv6Network(earlier.address, shorter)
        );
      });
      if (!other) continue;
      const message = say('The subnet overlaps {{interface}}.', { interface: interfaceName(other.row.ifIndex) });
      yield conflict(ipv6IfAddressEntry, message, { row, column: 'ipv6Address' });
    }
  },
};

/** Whether the switch is reached at an IPv6 address that is set. */
export function hasIpv6Address(configuration: Configuration): boolean {
  if (configuration.group(ipv6Ctrl).ipv6GlobalState !== Status.enabled) return false;
  return configuration.rows(ipv6IfAddressEntry).some((row) => {
    const own = configuration.row(ipv6InterfaceEntry, { ipv6InterfaceIfIndex: row.ifIndex });
    return own?.ipv6InterfaceEnableStatus === Status.enabled && row.ipv6AddressType === Ipv6AddressType.unicast;
  });
}

/** Rules of IPv6 interfaces and their addresses. */
export const ipv6Rules: readonly Rule[] = [vlanRule, linkLocalRule, addressRule, networkRule];
