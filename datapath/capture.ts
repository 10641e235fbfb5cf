import { parseIpv4 } from '../model/values/ipv4.ts';
import type { PortList } from '../model/values/port-list.ts';
import { ipv4At, ipv6At, macAt, uint16At } from '../protocols/frames/addresses.ts';
import { typePlaceOf } from '../protocols/frames/carried-packet.ts';
import { EtherType } from '../protocols/frames/ethernet.ts';
import { isTagged } from '../protocols/frames/vlan-tag.ts';
import { FrameReading } from './access-control/frame-reading.ts';
import type { MacAddress, VlanId } from './identifiers.ts';

/**
 * The kinds by which captured frames reach the agent, as received from the line and as sent to it. They are the last by name, so
 * that the places of other classes stay what they are.
 */
export const CAPTURED = { received: 'zzzCaptureReceived', sent: 'zzzCaptureSent' } as const;

/** Which way captured frames go, as seen from the switch. */
export type CaptureDirection = 'both' | keyof typeof CAPTURED;

/** Which frames a capture holds; every named part has to fit, behind one C-tag at most. */
export interface CaptureMatch {
  /** Of the frame's C-tag; a frame without one, or with VID 0, counts as in the PVID of its port. */
  readonly vlan?: VlanId;
  /** Source or destination. */
  readonly mac?: MacAddress;
  /** Source or destination of an IP packet in canonical text; of IPv4 also that of an ARP packet. */
  readonly address?: string;
  readonly etherType?: number;
  /** Of IPv4 the protocol, of IPv6 what follows the extension headers. */
  readonly ipProtocol?: number;
  /** Source or destination port of UDP or TCP; a later fragment has none. */
  readonly transportPort?: number;
}

/** Frames that are copied to the agent, beside their way. */
export interface CapturePlan {
  /** Physical ports. */
  readonly ports: PortList;
  readonly direction: CaptureDirection;
  readonly match: CaptureMatch;
  /** Frames a second at most; what is over is not copied. */
  readonly rate: number;
}

/** Frames that pass at once, whatever the rate is: they leave room for those of the control plane. */
export const CAPTURE_BURST = 100;

/** Whether a plan copies frames that go this way. */
export function copies({ direction }: CapturePlan, way: keyof typeof CAPTURED): boolean {
  return direction === 'both' || direction === way;
}

/** The addresses of a packet of IP or ARP in canonical text, whether the packet is whole or not. */
export interface PacketAddresses {
  readonly source: string;
  readonly destination: string;
}

/** The addresses of the packet whose type stands at `place`; undefined for what is none, or ends before them. */
export function addressesAt(frame: Uint8Array, place: number): PacketAddresses | undefined {
  const [type, packet] = [uint16At(frame, place), place + 2];
  if (type === EtherType.ipv4 && frame.length >= packet + 20) {
    return { source: ipv4At(frame, packet + 12), destination: ipv4At(frame, packet + 16) };
  }
  if (type === EtherType.ipv6 && frame.length >= packet + 40) {
    return { source: ipv6At(frame, packet + 8), destination: ipv6At(frame, packet + 24) };
  }
  if (type === EtherType.arp && frame.length >= packet + 28) {
    return { source: ipv4At(frame, packet + 14), destination: ipv4At(frame, packet + 24) };
  }
  return undefined;
}

/** Its readings are used at once. */
const reading = new FrameReading(typePlaceOf);

/** Whether a frame (without FCS), received or sent by a port with this PVID, is one that a capture holds. */
export function isCaptured(match: CaptureMatch, frame: Uint8Array, pvid: VlanId): boolean {
  const { vlan, mac, address, etherType, ipProtocol, transportPort } = match;
  if (vlan !== undefined && vlan !== vlanOf(frame, pvid)) return false;
  if (mac !== undefined && mac !== macAt(frame, 0) && mac !== macAt(frame, 6)) return false;
  const place = typePlaceOf(frame);
  if (etherType !== undefined && etherType !== uint16At(frame, place)) return false;
  if (address !== undefined) {
    const of = addressesAt(frame, place);
    if (of?.source !== address && of?.destination !== address) return false;
  }
  if (ipProtocol === undefined && transportPort === undefined) return true;
  reading.read(frame, 0, 0);
  if (ipProtocol !== undefined && reading.value('ipProtocol') !== ipProtocol) return false;
  if (transportPort === undefined) return true;
  return reading.value('sourcePort') === transportPort || reading.value('destinationPort') === transportPort;
}

function vlanOf(frame: Uint8Array, pvid: VlanId): VlanId {
  const vid = isTagged(frame) ? uint16At(frame, 14) & 0xfff : 0;
  return vid === 0 ? pvid : vid;
}

/** The version of IP that an address is of. */
export function versionOf(address: string): 4 | 6 {
  return parseIpv4(address) === undefined ? 6 : 4;
}
