import { macNumberAt, macToNumber } from '../../protocols/frames/addresses.ts';
import { GVRP_ADDRESS } from '../../protocols/gvrp/gvrp-address.ts';

/**
 * The meaning of a destination address to a bridge before any VLAN is considered (IEEE 802.1Q-2018 8.6.3):
 * - `pause`: MAC control, 01-80-C2-00-00-01; ends at the port;
 * - `bpdu`, `eapol`: 01-80-C2-00-00-00 and -03; for the agent, unless the port passes them;
 * - `control`: the rest of 01-80-C2-00-00-00..0F (LACP, LLDP …), -21 (GVRP) and the configuration test address
 *   CF-00-00-00-00-00; for the agent;
 * - `ordinary`: everything else, including 01-80-C2-00-00-20 and -22..2F, whose applications are not implemented
 *   (10.5).
 */
export type AddressClass = 'ordinary' | 'pause' | 'bpdu' | 'eapol' | 'control';

const RESERVED = macToNumber('01-80-C2-00-00-00');
const GVRP = macToNumber(GVRP_ADDRESS);
const CONFIGURATION_TEST = macToNumber('CF-00-00-00-00-00');

/** Determines the class of a frame's destination. */
export function classifyDestination(frame: Uint8Array): AddressClass {
  const destination = macNumberAt(frame, 0);
  if (destination === CONFIGURATION_TEST) return 'control';
  const last = destination - RESERVED;
  if (last === 0x00) return 'bpdu';
  if (last === 0x01) return 'pause';
  if (last === 0x03) return 'eapol';
  return (last >= 0 && last < 0x10) || destination === GVRP ? 'control' : 'ordinary';
}
