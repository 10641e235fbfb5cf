import { macAt, putMac, putUint16, uint16At } from './addresses.ts';

/** EtherType values in use here (IEEE 802 Numbers, IANA). */
export const EtherType = {
  ipv4: 0x0800,
  arp: 0x0806,
  ipv6: 0x86dd,
  vlan: 0x8100,
  serviceTag: 0x88a8,
  eapol: 0x888e,
  reverseArp: 0x8035,
  /** Slow protocols (IEEE 802.3 annex 57A): LACP, markers. */
  slowProtocols: 0x8809,
  lldp: 0x88cc,
  /** Configuration Testing Protocol (Ethernet 2.0, section 8). */
  loopback: 0x9000,
  /** Local experimental (IEEE 802, clause 9.2.4). */
  experimental: 0x88b5,
} as const;

/** Octets before the payload of an untagged frame: two addresses and the EtherType. */
const HEADER_LENGTH = 14;

/** The shortest frame without FCS (IEEE 802.3 clause 4A.4.2: 64 octets with it); a shorter one is padded when sent. */
export const MINIMUM_LENGTH = 60;

/** An Ethernet frame without FCS, its first 802.1Q tag being part of the payload where there is one. */
export interface EthernetFrame {
  /** "00-11-22-AA-BB-CC". */
  readonly destination: string;
  readonly source: string;
  /** The 16-bit type, or the length below 0x600. */
  readonly etherType: number;
  readonly payload: Uint8Array;
}

/** Reads a frame without FCS; undefined where it is shorter than a header. The payload is a view, not a copy. */
export function parseEthernet(frame: Uint8Array): EthernetFrame | undefined {
  if (frame.length < HEADER_LENGTH) return undefined;
  return {
    destination: macAt(frame, 0),
    source: macAt(frame, 6),
    etherType: uint16At(frame, 12),
    payload: frame.subarray(HEADER_LENGTH),
  };
}

/** Writes a frame without FCS and without padding. */
export function buildEthernet(frame: EthernetFrame): Uint8Array {
  const octets = new Uint8Array(HEADER_LENGTH + frame.payload.length);
  putMac(octets, 0, frame.destination);
  putMac(octets, 6, frame.source);
  putUint16(octets, 12, frame.etherType);
  octets.set(frame.payload, HEADER_LENGTH);
  return octets;
}

/** The frame as a MAC sends it: padded with zeros to 60 octets; the same array where it is long enough. */
export function padFrame(frame: Uint8Array): Uint8Array {
  if (frame.length >= MINIMUM_LENGTH) return frame;
  const padded = new Uint8Array(MINIMUM_LENGTH);
  padded.set(frame);
  return padded;
}

/** Whether the destination is a group address (IEEE 802: the lowest bit of the first octet); broadcast is one, too. */
export function isGroupDestination(frame: Uint8Array): boolean {
  return ((frame[0] ?? 0) & 1) === 1;
}

/** Whether the source claims to be a group address, which no station has. */
export function isGroupSource(frame: Uint8Array): boolean {
  return ((frame[6] ?? 0) & 1) === 1;
}

/** Whether the destination is FF-FF-FF-FF-FF-FF. */
export function isBroadcast(frame: Uint8Array): boolean {
  for (let index = 0; index < 6; index += 1) if (frame[index] !== 0xff) return false;
  return true;
}
