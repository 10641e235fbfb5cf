import { putUint16, uint16At } from '../frames/addresses.ts';
import { each, once, type Take } from './draft.ts';
import type { LinkAggregation, LldpInformation, NamedVlan, ProtocolVlan } from './information.ts';
import { hexOf, octetsOfText, textOf } from './octets.ts';
import { Organization, organizationalTlv, type Tlv } from './tlv.ts';

/** Subtypes of IEEE 802.1 (IEEE 802.1Q-2018 table D-1). */
const Subtype = { portVlan: 1, protocolVlan: 2, vlanName: 3, protocol: 4, aggregation: 7 } as const;

/** Octets of a VLAN's name at most. */
const LONGEST_NAME = 32;

const LARGEST_VLAN = 4094;

/** Readers of the TLVs of IEEE 802.1, by subtype; the values follow it. */
export const dot1Takes: ReadonlyMap<number, Take> = new Map([
  [Subtype.portVlan, once('portVlan', readPortVlan)],
  [Subtype.protocolVlan, each('protocolVlans', readProtocolVlan, ({ vlan }) => vlan)],
  [Subtype.vlanName, each('vlanNames', readVlanName, ({ vlan }) => vlan)],
  [Subtype.protocol, each('protocols', readProtocol, hexOf)],
  [Subtype.aggregation, once('aggregation', readAggregation)],
]);

function readPortVlan(value: Uint8Array): number | undefined {
  const vlan = uint16At(value, 0);
  return value.length === 2 && vlan <= LARGEST_VLAN ? vlan : undefined;
}

function readProtocolVlan(value: Uint8Array): ProtocolVlan | undefined {
  const flags = value[0] ?? 0;
  const vlan = uint16At(value, 1);
  const [supported, enabled] = [(flags & 0x02) !== 0, (flags & 0x04) !== 0];
  // D.2.2.1: enabled without being supported is an error.
  if (value.length !== 3 || vlan > LARGEST_VLAN || (enabled && !supported)) return undefined;
  return { supported, enabled, vlan };
}

function readVlanName(value: Uint8Array): NamedVlan | undefined {
  const vlan = uint16At(value, 0);
  const length = value[2] ?? 0;
  const valid = vlan >= 1 && vlan <= LARGEST_VLAN && length >= 1 && length <= LONGEST_NAME;
  return valid && value.length === 3 + length ? { vlan, name: textOf(value.subarray(3)) } : undefined;
}

function readProtocol(value: Uint8Array): Uint8Array | undefined {
  const length = value[0] ?? 0;
  return length >= 1 && value.length === 1 + length ? value.slice(1) : undefined;
}

/** Reads a link aggregation TLV: the same value by IEEE 802.1 and, before 2011, by IEEE 802.3. */
export function readAggregation(value: Uint8Array): LinkAggregation | undefined {
  const flags = value[0] ?? 0;
  const [capable, aggregated] = [(flags & 0x01) !== 0, (flags & 0x02) !== 0];
  if (value.length !== 5 || (aggregated && !capable)) return undefined;
  return { capable, aggregated, port: uint16At(value, 1) * 0x1_0000 + uint16At(value, 3) };
}

/** The TLVs of IEEE 802.1 whose number does not grow with the VLANs. */
export function dot1Tlvs({ portVlan, protocolVlans, protocols }: LldpInformation): Tlv[] {
  const tlv = (subtype: number, content: Uint8Array) => organizationalTlv(Organization.ieee8021, subtype, content);
  return [
    ...(portVlan === undefined ? [] : [tlv(Subtype.portVlan, Uint8Array.of(portVlan >> 8, portVlan & 0xff))]),
    ...protocolVlans.map(({ supported, enabled, vlan }) =>
      tlv(Subtype.protocolVlan, Uint8Array.of((supported ? 0x02 : 0) | (enabled ? 0x04 : 0), vlan >> 8, vlan & 0xff)),
    ),
    ...protocols.map((octets) => tlv(Subtype.protocol, Uint8Array.of(octets.length, ...octets))),
  ];
}

/** One TLV for each VLAN's name. A VLAN without a name is called by its number, since an empty name is none. */
export function vlanNameTlvs({ vlanNames }: LldpInformation): Tlv[] {
  return vlanNames.map(({ vlan, name }) => {
    const octets = octetsOfText(name || `VLAN ${vlan}`, LONGEST_NAME);
    const content = new Uint8Array(3 + octets.length);
    putUint16(content, 0, vlan);
    content[2] = octets.length;
    content.set(octets, 3);
    return organizationalTlv(Organization.ieee8021, Subtype.vlanName, content);
  });
}
