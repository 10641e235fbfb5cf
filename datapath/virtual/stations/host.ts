import { isIpv4Multicast, parseIpv4 as parseIpv4Address } from '../../../model/values/ipv4.ts';
import { BROADCAST_MAC, macNumberAt, macToNumber, uint16At } from '../../../protocols/frames/addresses.ts';
import { buildArp, parseArp } from '../../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, isBroadcast, parseEthernet } from '../../../protocols/frames/ethernet.ts';
import { buildIcmpEcho, parseIcmpEcho } from '../../../protocols/frames/icmp.ts';
import { macOfIpv4Group } from '../../../protocols/frames/igmp.ts';
import { buildIpv4, IpProtocol, parseIpv4 } from '../../../protocols/frames/ipv4.ts';
import { isTagged, popTag, pushTag, tagOf } from '../../../protocols/frames/vlan-tag.ts';

/** A host's identity on its network. */
export interface HostIdentity {
  readonly mac: string;
  /** IPv4 text; a host without one only speaks when a fault makes it. */
  readonly address: string | undefined;
  /** The VLAN whose tag it sends and accepts; without it, untagged frames only. */
  readonly vlan: number | undefined;
  /** Answers in every VLAN with the tag of the question, and untagged. */
  readonly everyVlan: boolean;
}

/** Sends a frame, standing for `weight` like ones, onto the host's cable. */
export type SendFrame = (frame: Uint8Array, weight: number) => void;

interface Neighbour {
  readonly mac: string;
  /** Milliseconds of the clock when it last spoke for itself. */
  readonly heard: number;
}

const CONFIRM_MILLISECONDS = 30_000;
const FORGET_MILLISECONDS = 60_000;
const ASK_AGAIN_MILLISECONDS = 5000;

/** An IP host: it resolves and answers ARP (RFC 826), answers ping (RFC 792) and sends datagrams. */
export class Host {
  readonly identity: HostIdentity;
  readonly #macNumber: number;
  readonly #send: SendFrame;
  readonly #now: () => number;
  readonly #neighbours = new Map<string, Neighbour>();
  readonly #asked = new Map<string, number>();

  constructor(identity: HostIdentity, send: SendFrame, now: () => number) {
    this.identity = identity;
    this.#macNumber = macToNumber(identity.mac);
    this.#send = send;
    this.#now = now;
  }

  /** Takes a frame from the cable; what is not for this host is ignored. */
  receive(frame: Uint8Array): void {
    const forMe = macNumberAt(frame, 0) === this.#macNumber;
    if ((!forMe && !isBroadcast(frame)) || !this.#understands(frame)) return;
    const type = uint16At(frame, isTagged(frame) ? 16 : 12);
    if (type === EtherType.ipv4 && forMe) this.#answerEcho(frame);
    else if (type === EtherType.arp) this.#receiveArp(frame);
  }

  /**
   * The MAC address of a neighbor, if known; otherwise asks for it and returns undefined. An address that was not
   * confirmed for a minute is forgotten, so that nothing is sent to an unreachable host for ever. A group's address is
   * derived from it.
   */
  resolve(address: string): string | undefined {
    if (isIpv4Multicast(parseIpv4Address(address) ?? 0)) return macOfIpv4Group(address);
    const now = this.#now();
    const known = this.#neighbours.get(address);
    const age = known ? now - known.heard : Number.POSITIVE_INFINITY;
    const asked = this.#asked.get(address);
    if (age >= CONFIRM_MILLISECONDS && (asked === undefined || now - asked >= ASK_AGAIN_MILLISECONDS)) {
      this.#asked.set(address, now);
      this.#ask(address);
    }
    const current = this.#neighbours.get(address);
    return current && now - current.heard < FORGET_MILLISECONDS ? current.mac : undefined;
  }

  /** Forgets everybody, as a host does that lost its link. */
  forget(): void {
    this.#neighbours.clear();
    this.#asked.clear();
  }

  /** A frame of this host, tagged if the host is. */
  frame(destination: string, etherType: number, payload: Uint8Array): Uint8Array {
    const untagged = buildEthernet({ destination, source: this.identity.mac, etherType, payload });
    return this.identity.vlan === undefined ? untagged : pushTag(untagged, this.identity.vlan);
  }

  /** Sends a frame made by `frame`. */
  send(frame: Uint8Array, weight: number): void {
    this.#send(frame, weight);
  }

  #understands(frame: Uint8Array): boolean {
    if (this.identity.everyVlan) return true;
    const vid = tagOf(frame)?.vid;
    return this.identity.vlan === undefined ? vid === undefined || vid === 0 : vid === this.identity.vlan;
  }

  #ask(address: string): void {
    const payload = buildArp({
      operation: 'request',
      senderMac: this.identity.mac,
      senderAddress: this.identity.address ?? '0.0.0.0',
      targetMac: '00-00-00-00-00-00',
      targetAddress: address,
    });
    this.#send(this.frame(BROADCAST_MAC, EtherType.arp, payload), 1);
  }

  #receiveArp(frame: Uint8Array): void {
    const packet = parseArp(parseEthernet(isTagged(frame) ? popTag(frame) : frame)?.payload ?? frame);
    const own = this.identity.address;
    if (!packet || own === undefined || packet.targetAddress !== own) return;
    this.#neighbours.set(packet.senderAddress, { mac: packet.senderMac, heard: this.#now() });
    if (packet.operation !== 'request') return;
    const payload = buildArp({
      operation: 'reply',
      senderMac: this.identity.mac,
      senderAddress: own,
      targetMac: packet.senderMac,
      targetAddress: packet.senderAddress,
    });
    this.#answer(frame, packet.senderMac, EtherType.arp, payload);
  }

  #answerEcho(frame: Uint8Array): void {
    const ethernet = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
    if (ethernet?.payload[9] !== IpProtocol.icmp) return;
    const packet = parseIpv4(ethernet.payload);
    const echo = packet && parseIcmpEcho(packet.payload);
    if (!packet || packet.destination !== this.identity.address || echo?.kind !== 'request') return;
    const reply = buildIpv4({
      ...packet,
      source: packet.destination,
      destination: packet.source,
      timeToLive: 64,
      payload: buildIcmpEcho({ ...echo, kind: 'reply' }),
    });
    this.#answer(frame, ethernet.source, EtherType.ipv4, reply);
  }

  /** Sends an answer with the tag of the question. */
  #answer(question: Uint8Array, destination: string, etherType: number, payload: Uint8Array): void {
    const untagged = buildEthernet({ destination, source: this.identity.mac, etherType, payload });
    const vid = tagOf(question)?.vid;
    this.#send(vid ? pushTag(untagged, vid) : untagged, 1);
  }
}
