import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstPorts } from '../../model/values/port-list.ts';
import { Conversations, seenTraffic, wantedTraffic } from '../contract/agreement.ts';
import type { PortFrame } from '../contract/harness.ts';
import { type LeftOut, randomSwitch } from '../contract/random-switch.ts';
import { ReferenceSwitch } from '../contract/reference-switch.ts';
import { emptyPlan } from '../plan.ts';
import { createVirtualHarness, type VirtualHarness } from './virtual-harness.ts';

const PORTS = 6;
/** What the virtual switch does not do yet. */
const NOT_YET: readonly LeftOut[] = ['interfaces', 'trunks', 'groups', 'destinationFilter', 'inspection'];
const STATES = false;
const random = randomSwitch(PORTS, NOT_YET);

async function arrivals(harness: VirtualHarness, { port, frame }: PortFrame) {
  await harness.send(port, frame);
  return harness.collect({ left: 0, punted: 0 });
}

test('random frames under random, changing plans and states go where the trace says, octet by octet', async () => {
  const step = fc.oneof(
    { weight: 1, arbitrary: random.plan.map((plan) => ({ plan })) },
    { weight: STATES ? 1 : 0, arbitrary: random.state.map((state) => ({ state })) },
    { weight: 8, arbitrary: random.frame.map((sent) => ({ sent })) },
  );
  await fc.assert(
    fc.asyncProperty(random.plan, fc.array(step, { maxLength: 50 }), async (first, steps) => {
      const harness = await createVirtualHarness({ ports: PORTS });
      const reference = new ReferenceSwitch(firstPorts(PORTS));
      const conversations = new Conversations();
      for (const next of [{ plan: first }, ...steps]) {
        if ('plan' in next) {
          await harness.datapath.apply(next.plan);
          reference.apply(next.plan);
        } else if ('state' in next) {
          harness.datapath.update(next.state);
          reference.update(next.state);
        } else {
          const { sent } = next;
          const way = reference.receive(sent.port, sent.frame);
          const { left, punted } = await arrivals(harness, sent);
          expect(seenTraffic(left, punted)).toEqual(wantedTraffic(way, sent, left));
          for (const { ports, frame } of way.departures) {
            const member = left.find((one) => (ports & (1n << BigInt(one.port - 1))) !== 0n)?.port ?? 0;
            expect(conversations.keeps(ports, frame, member)).toBe(true);
          }
        }
        const rows = await harness.datapath.forwardingDatabase();
        const learnt = rows.filter(({ origin }) => origin === 'learned');
        expect(learnt.map(({ fid, address, port }) => `${fid} ${address} ${port}`).sort()).toEqual(reference.table());
      }
    }),
    { numRuns: 400 },
  );
});

test('several plans one after the other forward like the last one alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(random.plan, { minLength: 2, maxLength: 5 }),
      fc.array(random.frame, { maxLength: 15 }),
      async (plans, frames) => {
        const seasoned = await createVirtualHarness({ ports: PORTS });
        for (const each of plans) {
          await seasoned.datapath.apply(each);
          for (const sent of frames.slice(0, 4)) await arrivals(seasoned, sent);
        }
        await seasoned.datapath.flush({});
        const fresh = await createVirtualHarness({ ports: PORTS });
        await fresh.datapath.apply(plans.at(-1) ?? emptyPlan);
        for (const sent of frames) expect(await arrivals(seasoned, sent)).toEqual(await arrivals(fresh, sent));
        expect(await seasoned.datapath.forwardingDatabase()).toEqual(await fresh.datapath.forwardingDatabase());
      },
    ),
    { numRuns: 200 },
  );
});
