import type { HardwarePort } from '../../../model/hardware/hardware.ts';

/**
 * Kilobits or frames per second in a unit of a rate or a threshold (docs/specification/network.md, "Bandwidth
 * Control").
 */
export const RATE_UNIT = 64;

/** The largest rate that can be set, in units: 1 Gbit/s, or 10 where the port runs at it (docs/specification/product.md 9). */
export function largestRate({ speeds }: HardwarePort): number {
  return speeds.some((speed) => speed >= 10_000) ? 156_250 : 15_625;
}
