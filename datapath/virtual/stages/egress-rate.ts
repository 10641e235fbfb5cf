import { isBroadcast, isGroupDestination, padFrame } from '../../../protocols/frames/ethernet.ts';
import { isTagged } from '../../../protocols/frames/vlan-tag.ts';
import { sizeCounter } from '../port-tally.ts';
import type { MirrorSession, SwitchPort } from '../switch-port.ts';
import { FCS_LENGTH, LINE_OVERHEAD } from '../wire-length.ts';

/** Counts a frame as one that came in. */
export function countIn(port: SwitchPort, frame: Uint8Array, weight: number): void {
  const tally = port.tally.running;
  tally.inOctets += (frame.length + FCS_LENGTH) * weight;
  if (!isGroupDestination(frame)) tally.inUnicast += weight;
  else if (isBroadcast(frame)) tally.inBroadcast += weight;
  else tally.inMulticast += weight;
  const size = sizeCounter(frame.length + FCS_LENGTH);
  if (size) tally[size] += weight;
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
 * Sends a frame out of a port: length, line rate, mirror copies, counters. Returns how many of the `weight` frames
 * found no room on the line.
 */
export function sendOut(
  port: SwitchPort,
  frame: Uint8Array,
  weight: number,
  now: number,
  mirrorDrops: MirrorDrops,
): number {
  const sent = putOnLine(port, frame, weight, now);
  mirror(port.egressMirrors, frame, sent, now, mirrorDrops);
  return port.isUp ? weight - sent : 0;
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
    if (sent < weight) drops.add(session, weight - sent);
  }
}

/** Pads, checks length, rate and room, counts and hands over; returns how many of `weight` frames went out. */
function putOnLine(port: SwitchPort, frame: Uint8Array, weight: number, now: number): number {
  if (!port.isUp) return 0;
  const tally = port.tally.running;
  const padded = padFrame(frame);
  const untaggedLength = isTagged(padded) ? padded.length - 4 : padded.length;
  const fits = untaggedLength <= port.maximumLength;
  const within = fits ? port.limits.admit('egressKilobits', weight, padded.length + FCS_LENGTH, now) : 0;
  const sent = within === 0 ? 0 : port.admitToLine(padded.length + LINE_OVERHEAD, within, now);
  tally.outDiscards += weight - sent;
  if (sent === 0) return 0;
  tally.outOctets += (padded.length + FCS_LENGTH) * sent;
  if (!isGroupDestination(padded)) tally.outUnicast += sent;
  else if (isBroadcast(padded)) tally.outBroadcast += sent;
  else tally.outMulticast += sent;
  port.deliver(padded, sent);
  return sent;
}
