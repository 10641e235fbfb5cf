import { uint16At } from '../frames/addresses.ts';
import { each, once, type Take } from './draft.ts';
import type {
  ExtendedPower,
  Inventory,
  LldpInformation,
  Location,
  MedCapabilities,
  NetworkPolicy,
} from './information.ts';
import { octetsOfText, textOf } from './octets.ts';
import { Organization, organizationalTlv, type Tlv } from './tlv.ts';

/** Subtypes of ANSI/TIA-1057 (table 11). */
const Subtype = { capabilities: 1, networkPolicy: 2, location: 3, extendedPower: 4 } as const;

/** The inventory's texts by their subtypes. */
const inventorySubtypes = {
  hardwareRevision: 5,
  firmwareRevision: 6,
  softwareRevision: 7,
  serialNumber: 8,
  manufacturer: 9,
  model: 10,
  assetId: 11,
} as const satisfies Record<keyof Inventory, number>;

/** Octets of an inventory text at most. */
const LONGEST_TEXT = 32;

/** Readers of the TLVs of LLDP-MED, by subtype; the values follow it. */
export const medTakes: ReadonlyMap<number, Take> = new Map<number, Take>([
  [Subtype.capabilities, once('med', readCapabilities)],
  [Subtype.networkPolicy, each('policies', readPolicy, ({ application }) => application)],
  [Subtype.location, each('locations', readLocation, ({ format }) => format)],
  [Subtype.extendedPower, once('extendedPower', readPower)],
  ...inventoryTakes(),
]);

function readCapabilities(value: Uint8Array): MedCapabilities | undefined {
  const deviceClass = value[2] ?? 0;
  return value.length === 3 && deviceClass <= 4 ? { capabilities: uint16At(value, 0), deviceClass } : undefined;
}

function readPolicy(value: Uint8Array): NetworkPolicy | undefined {
  const application = value[0] ?? 0;
  if (value.length !== 4 || application === 0) return undefined;
  const rest = ((value[1] ?? 0) << 16) | uint16At(value, 2);
  const vlan = (rest >> 9) & 0xfff;
  if (vlan > 4094) return undefined;
  return {
    application,
    unknown: (rest & 0x80_0000) !== 0,
    tagged: (rest & 0x40_0000) !== 0,
    vlan,
    priority: (rest >> 6) & 0x07,
    dscp: rest & 0x3f,
  };
}

function readLocation(value: Uint8Array): Location | undefined {
  const format = value[0] ?? 0;
  return value.length >= 2 ? { format, octets: value.slice(1) } : undefined;
}

function readPower(value: Uint8Array): ExtendedPower | undefined {
  if (value.length !== 3) return undefined;
  const first = value[0] ?? 0;
  const device = first >> 6;
  if (device > 1) return undefined;
  return { device, source: (first >> 4) & 0x03, priority: first & 0x0f, power: uint16At(value, 1) };
}

function inventoryTakes(): [number, Take][] {
  return Object.entries(inventorySubtypes).map(([name, subtype]) => [
    subtype,
    (draft, value) => {
      if (Object.hasOwn(draft.inventory, name) || value.length > LONGEST_TEXT) return false;
      draft.inventory = { ...draft.inventory, [name]: textOf(value) };
      return true;
    },
  ]);
}

/** The TLVs of LLDP-MED; their capabilities come first (ANSI/TIA-1057 10.2.2.1). */
export function medTlvs({ med, policies, locations, extendedPower, inventory }: LldpInformation): Tlv[] {
  const tlvs: Tlv[] = [];
  const add = (subtype: number, content: Uint8Array) =>
    tlvs.push(organizationalTlv(Organization.tia, subtype, content));
  if (med) {
    const { capabilities, deviceClass } = med;
    add(Subtype.capabilities, Uint8Array.of(capabilities >> 8, capabilities & 0xff, deviceClass));
  }
  for (const policy of policies) add(Subtype.networkPolicy, writePolicy(policy));
  for (const { format, octets } of locations) add(Subtype.location, Uint8Array.of(format, ...octets));
  if (extendedPower) {
    const { device, source, priority, power } = extendedPower;
    add(Subtype.extendedPower, Uint8Array.of((device << 6) | (source << 4) | priority, power >> 8, power & 0xff));
  }
  for (const [name, subtype] of Object.entries(inventorySubtypes)) {
    const text = inventory[name as keyof Inventory];
    if (text !== undefined) add(subtype, octetsOfText(text, LONGEST_TEXT));
  }
  return tlvs;
}

function writePolicy({ application, unknown, tagged, vlan, priority, dscp }: NetworkPolicy): Uint8Array {
  const rest = (unknown ? 0x80_0000 : 0) | (tagged ? 0x40_0000 : 0) | (vlan << 9) | (priority << 6) | dscp;
  return Uint8Array.of(application, rest >> 16, (rest >> 8) & 0xff, rest & 0xff);
}

/** The header of a civic address: it is that of the switch, in an unknown country (ISO 3166 "ZZ"). */
const CIVIC = { format: 2, ofSwitch: 1, country: [0x5a, 0x5a], additional: 22 } as const;

/** A place in free text as the civic address of the switch (ANSI/TIA-1057 10.2.4.3.2, RFC 4776 CAtype 22). */
export function civicLocation(place: string): Location {
  const text = octetsOfText(place, 240);
  const address = [CIVIC.ofSwitch, ...CIVIC.country, CIVIC.additional, text.length, ...text];
  // The length counts what follows the octet that says whose place it is.
  return { format: CIVIC.format, octets: Uint8Array.of(address.length - 1, ...address) };
}

/** The texts of a civic address, one after the other; the others' digits as they are. */
export function locationText({ format, octets }: Location): string {
  if (format !== CIVIC.format) return format === 3 ? textOf(octets) : '';
  const texts: string[] = [];
  let at = 4;
  while (at + 2 <= octets.length) {
    const length = octets[at + 1] ?? 0;
    texts.push(textOf(octets.subarray(at + 2, at + 2 + length)));
    at += 2 + length;
  }
  return texts.join(', ');
}
