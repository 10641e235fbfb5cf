import { putUint16, uint16At } from '../frames/addresses.ts';
import { buildEthernet, padFrame, parseEthernet } from '../frames/ethernet.ts';
import { GVRP_ADDRESS } from './gvrp-address.ts';

/** Action or wish of an attribute's sender (IEEE 802.1D-1998 12.11.2.4). */
export const AttributeEvent = {
  leaveAll: 0,
  joinEmpty: 1,
  joinIn: 2,
  leaveEmpty: 3,
  leaveIn: 4,
  empty: 5,
} as const;

/** One of the values of `AttributeEvent`. */
export type AttributeEvent = (typeof AttributeEvent)[keyof typeof AttributeEvent];

/** One attribute of a PDU; `vlan` is 0 for LeaveAll. */
export interface VlanAttribute {
  readonly event: AttributeEvent;
  /** 1..4094. */
  readonly vlan: number;
}

/** Content of a frame, and its sender. */
export interface GvrpPdu {
  readonly source: string;
  readonly attributes: readonly VlanAttribute[];
}

/** LLC of bridges: both service access points 0x42, unnumbered information (IEEE 802.1D-1998 12.4). */
const LLC = [0x42, 0x42, 0x03] as const;
const PROTOCOL = 0x0001;
/** The one type of attribute that GVRP has (IEEE 802.1Q-2005 11.2.3.1.1). */
const VLAN_TYPE = 1;
const END = 0;
const LARGEST_EVENT = AttributeEvent.empty;
const LARGEST_VLAN = 4094;

/** Octets before the first message: LLC and protocol identifier. */
const HEADER = 5;

/** Attributes of four octets that one frame carries beside its header, the type and the two end marks. */
const ATTRIBUTES_OF_A_FRAME = Math.floor((1500 - HEADER - 3) / 4);

/**
 * Reads a frame as received; undefined if it is not a GVRP PDU. Parts that cannot be parsed are skipped, as later
 * versions of the protocol require (IEEE 802.1D-1998 12.11.3): attributes of unknown types, events and lengths. Nothing
 * behind a length that exceeds the end is read.
 */
export function parseGvrp(frame: Uint8Array): GvrpPdu | undefined {
  const ethernet = parseEthernet(frame);
  if (ethernet?.destination !== GVRP_ADDRESS || ethernet.etherType > ethernet.payload.length) return undefined;
  const octets = ethernet.payload.subarray(0, ethernet.etherType);
  if (octets.length < HEADER || LLC.some((octet, at) => octets[at] !== octet)) return undefined;
  if (uint16At(octets, 3) !== PROTOCOL) return undefined;
  const attributes: VlanAttribute[] = [];
  let at = HEADER;
  while (at < octets.length && octets[at] !== END) {
    const type = octets[at] ?? 0;
    at += 1;
    while (at < octets.length && octets[at] !== END) {
      const length = octets[at] ?? 0;
      // A length counts itself and the event behind it.
      if (length < 2 || at + length > octets.length) return { source: ethernet.source, attributes };
      const attribute = attributeAt(octets.subarray(at, at + length), type);
      if (attribute) attributes.push(attribute);
      at += length;
    }
    at += 1;
  }
  return { source: ethernet.source, attributes };
}

function attributeAt(octets: Uint8Array, type: number): VlanAttribute | undefined {
  const [length = 0, event = 0] = octets;
  if (type !== VLAN_TYPE || event > LARGEST_EVENT) return undefined;
  if (event === AttributeEvent.leaveAll) return length === 2 ? { event, vlan: 0 } : undefined;
  const vlan = uint16At(octets, 2);
  if (length !== 4 || vlan < 1 || vlan > LARGEST_VLAN) return undefined;
  // 1 to 5, as was looked at above.
  return { event: event as AttributeEvent, vlan };
}

/** Writes frames without FCS that carry the attributes, as many as it takes; none for no attribute. */
export function buildGvrp(source: string, attributes: readonly VlanAttribute[]): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let first = 0; first < attributes.length; first += ATTRIBUTES_OF_A_FRAME) {
    frames.push(buildFrame(source, attributes.slice(first, first + ATTRIBUTES_OF_A_FRAME)));
  }
  return frames;
}

function buildFrame(source: string, attributes: readonly VlanAttribute[]): Uint8Array {
  const lengths = attributes.map(({ event }) => (event === AttributeEvent.leaveAll ? 2 : 4));
  const payload = new Uint8Array(HEADER + 3 + lengths.reduce((sum, length) => sum + length, 0));
  payload.set(LLC);
  putUint16(payload, 3, PROTOCOL);
  payload[HEADER] = VLAN_TYPE;
  let at = HEADER + 1;
  for (const [place, { event, vlan }] of attributes.entries()) {
    const length = lengths[place] ?? 0;
    payload[at] = length;
    payload[at + 1] = event;
    if (length === 4) putUint16(payload, at + 2, vlan);
    at += length;
  }
  // The two end marks are the zeros that are there.
  return padFrame(buildEthernet({ destination: GVRP_ADDRESS, source, etherType: payload.length, payload }));
}
