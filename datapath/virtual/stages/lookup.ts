import { macNumberAt } from '../../../protocols/frames/addresses.ts';
import { isGroupDestination } from '../../../protocols/frames/ethernet.ts';
import type { VlanId } from '../../plan.ts';
import { TURNED_AWAY } from '../../station-access.ts';
import type { BridgePort } from '../bridge-port.ts';
import { NO_PORT_MASK, type PortMask } from '../port-mask.ts';
import type { SwitchPort } from '../switch-port.ts';
import type { Tables } from '../tables.ts';
import { hasArrived, type Passage } from './passage.ts';
import { admitUnknown } from './rate-limit.ts';

/**
 * The destinations of the frame: the switch's own interface, the port of a pinned or learned address, the ports of a
 * known group, else every member of the VLAN.
 */
export function lookup(passage: Passage, tables: Tables): void {
  const { frame, vlan, from, now, admitted } = passage;
  if (isGroupDestination(frame)) {
    if (from) deliver(passage, from, tables);
    passage.egress = tables.groups.lookup(vlan, frame) ?? tables.vlans.members(vlan);
    return;
  }
  const destination = macNumberAt(frame, 0);
  // A source that the agent has accepted is where it was received, though nothing says so yet.
  if (admitted && macNumberAt(frame, 6) === destination) return;
  if (from && tables.processor.owns(vlan, destination)) {
    deliver(passage, from, tables);
    return;
  }
  const known = tables.addresses.lookup(vlan, destination, now);
  if (known !== 0) passage.egress = portOf(known, tables);
  else if (!hasArrived(passage) || admitUnknown(passage)) passage.egress = tables.vlans.members(vlan);
}

/**
 * Gives a frame that came in by `from` to the switch's interface in its VLAN, and to the agent what it wants of that; what
 * came in by no physical port is of the agent's own making.
 */
function deliver({ frame, vlan, port, now }: Passage, from: BridgePort, tables: Tables): void {
  const { punts, processor } = tables;
  if (!processor.listens(vlan)) return;
  if (port) {
    const punted = punts.match('delivery', from.representative.number, vlan, frame, now);
    if (punted?.admitted) processor.punt({ kind: punted.kind, port: port.number, vlan, frame });
    if (punted?.action === 'take') return;
  }
  handIn(frame, vlan, port, from, tables, now);
}

/** Hands a frame in to the switch's interface, or turns it away; the agent hears of what came in by a physical port. */
export function handIn(
  frame: Uint8Array,
  vlan: VlanId,
  port: SwitchPort | undefined,
  { representative }: BridgePort,
  { stationAccess, punts, processor }: Tables,
  now: number,
): void {
  if (!stationAccess.turnsAway(frame, vlan, representative.number)) processor.receive(vlan, frame);
  else if (port && punts.admits(TURNED_AWAY, representative.number, now)) {
    processor.punt({ kind: TURNED_AWAY, port: port.number, vlan, frame });
  }
}

function portOf(number: number, { bridgePorts }: Tables): PortMask {
  return bridgePorts.leadingTo(number)?.representative ?? NO_PORT_MASK;
}
