import { putMac, putUint16 } from '../frames/addresses.ts';

/** A DUID of the link-layer address, and the hardware type of Ethernet (RFC 8415 11.4). */
const LINK_LAYER = 3;
const ETHERNET = 1;

/**
 * The identifier (DUID-LL) of a switch with this base MAC address: the same after every start, every firmware and a return to
 * factory settings, so that a reservation at the server holds for as long as the switch lives.
 */
export function clientIdentifier(mac: string): Uint8Array {
  const octets = new Uint8Array(10);
  putUint16(octets, 0, LINK_LAYER);
  putUint16(octets, 2, ETHERNET);
  putMac(octets, 4, mac);
  return octets;
}

/** Octets as servers show an identifier: "00:03:00:01:…". */
export function identifierText(octets: Uint8Array): string {
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join(':');
}

/** The octets of such a text. */
export function identifierOctets(text: string): Uint8Array {
  return text === '' ? new Uint8Array() : Uint8Array.from(text.split(':'), (digits) => Number.parseInt(digits, 16));
}
