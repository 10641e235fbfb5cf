import { macAt, putMac, putUint16, uint16At } from '../frames/addresses.ts';
import { buildEthernet, EtherType, parseEthernet } from '../frames/ethernet.ts';

/** Destination of slow protocols (IEEE 802.3 annex 57A): a group that no bridge forwards. */
export const SLOW_PROTOCOLS_GROUP = '01-80-C2-00-00-02';

/** Bits of a port's state (IEEE 802.1AX-2020 6.4.2.3, Actor_State). */
export const StateBit = {
  activity: 1,
  timeout: 2,
  aggregation: 4,
  synchronization: 8,
  collecting: 16,
  distributing: 32,
  defaulted: 64,
  expired: 128,
} as const;

/** One end's announcement of a port: its identity and state. Numbers are 16 bits, the state 8. */
export interface LacpParty {
  readonly systemPriority: number;
  /** "00-11-22-AA-BB-CC". */
  readonly system: string;
  readonly key: number;
  readonly portPriority: number;
  readonly port: number;
  /** `StateBit`s. */
  readonly state: number;
}

/** A frame of a slow protocol that concerns link aggregation. */
export type SlowFrame =
  | { readonly kind: 'lacpdu'; readonly actor: LacpParty; readonly partner: LacpParty }
  /** The one who sends it wants it back: what follows the type of its first part, to be sent as it is. */
  | { readonly kind: 'marker'; readonly content: Uint8Array }
  | { readonly kind: 'markerResponse' }
  /** A subtype of another protocol. */
  | { readonly kind: 'unknown' }
  /** A subtype of this one whose content is none. */
  | { readonly kind: 'illegal' };

const Subtype = { lacp: 1, marker: 2 } as const;
const VERSION = 1;
const Part = { actor: 1, partner: 2, collector: 3, marker: 1, markerResponse: 2 } as const;

/** Octets from the subtype to the end, the 50 reserved ones too. */
const LENGTH = 110;
const ACTOR_AT = 2;
const PARTNER_AT = 22;
const COLLECTOR_AT = 42;
const PARTY_LENGTH = 20;
const COLLECTOR_LENGTH = 16;
const MARKER_LENGTH = 16;

/** A LACPDU from a port with the address `source`. Without FCS. */
export function buildLacpdu(source: string, actor: LacpParty, partner: LacpParty): Uint8Array {
  const payload = new Uint8Array(LENGTH);
  payload[0] = Subtype.lacp;
  payload[1] = VERSION;
  putParty(payload, ACTOR_AT, Part.actor, actor);
  putParty(payload, PARTNER_AT, Part.partner, partner);
  payload[COLLECTOR_AT] = Part.collector;
  payload[COLLECTOR_AT + 1] = COLLECTOR_LENGTH;
  return slowFrame(source, payload);
}

/** The answer to a marker, from a port with the address `source` (IEEE 802.1AX-2020 6.5). */
export function buildMarkerResponse(source: string, content: Uint8Array): Uint8Array {
  const payload = new Uint8Array(LENGTH);
  payload[0] = Subtype.marker;
  payload[1] = VERSION;
  payload[2] = Part.markerResponse;
  payload.set(content.subarray(0, MARKER_LENGTH - 1), 3);
  return slowFrame(source, payload);
}

/**
 * Reads an untagged frame without FCS; undefined where it is of no slow protocol, or comes from a group address. Version, types and
 * reserved octets are not looked at, as IEEE 802.1AX-2020 6.4.2.4 wants it of version 1; lengths are.
 */
export function parseSlowFrame(frame: Uint8Array): SlowFrame | undefined {
  const ethernet = parseEthernet(frame);
  if (ethernet?.etherType !== EtherType.slowProtocols || ethernet.destination !== SLOW_PROTOCOLS_GROUP)
    return undefined;
  const { payload } = ethernet;
  if (((frame[6] ?? 0) & 1) === 1 || payload.length === 0) return undefined;
  if (payload[0] === Subtype.lacp) return readLacpdu(payload);
  if (payload[0] === Subtype.marker) return readMarker(payload);
  return { kind: 'unknown' };
}

function readLacpdu(payload: Uint8Array): SlowFrame {
  const whole = payload.length >= LENGTH;
  const lengths = [payload[ACTOR_AT + 1], payload[PARTNER_AT + 1], payload[COLLECTOR_AT + 1]];
  if (!whole || lengths.join() !== [PARTY_LENGTH, PARTY_LENGTH, COLLECTOR_LENGTH].join()) return { kind: 'illegal' };
  const actor = partyAt(payload, ACTOR_AT);
  // No station is a group: who says so is none to aggregate with.
  if (((payload[ACTOR_AT + 4] ?? 0) & 1) === 1) return { kind: 'illegal' };
  return { kind: 'lacpdu', actor, partner: partyAt(payload, PARTNER_AT) };
}

function readMarker(payload: Uint8Array): SlowFrame {
  if (payload.length < LENGTH || payload[3] !== MARKER_LENGTH) return { kind: 'illegal' };
  if (payload[2] === Part.marker) return { kind: 'marker', content: payload.slice(3, 3 + MARKER_LENGTH - 1) };
  return { kind: payload[2] === Part.markerResponse ? 'markerResponse' : 'illegal' };
}

function slowFrame(source: string, payload: Uint8Array): Uint8Array {
  return buildEthernet({ destination: SLOW_PROTOCOLS_GROUP, source, etherType: EtherType.slowProtocols, payload });
}

function putParty(payload: Uint8Array, at: number, part: number, party: LacpParty): void {
  payload[at] = part;
  payload[at + 1] = PARTY_LENGTH;
  putUint16(payload, at + 2, party.systemPriority);
  putMac(payload, at + 4, party.system);
  putUint16(payload, at + 10, party.key);
  putUint16(payload, at + 12, party.portPriority);
  putUint16(payload, at + 14, party.port);
  payload[at + 16] = party.state;
}

function partyAt(payload: Uint8Array, at: number): LacpParty {
  return {
    systemPriority: uint16At(payload, at + 2),
    system: macAt(payload, at + 4),
    key: uint16At(payload, at + 10),
    portPriority: uint16At(payload, at + 12),
    port: uint16At(payload, at + 14),
    state: payload[at + 16] ?? 0,
  };
}
