import { macToNumber } from '../../protocols/frames/addresses.ts';
import type { Prefix } from './device-settings.ts';

/** A prefix of addresses as numbers. */
export interface MaskedPrefix extends Prefix {
  readonly value: number;
  readonly mask: number;
}

/** A prefix, ready to be looked for. */
export function masked(prefix: Prefix): MaskedPrefix {
  return { ...prefix, value: macToNumber(prefix.source), mask: macToNumber(prefix.sourceMask) };
}

/** The first prefix that an address begins with. */
export function prefixOf(prefixes: readonly MaskedPrefix[], mac: string): MaskedPrefix | undefined {
  const value = macToNumber(mac);
  // Beyond 32 bits `&` does not reach: both halves by themselves.
  const fits = (mask: number, other: number) =>
    ((high(value) ^ high(other)) & high(mask)) === 0 && ((low(value) ^ low(other)) & low(mask)) === 0;
  return prefixes.find((prefix) => fits(prefix.mask, prefix.value));
}

const HALF = 2 ** 24;
const high = (address: number) => Math.floor(address / HALF);
const low = (address: number) => address % HALF;
