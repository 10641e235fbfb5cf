import type { BridgePorts } from '../bridge-port.ts';
import type { SwitchPort } from '../switch-port.ts';
import type { Tables } from '../tables.ts';
import type { Passage } from './passage.ts';

/**
 * Narrows the destinations of a frame to members of its VLAN that forward in its instance and are not blocked, within
 * what the ingress port may forward to, never back to where it came from, or from one source of a multicast VLAN to
 * another. Calls `leave` with the physical port of each, and the port that represents it in port lists.
 */
export function egressFilter(
  { egress, vlan, from, frame, within }: Passage,
  { vlans, streams, bridgePorts, silent }: Tables,
  leave: (port: SwitchPort, representative: SwitchPort) => void,
): void {
  const [members, forwarding, blocked] = [vlans.members(vlan), vlans.forwarding(vlan), vlans.blocked(vlan)];
  let low = egress.low & within.low & members.low & forwarding.low & ~blocked.low & ~silent.low & bridgePorts.low;
  let high =
    egress.high & within.high & members.high & forwarding.high & ~blocked.high & ~silent.high & bridgePorts.high;
  if (from) {
    const { representative } = from;
    const withheld = streams.withheld(vlan, representative);
    low &= representative.forwardLow & ~representative.low & ~withheld.low;
    high &= representative.forwardHigh & ~representative.high & ~withheld.high;
  }
  leaveBy(low, 0, frame, bridgePorts, leave);
  leaveBy(high, 32, frame, bridgePorts, leave);
}

/** Leaves by the ports whose bits are in one word of a mask; `first` is the index of its lowest bit. */
function leaveBy(
  word: number,
  first: number,
  frame: Uint8Array,
  bridgePorts: BridgePorts,
  leave: (port: SwitchPort, representative: SwitchPort) => void,
): void {
  for (let rest = word; rest !== 0; rest &= rest - 1) {
    const bridgePort = bridgePorts.at(first + 31 - Math.clz32(rest & -rest));
    const port = bridgePort?.portFor(frame);
    if (bridgePort && port) leave(port, bridgePort.representative);
  }
}
