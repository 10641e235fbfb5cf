import { address } from './access-list.ts';
import { addressAt, numberAt } from './packet.ts';

/** A switch at the far end of a link that has stations of these VLANs behind it. */
export interface GvrpNeighbor {
  readonly kind: 'gvrp';
  readonly port: number;
  readonly mac: string;
  readonly vlans: readonly number[];
  /** Whether it has heard that the VLANs are registered: either way it declares them. */
  readonly knows: boolean;
}

const GROUP = '01-80-C2-00-00-21';
const LLC = 0x424203;
const PROTOCOL = 1;
const VLAN_TYPE = 1;
const JOIN_EMPTY = 1;
const JOIN_IN = 2;
const ATTRIBUTES = 20;
const SHORTEST = 60;

/** The PDU that declares its VLANs (IEEE 802.1D-1998 12.11). */
export function gvrpPdu({ mac, vlans, knows }: GvrpNeighbor): Uint8Array {
  const attributes = vlans.flatMap((vlan) => [4, knows ? JOIN_IN : JOIN_EMPTY, vlan >> 8, vlan & 255]);
  const body = [0x42, 0x42, 3, 0, PROTOCOL, VLAN_TYPE, ...attributes, 0, 0];
  const frame = new Uint8Array(Math.max(SHORTEST, 14 + body.length));
  frame.set([...numbers(GROUP), ...numbers(mac), body.length >> 8, body.length & 255, ...body]);
  return frame;
}

/** The VLANs that a frame declares. */
export function declaredVlans(octets: Uint8Array): number[] {
  if (addressAt(octets, 0) !== GROUP || numberAt(octets, 14, 3) !== LLC || octets[19] !== VLAN_TYPE) return [];
  const vlans: number[] = [];
  for (let at = ATTRIBUTES; octets[at] === 4; at += 4) {
    if ([JOIN_EMPTY, JOIN_IN].includes(octets[at + 1] ?? 0)) vlans.push(numberAt(octets, at + 2, 2));
  }
  return vlans;
}

function numbers(mac: string): number[] {
  return Array.from({ length: 6 }, (_, at) => Number((address(mac) >> BigInt(8 * (5 - at))) & 255n));
}
