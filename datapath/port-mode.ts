import type { PortMode } from './plan.ts';

/** The speed and duplex that a mode other than "auto" forces. */
export function forcedMode(mode: PortMode): { speed: number; duplex: 'half' | 'full' } | undefined {
  if (mode === 'auto') return undefined;
  if (mode === '10GF') return { speed: 10_000, duplex: 'full' };
  return { speed: Number.parseInt(mode, 10), duplex: mode.endsWith('H') ? 'half' : 'full' };
}
