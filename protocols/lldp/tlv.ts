import { uint16At } from '../frames/addresses.ts';

/** A type-length-value of an LLDPDU (IEEE 802.1AB-2016 8.4). `type` has 7 bits, `value` up to 511 octets. */
export interface Tlv {
  readonly type: number;
  readonly value: Uint8Array;
}

/** Types of the basic set (IEEE 802.1AB-2016 table 8-1). */
export const TlvType = {
  end: 0,
  chassisId: 1,
  portId: 2,
  timeToLive: 3,
  portDescription: 4,
  systemName: 5,
  systemDescription: 6,
  systemCapabilities: 7,
  managementAddress: 8,
  organizational: 127,
} as const;

/** Organizations that define TLVs of type 127: the first three octets of their value. */
export const Organization = { ieee8021: 0x0080c2, ieee8023: 0x00120f, tia: 0x0012bb } as const;

/** Octets of a TLV's value at most. */
const LONGEST = 511;

/** Octets of a TLV before its value. */
const HEADER = 2;

/** Contents of an LLDPDU, up to its end TLV or the end of its octets. */
export interface TlvList {
  readonly tlvs: readonly Tlv[];
  /** Whether the last TLV says that it is longer than what is left; it is not in the list. */
  readonly truncated: boolean;
}

/** Reads the TLVs of an LLDPDU; what follows the end TLV is padding. Values are views, not copies. */
export function readTlvs(octets: Uint8Array): TlvList {
  const tlvs: Tlv[] = [];
  let at = 0;
  while (at + HEADER <= octets.length) {
    const header = uint16At(octets, at);
    const [type, length] = [header >> 9, header & LONGEST];
    at += HEADER;
    if (type === TlvType.end) return { tlvs, truncated: false };
    if (at + length > octets.length) return { tlvs, truncated: true };
    tlvs.push({ type, value: octets.subarray(at, at + length) });
    at += length;
  }
  // The end TLV may be missing (9.2.7.7.2); a lone octet is the beginning of a TLV that is not there.
  return { tlvs, truncated: at < octets.length };
}

/** Octets that a TLV takes. */
export function lengthOf({ value }: Tlv): number {
  return HEADER + value.length;
}

/** Writes TLVs one after the other, closed by the end TLV. Values are at most 511 octets long. */
export function writeTlvs(tlvs: readonly Tlv[]): Uint8Array {
  const length = tlvs.reduce((sum, tlv) => sum + lengthOf(tlv), HEADER);
  const octets = new Uint8Array(length);
  let at = 0;
  for (const { type, value } of tlvs) {
    octets[at] = (type << 1) | (value.length >> 8);
    octets[at + 1] = value.length & 0xff;
    octets.set(value, at + HEADER);
    at += HEADER + value.length;
  }
  return octets;
}

/** An organizationally specific TLV: its identifier and its own subtype precede `content`. */
export function organizationalTlv(organization: number, subtype: number, content: Uint8Array): Tlv {
  const value = new Uint8Array(4 + content.length);
  value.set([organization >> 16, (organization >> 8) & 0xff, organization & 0xff, subtype]);
  value.set(content, 4);
  return { type: TlvType.organizational, value };
}
