import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstPorts, hasPort } from '../../model/values/port-list.ts';
import { isTagged, popTag } from '../../protocols/frames/vlan-tag.ts';
import { Conversations, seenTraffic, wantedTraffic } from '../contract/agreement.ts';
import type { PortFrame } from '../contract/harness.ts';
import { brokenPromises } from '../contract/promises.ts';
import { randomSwitch } from '../contract/random-switch.ts';
import { ReferenceSwitch } from '../contract/reference-switch.ts';
import { emptyPlan } from '../plan.ts';
import { emptyState } from '../state.ts';
import type { Trace } from '../trace/traced-frame.ts';
import { createVirtualHarness, type VirtualHarness } from './virtual-harness.ts';

const PORTS = 6;
/** Milliseconds for hundreds of switches on a machine that is busy. */
const PATIENCE = 180_000;
const random = randomSwitch(PORTS);

const vlan = fc.constantFrom(1, 2, 40, 99);
const untagged = random.frame.map(({ frame }) => withoutTags(frame));

function withoutTags(frame: Uint8Array): Uint8Array {
  return isTagged(frame) ? withoutTags(popTag(frame)) : frame;
}

async function arrivals(harness: VirtualHarness, { port, frame }: PortFrame) {
  await harness.send(port, frame);
  return harness.collect({ left: 0, punted: 0 });
}

test(
  'random frames under random, changing plans and states go where the trace says, octet by octet',
  async () => {
    const step = fc.oneof(
      { weight: 1, arbitrary: random.plan.map((plan) => ({ plan })) },
      { weight: 1, arbitrary: random.state.map((state) => ({ state })) },
      { weight: 8, arbitrary: fc.record({ sent: random.frame, times: fc.constantFrom(1, 1, 1, 3) }) },
      { weight: 1, arbitrary: fc.record({ vlan, frame: untagged }).map((originated) => ({ originated })) },
    );
    await fc.assert(
      fc.asyncProperty(
        random.plan,
        fc.array(step, { maxLength: 50 }),
        fc.boolean(),
        async (first, steps, keepsFlows) => {
          const harness = await createVirtualHarness({ ports: PORTS, keepsFlows });
          const reference = new ReferenceSwitch(firstPorts(PORTS));
          const conversations = new Conversations();
          let state = emptyState;
          /** Holds what the switch gave away against what the reference says; gives back what the agent was given. */
          const agrees = async (way: Trace, sent: PortFrame) => {
            const { left, punted } = await harness.collect({ left: 0, punted: 0 });
            expect(seenTraffic(left, punted)).toEqual(wantedTraffic(way, sent, left));
            if (way.steps[0]?.stage === 'link') {
              expect(brokenPromises(harness.datapath.plan, state, sent, { left, punted })).toEqual([]);
            }
            for (const { ports, frame } of way.departures) {
              const member = left.find((one) => hasPort(ports, one.port))?.port ?? 0;
              expect(conversations.keeps(ports, frame, member)).toBe(true);
            }
            return punted;
          };
          for (const next of [{ plan: first }, ...steps]) {
            if ('plan' in next) {
              await harness.datapath.apply(next.plan);
              reference.apply(next.plan);
            } else if ('state' in next) {
              harness.datapath.update(next.state);
              reference.update(next.state);
              state = next.state;
            } else if ('originated' in next) {
              const { vlan, frame } = next.originated;
              harness.datapath.originate(vlan, frame);
              await agrees(reference.enter({ kind: 'originated', vlan, frame }), { port: 0, frame });
            } else {
              const { sent } = next;
              for (let time = 0; time < next.times; time += 1) {
                await harness.send(sent.port, sent.frame);
                const way = reference.receive(sent.port, sent.frame);
                for (const frame of await agrees(way, sent)) {
                  const punt = way.punts.find(({ kind }) => kind === frame.kind);
                  if (punt?.action !== 'take' || punt.stage === 'delivery') continue;
                  harness.datapath.resume(frame);
                  await agrees(reference.enter({ ...frame, kind: 'resumed', stage: punt.stage }), sent);
                }
              }
            }
            const rows = await harness.datapath.forwardingDatabase();
            const learnt = rows.filter(({ origin }) => origin === 'learned');
            expect(await harness.datapath.attackDrops()).toEqual(reference.attackDrops());
            expect((await harness.datapath.secureSources()).unknown).toEqual(reference.sources().unknown);
            expect(learnt.map(({ fid, address, port }) => `${fid} ${address} ${port}`).sort()).toEqual(
              reference.table(),
            );
          }
        },
      ),
      { numRuns: 400 },
    );
  },
  PATIENCE,
);

test(
  'several plans one after the other forward like the last one alone',
  async () => {
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
  },
  PATIENCE,
);
