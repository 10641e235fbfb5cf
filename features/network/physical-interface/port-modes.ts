import type { PortMode } from '../../../datapath/plan.ts';
import type { Hardware, HardwarePort } from '../../../model/hardware/hardware.ts';
import { PortModeValue } from './objects.ts';

/** Megabits per second and duplex of the forced modes. */
const forced: readonly { readonly mode: Exclude<PortMode, 'auto'>; readonly speed: number; readonly half?: true }[] = [
  { mode: '1000F', speed: 1000 },
  { mode: '100F', speed: 100 },
  { mode: '100H', speed: 100, half: true },
  { mode: '10F', speed: 10 },
  { mode: '10H', speed: 10, half: true },
  { mode: '10GF', speed: 10_000 },
];

const modes = new Map<number, PortMode>([
  [PortModeValue.auto, 'auto'],
  ...forced.map(({ mode }): [number, PortMode] => [PortModeValue[mode], mode]),
]);

/** The mode of a wire value of `portMode`. */
export function portModeOf(value: number): PortMode {
  return modes.get(value) ?? 'auto';
}

/**
 * The wire values of `portMode` that a port can be set to: auto, and what its medium can be forced to. Fiber offers its
 * own speed only; half duplex exists at 10 and 100 Mbit/s on copper (docs/specification/network.md, "Physical Interface").
 */
export function modesOffered(port: HardwarePort, { lacking }: Hardware): number[] {
  if (lacking.has('portMode')) return [PortModeValue.auto];
  const own = Math.max(...port.speeds);
  const fits = forced.filter(({ speed, half }) =>
    port.media === 'fiber' ? speed === own && !half : port.speeds.includes(speed),
  );
  return [PortModeValue.auto, ...fits.map(({ mode }) => PortModeValue[mode])];
}
