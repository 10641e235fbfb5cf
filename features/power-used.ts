import type { Environment } from '../datapath/datapath.ts';

type Power = NonNullable<Environment['power']>;

/** Milliwatts drawn by all ports together. */
export function drawn({ ports }: Power): number {
  let sum = 0;
  for (const { milliwatts } of ports.values()) sum += milliwatts;
  return sum;
}

/** Milliwatts of the supply in use: what all ports draw, or what is allocated to them. */
export function inUse({ ports }: Power): number {
  let sum = 0;
  for (const { milliwatts, allocated } of ports.values()) sum += allocated ?? milliwatts;
  return sum;
}

/** The share of `budget` (milliwatts) that is drawn, from 0 on. */
export function usedShare(power: Power, budget: number): number {
  return budget > 0 ? drawn(power) / budget : 0;
}
