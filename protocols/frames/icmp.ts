import { putUint16, uint16At } from './addresses.ts';
import { internetChecksum } from './checksum.ts';

/** An ICMP echo message (RFC 792), the body of a ping. */
export interface IcmpEcho {
  readonly kind: 'request' | 'reply';
  readonly identifier: number;
  readonly sequence: number;
  readonly content: Uint8Array;
}

const HEADER = 8;

/** Reads an ICMP message; undefined where it is no echo or its checksum is wrong. */
export function parseIcmpEcho(octets: Uint8Array): IcmpEcho | undefined {
  const type = octets[0];
  if (octets.length < HEADER || (type !== 8 && type !== 0) || octets[1] !== 0) return undefined;
  if (internetChecksum(octets) !== 0) return undefined;
  return {
    kind: type === 8 ? 'request' : 'reply',
    identifier: uint16At(octets, 4),
    sequence: uint16At(octets, 6),
    content: octets.subarray(HEADER),
  };
}

/** Writes an ICMP echo message. */
export function buildIcmpEcho(echo: IcmpEcho): Uint8Array {
  const octets = new Uint8Array(HEADER + echo.content.length);
  octets[0] = echo.kind === 'request' ? 8 : 0;
  putUint16(octets, 4, echo.identifier);
  putUint16(octets, 6, echo.sequence);
  octets.set(echo.content, HEADER);
  putUint16(octets, 2, internetChecksum(octets));
  return octets;
}
