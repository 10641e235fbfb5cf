import { putUint16 } from '../frames/addresses.ts';

/** 16-bit numbers in network order. */
export function uint16Octets(...numbers: number[]): Uint8Array {
  const octets = new Uint8Array(numbers.length * 2);
  for (const [index, number] of numbers.entries()) putUint16(octets, index * 2, number);
  return octets;
}

/** The parts of a message, one after the other. */
export function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const octets = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    octets.set(part, offset);
    offset += part.length;
  }
  return octets;
}
