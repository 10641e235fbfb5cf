import { describe, expect, test } from 'vitest';
import type { RateDrops } from '../datapath.ts';
import { type Bench, PATIENCE } from './bench.ts';
import { buildTestFrame } from './test-frame.ts';
import type { WantedPlan } from './test-plan.ts';

const SERIAL = 0x7ffa_0000;
/** Frames a second; a second's worth passes at once. */
const STORM = 32;
/** So many frames at once that they are over the rate, however long sending them takes, and no station's buffer is. */
const FLOOD = 160;
const LONG = 1500;
const LONG_FLOOD = 80;

/** Rates of a port per second. */
export function describeRates(bench: () => Bench): void {
  /** Sends `count` frames into port 1 and returns how many of them left by port 2. */
  async function flood(to: string, count = FLOOD, length = 100): Promise<number> {
    for (let one = 0; one < count; one += 1) {
      await bench().harness.send(1, buildTestFrame({ port: 1, from: 'A', to, length }, SERIAL + one));
    }
    const { left } = await bench().harness.collect({ left: 1, punted: 0 });
    return left.filter(({ port }) => port === 2).length;
  }

  async function begin(rates: NonNullable<WantedPlan['rates']>[number], port = 1): Promise<void> {
    await bench().begin({ rates: { [port]: rates } });
    await bench().hears(2, 'B');
    await bench().harness.advance(1500);
    await bench().harness.collect({ left: 0, punted: 0 });
  }

  async function dropped(of: keyof RateDrops): Promise<number> {
    return Number((await bench().datapath.rateDrops()).get(1)?.[of] ?? 0n);
  }

  describe('a storm', () => {
    for (const [of, to] of [
      ['broadcasts', 'all'],
      ['multicasts', 'group'],
      ['unknownUnicasts', 'X'],
    ] as const) {
      test(`of ${of} is cut to its threshold, and what is known flows on`, async () => {
        await begin({ [of]: STORM });
        const [before, counted] = [await dropped(of), await bench().datapath.portCounters()];
        const passed = await flood(to);
        expect(passed).toBeGreaterThanOrEqual(STORM / 2);
        expect(passed).toBeLessThanOrEqual(FLOOD / 2);
        expect(await flood('B')).toBe(FLOOD);
        await expect.poll(async () => (await dropped(of)) - before, PATIENCE).toBe(FLOOD - passed);
        const discards = async () =>
          Number(
            ((await bench().datapath.portCounters()).get(1)?.inDiscards ?? 0n) - (counted.get(1)?.inDiscards ?? 0n),
          );
        await expect.poll(discards, PATIENCE).toBe(FLOOD - passed);
      });
    }

    test('of one kind leaves the others alone, and those of other ports', async () => {
      await begin({ multicasts: STORM });
      expect(await flood('all')).toBe(FLOOD);
      expect(await flood('X')).toBe(FLOOD);
      await begin({ broadcasts: STORM, multicasts: STORM, unknownUnicasts: STORM }, 3);
      for (const to of ['all', 'group', 'X']) expect(await flood(to)).toBe(FLOOD);
    });

    test('is over as soon as its threshold is', async () => {
      await begin({ broadcasts: STORM });
      expect(await flood('all')).toBeLessThan(FLOOD);
      await bench().change({});
      expect(await flood('all')).toBe(FLOOD);
    });

    test('is met by each kind of frame apart', async () => {
      await begin({ broadcasts: STORM, multicasts: STORM });
      expect(await flood('all')).toBeLessThan(FLOOD);
      await bench().passes({ port: 1, from: 'A', to: 'group' }, [
        '2 untagged',
        '3 untagged',
        '4 untagged',
        '5 untagged',
        '6 untagged',
      ]);
    });
  });

  describe('a rate', () => {
    const KILOBITS = 320;

    for (const [way, rates, port] of [
      ['in', { ingressKilobits: KILOBITS }, 1],
      ['out', { egressKilobits: KILOBITS }, 2],
    ] as const) {
      test(`holds for all that comes ${way}, and is used`, async () => {
        await begin(rates, port);
        const count = way === 'in' ? 'inDiscards' : 'outDiscards';
        const discards = async () => Number((await bench().datapath.portCounters()).get(port)?.[count] ?? 0n);
        const before = await discards();
        const passed = await flood('B', LONG_FLOOD, LONG);
        expect(passed).toBeGreaterThan(1);
        expect(passed).toBeLessThan(LONG_FLOOD / 2);
        await bench().harness.advance(2000);
        const { left } = await bench().harness.collect({ left: 0, punted: 0 });
        const late = left.filter((frame) => frame.port === 2).length;
        await expect.poll(async () => (await discards()) - before, PATIENCE).toBe(LONG_FLOOD - passed - late);
        // A trickle below the rate goes through whole.
        expect(await flood('B', 2, LONG)).toBe(2);
      });
    }

    test('lets in at once what is stated: a tenth of a second, and two of the longest frames at least', async () => {
      for (const [kilobits, atOnce] of [
        [64, 2],
        [640, 5],
      ] as const) {
        await begin({ ingressKilobits: kilobits });
        const from = performance.now();
        const passed = await flood('B', LONG_FLOOD, LONG);
        const meanwhile = (((performance.now() - from) / 8) * kilobits) / LONG;
        expect(passed).toBeGreaterThanOrEqual(atOnce);
        expect(passed).toBeLessThanOrEqual(atOnce + 1 + meanwhile);
      }
    });

    test('of another port is no matter', async () => {
      await begin({ ingressKilobits: KILOBITS, egressKilobits: KILOBITS }, 3);
      expect(await flood('B', LONG_FLOOD, LONG)).toBe(LONG_FLOOD);
    });

    test('lets control frames through, which never reach it', async () => {
      await begin({ ingressKilobits: 64 });
      await flood('B', LONG_FLOOD, LONG);
      await bench().passes({ port: 1, from: 'A', to: '01-80-C2-00-00-00' }, ['punted bpdu']);
    });
  });
}
