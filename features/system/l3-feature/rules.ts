import type { Configuration } from '../../../model/configuration/configuration.ts';
import { tableFull } from '../../../model/configuration/message.ts';
import { conflict, type Problem, problemOf, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { interfaceName, VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import {
  ipv4Network,
  ipv4SubnetsOverlap,
  isHostInIpv4Subnet,
  prefixOfIpv4Mask,
} from '../../../model/values/ipv4-mask.ts';
import { say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { ipDefaultRouter, ipIfSecondaryEntry } from './address-objects.ts';
import { ipv6AddressObjects } from './ipv6/addresses.ts';
import { hasIpv6Address } from './ipv6/rules.ts';
import { ipv4InterfaceEntry, SECONDARY_ADDRESSES } from './objects.ts';

/** An address that is set, and where its message goes. */
interface SetAddress {
  readonly interfaceIndex: number;
  readonly address: number;
  readonly prefix: number;
  readonly object: typeof ipv4InterfaceEntry | typeof ipIfSecondaryEntry;
  readonly row: Values;
  readonly column: string;
}

function addressesOf(configuration: Configuration): SetAddress[] {
  const primary = configuration.rows(ipv4InterfaceEntry).map((row) => ({
    interfaceIndex: row.ipv4InterfaceIfIndex,
    address: parseIpv4(row.ipAddressAddr),
    prefix: prefixOfIpv4Mask(row.ipAddressMask) ?? 32,
    object: ipv4InterfaceEntry,
    row,
    column: 'ipAddressAddr',
  }));
  const secondary = configuration.rows(ipIfSecondaryEntry).map((row) => ({
    interfaceIndex: row.ifIndex,
    address: parseIpv4(row.secondaryAddr),
    prefix: prefixOfIpv4Mask(row.secondaryMask) ?? 32,
    object: ipIfSecondaryEntry,
    row,
    column: 'secondaryAddr',
  }));
  return [...primary, ...secondary].flatMap(({ address, ...rest }) =>
    address === undefined ? [] : [{ ...rest, address }],
  );
}

/** An interface's index says its VLAN. */
const vlanRule: Rule = {
  concerns: [ipv4InterfaceEntry],
  *check({ after }) {
    for (const row of after.rows(ipv4InterfaceEntry)) {
      if (row.ipv4InterfaceIfIndex === VLAN_INTERFACE_BASE + row.ipIfVlanId) continue;
      const message = say('Interface must be {{base}} plus the VLAN ID.', { base: VLAN_INTERFACE_BASE });
      yield conflict(ipv4InterfaceEntry, message, { row, column: 'ipIfVlanId' });
    }
  },
};

/** The switch stays reachable by some address of either family (docs/specification/system.md 0.6, "G2"). */
const lastAddressRule: Rule = {
  concerns: [ipv4InterfaceEntry, ...ipv6AddressObjects],
  *check({ after }) {
    if (hasIpv6Address(after)) return;
    const reachable = after
      .rows(ipv4InterfaceEntry)
      .some((row) => row.ipv4InterfaceEnableStatus === Status.enabled && row.ipAddressAddr !== '');
    if (!reachable) {
      yield conflict(
        ipv4InterfaceEntry,
        say('The last enabled interface that has an address cannot be disabled, deleted or lose its address.'),
      );
    }
  },
};

/** Addresses are those of hosts in subnets that do not overlap (docs/specification/product.md 5; docs/specification/system.md). */
const subnetRule: Rule = {
  concerns: [ipv4InterfaceEntry, ipIfSecondaryEntry],
  *check({ after }) {
    const addresses = addressesOf(after);
    for (const [position, own] of addresses.entries()) {
      const place = { row: own.row, column: own.column };
      if (!isHostInIpv4Subnet(own.address, own.prefix)) {
        const message = say('IP address must not be the first or the last address of its subnet.');
        yield conflict(own.object, message, place);
      }
      const other = addresses
        .slice(0, position)
        .find((earlier) => ipv4SubnetsOverlap(own.address, own.prefix, earlier.address, earlier.prefix));
      if (!other) continue;
      const message = say('The subnet overlaps {{interface}}.', { interface: interfaceName(other.interfaceIndex) });
      yield conflict(own.object, message, place);
    }
  },
};

/** Secondary addresses require a primary one; at most four. */
const secondaryRule: Rule = {
  concerns: [ipv4InterfaceEntry, ipIfSecondaryEntry],
  *check({ after }): Iterable<Problem> {
    const counts = new Map<number, number>();
    for (const row of after.rows(ipIfSecondaryEntry)) {
      const count = (counts.get(row.ifIndex) ?? 0) + 1;
      counts.set(row.ifIndex, count);
      const own = after.row(ipv4InterfaceEntry, { ipv4InterfaceIfIndex: row.ifIndex });
      if (own?.ipAddressAddr === '') {
        const message = say('A secondary address needs an IP address of the interface.');
        yield conflict(ipIfSecondaryEntry, message, { row, column: 'secondaryAddr' });
      }
      if (count === SECONDARY_ADDRESSES + 1) {
        yield problemOf(ErrorCode.resourceUnavailable, ipIfSecondaryEntry, tableFull(SECONDARY_ADDRESSES), { row });
      }
    }
  },
};

/**
 * The gateway is a neighbor, and not the switch itself (docs/specification/system.md, "Wizard > setup4IPGatewayDNS").
 */
const gatewayRule: Rule = {
  concerns: [ipv4InterfaceEntry, ipIfSecondaryEntry, ipDefaultRouter],
  *check({ after }) {
    const gateway = parseIpv4(after.group(ipDefaultRouter).ipDefaultRouterAddress);
    if (gateway === undefined) return;
    const place = { column: 'ipDefaultRouterAddress' };
    const own = addressesOf(after).filter(
      ({ address, prefix }) => ipv4Network(address, prefix) === ipv4Network(gateway, prefix),
    );
    if (own.length === 0 || own.some(({ prefix }) => !isHostInIpv4Subnet(gateway, prefix))) {
      yield conflict(ipDefaultRouter, say('The gateway is not in the subnet of the IP address.'), place);
    } else if (own.some(({ address }) => address === gateway)) {
      yield conflict(ipDefaultRouter, say("The gateway must differ from the switch's own IP address."), place);
    }
  },
};

/** Rules of VLAN interfaces, their addresses and the gateway. */
export const interfaceRules: readonly Rule[] = [vlanRule, lastAddressRule, subnetRule, secondaryRule, gatewayRule];
