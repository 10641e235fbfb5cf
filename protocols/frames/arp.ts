import { ipv4At, macAt, putIpv4, putMac, putUint16, uint16At } from './addresses.ts';

/** An ARP packet for IPv4 over Ethernet (RFC 826). */
export interface ArpPacket {
  readonly operation: 'request' | 'reply';
  readonly senderMac: string;
  readonly senderAddress: string;
  /** "00-00-00-00-00-00" in a request. */
  readonly targetMac: string;
  readonly targetAddress: string;
}

const LENGTH = 28;

/** Whether the payload of an ARP frame is ARP for IPv4 over Ethernet, whatever it asks for. */
export function isArpForIpv4(payload: Uint8Array): boolean {
  const hasTypes = payload.length >= LENGTH && uint16At(payload, 0) === 1 && uint16At(payload, 2) === 0x0800;
  return hasTypes && payload[4] === 6 && payload[5] === 4;
}

/** Reads the payload of an ARP frame, padding ignored; undefined where it is not ARP for IPv4 over Ethernet. */
export function parseArp(payload: Uint8Array): ArpPacket | undefined {
  if (!isArpForIpv4(payload)) return undefined;
  const operation = uint16At(payload, 6);
  return operation === 1 || operation === 2 ? packetOf(payload, operation) : undefined;
}

/** Reads RARP (RFC 903), which has the form of ARP, as what stations that take it for ARP would read: odd operations ask. */
export function parseReverseArp(payload: Uint8Array): ArpPacket | undefined {
  if (!isArpForIpv4(payload)) return undefined;
  const operation = uint16At(payload, 6);
  return operation >= 1 && operation <= 4 ? packetOf(payload, operation) : undefined;
}

function packetOf(payload: Uint8Array, operation: number): ArpPacket {
  return {
    operation: operation % 2 === 1 ? 'request' : 'reply',
    senderMac: macAt(payload, 8),
    senderAddress: ipv4At(payload, 14),
    targetMac: macAt(payload, 18),
    targetAddress: ipv4At(payload, 24),
  };
}

/** Writes the payload of an ARP frame, 28 octets. */
export function buildArp(packet: ArpPacket): Uint8Array {
  const payload = new Uint8Array(LENGTH);
  putUint16(payload, 0, 1);
  putUint16(payload, 2, 0x0800);
  payload[4] = 6;
  payload[5] = 4;
  putUint16(payload, 6, packet.operation === 'request' ? 1 : 2);
  putMac(payload, 8, packet.senderMac);
  putIpv4(payload, 14, packet.senderAddress);
  putMac(payload, 18, packet.targetMac);
  putIpv4(payload, 24, packet.targetAddress);
  return payload;
}
