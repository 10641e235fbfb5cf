import { type ArpPacket, parseArp, parseReverseArp } from '../frames/arp.ts';
import { parseInnerEthernet } from '../frames/carried-packet.ts';
import { EtherType } from '../frames/ethernet.ts';

/** A rule's condition on a number: its bits under the mask. */
export interface Masked {
  readonly value: bigint;
  readonly mask: bigint;
}

/** A rule of a list; what it leaves out fits any sender. */
export interface ArpRule {
  readonly permits: boolean;
  /** Of the sender's IPv4 address, 32 bits. */
  readonly address?: Masked;
  /** Of the sender's MAC address, 48 bits. */
  readonly mac?: Masked;
}

/** How ARP is inspected in a VLAN. */
export interface InspectedVlan {
  /** The first rule that fits decides; in a static list, what fits none is denied and bindings are not asked. */
  readonly list: { readonly rules: readonly ArpRule[]; readonly isStatic: boolean } | undefined;
}

/** Checks of every packet before that. */
export interface Validation {
  /** The frame comes from the sender that the packet names. */
  readonly sourceMac: boolean;
  /** A reply goes to the target that it names. */
  readonly destinationMac: boolean;
  /** Addresses are those of single hosts. */
  readonly address: boolean;
}

/** Owner of an address, and its bridge port. */
export interface AddressOwner {
  readonly mac: string;
  readonly port: number;
}

/** The grounds of a verdict. */
export interface Grounds {
  readonly validation: Validation;
  readonly vlan: InspectedVlan;
  /** The bridge port that it came in by. */
  readonly port: number;
  ownerOf(address: string): AddressOwner | undefined;
}

/** The deciding check, in the order of checking. */
export type Decision = 'sourceMac' | 'destinationMac' | 'address' | 'list' | 'binding';

/** Fate of a packet, and why. */
export interface Verdict {
  readonly permits: boolean;
  readonly by: Decision;
}

/** An ARP packet with the frame that it came in. */
export interface FramedArp {
  readonly source: string;
  readonly destination: string;
  /** Undefined where it is no whole ARP packet for IPv4 over Ethernet. */
  readonly packet: ArpPacket | undefined;
}

const UNSPECIFIED = '0.0.0.0';

/** Reads a frame without FCS, behind up to two tags. */
export function parseFramedArp(octets: Uint8Array): FramedArp | undefined {
  const ethernet = parseInnerEthernet(octets);
  if (!ethernet) return undefined;
  const { source, destination, etherType, payload } = ethernet;
  if (etherType === EtherType.arp) return { source, destination, packet: parseArp(payload) };
  return { source, destination, packet: etherType === EtherType.reverseArp ? parseReverseArp(payload) : undefined };
}

/**
 * Judges a packet: validation first, then the list of its VLAN, then bindings (docs/specification/security.md, "Dynamic ARP
 * Inspection").
 */
export function judgeArp(grounds: Grounds, { source, destination, packet }: FramedArp): Verdict {
  if (!packet) return denied('address');
  const { validation, vlan } = grounds;
  const { operation, senderMac, senderAddress, targetMac, targetAddress } = packet;
  const isReply = operation === 'reply';
  if (validation.sourceMac && source !== senderMac) return denied('sourceMac');
  if (validation.destinationMac && isReply && destination !== targetMac) return denied('destinationMac');
  if (validation.address && (!isHost(senderAddress) || (isReply && !isHost(targetAddress)))) return denied('address');
  const rule = vlan.list?.rules.find((each) => fits(each, senderAddress, senderMac));
  if (rule) return { permits: rule.permits, by: 'list' };
  if (vlan.list?.isStatic) return denied('list');
  // A probe asks whether an address is free, and claims none (RFC 5227 2.1.1).
  if (!isReply && senderAddress === UNSPECIFIED) return { permits: true, by: 'binding' };
  const owner = grounds.ownerOf(senderAddress);
  return { permits: owner?.mac === senderMac && owner.port === grounds.port, by: 'binding' };
}

function denied(by: Decision): Verdict {
  return { permits: false, by };
}

/** Whether an address can be that of one station: neither 0.0.0.0 nor everybody's nor a group's. */
function isHost(address: string): boolean {
  const first = Number(address.slice(0, address.indexOf('.')));
  return address !== UNSPECIFIED && address !== '255.255.255.255' && (first < 224 || first > 239);
}

function fits({ address, mac }: ArpRule, senderAddress: string, senderMac: string): boolean {
  return (
    (!address || (numberOfAddress(senderAddress) & address.mask) === (address.value & address.mask)) &&
    (!mac || (numberOfMac(senderMac) & mac.mask) === (mac.value & mac.mask))
  );
}

/** "192.0.2.1" as 32 bits. */
export function numberOfAddress(address: string): bigint {
  return address.split('.').reduce((number, part) => (number << 8n) | BigInt(Number(part) & 0xff), 0n);
}

/** "00-11-22-AA-BB-CC" as 48 bits. */
export function numberOfMac(mac: string): bigint {
  return BigInt(`0x${mac.replaceAll('-', '')}`);
}
