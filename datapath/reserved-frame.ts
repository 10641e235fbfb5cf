import { macNumberAt, macToNumber } from '../protocols/frames/addresses.ts';
import { GVRP_ADDRESS } from '../protocols/gvrp/gvrp-address.ts';
import { isEapol } from './eapol-frame.ts';

const BRIDGE_GROUPS = macToNumber('01-80-C2-00-00-00');
const GVRP = macToNumber(GVRP_ADDRESS);
const LOOPBACK_TEST = macToNumber('CF-00-00-00-00-00');

/**
 * Whether a bridge never forwards the frame: by its address (IEEE 802.1Q-2018 8.6.3), including that of GVRP, which may
 * be run here (10.5), and that of the configuration test protocol; and EAPOL to any address.
 */
export function isReserved(frame: Uint8Array): boolean {
  return isToBridges(frame) || isEapol(frame);
}

/** Whether no bridge forwards a frame because of its destination, whatever it carries. */
export function isToBridges(frame: Uint8Array): boolean {
  const destination = macNumberAt(frame, 0);
  const isBridgeGroup = destination >= BRIDGE_GROUPS && destination < BRIDGE_GROUPS + 16;
  return isBridgeGroup || destination === GVRP || destination === LOOPBACK_TEST;
}
