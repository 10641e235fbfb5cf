import { ipv4At, macAt, putIpv4, putMac, putUint16, uint16At } from '../frames/addresses.ts';
import { DhcpOption, type DhcpOptions, decodeOptions, encodeOptions, printableText } from './options.ts';

/** Purpose of a message (RFC 2132 9.6). */
export const DhcpMessageType = {
  discover: 1,
  offer: 2,
  request: 3,
  decline: 4,
  ack: 5,
  nak: 6,
  release: 7,
  inform: 8,
} as const;

/** A DHCP message over Ethernet (RFC 2131 section 2). */
export interface DhcpMessage {
  /** "request" goes from client to server, "reply" back. */
  readonly operation: 'request' | 'reply';
  /** Pairs requests and replies; an unsigned 32-bit number. */
  readonly transaction: number;
  /** Seconds since the client began. */
  readonly seconds: number;
  /** The client cannot take unicast before it has its address. */
  readonly broadcast: boolean;
  /** The client's address, where it has one; "0.0.0.0" else. */
  readonly clientAddress: string;
  /** The address that the server gives. */
  readonly yourAddress: string;
  readonly clientMac: string;
  /** The relay agent that passed the message on (`giaddr`), where one did. */
  readonly relayAddress?: string | undefined;
  /** The next server of a boot (`siaddr`), and the file there (`file`), where a reply names them. */
  readonly bootServer?: string | undefined;
  readonly bootFile?: string | undefined;
  readonly options: DhcpOptions;
}

const FIXED = 236;

const MAGIC = 0x6382_5363;

/** The shortest message: that of BOOTP, which some relays insist on (RFC 1542 2.1). */
const MINIMUM = 300;

/** Writes a message. */
export function buildDhcp(message: DhcpMessage): Uint8Array {
  const options = encodeOptions(message.options);
  const octets = new Uint8Array(Math.max(MINIMUM, FIXED + 4 + options.length));
  const view = new DataView(octets.buffer);
  octets.set([message.operation === 'request' ? 1 : 2, 1, 6]);
  view.setUint32(4, message.transaction);
  putUint16(octets, 8, Math.min(message.seconds, 0xffff));
  putUint16(octets, 10, message.broadcast ? 0x8000 : 0);
  putIpv4(octets, 12, message.clientAddress);
  putIpv4(octets, 16, message.yourAddress);
  if (message.bootServer) putIpv4(octets, 20, message.bootServer);
  if (message.relayAddress) putIpv4(octets, 24, message.relayAddress);
  putMac(octets, 28, message.clientMac);
  octets.set(new TextEncoder().encode(message.bootFile ?? '').subarray(0, 127), 108);
  view.setUint32(FIXED, MAGIC);
  octets.set(options, FIXED + 4);
  return octets;
}

/** Reads a message; undefined where it is not DHCP over Ethernet or its options are damaged. */
export function parseDhcp(octets: Uint8Array): DhcpMessage | undefined {
  const operation = octets[0];
  if (octets.length < FIXED + 4 || (operation !== 1 && operation !== 2) || octets[1] !== 1 || octets[2] !== 6) {
    return undefined;
  }
  const view = new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
  const options = new Map<number, Uint8Array>();
  if (view.getUint32(FIXED) !== MAGIC || !decodeOptions(octets.subarray(FIXED + 4), options)) return undefined;
  // Bit 1: the boot file field holds options, too; bit 2: the server name field does (RFC 2132 9.3).
  const overload = options.get(DhcpOption.overload)?.[0] ?? 0;
  if ((overload & 1) !== 0 && !decodeOptions(octets.subarray(108, FIXED), options)) return undefined;
  if ((overload & 2) !== 0 && !decodeOptions(octets.subarray(44, 108), options)) return undefined;
  return {
    operation: operation === 1 ? 'request' : 'reply',
    transaction: view.getUint32(4),
    seconds: uint16At(octets, 8),
    broadcast: (uint16At(octets, 10) & 0x8000) !== 0,
    clientAddress: ipv4At(octets, 12),
    yourAddress: ipv4At(octets, 16),
    clientMac: macAt(octets, 28),
    relayAddress: namedAddress(ipv4At(octets, 24)),
    bootServer: namedAddress(ipv4At(octets, 20)),
    // A field with options names no file.
    bootFile: (overload & 1) !== 0 ? undefined : namedFile(octets.subarray(108, FIXED)),
    options,
  };
}

function namedAddress(address: string): string | undefined {
  return address === '0.0.0.0' ? undefined : address;
}

/** Printable text up to the first zero; undefined for none. */
function namedFile(octets: Uint8Array): string | undefined {
  const end = octets.indexOf(0);
  const text = printableText(end === -1 ? octets : octets.subarray(0, end));
  return text === '' ? undefined : text;
}
