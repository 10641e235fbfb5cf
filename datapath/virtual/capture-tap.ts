import { hasPort } from '../../model/values/port-list.ts';
import { CAPTURE_BURST, CAPTURED, type CapturePlan, copies, isCaptured } from '../capture.ts';
import type { PuntedFrame } from '../datapath.ts';
import { TokenBucket } from './token-bucket.ts';

/** Frames over the rate of a capture since the start, by kind. */
export type CaptureDrops = Map<string, bigint>;

/** A port whose frames are copied. */
interface TappedPort {
  readonly number: number;
  readonly plan: { readonly pvid: number } | undefined;
  tap: PortTap | undefined;
}

/** Copies frames of a port to the agent, beside the stages: nothing that becomes of a copy reaches the frame. */
export interface PortTap {
  readonly received: CaptureTap | undefined;
  readonly sent: CaptureTap | undefined;
}

/** One way of a capture, over all its ports. */
class CaptureTap {
  readonly #kind: string;
  readonly #plan: CapturePlan;
  readonly #bucket: TokenBucket;
  readonly #punt: (frame: PuntedFrame) => void;
  readonly #drops: CaptureDrops;

  constructor(way: keyof typeof CAPTURED, plan: CapturePlan, punt: (frame: PuntedFrame) => void, drops: CaptureDrops) {
    this.#kind = CAPTURED[way];
    this.#plan = plan;
    this.#bucket = new TokenBucket(plan.rate, Math.min(plan.rate, CAPTURE_BURST));
    this.#punt = punt;
    this.#drops = drops;
  }

  /** Offers a frame that stands for `weight` like ones. */
  offer(port: TappedPort, frame: Uint8Array, weight: number, now: number): void {
    if (!isCaptured(this.#plan.match, frame, port.plan?.pvid ?? 0)) return;
    const admitted = this.#bucket.admit(weight, 1, now);
    if (admitted < weight) {
      this.#drops.set(this.#kind, (this.#drops.get(this.#kind) ?? 0n) + BigInt(weight - admitted));
    }
    for (let copy = 0; copy < admitted; copy += 1) {
      this.#punt({ kind: this.#kind, port: port.number, vlan: undefined, frame });
    }
  }
}

/** Sets the taps of all ports to a plan, or takes them away. */
export function setTaps(
  ports: readonly TappedPort[],
  plan: CapturePlan | undefined,
  punt: (frame: PuntedFrame) => void,
  drops: CaptureDrops,
): void {
  const tap = (way: keyof typeof CAPTURED) =>
    plan && copies(plan, way) ? new CaptureTap(way, plan, punt, drops) : undefined;
  const taps = { received: tap('received'), sent: tap('sent') };
  for (const port of ports) port.tap = plan && hasPort(plan.ports, port.number) ? taps : undefined;
}
