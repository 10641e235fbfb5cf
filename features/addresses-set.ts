import type { Configuration } from '../model/configuration/configuration.ts';
import { ipIfSecondaryEntry } from './system/l3-feature/address-objects.ts';
import { ipv6AddressObjects, setAddresses } from './system/l3-feature/ipv6/addresses.ts';
import { ipv6Rows } from './system/l3-feature/ipv6/objects.ts';
import { ipv4InterfaceEntry } from './system/l3-feature/objects.ts';
import { ownAddresses } from './system/l3-feature/own-addresses.ts';

/** Objects that `addressesSet` reads of a configuration. */
export const addressObjects = [ipv4InterfaceEntry, ipIfSecondaryEntry, ...ipv6AddressObjects] as const;

/** Every address of either family that is set of the switch itself, in canonical text. */
export function addressesSet(configuration: Configuration, mac: string): ReadonlySet<string> {
  return new Set([
    ...ownAddresses(configuration).map(({ address }) => address),
    ...ipv6Rows(configuration).flatMap((row) => setAddresses(row, configuration, mac).map(({ address }) => address)),
  ]);
}
