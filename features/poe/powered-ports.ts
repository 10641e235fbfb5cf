import type { Hardware } from '../../model/hardware/hardware.ts';

/** The numbers of the ports that can power a device, ascending. */
export function poweredPorts({ ports }: Hardware): readonly number[] {
  return [...ports.values()].filter(({ pse }) => pse).map(({ number }) => number);
}
