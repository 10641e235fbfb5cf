import { describe, expect, it } from 'vitest';
import { ipFrame } from '../contract/ip-frames.ts';
import { testPlan } from '../contract/test-plan.ts';
import { createVirtualHarness } from './virtual-harness.ts';

const EF = 46;
const AF31 = 26;
/** Rate of port 2: two megabits per second. */
const EGRESS_KILOBITS = 2048;
/** Octets of an offered frame, without FCS. */
const LENGTH = 964;
/** Frames of a kind per second: each kind alone exceeds what the port sends by a third. */
const CROWDED = 400;
const MODEST = 80;
const SECONDS = 10;
/** Milliseconds between two frames of a kind. */
const STEP = 1000 / CROWDED;

const SERVER = '02-00-00-00-02-77';
const codePoints = Array.from({ length: 64 }, (_, dscp) => (dscp === EF ? 5 : dscp === AF31 ? 3 : 2));
/** Queue 2 has the weight 1, queue 3 the weight 2 and queue 5 the weight 4. */
const weights = [1, 1, 1, 2, 1, 4, 1, 1];

/**
 * Bits per second by code point that leave port 2 in ten seconds, while port 1 offers so many frames per second of
 * each. The first second, in which the queues fill and a burst passes, does not count.
 */
async function sent(
  schedule: readonly number[] | undefined,
  offered: Readonly<Record<number, number>>,
): Promise<Readonly<Record<number, number>>> {
  const { datapath, send, collect, advance } = await createVirtualHarness();
  const plan = testPlan({
    queueing: { codePoints, weights: schedule },
    rates: { 2: { egressKilobits: EGRESS_KILOBITS } },
    staticUnicast: [{ vlan: 1, address: SERVER, port: 2 }],
  });
  await datapath.apply(plan);
  const kinds = Object.entries(offered).map(([dscp, rate]) => {
    const frame = new Uint8Array(LENGTH);
    frame.set(ipFrame({ to: SERVER, dscp: Number(dscp) }));
    return { frame, every: CROWDED / rate };
  });
  for (let second = 0; second <= SECONDS; second += 1) {
    for (let turn = 0; turn < CROWDED; turn += 1) {
      for (const { frame, every } of kinds) if (turn % every === 0) await send(1, frame);
      await advance(STEP);
    }
    if (second === 0) await collect({ left: 0, punted: 0 });
  }
  const { left } = await collect({ left: 0, punted: 0 });
  await datapath.stop();
  const bitsOf = (dscp: number) =>
    left.filter(({ frame }) => (frame[15] ?? 0) >>> 2 === dscp).reduce((sum, { frame }) => sum + frame.length * 8, 0);
  return Object.fromEntries(Object.keys(offered).map((dscp) => [dscp, bitsOf(Number(dscp)) / SECONDS]));
}

function within(share: number | undefined, wanted: number): void {
  expect(share).toBeGreaterThan(0.9 * wanted);
  expect(share).toBeLessThan(1.1 * wanted);
}

/** The remaining rate for frames without FCS. */
const RATE = EGRESS_KILOBITS * 1000 * (LENGTH / (LENGTH + 4));

describe('a port of 2 Mbit/s that is offered more', () => {
  it('sends expedited packets alone where strict priority lets them take all', async () => {
    const { [EF]: expedited, 0: best } = await sent(undefined, { [EF]: CROWDED, 0: CROWDED });
    within(expedited, RATE);
    expect(best).toBe(0);
  });

  it('sends every expedited packet, and of the others what there is room for', async () => {
    const { [EF]: expedited, 0: best } = await sent(undefined, { [EF]: MODEST, 0: CROWDED });
    expect(expedited).toBe(MODEST * LENGTH * 8);
    within(best, RATE - MODEST * LENGTH * 8);
  });

  it('gives weights of 4, 2 and 1 their shares', async () => {
    const shares = await sent(weights, { [EF]: CROWDED, [AF31]: CROWDED, 0: CROWDED });
    within(shares[EF], (RATE * 4) / 7);
    within(shares[AF31], (RATE * 2) / 7);
    within(shares[0], RATE / 7);
  });

  it('gives the share of a queue that needs less to the others by their weights', async () => {
    const shares = await sent(weights, { [EF]: MODEST, [AF31]: CROWDED, 0: CROWDED });
    const rest = RATE - MODEST * LENGTH * 8;
    expect(shares[EF]).toBe(MODEST * LENGTH * 8);
    within(shares[AF31], (rest * 2) / 3);
    within(shares[0], rest / 3);
  });
});
