import { isBroadcast, isGroupDestination, padFrame } from '../../../protocols/frames/ethernet.ts';
import { isTagged } from '../../../protocols/frames/vlan-tag.ts';
import type { QueueOutlet } from '../egress-queues.ts';
import { countSize } from '../port-tally.ts';
import type { MirrorSession, SwitchPort } from '../switch-port.ts';
import { FCS_LENGTH, LINE_OVERHEAD } from '../wire-length.ts';

/** Counts a frame as one that came in. */
export function countIn(port: SwitchPort, frame: Uint8Array, weight: number): void {
  const tally = port.tally.running;
  tally.inOctets += (frame.length + FCS_LENGTH) * weight;
  if (!isGroupDestination(frame)) tally.inUnicast += weight;
  else if (isBroadcast(frame)) tally.inBroadcast += weight;
  else tally.inMulticast += weight;
  countSize(tally, frame.length + FCS_LENGTH, weight);
}

/** Counts a frame as one that a port was to send, whatever becomes of it (RFC 2863, ifOutUcastPkts). */
function countOut({ tally: { running } }: SwitchPort, frame: Uint8Array, weight: number): void {
  if (!isGroupDestination(frame)) running.outUnicast += weight;
  else if (isBroadcast(frame)) running.outBroadcast += weight;
  else running.outMulticast += weight;
}

/** Copies that could not be delivered, by mirror session. */
export class MirrorDrops {
  readonly #bySession = new Map<number, bigint>();

  add(session: number, frames: number): void {
    this.#bySession.set(session, (this.#bySession.get(session) ?? 0n) + BigInt(frames));
  }

  snapshot(): ReadonlyMap<number, bigint> {
    return new Map(this.#bySession);
  }
}

/**
 * Sends a frame out of a port, past its queue where it has any: length, line rate, mirror copies, counters. Returns how many of the
 * `weight` frames found no room.
 */
export function sendOut(
  port: SwitchPort,
  frame: Uint8Array,
  weight: number,
  now: number,
  mirrorDrops: MirrorDrops,
  queue: number,
): number {
  if (!port.isUp) return 0;
  const { queues } = port;
  countOut(port, frame, weight);
  const left = queues?.isWaiting ? weight : weight - sendNow(port, frame, weight, now, mirrorDrops);
  if (left === 0) return 0;
  const lost = queues && fits(port, frame) ? queues.offer(queue, frame, left, now) : left;
  if (lost > 0) port.tally.running.outDiscards += lost;
  return lost;
}

/** The output of a port's queues. */
export function lineOf(port: SwitchPort, mirrorDrops: MirrorDrops): QueueOutlet {
  return {
    wait(frame, now) {
      const { length } = padFrame(frame);
      const untilRate = port.limits.egressKilobits.wait(length + FCS_LENGTH, now);
      return Math.max(untilRate, port.waitForLine(length + LINE_OVERHEAD, now));
    },
    send: (frame, now) => sendNow(port, frame, 1, now, mirrorDrops),
  };
}

/** Drops what waits in the queues of a port. */
export function dropWaiting(port: SwitchPort): void {
  port.tally.running.outDiscards += port.queues?.clear() ?? 0;
}

/** Returns how many of the like frames went out; the others are no discards yet. */
function sendNow(port: SwitchPort, frame: Uint8Array, weight: number, now: number, mirrorDrops: MirrorDrops): number {
  const sent = putOnLine(port, frame, weight, now);
  if (port.egressMirrors.length > 0) mirror(port.egressMirrors, frame, sent, now, mirrorDrops);
  if (port.tap && sent > 0) port.tap.sent?.offer(port, padFrame(frame), sent, now);
  return sent;
}

/** Copies a frame to the targets of `sessions`; what does not fit there is dropped and never slows the source. */
export function mirror(
  sessions: readonly MirrorSession[],
  frame: Uint8Array,
  weight: number,
  now: number,
  drops: MirrorDrops,
): void {
  for (const { session, target } of sessions) {
    const sent = putOnLine(target, frame, weight, now);
    if (target.isUp) {
      countOut(target, frame, weight);
      target.tally.running.outDiscards += weight - sent;
    }
    if (sent < weight) drops.add(session, weight - sent);
  }
}

function fits(port: SwitchPort, frame: Uint8Array): boolean {
  return frame.length - (isTagged(frame) ? 4 : 0) <= port.maximumLength;
}

/** Pads, checks length, rate and room, counts and hands over; returns how many of `weight` frames went out. */
function putOnLine(port: SwitchPort, frame: Uint8Array, weight: number, now: number): number {
  if (!port.isUp) return 0;
  const padded = padFrame(frame);
  const within = fits(port, padded) ? port.limits.egressKilobits.admit(weight, padded.length + FCS_LENGTH, now) : 0;
  const sent = within === 0 ? 0 : port.admitToLine(padded.length + LINE_OVERHEAD, within, now);
  if (sent === 0) return 0;
  port.tally.running.outOctets += (padded.length + FCS_LENGTH) * sent;
  port.deliver(padded, sent);
  return sent;
}
