import { uint16At } from '../frames/addresses.ts';
import { buildEthernet, EtherType, padFrame, parseEthernet } from '../frames/ethernet.ts';
import { basicTakes, basicTlvs, mandatoryTlvs } from './basic.ts';
import { dot1Takes, dot1Tlvs, vlanNameTlvs } from './dot1.ts';
import { dot3Takes, dot3Tlvs } from './dot3.ts';
import type { Draft, Take } from './draft.ts';
import { type Identifier, readIdentifier } from './identifier.ts';
import { bareInformation, type ForeignTlv, type LldpInformation } from './information.ts';
import { medTakes, medTlvs } from './med.ts';
import { lengthOf, Organization, readTlvs, type Tlv, TlvType, writeTlvs } from './tlv.ts';

/** The address of the nearest bridge (IEEE 802.1AB-2016 table 7-1); no bridge forwards it. */
export const NEAREST_BRIDGE = '01-80-C2-00-00-0E';

/** Octets of an LLDPDU at most: what a frame of any Ethernet carries. */
const LONGEST = 1500;

/** Octets of the end TLV. */
const END = 2;

/** Contents of an LLDPDU. */
export interface ReadLldpdu {
  readonly information: LldpInformation;
  /** Seconds; 0 for a shutdown. */
  readonly timeToLive: number;
  /** TLVs that were malformed or duplicated. */
  readonly discarded: number;
  /** TLVs of types, organizations and subtypes that nothing here reads; they are kept as they are. */
  readonly unrecognized: number;
  /** A TLV reached past the end of the frame. */
  readonly truncated: boolean;
}

/** The LLDPDU in a frame as received, untagged and to the nearest bridge; undefined for every other frame. */
export function lldpduIn(frame: Uint8Array): Uint8Array | undefined {
  const ethernet = parseEthernet(frame);
  if (ethernet?.etherType !== EtherType.lldp || ethernet.destination !== NEAREST_BRIDGE) return undefined;
  return ethernet.payload;
}

/** A frame with an LLDPDU from the station at `source`, without FCS. */
export function lldpFrame(source: string, lldpdu: Uint8Array): Uint8Array {
  return padFrame(buildEthernet({ destination: NEAREST_BRIDGE, source, etherType: EtherType.lldp, payload: lldpdu }));
}

/**
 * Reads an LLDPDU (IEEE 802.1AB-2016 9.2.7.7); undefined if it has to be discarded as a whole: its first three TLVs are
 * not the mandatory ones, or one of them is repeated.
 */
export function readLldpdu(octets: Uint8Array): ReadLldpdu | undefined {
  const { tlvs, truncated } = readTlvs(octets);
  const [chassis, port, time, ...optional] = tlvs;
  const chassisId = identifierIn(chassis, TlvType.chassisId);
  const portId = identifierIn(port, TlvType.portId);
  if (!chassisId || !portId || time?.type !== TlvType.timeToLive || time.value.length < 2) return undefined;
  if (optional.some(({ type }) => type <= TlvType.timeToLive)) return undefined;
  const draft: Draft = { ...bareInformation(chassisId, portId) };
  const [unknown, foreign]: [Tlv[], ForeignTlv[]] = [[], []];
  let discarded = truncated ? 1 : 0;
  for (const tlv of optional) {
    const { type, value } = tlv;
    const isForeign = type === TlvType.organizational && value.length >= 4;
    const take = isForeign ? organizations.get(organizationOf(value))?.get(value[3] ?? 0) : basicTakes.get(type);
    if (take) discarded += take(draft, isForeign ? value.subarray(4) : value) ? 0 : 1;
    else if (isForeign) foreign.push(foreignTlv(value));
    else if (type === TlvType.organizational) discarded += 1;
    else unknown.push({ type, value: value.slice() });
  }
  return {
    information: { ...draft, unknown, foreign },
    timeToLive: uint16At(time.value, 0),
    discarded,
    unrecognized: unknown.length + foreign.length,
    truncated,
  };
}

function identifierIn(tlv: Tlv | undefined, type: number): Identifier | undefined {
  return tlv?.type === type ? readIdentifier(tlv.value) : undefined;
}

const organizations = new Map<number, ReadonlyMap<number, Take>>([
  [Organization.ieee8021, dot1Takes],
  [Organization.ieee8023, dot3Takes],
  [Organization.tia, medTakes],
]);

function organizationOf(value: Uint8Array): number {
  return uint16At(value, 0) * 0x100 + (value[2] ?? 0);
}

function foreignTlv(value: Uint8Array): ForeignTlv {
  return { organization: organizationOf(value), subtype: value[3] ?? 0, octets: value.slice(4) };
}

/** An LLDPDU, and how many VLAN names did not fit into it. */
export interface BuiltLldpdu {
  readonly octets: Uint8Array;
  readonly namesLeftOut: number;
}

/**
 * Writes the information of a system, valid for `timeToLive` seconds. Surplus information is omitted; VLAN names are
 * last, and omitted first.
 */
export function buildLldpdu(information: LldpInformation, timeToLive: number): BuiltLldpdu {
  const names = vlanNameTlvs(information);
  const optional = [
    ...basicTlvs(information),
    ...dot1Tlvs(information),
    ...dot3Tlvs(information),
    ...medTlvs(information),
    ...names,
  ];
  const tlvs = mandatoryTlvs(information, timeToLive);
  let length = tlvs.reduce((sum, tlv) => sum + lengthOf(tlv), END);
  const leftOut = new Set<Tlv>();
  for (const tlv of optional) {
    if (length + lengthOf(tlv) > LONGEST) leftOut.add(tlv);
    else length += lengthOf(tlv);
  }
  return {
    octets: writeTlvs([...tlvs, ...optional.filter((tlv) => !leftOut.has(tlv))]),
    namesLeftOut: names.filter((name) => leftOut.has(name)).length,
  };
}

/** The shutdown LLDPDU of a system (IEEE 802.1AB-2016 8.5.4.2). */
export function buildShutdown(information: Pick<LldpInformation, 'chassisId' | 'portId'>): Uint8Array {
  return writeTlvs(mandatoryTlvs(information, 0));
}
