/**
 * What a destination address means to a bridge before any VLAN is looked at (IEEE 802.1Q-2018 8.6.3, 10.5):
 * - `pause`: MAC control, 01-80-C2-00-00-01; ends at the port;
 * - `bpdu`, `eapol`: 01-80-C2-00-00-00 and -03; for the agent, unless the port passes them;
 * - `control`: the rest of 01-80-C2-00-00-00..0F and -20..2F (LACP, LLDP, GVRP …) and the configuration test address
 *   CF-00-00-00-00-00; for the agent;
 * - `ordinary`: everything else.
 */
export type AddressClass = 'ordinary' | 'pause' | 'bpdu' | 'eapol' | 'control';

/** Tells the class of a frame's destination. */
export function classifyDestination(frame: Uint8Array): AddressClass {
  if (frame[0] === 0x01) {
    if (frame[1] !== 0x80 || frame[2] !== 0xc2 || frame[3] !== 0 || frame[4] !== 0) return 'ordinary';
    const last = frame[5] ?? 0;
    if (last === 0x00) return 'bpdu';
    if (last === 0x01) return 'pause';
    if (last === 0x03) return 'eapol';
    return last < 0x10 || (last >= 0x20 && last < 0x30) ? 'control' : 'ordinary';
  }
  if (frame[0] !== 0xcf) return 'ordinary';
  for (let index = 1; index < 6; index += 1) if (frame[index] !== 0) return 'ordinary';
  return 'control';
}
