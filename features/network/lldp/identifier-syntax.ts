import { inetAddress, type MibSyntax, macAddress, namedBits, octets, text } from '../../../model/smi/syntax.ts';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { parseIpv6 } from '../../../model/values/ipv6.ts';
import { parseMac } from '../../../model/values/mac.ts';
import type { Values } from '../../../model/wire/call.ts';

/**
 * Capabilities of a system, by the names that its columns hold, in the order of the bits (LldpSystemCapabilitiesMap).
 */
const CAPABILITIES = [
  'other',
  'repeater',
  'bridge',
  'wlanAccessPoint',
  'router',
  'telephone',
  'docsisCableDevice',
  'stationOnly',
];

/** Names of capabilities, separated by commas, as bits. Read only. */
export const capabilityBits: MibSyntax = {
  ...namedBits,
  encode(value) {
    const named = String(value).split(',');
    return namedBits.encode(CAPABILITIES.reduce((sum, name, bit) => sum + (named.includes(name) ? 2 ** bit : 0), 0));
  },
  decode: () => undefined,
};

/** Numbers of address families before the octets of an address (IANA): IPv4, IPv6, all 802 media. */
const FAMILIES = [
  [(words: string) => parseIpv4(words) !== undefined, Uint8Array.of(1), inetAddress],
  [(words: string) => parseIpv6(words) !== undefined, Uint8Array.of(2), inetAddress],
  [(words: string) => parseMac(words) !== undefined, Uint8Array.of(6), macAddress],
] as const;

/** A network address as its family's number and its octets; of other families the octets are written down. Read only. */
const networkAddress: MibSyntax = {
  type: 'OctetString',
  encode(value) {
    const words = String(value);
    const [, family, syntax] = FAMILIES.find(([fits]) => fits(words)) ?? [undefined, Uint8Array.of(), octets];
    const address = syntax.encode(words);
    return address instanceof Uint8Array ? Uint8Array.of(...family, ...address) : family;
  },
  decode: () => undefined,
};

/** A MAC address by its octets, also one that is none. Read only. */
const stationAddress: MibSyntax = { ...octets, encode: (value) => octets.encode(String(value).replaceAll('-', '')) };

/** How an identifier is shown in its column, by the subtype in another one: these are addresses, others are text. */
const identifierIn =
  (addresses: { readonly mac: number; readonly network: number }) =>
  (subtype: string) =>
  (row: Values): MibSyntax => {
    if (row[subtype] === addresses.mac) return stationAddress;
    return row[subtype] === addresses.network ? networkAddress : text;
  };

/** The syntax of a chassis ID beside its subtype (LLDP-MIB LldpChassisId). */
export const chassisIdIn = identifierIn({ mac: 4, network: 5 });

/** The syntax of a port ID beside its subtype (LLDP-MIB LldpPortId). */
export const portIdIn = identifierIn({ mac: 3, network: 4 });
