import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstPorts } from '../../model/values/port-list.ts';
import { buildTestFrame, describeArrival, stationMac } from '../contract/test-frame.ts';
import { addressKey, defaultPortPlan, emptyPlan, type ForwardingPlan } from '../plan.ts';
import { ReferenceSwitch } from './reference-switch.ts';
import { createVirtualHarness, type VirtualHarness } from './virtual-harness.ts';

const PORTS = 5;
const VLANS = [1, 2, 40];
const STATIONS = ['A', 'B', 'C', 'D'];

const port = fc.integer({ min: 1, max: PORTS });
const portList = fc.bigInt({ min: 0n, max: firstPorts(PORTS) });
const vid = fc.constantFrom(...VLANS, 99);
const usually = fc.integer({ min: 0, max: 9 }).map((number) => number > 0);

const portPlan = fc
  .record({
    admin: usually,
    pvid: vid,
    acceptableFrameTypes: fc.constantFrom(
      'all' as const,
      'all' as const,
      'tagged' as const,
      'untaggedAndPriority' as const,
    ),
    ingressFiltering: fc.boolean(),
    forwardTo: fc.oneof(fc.constant(firstPorts(PORTS)), portList),
  })
  .map((wanted) => ({ ...defaultPortPlan(wanted.forwardTo), ...wanted }));

const vlanPlan = fc
  .record({ members: portList, untagged: portList })
  .map(({ members, untagged }) => ({ members, untagged: untagged & members }));

const pinned = fc.record({
  vlan: fc.constantFrom(...VLANS),
  address: fc.constantFrom(...STATIONS).map(stationMac),
  port,
});

const mirror = fc.record({ session: fc.constant(1), target: port, ingress: portList, egress: portList });

const plan: fc.Arbitrary<ForwardingPlan> = fc
  .record({
    ports: fc.array(portPlan, { minLength: PORTS, maxLength: PORTS }),
    vlans: fc.uniqueArray(fc.tuple(fc.constantFrom(...VLANS), vlanPlan), { selector: ([vlan]) => vlan, minLength: 1 }),
    constraint: fc.constantFrom('independent' as const, 'shared' as const),
    pinned: fc.uniqueArray(pinned, { selector: ({ address }) => address, maxLength: 2 }),
    mirrors: fc.array(mirror, { maxLength: 1 }),
  })
  .map((wanted) => ({
    ...emptyPlan,
    ports: new Map(wanted.ports.map((each, index) => [index + 1, each])),
    vlans: new Map(wanted.vlans),
    learning: { constraint: wanted.constraint, ageingTime: 300 },
    staticUnicast: new Map(wanted.pinned.map((entry) => [addressKey(entry.vlan, entry.address), entry])),
    mirrors: new Map(wanted.mirrors.map((each) => [each.session, each])),
  }));

const frame = fc.record({
  port,
  from: fc.constantFrom(...STATIONS),
  to: fc.constantFrom('all', ...STATIONS),
  vid: fc.option(fc.constantFrom(0, ...VLANS, 99), { nil: undefined }),
});
type Sent = typeof frame extends fc.Arbitrary<infer Value> ? Value : never;

async function arrivals(harness: VirtualHarness, sent: Sent, serial: number): Promise<string[]> {
  const octets = buildTestFrame({ ...sent, ...(sent.vid !== undefined && { tag: `${sent.vid}` }) }, serial);
  await harness.send(sent.port, octets);
  const { left } = await harness.collect({ left: 0, punted: 0 });
  return left.map((arrival) => describeArrival(arrival, octets)).sort();
}

test('random frames under random, changing plans go where the reference says', async () => {
  const step = fc.oneof({ weight: 1, arbitrary: plan }, { weight: 6, arbitrary: frame });
  await fc.assert(
    fc.asyncProperty(plan, fc.array(step, { maxLength: 40 }), async (first, steps) => {
      const harness = await createVirtualHarness({ ports: PORTS });
      const reference = new ReferenceSwitch();
      for (const [serial, next] of [first, ...steps].entries()) {
        if ('vlans' in next) {
          await harness.datapath.apply(next);
          reference.apply(next);
        } else {
          const { to, from } = next;
          const expected = reference.send({
            ...next,
            from: stationMac(from),
            to: to === 'all' ? to : stationMac(to),
          });
          expect(await arrivals(harness, next, serial)).toEqual(expected);
        }
      }
    }),
    { numRuns: 400 },
  );
});

test('several plans one after the other forward like the last one alone', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { minLength: 2, maxLength: 5 }),
      fc.array(frame, { maxLength: 15 }),
      async (plans, frames) => {
        const seasoned = await createVirtualHarness({ ports: PORTS });
        for (const each of plans) {
          await seasoned.datapath.apply(each);
          for (const sent of frames.slice(0, 4)) await arrivals(seasoned, sent, 0);
        }
        await seasoned.datapath.flush({});
        const fresh = await createVirtualHarness({ ports: PORTS });
        await fresh.datapath.apply(plans.at(-1) ?? emptyPlan);
        for (const [serial, sent] of frames.entries()) {
          expect(await arrivals(seasoned, sent, serial)).toEqual(await arrivals(fresh, sent, serial));
        }
        expect(await seasoned.datapath.forwardingDatabase()).toEqual(await fresh.datapath.forwardingDatabase());
      },
    ),
    { numRuns: 200 },
  );
});
