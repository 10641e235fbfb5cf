import { macAt, uint16At } from '../frames/addresses.ts';
import { buildEthernet, EtherType } from '../frames/ethernet.ts';
import { tagOf } from '../frames/vlan-tag.ts';

/** The group of supplicants and authenticators (IEEE 802.1X-2004 7.8). */
export const PAE_GROUP = '01-80-C2-00-00-03';

/** Content of a frame (IEEE 802.1X-2010 table 11-3). */
export const EapolType = { eap: 0, start: 1, logoff: 2 } as const;

/** A frame taken apart. */
export interface EapolFrame {
  readonly source: string;
  readonly version: number;
  readonly type: number;
  /** The body, without padding. */
  readonly body: Uint8Array;
}

/** A received EAPOL frame: valid, one whose body is shorter than its length, or none at all. */
export type EapolReading =
  | { readonly kind: 'frame'; readonly frame: EapolFrame }
  | { readonly kind: 'lengthError'; readonly source: string; readonly version: number }
  | { readonly kind: 'invalid' };

const HEADER = 4;

/** Reads an Ethernet frame without FCS: untagged or priority-tagged, as EAPOL is of no VLAN (IEEE 802.1X-2010 11.1). */
export function readEapol(octets: Uint8Array): EapolReading {
  const tag = tagOf(octets);
  const at = tag ? 18 : 14;
  if (tag && tag.vid !== 0) return { kind: 'invalid' };
  if (octets.length < at + HEADER || uint16At(octets, at - 2) !== EtherType.eapol) return { kind: 'invalid' };
  const source = macAt(octets, 6);
  const version = octets[at] ?? 0;
  if (version === 0) return { kind: 'invalid' };
  const first = at + HEADER;
  const length = uint16At(octets, at + 2);
  if (first + length > octets.length) return { kind: 'lengthError', source, version };
  const body = octets.slice(first, first + length);
  return { kind: 'frame', frame: { source, version, type: octets[at + 1] ?? 0, body } };
}

/** A frame with an EAP packet. */
export function buildEapolEap(destination: string, source: string, version: number, eap: Uint8Array): Uint8Array {
  const payload = Uint8Array.from([version, EapolType.eap, eap.length >>> 8, eap.length & 0xff, ...eap]);
  return buildEthernet({ destination, source, etherType: EtherType.eapol, payload });
}
