import { FrameReading } from './access-control/frame-reading.ts';

/** Queues of every port, 0 the lowest (IEEE 802.1Q-2018 8.6.6: as many as there are traffic classes). */
export const QUEUES = 8;

/** Frames that wait in a queue at most; those beyond are dropped. */
export const QUEUE_FRAMES = 64;

/** The queue of frames that nothing can delay for long: what the switch's own protocols send. */
export const HIGHEST_QUEUE = QUEUES - 1;

/**
 * Which queue of its egress port a frame waits in while the port is congested, and how queues are served. An IPv6
 * packet uses its traffic class, then its DSCP; an IPv4 packet its DSCP; every other frame its priority. Broken headers
 * count as 0.
 */
export interface QueueingPlan {
  /** By priority, 0..7. */
  readonly priorities: readonly number[];
  /** By DSCP, 0..63, of IPv4 and IPv6; undefined where it is not looked at. */
  readonly codePoints: readonly number[] | undefined;
  /** By the whole traffic class of IPv6, 0..255: DSCP and ECN (RFC 8200 7). */
  readonly trafficClasses: ReadonlyMap<number, number>;
  /** By queue, what each sends in a round: frames, or as many octets in their place. Undefined for strict priority. */
  readonly weights: readonly number[] | undefined;
}

/** The field that decided on a queue. */
export type QueuedBy = 'trafficClass' | 'codePoint' | 'priority';

/** The queue of a frame of `priority`, behind up to two tags; `isFinal` where nothing overrules its priority. */
export function queueOf(
  plan: QueueingPlan,
  frame: Uint8Array,
  priority: number,
  isFinal = false,
): { readonly queue: number; readonly by: QueuedBy } {
  const found = isFinal ? undefined : queueOfPacket(plan, frame);
  return found ?? { queue: plan.priorities[priority] ?? 0, by: 'priority' };
}

function queueOfPacket(
  { codePoints, trafficClasses }: QueueingPlan,
  frame: Uint8Array,
): { readonly queue: number; readonly by: QueuedBy } | undefined {
  if (!codePoints && trafficClasses.size === 0) return undefined;
  const trafficClass = differentiated(frame);
  if (trafficClass === undefined) return undefined;
  const exact = trafficClass.version === 6 ? trafficClasses.get(trafficClass.octet) : undefined;
  if (exact !== undefined) return { queue: exact, by: 'trafficClass' };
  const queue = codePoints?.[trafficClass.octet >>> 2];
  return queue === undefined ? undefined : { queue, by: 'codePoint' };
}

const reading = new FrameReading();

/** The octet of DSCP and ECN of an IP packet (RFC 2474 3), 0 of one whose headers are broken; undefined for what is none. */
function differentiated(frame: Uint8Array): { readonly version: 4 | 6; readonly octet: number } | undefined {
  // VLAN and priority are none of its business.
  reading.read(frame, 0, 0);
  const codePoint = reading.value('dscp');
  if (codePoint !== undefined) return { version: 4, octet: codePoint << 2 };
  const trafficClass = reading.value('trafficClass');
  return trafficClass === undefined ? undefined : { version: 6, octet: trafficClass };
}
