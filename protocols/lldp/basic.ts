import { putUint16, uint16At } from '../frames/addresses.ts';
import { type Draft, each, once, type Take } from './draft.ts';
import { writeIdentifier } from './identifier.ts';
import type { LldpInformation, ManagementAddress, SystemCapabilities } from './information.ts';
import { hexOf, octetsOfText, textOf } from './octets.ts';
import { type Tlv, TlvType } from './tlv.ts';

/** Octets of a description or a name at most (IEEE 802.1AB-2016 8.5.5 to 8.5.7). */
const LONGEST_TEXT = 255;

const shortText = (value: Uint8Array) => (value.length <= LONGEST_TEXT ? textOf(value) : undefined);

/** Readers of the optional TLVs of the basic set, by type. */
export const basicTakes: ReadonlyMap<number, Take> = new Map([
  [TlvType.portDescription, once('portDescription', shortText)],
  [TlvType.systemName, once('systemName', shortText)],
  [TlvType.systemDescription, once('systemDescription', shortText)],
  [TlvType.systemCapabilities, once('capabilities', readCapabilities)],
  [
    TlvType.managementAddress,
    each('managementAddresses', readManagementAddress, ({ family, octets }) => `${family} ${hexOf(octets)}`),
  ],
]);

function readCapabilities(value: Uint8Array): SystemCapabilities | undefined {
  if (value.length !== 4) return undefined;
  const [supported, enabled] = [uint16At(value, 0), uint16At(value, 2)];
  // 8.5.8.3: what is switched on has to be something that it can do.
  return (enabled & ~supported) === 0 ? { supported, enabled } : undefined;
}

function readManagementAddress(value: Uint8Array): ManagementAddress | undefined {
  const length = value[0] ?? 0;
  // The length counts the family; 1 to 31 octets of address (8.5.9.2).
  if (length < 2 || length > 32) return undefined;
  const at = 1 + length;
  const identifierLength = value[at + 5];
  if (identifierLength === undefined || identifierLength > 128 || value.length !== at + 6 + identifierLength) {
    return undefined;
  }
  return {
    family: value[1] ?? 0,
    octets: value.slice(2, at),
    numbering: value[at] ?? 0,
    interfaceNumber: uint16At(value, at + 1) * 0x1_0000 + uint16At(value, at + 3),
    objectIdentifier: value.slice(at + 6),
  };
}

/** The TLVs that every LLDPDU begins with (IEEE 802.1AB-2016 8.2). `timeToLive` in seconds, 0 for a shutdown. */
export function mandatoryTlvs(
  { chassisId, portId }: Pick<LldpInformation, 'chassisId' | 'portId'>,
  timeToLive: number,
): Tlv[] {
  const time = new Uint8Array(2);
  putUint16(time, 0, timeToLive);
  return [
    { type: TlvType.chassisId, value: writeIdentifier(chassisId) },
    { type: TlvType.portId, value: writeIdentifier(portId) },
    { type: TlvType.timeToLive, value: time },
  ];
}

/** The optional TLVs of the basic set. */
export function basicTlvs(information: LldpInformation): Tlv[] {
  const { portDescription, systemName, systemDescription, capabilities, managementAddresses } = information;
  const text = (type: number, value: string | undefined): Tlv[] =>
    value === undefined ? [] : [{ type, value: octetsOfText(value, LONGEST_TEXT) }];
  return [
    ...text(TlvType.portDescription, portDescription),
    ...text(TlvType.systemName, systemName),
    ...text(TlvType.systemDescription, systemDescription),
    ...(capabilities ? [{ type: TlvType.systemCapabilities, value: writeCapabilities(capabilities) }] : []),
    ...managementAddresses.map((address) => ({ type: TlvType.managementAddress, value: writeAddress(address) })),
  ];
}

function writeCapabilities({ supported, enabled }: NonNullable<Draft['capabilities']>): Uint8Array {
  const value = new Uint8Array(4);
  putUint16(value, 0, supported);
  putUint16(value, 2, enabled);
  return value;
}

function writeAddress({ family, octets, numbering, interfaceNumber, objectIdentifier }: ManagementAddress): Uint8Array {
  const value = new Uint8Array(8 + octets.length + objectIdentifier.length);
  value[0] = octets.length + 1;
  value[1] = family;
  value.set(octets, 2);
  const at = 2 + octets.length;
  value[at] = numbering;
  putUint16(value, at + 1, Math.floor(interfaceNumber / 0x1_0000));
  putUint16(value, at + 3, interfaceNumber & 0xffff);
  value[at + 5] = objectIdentifier.length;
  value.set(objectIdentifier, at + 6);
  return value;
}
