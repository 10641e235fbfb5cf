import { hasPort } from '../../model/values/port-list.ts';
import { padFrame } from '../../protocols/frames/ethernet.ts';
import { isTagged } from '../../protocols/frames/vlan-tag.ts';
import type { PortNumber } from '../identifiers.ts';
import type { ForwardingPlan } from '../plan.ts';
import type { MirrorCopy } from './traced-frame.ts';
import { isUp, type Switch } from './under-way.ts';

/** A port's largest frame includes besides an untagged frame without FCS: both. */
const TAG_AND_FCS = 8;

/** Whether a frame is within the length that a port takes and gives. */
export function fits(plan: ForwardingPlan, port: PortNumber, frame: Uint8Array): boolean {
  const untagged = frame.length - (isTagged(frame) ? 4 : 0);
  return untagged + TAG_AND_FCS <= (plan.ports.get(port)?.maximumFrame ?? 0);
}

/** The copies of a frame as received at `port`. */
export function receivedCopies(around: Switch, port: PortNumber, frame: Uint8Array): MirrorCopy[] {
  return copiesAt(around, port, 'received', frame);
}

/** The copies of a frame as sent by `port`. */
export function sentCopies(around: Switch, port: PortNumber, frame: Uint8Array): MirrorCopy[] {
  return copiesAt(around, port, 'sent', frame);
}

function copiesAt(around: Switch, source: PortNumber, taken: MirrorCopy['taken'], frame: Uint8Array): MirrorCopy[] {
  const copies: MirrorCopy[] = [];
  for (const { session, target, ingress, egress } of around.plan.mirrors.values()) {
    if (target === source || !hasPort(taken === 'received' ? ingress : egress, source)) continue;
    if (!isUp(around, target) || !fits(around.plan, target, frame)) continue;
    copies.push({ session, target, source, taken, frame: padFrame(frame) });
  }
  return copies;
}

/** The one copy of a frame as received at `source` to `target`, for the first session that has it as its own. */
export function accessCopy(
  around: Switch,
  source: PortNumber,
  target: PortNumber,
  frame: Uint8Array,
): readonly MirrorCopy[] {
  if (!isUp(around, target) || !fits(around.plan, target, frame)) return [];
  const session = [...around.plan.mirrors.values()].find((mirror) => mirror.target === target)?.session;
  return session === undefined ? [] : [{ session, target, source, taken: 'received', frame: padFrame(frame) }];
}
