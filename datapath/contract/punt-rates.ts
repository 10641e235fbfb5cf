import { describe, expect, test } from 'vitest';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import type { PuntPlan } from '../punt.ts';
import type { Bench } from './bench.ts';
import { buildTestFrame, stationMac } from './test-frame.ts';

const BPDU = '01-80-C2-00-00-00';
const RATE = 20;
/** So many frames at once that a class is over its rate, however long sending them takes. */
const FLOOD = 200;
const SERIAL = 0x7ffb_0000;

const limited = (action: PuntPlan['action']): PuntPlan => ({
  stage: 'inspection',
  action,
  rate: RATE,
  matches: [{ etherType: EtherType.experimental }],
});

/** Each class has a rate of its own, so that a flood of one never starves another. */
export function describePuntRates(bench: () => Bench): void {
  async function flood(): Promise<{ readonly flooded: number; readonly bpdus: number; readonly left: number }> {
    for (let one = 0; one < FLOOD; one += 1) {
      await bench().harness.send(1, buildTestFrame({ port: 1, from: 'A', to: 'B' }, SERIAL + one));
    }
    await bench().harness.send(2, buildTestFrame({ port: 2, from: 'C', to: BPDU }, SERIAL));
    const { left, punted } = await bench().harness.collect({ left: 0, punted: 1 });
    const flooded = punted.filter(({ kind }) => kind === 'flooded').length;
    return { flooded, bpdus: punted.filter(({ kind }) => kind === 'bpdu').length, left: left.length };
  }

  describe('a flood of one class', () => {
    test('that is copied is cut to its rate, leaves other classes alone, and goes on whole', async () => {
      await bench().begin({ punts: { flooded: limited('copy') } });
      await bench().hears(2, 'B');
      await bench().harness.advance(1500);
      await bench().harness.collect({ left: 0, punted: 0 });
      const { flooded, bpdus, left } = await flood();
      expect(bpdus).toBe(1);
      expect(left).toBe(FLOOD);
      expect(flooded).toBeGreaterThanOrEqual(RATE / 2);
      expect(flooded).toBeLessThanOrEqual(FLOOD / 2);
      const drops = await bench().datapath.puntDrops();
      expect(Number(drops.get('flooded'))).toBe(FLOOD - flooded);
      expect(drops.get('bpdu') ?? 0n).toBe(0n);
    });

    test('that is taken is cut to its rate and goes nowhere else', async () => {
      await bench().begin({ punts: { flooded: limited('take') } });
      await bench().harness.advance(1500);
      const { flooded, bpdus, left } = await flood();
      expect(bpdus).toBe(1);
      expect(left).toBe(0);
      expect(flooded).toBeLessThanOrEqual(FLOOD / 2);
      expect(await bench().table()).toEqual([`1 ${stationMac('A')} 1 learned`]);
    });

    test('that is limited port by port leaves what comes in elsewhere alone', async () => {
      await bench().begin({ punts: { flooded: { ...limited('take'), eachPort: true } } });
      await bench().harness.advance(1500);
      await bench().harness.collect({ left: 0, punted: 0 });
      for (let one = 0; one < FLOOD; one += 1) {
        await bench().harness.send(1, buildTestFrame({ port: 1, from: 'A', to: 'B' }, SERIAL + one));
      }
      for (let one = 0; one < RATE / 2; one += 1) {
        await bench().harness.send(2, buildTestFrame({ port: 2, from: 'C', to: 'B' }, SERIAL + one));
      }
      const { punted } = await bench().harness.collect({ left: 0, punted: RATE });
      expect(punted.filter(({ port }) => port === 2)).toHaveLength(RATE / 2);
      expect(punted.filter(({ port }) => port === 1).length).toBeLessThanOrEqual(FLOOD / 2);
    });

    test('comes through again after a while', async () => {
      await bench().begin({ punts: { flooded: limited('take') } });
      await flood();
      await bench().harness.advance(1500);
      await bench().passes({ port: 1, from: 'A', to: 'B' }, ['punted flooded in 1']);
    });
  });
}
