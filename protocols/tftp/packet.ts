import { putUint16, uint16At } from '../frames/addresses.ts';

/** Octets of a data block; a shorter one is the last (RFC 1350 section 2). */
export const TFTP_BLOCK = 512;

/** Error codes (RFC 1350 appendix). */
export const TftpError = { fileNotFound: 1, accessViolation: 2, diskFull: 3, fileExists: 6 } as const;

/** A TFTP packet (RFC 1350 section 5). */
export type TftpPacket =
  | { readonly kind: 'read' | 'write'; readonly fileName: string }
  | { readonly kind: 'data'; readonly block: number; readonly content: Uint8Array }
  | { readonly kind: 'acknowledgement'; readonly block: number }
  | { readonly kind: 'error'; readonly code: number; readonly message: string };

const Operation = { read: 1, write: 2, data: 3, acknowledgement: 4, error: 5 } as const;

/** Transfers octets as they are (RFC 1350 section 1). */
const MODE = 'octet';

/** Writes a packet. */
export function buildTftp(packet: TftpPacket): Uint8Array {
  switch (packet.kind) {
    case 'read':
    case 'write':
      return joined(Operation[packet.kind], undefined, new TextEncoder().encode(`${packet.fileName}\0${MODE}\0`));
    case 'data':
      return joined(Operation.data, packet.block, packet.content);
    case 'acknowledgement':
      return joined(Operation.acknowledgement, packet.block, new Uint8Array());
    case 'error':
      return joined(Operation.error, packet.code, new TextEncoder().encode(`${packet.message}\0`));
  }
}

/** Reads a packet; undefined for anything else. Never throws. */
export function parseTftp(octets: Uint8Array): TftpPacket | undefined {
  if (octets.length < 4) return undefined;
  const operation = uint16At(octets, 0);
  const number = uint16At(octets, 2);
  const rest = octets.subarray(4);
  if (operation === Operation.data) {
    return rest.length <= TFTP_BLOCK ? { kind: 'data', block: number, content: rest } : undefined;
  }
  if (operation === Operation.acknowledgement) return { kind: 'acknowledgement', block: number };
  if (operation === Operation.error) return { kind: 'error', code: number, message: textUntilZero(rest) };
  if (operation !== Operation.read && operation !== Operation.write) return undefined;
  const fileName = textUntilZero(octets.subarray(2));
  return fileName === '' ? undefined : { kind: operation === Operation.read ? 'read' : 'write', fileName };
}

function textUntilZero(octets: Uint8Array): string {
  const end = octets.indexOf(0);
  return new TextDecoder().decode(end === -1 ? octets : octets.subarray(0, end));
}

function joined(operation: number, number: number | undefined, content: Uint8Array): Uint8Array {
  const head = number === undefined ? 2 : 4;
  const octets = new Uint8Array(head + content.length);
  putUint16(octets, 0, operation);
  if (number !== undefined) putUint16(octets, 2, number);
  octets.set(content, head);
  return octets;
}
