import { buildEthernet } from '../../protocols/frames/ethernet.ts';
import { buildIp } from '../../protocols/frames/ip.ts';
import { isTagged, popTag, pushTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import type { PortNumber } from '../plan.ts';
import type { PortFrame } from './harness.ts';

/** A frame that a scenario sends: who to whom, and its tag. */
export interface FrameToSend {
  /** The ingress port. */
  readonly port: PortNumber;
  /** A station's letter, or a MAC address. */
  readonly from: string;
  /** A station's letter, "all" for broadcast, "group" for a multicast group, or a MAC address. */
  readonly to: string;
  /** "10" is VLAN 10, "10 priority 5" also says the priority, "0 priority 5" is a priority tag. Without it: untagged. */
  readonly tag?: string;
  /** Octets without tag and FCS; 100 by default. */
  readonly length?: number;
}

const EXPERIMENTAL = 0x88b5;
const GROUP = '01-00-5E-01-01-01';
const HEADER = 14;

/** The MAC of a station, addressed by one letter. */
export function stationMac(letter: string): string {
  return `02-AA-00-00-00-${letter.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The frame in octets; `serial` distinguishes it from every other frame. */
export function buildTestFrame(wanted: FrameToSend, serial: number): Uint8Array {
  const payload = new Uint8Array((wanted.length ?? 100) - HEADER);
  for (let index = 0; index < payload.length; index += 1) payload[index] = (serial * 31 + index * 7) & 0xff;
  new DataView(payload.buffer).setUint32(0, serial);
  const untagged = buildEthernet({
    destination: macOf(wanted.to),
    source: macOf(wanted.from),
    etherType: EXPERIMENTAL,
    payload,
  });
  return wanted.tag === undefined ? untagged : pushTag(untagged, parseTag(wanted.tag));
}

/** A packet to a group, which is sent to `mac`. */
export function packet(to: string, mac: string, protocol = 253, from = stationMac('A')): Uint8Array {
  const source = to.includes(':') ? '2001:db8::1' : '192.0.2.1';
  const payload = new Uint8Array(60);
  const { etherType, payload: octets } = buildIp({
    source,
    destination: to,
    protocol,
    dscp: 0,
    timeToLive: 1,
    payload,
  });
  return buildEthernet({ destination: mac, source: from, etherType, payload: octets });
}

/**
 * A frame that arrived, in words: "2 untagged", "3 tagged 10", "3 tagged 10 priority 5". A frame that differs from the
 * one sent (untagged form `sent`) in anything but its tag is "2 something else".
 */
export function describeArrival({ port, frame }: PortFrame, sent: Uint8Array): string {
  const tag = tagOf(frame);
  const bare = isTagged(frame) ? popTag(frame) : frame;
  if (!sameOctets(bare, isTagged(sent) ? popTag(sent) : sent)) return `${port} something else`;
  if (!tag) return `${port} untagged`;
  return `${port} tagged ${tag.vid}${tag.priority > 0 ? ` priority ${tag.priority}` : ''}`;
}

/** Whether two frames are the same, octet for octet. */
export function sameOctets(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((octet, index) => octet === other[index]);
}

function macOf(name: string): string {
  if (name === 'all') return 'FF-FF-FF-FF-FF-FF';
  if (name === 'group') return GROUP;
  return name.length === 1 ? stationMac(name) : name;
}

function parseTag(text: string): number {
  const match = /^(\d+)(?: priority (\d))?$/.exec(text);
  if (!match) throw new RangeError(`"${text}" is no tag.`);
  return (Number(match[2] ?? 0) << 13) | Number(match[1]);
}
