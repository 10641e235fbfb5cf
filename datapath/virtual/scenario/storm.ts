import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import type { Host } from '../stations/host.ts';
import { LINE_OVERHEAD } from '../wire-length.ts';

const PAYLOAD = new Uint8Array(46);
const FRAME_LENGTH = 60;

/** Lets `host` send `rate` broadcasts a second for `seconds`, as far as a line of `speed` Mbit/s carries them. */
export function playStorm(host: Host, rate: number, seconds: number, speed: number): void {
  const lineRate = (speed * 125_000) / (FRAME_LENGTH + LINE_OVERHEAD);
  const weight = Math.floor(Math.min(rate, lineRate) * seconds);
  if (weight > 0) host.send(host.frame(BROADCAST_MAC, EtherType.experimental, PAYLOAD), weight);
}
