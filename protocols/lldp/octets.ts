import { plainLine } from '../../model/values/plain-line.ts';

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Octets as text in one line: UTF-8, what is none or cannot be printed as U+FFFD; zeros at the end, which some peers send, are
 * left out.
 */
export function textOf(octets: Uint8Array): string {
  let end = octets.length;
  while (end > 0 && octets[end - 1] === 0) end -= 1;
  return plainLine(decoder.decode(octets.subarray(0, end)));
}

/** A text in UTF-8, cut behind a whole character so that it is no longer than `longest` octets. */
export function octetsOfText(text: string, longest: number): Uint8Array {
  const { written } = encoder.encodeInto(text, new Uint8Array(longest));
  return encoder.encode(text).subarray(0, written);
}

/** Octets as upper-case hexadecimal digits without separators. */
export function hexOf(octets: Uint8Array): string {
  let digits = '';
  for (const octet of octets) digits += octet.toString(16).padStart(2, '0').toUpperCase();
  return digits;
}

/** Whether two arrays hold the same octets. */
export function sameOctets(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, at) => octet === b[at]);
}
