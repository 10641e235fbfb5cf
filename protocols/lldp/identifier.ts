import { ipv4At, ipv6At, macAt } from '../frames/addresses.ts';
import { hexOf, octetsOfText, textOf } from './octets.ts';

/** The name of a chassis or a port, in the form of its subtype. 1 to 255 octets. */
export interface Identifier {
  readonly subtype: number;
  readonly octets: Uint8Array;
}

/** Subtypes of a chassis ID (IEEE 802.1AB-2016 table 8-2, LldpChassisIdSubtype). */
export const ChassisIdSubtype = {
  chassisComponent: 1,
  interfaceAlias: 2,
  portComponent: 3,
  macAddress: 4,
  networkAddress: 5,
  interfaceName: 6,
  local: 7,
} as const;

/** Subtypes of a port ID (IEEE 802.1AB-2016 table 8-3, LldpPortIdSubtype). */
export const PortIdSubtype = {
  interfaceAlias: 1,
  portComponent: 2,
  macAddress: 3,
  networkAddress: 4,
  interfaceName: 5,
  agentCircuitId: 6,
  local: 7,
} as const;

/** Longest identifier in octets. */
const LONGEST = 255;

/** Reads the value of a chassis or port ID TLV; undefined where it is empty or too long. */
export function readIdentifier(value: Uint8Array): Identifier | undefined {
  const subtype = value[0];
  if (subtype === undefined || value.length < 2 || value.length > LONGEST + 1) return undefined;
  return { subtype, octets: value.slice(1) };
}

/** The value of a chassis or port ID TLV. */
export function writeIdentifier({ subtype, octets }: Identifier): Uint8Array {
  const value = new Uint8Array(1 + octets.length);
  value[0] = subtype;
  value.set(octets, 1);
  return value;
}

/** An identifier made of text. */
export function textIdentifier(subtype: number, text: string): Identifier {
  return { subtype, octets: octetsOfText(text, LONGEST) };
}

/** A chassis ID as people write it. */
export function chassisIdText({ subtype, octets }: Identifier): string {
  if (subtype === ChassisIdSubtype.macAddress) return macText(octets);
  return subtype === ChassisIdSubtype.networkAddress ? networkAddressText(octets) : textOf(octets);
}

/** A port ID as people write it. */
export function portIdText({ subtype, octets }: Identifier): string {
  if (subtype === PortIdSubtype.macAddress) return macText(octets);
  return subtype === PortIdSubtype.networkAddress ? networkAddressText(octets) : textOf(octets);
}

/** Distinguishes two neighbors at a port, the MSAP identifier (IEEE 802.1AB-2016 3.11), as a key. */
export function msapKey(chassis: Identifier, port: Identifier): string {
  return `${chassis.subtype} ${hexOf(chassis.octets)} ${port.subtype} ${hexOf(port.octets)}`;
}

function macText(octets: Uint8Array): string {
  return octets.length === 6 ? macAt(octets, 0) : hexOf(octets);
}

/** IANA address family numbers. */
const Family = { ipv4: 1, ipv6: 2 } as const;

/** A network address behind the number of its family; hexadecimal where the family is unknown. */
export function networkAddressText(octets: Uint8Array): string {
  if (octets[0] === Family.ipv4 && octets.length === 5) return ipv4At(octets, 1);
  if (octets[0] === Family.ipv6 && octets.length === 17) return ipv6At(octets, 1);
  return octets[0] === ALL_802 && octets.length === 7 ? macAt(octets, 1) : hexOf(octets);
}

/** The family "all 802 media" of a MAC address. */
export const ALL_802 = 6;
