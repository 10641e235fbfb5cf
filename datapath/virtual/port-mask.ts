import type { PortList } from '../../model/values/port-list.ts';
import type { SwitchPort } from './switch-port.ts';

/** A port list in two words, ports 1..32 and 33..64, that a frame can be held against without allocating. */
export interface PortMask {
  readonly low: number;
  readonly high: number;
}

/** Every port. */
export const EVERY_PORT_MASK: PortMask = { low: 0xffff_ffff, high: 0xffff_ffff };
/** No port. */
export const NO_PORT_MASK: PortMask = { low: 0, high: 0 };

/** A port list as two words. */
export function portMask(list: PortList): PortMask {
  return { low: Number(list & 0xffff_ffffn), high: Number((list >> 32n) & 0xffff_ffffn) };
}

/** Whether a mask holds a port's bit. */
export function masks(mask: PortMask, port: SwitchPort): boolean {
  return ((mask.low & port.low) | (mask.high & port.high)) !== 0;
}
