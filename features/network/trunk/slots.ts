import { plannedSlot, slot } from '../../../device/slot.ts';
import { NO_PORTS } from '../../../model/values/port-list.ts';
import type { LacpState } from '../../../protocols/lacp/state.ts';
import type { TrunkView } from '../../../protocols/lacp/trunk-view.ts';

/** The kind of the frames of slow protocols. */
export const SLOW_FRAMES = 'slowProtocols';

/** State of the members of each LACP trunk, by bridge port. */
export const trunkViews = plannedSlot<ReadonlyMap<number, TrunkView>>('trunkViews', new Map(), 'returns');

/**
 * The trunks (by bridge port) none of whose members sends frames any longer: their link is down (IEEE 802.1AX-2020
 * 6.4.13), and stations behind it may be elsewhere.
 */
export function trunksLost(
  before: ReadonlyMap<number, TrunkView>,
  now: ReadonlyMap<number, TrunkView>,
): readonly number[] {
  const carried = [...before].filter(([, { distributing }]) => distributing !== NO_PORTS);
  const lost = carried.filter(
    ([number, { distributing }]) => ((now.get(number)?.distributing ?? NO_PORTS) & distributing) === NO_PORTS,
  );
  return lost.map(([number]) => number);
}

/** LACP state of each port. */
export const lacpReader = slot<(() => LacpState) | undefined>('lacpReader', undefined);
