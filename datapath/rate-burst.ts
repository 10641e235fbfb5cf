const OCTETS_PER_KILOBIT = 125;
/**
 * The part of a second whose frames a rate accepts at once (docs/specification/network.md, "Bandwidth Control": at
 * least 10 %).
 */
const BURST_SECONDS = 0.1;
const FRAMES_AT_LEAST = 2;

/**
 * The octets of frames, without FCS, that a port with a rate in kbit/s accepts at once: a tenth of what it accepts in a
 * second, and at least two of its longest frames, however low the rate is.
 */
export function ingressBurst(kilobits: number, maximumFrame: number): number {
  return Math.max(kilobits * OCTETS_PER_KILOBIT * BURST_SECONDS, FRAMES_AT_LEAST * maximumFrame);
}
